//! Tools that ask back, for clients of 2026-07-28.
#![expect(clippy::needless_pass_by_value, reason = "a function takes where it asks by value")]

use tool_core::{Field, InputKind, InputRequest, Inputs, RegistryBuilder, ToolError, tool};

use crate::App;

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .tool(test_input_required_result_elicitation_tool())
        .tool(test_input_required_result_sampling_tool())
        .tool(test_input_required_result_list_roots_tool())
        .tool(test_input_required_result_request_state_tool())
        .tool(test_input_required_result_multiple_inputs_tool())
        .tool(test_input_required_result_multi_round_tool())
        .tool(test_input_required_result_tampered_state_tool())
        .tool(test_input_required_result_capabilities_tool())
        .tool(test_streaming_elicitation_tool())
        .tool(test_missing_capability_tool())
        .tool(test_sampling_tool())
        .tool(test_elicitation_tool())
        .tool(test_elicitation_sep1034_defaults_tool())
        .tool(test_elicitation_sep1330_enums_tool())
}

fn name() -> InputRequest {
    InputRequest::form("user_name", "What is your name?").with_field(Field::text("name"))
}

fn confirm() -> InputRequest {
    InputRequest::form("confirm", "Please confirm").with_field(Field::boolean("ok"))
}

fn text(inputs: &Inputs, request: &InputRequest, field: &str) -> Result<String, ToolError> {
    let content = inputs.ask(request)?.into_content()?;
    Ok(content.get(field).and_then(|value| value.as_str()).unwrap_or_default().to_owned())
}

/// Asks for a name.
#[tool(title = "Ask for a name", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_elicitation(#[context] inputs: Inputs) -> Result<String, ToolError> {
    Ok(format!("Hello, {}!", text(&inputs, &name(), "name")?))
}

/// Asks the client's model.
#[tool(title = "Ask a model", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_sampling(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let question = InputRequest::sampling("capital_question", "What is the capital of France?", 100);
    Ok(format!("{:?}", inputs.ask(&question)?.into_content()?))
}

/// Asks for the folders.
#[tool(title = "Ask for folders", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_list_roots(#[context] inputs: Inputs) -> Result<String, ToolError> {
    Ok(format!("{:?}", inputs.ask(&InputRequest::roots("client_roots"))?.into_content()?))
}

/// Asks for a confirmation, with a state.
#[tool(title = "Ask with a state", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_request_state(#[context] inputs: Inputs) -> Result<String, ToolError> {
    inputs.ask(&confirm())?.into_content()?;
    Ok("state-ok".to_owned())
}

/// Asks for three things at once.
#[tool(title = "Ask for several", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_multiple_inputs(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let greeting = InputRequest::sampling("greeting", "Generate a greeting", 50);
    inputs.ask_all([&name(), &greeting, &InputRequest::roots("client_roots")])?;
    Ok("All three were answered.".to_owned())
}

/// Asks twice.
#[tool(title = "Ask twice", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_multi_round(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let first = InputRequest::form("step1", "Step 1: What is your name?").with_field(Field::text("name"));
    let second =
        InputRequest::form("step2", "Step 2: What is your favorite color?").with_field(Field::text("color"));
    let name = text(&inputs, &first, "name")?;
    Ok(format!("{name} likes {}.", text(&inputs, &second, "color")?))
}

/// Asks with a state that cannot be changed.
#[tool(title = "Ask with a sealed state", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_tampered_state(#[context] inputs: Inputs) -> Result<String, ToolError> {
    inputs.ask(&confirm())?.into_content()?;
    Ok("Confirmed.".to_owned())
}

/// Asks for what the client can answer.
#[tool(title = "Ask what can be answered", exposure = both, effect = read_only, open_world = false)]
fn test_input_required_result_capabilities(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let request = if inputs.can_ask(InputKind::Form) {
        name()
    } else {
        InputRequest::sampling("greeting", "Generate a greeting", 50)
    };
    inputs.ask(&request)?;
    Ok("Answered.".to_owned())
}

/// Asks for a name, on the stream of its own request.
#[tool(title = "Ask on the stream", exposure = both, effect = read_only, open_world = false)]
fn test_streaming_elicitation(#[context] inputs: Inputs) -> Result<String, ToolError> {
    Ok(format!("Hello, {}!", text(&inputs, &name(), "name")?))
}

/// Needs a client with a model.
#[tool(title = "Need a model", exposure = both, effect = read_only, open_world = false)]
fn test_missing_capability(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let greeting = InputRequest::sampling("greeting", "Generate a greeting", 50);
    Ok(format!("{:?}", inputs.ask(&greeting)?.into_content()?))
}

/// Asks the client's model what it is told to.
#[tool(title = "Sampling", exposure = both, effect = read_only, open_world = false)]
fn test_sampling(
    #[context] inputs: Inputs,
    /// What the model is asked.
    prompt: String,
) -> Result<String, ToolError> {
    Ok(format!("{:?}", inputs.ask(&InputRequest::sampling("prompt", prompt, 100))?.into_content()?))
}

/// Asks a person what it is told to.
#[tool(title = "Elicitation", exposure = both, effect = read_only, open_world = false)]
fn test_elicitation(
    #[context] inputs: Inputs,
    /// What the person is asked.
    message: String,
) -> Result<String, ToolError> {
    let request = InputRequest::form("answer", message).with_field(Field::text("response"));
    text(&inputs, &request, "response")
}

/// Asks with values that are there unless the person writes others.
#[tool(title = "Defaults", exposure = both, effect = read_only, open_world = false)]
fn test_elicitation_sep1034_defaults(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let request = InputRequest::form("defaults", "Please check these").with_field(Field::text("name"));
    text(&inputs, &request, "name")
}

/// Asks for one of several.
#[tool(title = "Choices", exposure = both, effect = read_only, open_world = false)]
fn test_elicitation_sep1330_enums(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let request = InputRequest::form("choices", "Please choose").with_field(Field::choice("one", ["a", "b"]));
    text(&inputs, &request, "one")
}
