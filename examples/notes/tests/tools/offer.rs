//! What is offered to whom, written down by hand: a reviewer reads this file instead of the attributes.

use crate::support::{Notes, user};
use tool_core::{Effect, testing::TestSurface};

/// Each tool that outside callers are offered: effect, whether a repeated call changes nothing more.
const OUTSIDE: [(&str, Effect, bool); 12] = [
    ("cancel_operation", Effect::Additive, true),
    ("create_note", Effect::Additive, false),
    ("create_project", Effect::Additive, false),
    ("delete_note", Effect::Destructive, true),
    ("export_project", Effect::ReadOnly, true),
    ("import_notes", Effect::Additive, true),
    ("list_projects", Effect::ReadOnly, true),
    ("operation_status", Effect::ReadOnly, true),
    ("read_note", Effect::ReadOnly, true),
    ("search_notes", Effect::ReadOnly, true),
    ("update_note", Effect::Destructive, true),
    ("wait_for_operation", Effect::ReadOnly, true),
];

/// What an assistant of the product's own is offered.
const ASSISTANT: [&str; 12] = [
    "create_note",
    "create_project",
    "current_project",
    "delete_note",
    "delete_project",
    "import_notes",
    "list_projects",
    "read_note",
    "reindex",
    "search_notes",
    "select_project",
    "update_note",
];

#[test]
fn outside_callers_are_offered_these_tools() {
    let notes = Notes::new();
    for name in ["alice", "bob"] {
        let catalogue = notes.surface.catalogue(&user(name));
        let offered: Vec<_> =
            catalogue.tools.iter().map(|tool| (tool.name.as_str(), tool.effect, tool.idempotent)).collect();
        assert_eq!(offered, OUTSIDE);
        assert!(catalogue.tools.iter().all(|tool| !tool.open_world), "every tool stays within the service");
    }
}

#[test]
fn what_they_are_not_offered_has_a_reason() {
    let omissions = Notes::new().surface.catalogue(&user("alice")).omissions;
    let omissions: Vec<_> = omissions.iter().map(ToString::to_string).collect();
    assert_eq!(
        omissions,
        [
            "current_project: never headless: there is no session that could have a current project; a call names \
             its project",
            "delete_project: internal: offered to the product's own surfaces only; \
             `exposure = both` offers it to outside callers, too",
            "reindex: internal: offered to the product's own surfaces only; \
             `exposure = both` offers it to outside callers, too",
            "select_project: never headless: there is no session whose project it could select; a call names its \
             project",
        ]
    );
}

#[test]
fn the_products_own_assistant_is_offered_these_tools() {
    let assistant = Notes::new().assistant();
    assert_eq!(TestSurface::new(&assistant).with_caller(user("alice")).names(), ASSISTANT);
    let omissions = assistant.catalogue(&user("alice")).omissions;
    let omissions: Vec<_> = omissions.iter().map(ToString::to_string).collect();
    let external = |name: &str| format!("{name}: external: offered to outside callers only");
    let names = ["cancel_operation", "export_project", "operation_status", "wait_for_operation"];
    assert_eq!(omissions, names.map(external));
}

#[test]
fn each_tool_about_notes_says_how_to_get_the_id_of_a_project() {
    let catalogue = Notes::new().surface.catalogue(&user("alice"));
    for tool in &catalogue.tools {
        let properties = tool.input_schema["properties"].as_object().unwrap();
        let needs_none = ["create_project", "list_projects"].contains(&tool.name.as_str())
            || properties.contains_key("operation")
            || tool.name == "operation_status";
        assert_eq!(properties.get("project_id").is_none(), needs_none, "{}", tool.name);
        if let Some(argument) = properties.get("project_id") {
            assert!(argument["description"].as_str().unwrap().contains("list_projects"), "{}", tool.name);
            assert!(tool.input_schema["required"].as_array().unwrap().contains(&"project_id".into()));
        }
        if let Some(argument) = properties.get("note_id") {
            assert!(argument["description"].as_str().unwrap().contains("search_notes"), "{}", tool.name);
        }
    }
}
