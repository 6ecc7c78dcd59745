//! What a call of an operation tool is answered with: the operation's name and how it stands.

use serde_json::json;

use super::{Operation, WAIT};
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
                "enum": ["queued", "running", "succeeded", "failed", "cancelled", "unknown"],
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

/// Returns whether this is the name, in whatever namespace, of the tool that waits for operations.
pub(crate) fn waits(name: &str) -> bool {
    name.rsplit("::").next() == Some(WAIT)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{form, waits};
    use crate::schema::OutputForm;

    #[test]
    fn the_form_is_an_object_that_is_not_wrapped() {
        let OutputForm::Structured { schema, wrap: None } = form() else { panic!("{:?}", form()) };
        assert_eq!(schema["type"], Value::from("object"));
    }

    #[test]
    fn the_tool_that_waits_is_found_in_a_namespace() {
        assert!(waits("wait_for_operation") && waits("ops::wait_for_operation"));
        assert!(!waits("do_not_wait_for_operation"));
    }
}
