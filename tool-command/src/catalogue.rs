//! The tool that serves the codes of an envelope program. It is a function of this process: no call of it starts anything.

use std::{sync::Arc, time::Duration};

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;
use tool_core::{Effect, Exposure, HostMetadata, ToolDefinition};

use crate::{
    CommandTool, Host, Manifest, OmittedReason, Place,
    arm::Arm,
    envelope::{self, Rules},
    exposure::exposure,
    manifest::{Codes, CodesFrom, Envelope},
    result::{Expected, ExpectedForm},
    run::Program,
    tool::{self, Parts},
};

/// The longest that a program may take to print its codes.
const TIME: Duration = Duration::from_secs(10);

/// Bytes of the codes of a program.
const LENGTH: usize = 1024 * 1024;

/// The rules of a program's envelopes, and the tool that serves its codes.
pub(crate) struct Envelopes {
    pub(crate) rules: Arc<Rules>,
    pub(crate) tool: Option<Result<CommandTool, OmittedReason>>,
}

impl Envelopes {
    /// Reads what an envelope program says of itself.
    ///
    /// # Errors
    ///
    /// What could not be found out, in words.
    pub(crate) async fn of(
        envelope: &Envelope,
        manifest: &Manifest,
        host: &Host,
    ) -> Result<Self, Vec<String>> {
        let schema = envelope.schema.clone();
        let Some(codes) = &envelope.codes else {
            return Ok(Self { rules: Arc::new(Rules::new(schema, None)), tool: None });
        };
        if let Some(prefix) = host.hides(&codes.id) {
            let reason = OmittedReason::Hidden(prefix.to_owned());
            return Ok(Self { rules: Arc::new(Rules::new(schema, None)), tool: Some(Err(reason)) });
        }
        let printed = match &codes.from {
            CodesFrom::File(file) => manifest.json_beside(file).map_err(|text| vec![text])?,
            CodesFrom::Arguments(arguments) => {
                let Some(program) = host.program() else {
                    let reason = "it asks the program for its codes, and none was given to the server";
                    let reason = OmittedReason::NoWay(vec![reason.to_owned()]);
                    return Ok(Self { rules: Arc::new(Rules::new(schema, None)), tool: Some(Err(reason)) });
                };
                printed(program, arguments, host).await.map_err(|text| vec![text])?
            }
        };
        let entries = envelope::entries(printed).map_err(|text| vec![text])?;
        let rules = Arc::new(Rules::new(schema, Some(&entries)));
        let exposure = exposure(codes.exposure, &Map::new(), manifest.exposes_unless_denied);
        let exposure = exposure.map_err(|text| vec![text])?;
        let tool = served(codes, exposure, &rules, &entries, manifest, host);
        tool::registrable(&tool)?;
        Ok(Self { rules, tool: Some(Ok(tool)) })
    }
}

fn served(
    codes: &Codes,
    exposure: Exposure,
    rules: &Arc<Rules>,
    entries: &[Value],
    manifest: &Manifest,
    host: &Host,
) -> CommandTool {
    let catalogue = rules.catalogue(entries);
    let nothing = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    CommandTool::new(Parts {
        definition: ToolDefinition::new(&codes.id, &codes.summary)
            .with_input_schema(nothing)
            .with_verbatim_output_schema(rules.output_schema()),
        host: HostMetadata::default()
            .with_title(&codes.title)
            .with_exposure(exposure)
            .with_effect(Effect::ReadOnly)
            .with_open_world(false),
        place: Place::of_file(manifest.file()),
        arm: Arm::InProcess(Arc::new(move |_| {
            let catalogue = catalogue.clone();
            Box::pin(async move { Ok(catalogue) })
        })),
        arguments: Vec::new(),
        expected: Expected {
            form: ExpectedForm::Envelope(Arc::clone(rules)),
            exit_statuses: Vec::new(),
            shows_errors: false,
            may_have_effect: false,
        },
        time_limit: None,
        output_limit: 0,
        satisfies: Vec::new(),
        running: host.running.clone(),
    })
}

/// Runs a program once and returns the JSON that it prints.
async fn printed(
    (name, first): (&str, &[String]),
    arguments: &[String],
    host: &Host,
) -> Result<Value, String> {
    let path = host.find(name).ok_or_else(|| format!("the program {name} is not there"))?;
    let asked = Program {
        path,
        arguments: first.iter().chain(arguments).map(Into::into).collect(),
        folder: host.folder().to_owned(),
        environment: host.environment(["PATH", "HOME"]),
        stdin: None,
        output_limit: LENGTH,
        time_limit: Some(TIME),
        on_kill: None,
    };
    let expected = Expected {
        form: ExpectedForm::Json(None),
        exit_statuses: vec![0],
        shows_errors: false,
        may_have_effect: false,
    };
    let output = expected.result(asked.run(&CancellationToken::new(), host.running()).await);
    let output =
        output.map_err(|error| format!("the codes of {name} cannot be found out: {}", error.message()))?;
    Ok(output.structured().cloned().unwrap_or_default())
}
