//! `call`: one call of one tool, through the same door as everybody's.

use serde_json::{Map, Value};
use tool_core::{Answer, Caller, Reply, finished};

use crate::{BAD, Fault, cli::Command, door::Door, list::LOCAL, manifests, print, say, stop};

pub(crate) async fn run(command: &Command) -> Result<u8, Fault> {
    let settings = &command.settings;
    let name =
        command.tool.as_deref().ok_or_else(|| Fault::new("say which tool to call: tool-serve call NAME"))?;
    let host = manifests::host_of_server(settings)?;
    let projection = manifests::project(settings, &host).await?;
    let door = Door::open(&projection, host, command)?;
    let caller = Caller::new(LOCAL);
    let public = door.surface.public_name(name).unwrap_or_else(|| name.to_owned());
    let Some(listed) = door.surface.listed(&caller, &public) else {
        return Err(Fault::new(format!("no tool {name} is offered; tool-serve list says which are")));
    };
    let arguments = arguments(&command.arguments, &listed.input_schema);
    let request = door.surface.request(caller, public, Some(Value::Object(arguments)));
    let calling = async {
        match door.surface.call(request).await {
            Answer::Reply(reply) => ended(&door, reply).await,
            Answer::Failure(failure) => {
                Err(Fault::new(format!("the call could not be decided: {}", failure.correlation())))
            }
            _ => Err(Fault::new("the call was not made")),
        }
    };
    let ended = tokio::select! {
        ended = calling => ended,
        () = stop::asked() => Err(Fault::new("stopped")),
    };
    door.host().running().stop().await;
    let (text, is_error) = ended?;
    print(&format!("{}\n", text.trim_end_matches('\n')))?;
    Ok(if is_error { BAD } else { 0 })
}

/// Waits for an operation, which nobody else would do.
async fn ended(door: &Door, reply: Reply) -> Result<(String, bool), Fault> {
    let Some(operation) = &reply.operation else { return Ok((reply.text(), reply.is_error())) };
    say(&format!("{} is an operation; waiting for its end", operation.tool));
    let ended = finished(&door.queue, LOCAL, &operation.id).await.map_err(Fault::new)?;
    let end = ended.and_then(|operation| operation.end).ok_or_else(|| Fault::new("the operation is gone"))?;
    let text = match (end.text, end.result) {
        (Some(text), _) => text,
        (None, Some(result)) => Value::Object(result).to_string(),
        (None, None) => String::new(),
    };
    Ok((text, end.code.is_some()))
}

/// Reads arguments as the schema wants them: text where it takes text, and JSON elsewhere.
fn arguments(given: &[(String, String)], schema: &Map<String, Value>) -> Map<String, Value> {
    let mut arguments = Map::new();
    for (name, text) in given {
        let property = schema.get("properties").and_then(|properties| properties.get(name));
        let kind = |schema: Option<&Value>| {
            schema.and_then(|schema| schema.get("type")?.as_str()).map(str::to_owned)
        };
        let read = |kind: Option<String>| match kind.as_deref() {
            None | Some("string") => Value::String(text.clone()),
            // What is no JSON is sent as it is, and refused with the words for everybody.
            Some(_) => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        };
        if kind(property).as_deref() == Some("array") {
            let item = read(kind(property.and_then(|schema| schema.get("items"))));
            let list = arguments.entry(name.clone()).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                list.push(item);
            }
        } else {
            arguments.insert(name.clone(), read(kind(property)));
        }
    }
    arguments
}
