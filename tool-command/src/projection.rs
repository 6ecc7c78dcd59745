//! Manifests become tools, in three states: a tool is projected, or it is omitted for a reason, or it could not be found
//! out, and then nothing is projected.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::{
    CommandTool, Host, Manifest, ManifestErrors, Omitted, OmittedReason, Place,
    bind::{Bound, bind},
    catalogue::Envelopes,
    envelope::Rules,
    fault::ManifestError,
};

/// What manifests become on a host.
///
/// A tool that is omitted is nothing that the tools which are projected depend on, so they serve. What could not be read
/// or found out is an error of all: a server that drops it without a word is not told from one that never had it.
///
/// # Examples
///
/// ```
/// use tool_command::{Format, Host, Manifest, Projection};
/// use tool_core::Registry;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = r#"
/// version = 1
///
/// [[tool]]
/// id = "say"
/// title = "Say something"
/// summary = "Prints words."
/// run.command = { program = "echo" }
///
/// [[tool.input]]
/// name = "words"
/// description = "The words."
/// type = "text"
/// travels = "positional"
/// "#;
/// let manifest = Manifest::parse(text, Format::Toml, "say.toml")?;
/// let projection = Projection::of(&[manifest], &Host::new(".")?).await?;
/// assert_eq!(
///     projection.omitted[0].to_string(),
///     "say.toml:4: `say` is not offered: any text would become an argument of the program through `words`; \
///      give it a type that bounds it (of a pattern, neither `.` nor `[^…]`, nor blanks beside quotes), \
///      or let it travel on stdin"
/// );
///
/// let registry = projection.tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool));
/// assert_eq!(registry.build()?.snapshot().iter().count(), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Projection {
    /// The tools, in the order of the manifests.
    pub tools: Vec<CommandTool>,
    /// The ids of those of the tools that serve the codes of an envelope program.
    pub code_tools: Vec<String>,
    /// What is not offered, with its reasons.
    pub omitted: Vec<Omitted>,
    /// What is no fault, and could be better.
    pub remarks: Vec<Remark>,
}

/// What could be better in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    place: Place,
    text: String,
}

impl Remark {
    pub(crate) fn new(place: Place, text: String) -> Self {
        Self { place, text }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

impl Projection {
    /// Projects manifests for a host: looks at what each tool requires, and decides how each runs.
    ///
    /// # Errors
    ///
    /// Everything that could not be found out, with its place: a schema that cannot be advertised, a file or folder that
    /// is referred to and not there, an input that does not say how it reaches the program, an id that is used twice.
    pub async fn of(manifests: &[Manifest], host: &Host) -> Result<Self, ManifestErrors> {
        let mut projection = Self::default();
        let mut errors: Vec<ManifestError> = Vec::new();
        let mut seen = BTreeMap::<String, Place>::new();
        for manifest in manifests {
            let rules = projection.envelopes(manifest, host, &mut seen, &mut errors).await;
            for placed in &manifest.document.tools {
                let (node, place) = (&placed.node, &placed.place);
                if let Some(error) = twice(&mut seen, &node.id, place) {
                    errors.push(error);
                    continue;
                }
                match bind(node, place, manifest, rules.as_ref(), host).await {
                    Ok(Bound { tool, remarks }) => {
                        projection.remarks.extend(remarks);
                        projection.add(&node.id, place, tool);
                    }
                    Err(texts) => errors.extend(said(&node.id, place, texts)),
                }
            }
        }
        ManifestErrors::check(errors)?;
        Ok(projection)
    }

    /// Adds the tool that serves the codes of an envelope program, and returns the rules of its envelopes.
    async fn envelopes(
        &mut self,
        manifest: &Manifest,
        host: &Host,
        seen: &mut BTreeMap<String, Place>,
        errors: &mut Vec<ManifestError>,
    ) -> Option<Arc<Rules>> {
        let envelope = manifest.document.envelope.as_ref()?;
        let (id, place) = (envelope.codes.as_ref().map(|codes| &codes.id), Place::of_file(manifest.file()));
        match Envelopes::of(envelope, manifest, host).await {
            Ok(Envelopes { rules, tool }) => {
                if let (Some(id), Some(tool)) = (id, tool) {
                    if let Some(error) = twice(seen, id, &place) {
                        errors.push(error);
                    } else {
                        self.code_tools.extend(tool.is_ok().then(|| id.clone()));
                        self.add(id, &place, tool);
                    }
                }
                Some(rules)
            }
            Err(texts) => {
                errors.extend(said(id.map_or("envelope", String::as_str), &place, texts));
                // So that the tools are not told that there are no envelopes.
                Some(Arc::new(Rules::new(envelope.schema.clone(), None)))
            }
        }
    }

    fn add(&mut self, id: &str, place: &Place, tool: Result<CommandTool, OmittedReason>) {
        match tool {
            Ok(tool) => self.tools.push(tool),
            Err(reason) => self.omitted.push(Omitted { id: id.to_owned(), place: place.clone(), reason }),
        }
    }
}

fn said(id: &str, place: &Place, texts: Vec<String>) -> Vec<ManifestError> {
    let error = |text| ManifestError::new(place.clone(), format!("`{id}`: {text}"));
    texts.into_iter().map(error).collect()
}

/// Notes an id, and finds that it was used already.
fn twice(seen: &mut BTreeMap<String, Place>, id: &str, place: &Place) -> Option<ManifestError> {
    let first = seen.insert(id.to_owned(), place.clone())?;
    let text = format!("`{id}` is described a second time, after {first}; rename one");
    Some(ManifestError::new(place.clone(), text))
}
