//! What is wrong with a resource is found when the registry is built, all of it at once.

use tool_core::{BuildErrors, Exposure, HostMetadata, Registry, RegistryBuilder, Resource, ResourceTemplate};

use super::exposed;

fn codes(errors: &BuildErrors) -> Vec<&'static str> {
    errors.iter().map(tool_core::BuildError::code).collect()
}

fn with(uri: &str, name: &str) -> RegistryBuilder<()> {
    Registry::builder(()).static_resource(Resource::new(uri, name), "")
}

#[test]
fn every_fault_is_named_at_once() {
    let errors = with("help", "a b")
        .static_resource(
            Resource::new("a://b", "untold").host(HostMetadata::default().with_exposure(Exposure::Both)),
            "",
        )
        .build()
        .unwrap_err();
    assert_eq!(codes(&errors), ["invalid-resource", "invalid-name", "undescribed", "untitled"]);
    assert!(errors.to_string().contains(r#""a b" at tests/it/resources/faults.rs"#), "{errors}");
    assert!(errors.to_string().contains("cannot be a resource's name"), "{errors}");
}

#[test]
fn one_address_has_one_answer() {
    let template = |uri: &str, name: &str| ResourceTemplate::new(uri, name);
    let read = |_, _: tool_core::ReadCall| std::future::ready(Ok(""));
    let twice = with("a://b", "one").static_resource(Resource::new("a://b", "two"), "").build();
    assert_eq!(codes(&twice.unwrap_err()), ["duplicate-address"]);
    let overlapping = Registry::builder(())
        .resource_template(template("a://{x}/index", "one"), read)
        .resource_template(template("a://{x}/{y}", "two"), read)
        .build();
    assert_eq!(codes(&overlapping.unwrap_err()), ["duplicate-address"]);
    let names = with("a://b", "one").static_resource(Resource::new("a://c", "One"), "").build();
    assert_eq!(codes(&names.unwrap_err()), ["duplicate-name"]);
    with("a://b", "one").resource_template(template("a://{x}", "two"), read).build().unwrap();
}

#[test]
fn a_template_says_what_its_variables_are() {
    let fault = |template: ResourceTemplate<()>| {
        let read = |_, _: tool_core::ReadCall| std::future::ready(Ok(""));
        Registry::builder(()).resource_template(template, read).build().unwrap_err().to_string()
    };
    assert!(fault(ResourceTemplate::new("a://{+x}", "one")).contains("'+' in a variable"));
    assert!(fault(ResourceTemplate::new("a://b", "one")).contains("no variable in its template"));
    assert!(
        fault(ResourceTemplate::new("a://{x}", "one").about("project", "y"))
            .contains("names the variable `y`, which is not in `a://{x}`")
    );
    assert!(
        fault(ResourceTemplate::new("a://{x}", "one").host(exposed("A").with_target("project")))
            .contains("has a target that no variable names")
    );
    let errors = with("a://{x}", "one").build().unwrap_err();
    assert!(errors.to_string().contains("make it a ResourceTemplate"), "{errors}");
}

#[test]
fn another_registry_brings_its_resources_along() {
    let billing = with("billing://help", "help").build().unwrap();
    let merged = with("notes://help", "help").merge("billing", &billing).build().unwrap();
    assert!(merged.disable("resource:billing::help", "").is_ok());
    assert!(merged.disable("resource:help", "").is_ok());
}
