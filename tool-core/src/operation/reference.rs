//! What a call of an operation tool is answered with: the operation's name and how it stands.

use serde_json::json;

use super::Operation;
use crate::{
    Content, ToolOutput,
    schema::{self, OutputForm},
};

/// Returns the form of the answer, which is the same for every operation tool.
pub(crate) fn form() -> OutputForm {
    schema::output_form(Some(&json!({
        "type": "object",
        "properties": {
            "operation": { "type": "string", "description": "Id of the operation that was started." },
            "state": {
                "type": "string",
                "enum": ["queued", "running", "input-required", "succeeded", "failed", "cancelled", "unknown"],
                "description": "How the operation stands."
            }
        },
        "required": ["operation", "state"]
    })))
    .0
}

/// Returns the answer; `wait` is the public name of the tool that waits for operations, where the caller has it.
pub(crate) fn answer(operation: &Operation, wait: Option<&str>) -> ToolOutput {
    let reference = ToolOutput::json(json!({ "operation": operation.id, "state": operation.state }));
    let text = match wait {
        Some(wait) => format!("The work goes on as an operation. Call {wait} with this id for its result."),
        None => "The work goes on as an operation.".to_owned(),
    };
    reference.with_content(Content::Text(text)).that_started(operation.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::form;
    use crate::schema::OutputForm;

    #[test]
    fn the_form_is_an_object_that_is_not_wrapped() {
        let OutputForm::Structured { schema, wrap: None } = form() else { panic!("{:?}", form()) };
        assert_eq!(schema["type"], Value::from("object"));
    }
}
