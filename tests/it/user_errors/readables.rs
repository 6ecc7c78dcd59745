//! Mistakes about resources and prompts that are found when a registry is built.

use tool_core::{
    Exposure, HostMetadata, Prompt, PromptArgument, ReadCall, Registry, RegistryBuilder, Resource,
    ResourceTemplate,
};

use super::{build::Rows, only};

fn exposed() -> HostMetadata {
    HostMetadata::default().with_title("A").with_exposure(Exposure::Both)
}

fn fault(registry: RegistryBuilder<()>) -> String {
    only(&registry.build().unwrap_err())
}

fn with(registry: RegistryBuilder<()>, uri: &str, name: &str) -> RegistryBuilder<()> {
    registry.static_resource(Resource::new(uri, name), "")
}

fn resource(uri: &str, name: &str) -> String {
    fault(with(Registry::builder(()), uri, name))
}

fn template(template: ResourceTemplate<()>) -> String {
    fault(Registry::builder(()).resource_template(template, |_, _: ReadCall| async { Ok("") }))
}

fn prompt(prompt: Prompt<()>) -> String {
    fault(Registry::builder(()).prompt(prompt, |_, _: ReadCall| async { Ok("") }))
}

pub(super) fn rows() -> Rows {
    let named = || Prompt::new("greet");
    let name = || PromptArgument::optional("name", "Whom.");
    let mute = Resource::new("a://b", "mute").host(exposed());
    vec![
        ("a resource without a scheme", resource("help", "help")),
        ("a resource with a variable", resource("notes://{note}", "note")),
        ("a name of a resource outside the grammar", resource("a://b", "a b")),
        ("an exposed resource without a description", fault(Registry::builder(()).static_resource(mute, ""))),
        (
            "two resources of one address",
            fault(with(with(Registry::builder(()), "a://b", "one"), "a://b", "two")),
        ),
        ("a template without a variable", template(ResourceTemplate::new("notes://help", "help"))),
        ("a template of a higher level", template(ResourceTemplate::new("notes://{+path}", "note"))),
        ("two variables without a slash between them", template(ResourceTemplate::new("a://{x}{y}", "note"))),
        (
            "a target that no variable names",
            template(
                ResourceTemplate::new("a://{x}", "note").host(HostMetadata::default().with_target("project")),
            ),
        ),
        ("a variable that the template does not have", {
            template(ResourceTemplate::new("a://{x}", "note").about("project", "project"))
        }),
        ("an argument of a prompt outside the grammar", {
            prompt(named().argument(PromptArgument::optional("a b", "A.")))
        }),
        ("two arguments of a prompt with one name", prompt(named().argument(name()).argument(name()))),
        (
            "a target that no argument names",
            prompt(named().host(HostMetadata::default().with_target("project"))),
        ),
        ("a target whose argument may be left out", {
            prompt(named().argument(name()).about("project", "name"))
        }),
    ]
}
