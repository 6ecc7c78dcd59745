//! Prompts: without arguments, with them, with a document, with a picture.

use std::{future::ready, sync::Arc};

use tool_core::{
    Content, Field, InputRequest, Prompt, PromptArgument, PromptMessages, ReadCall, RegistryBuilder, Speaker,
    ToolError,
};

use crate::{App, content::image, resources::shown};

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .prompt(named("test_simple_prompt"), |_, _| {
            ready(Ok("This is a simple prompt for testing.".to_owned()))
        })
        .prompt(
            named("test_prompt_with_arguments")
                .argument(PromptArgument::required("arg1", "The first argument."))
                .argument(PromptArgument::required("arg2", "The second argument."))
                .completing("arg1", |_, _, _| ready(Ok(vec!["test-value".to_owned()]))),
            with_arguments,
        )
        .prompt(
            named("test_prompt_with_embedded_resource")
                .argument(PromptArgument::required("resourceUri", "The address of the document.")),
            with_document,
        )
        .prompt(named("test_input_required_result_prompt"), asking)
        .prompt(named("test_prompt_with_image"), |_, _| ready(Ok(with_image())))
}

fn named(name: &str) -> Prompt<App> {
    Prompt::new(name).description("A prompt of the suite.").host(shown(name))
}

async fn asking(_: Arc<App>, call: ReadCall) -> Result<String, ToolError> {
    let request = InputRequest::form("user_context", "What is it about?").with_field(Field::text("context"));
    let content = call.ask(&request)?.into_content()?;
    Ok(format!("About {}.", content["context"]))
}

async fn with_arguments(_: Arc<App>, call: ReadCall) -> Result<String, ToolError> {
    let (first, second) = (call.required("arg1")?, call.required("arg2")?);
    Ok(format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))
}

async fn with_document(_: Arc<App>, call: ReadCall) -> Result<PromptMessages, ToolError> {
    let document = Content::Resource {
        uri: call.required("resourceUri")?.to_owned(),
        mime_type: Some("text/plain".into()),
        text: "Embedded resource content for testing.".into(),
    };
    let messages = PromptMessages::default().and(Speaker::User, document);
    Ok(messages.and_user("Please process the embedded resource above."))
}

fn with_image() -> PromptMessages {
    PromptMessages::default().and(Speaker::User, image()).and_user("Please analyze the image above.")
}
