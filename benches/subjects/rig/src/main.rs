//! rig's `ToolSet`, which checks nothing but that the arguments decode. Its result is read as JSON, as ours is.

use std::{convert::Infallible, error::Error};

use rig_agent::tool::{DynamicTool, Tool, ToolContext, ToolSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    limit: u32,
}

#[derive(Serialize)]
struct Found {
    query: String,
    found: u32,
}

struct FindNotes;

impl Tool for FindNotes {
    const NAME: &'static str = "find_notes";
    type Args = Arguments;
    type Output = Found;
    type Error = Infallible;

    fn description(&self) -> String {
        "Finds notes that contain every given word.".to_owned()
    }

    fn parameters(&self) -> Value {
        parameters()
    }

    async fn call(&self, _: &mut ToolContext, arguments: Arguments) -> Result<Found, Infallible> {
        Ok(Found { found: arguments.limit.min(3), query: arguments.query })
    }
}

fn parameters() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Words to look for." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most this many." }
        },
        "required": ["query", "limit"],
        "additionalProperties": false
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let (_, tools) = bench_subject::told()?;
    let mut set = ToolSet::default();
    set.add_tool(FindNotes);
    for number in 1..tools {
        let name = format!("find_notes_{number}").try_into().map_err(|_| "a name is empty")?;
        let empty =
            |_: Value| -> _ { Box::pin(async { Ok(rig_agent::tool::ToolOutput::json(Value::Null)) }) as _ };
        set.add_dynamic_tool(DynamicTool::new(name, "Finds notes.", parameters(), empty));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let call = async || {
        let mut context = ToolContext::default();
        set.execute("find_notes", r#"{"query":"rust","limit":5}"#, &mut context).await
    };
    let result = runtime.block_on(call());
    let found = result.output().as_json().ok_or("the result is no JSON")?;
    bench_subject::say(&found.to_string())?;
    bench_subject::rounds(|times| {
        runtime.block_on(async {
            for _ in 0..times {
                std::hint::black_box(call().await);
            }
        });
    })?;
    Ok(())
}
