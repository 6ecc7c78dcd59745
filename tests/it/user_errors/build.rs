//! Mistakes that are found when a registry, an invoker or a surface is built.

use serde_json::{Value, json};
use tool_core::{
    Allow, Control, Exposure, Headless, HostMetadata, InProcessQueue, Invoker, InvokerBuilder, Kind,
    Parallelism, SealedApprovals, Surface, SurfaceBuilder, TargetArgument, approve_destructive,
};

use super::{about_a_project, compare, only, search};
use crate::operations;
use crate::support::{Fixture, invoker, one_word, project_id, registering, registry};

pub(super) type Rows = Vec<(&'static str, String)>;

/// Returns the one fault of these tools.
fn fault(tools: impl IntoIterator<Item = Fixture>) -> String {
    only(&registering(tools).build().unwrap_err())
}

fn with_host(name: &str, change: impl FnOnce(HostMetadata) -> HostMetadata) -> String {
    fault([Fixture::new(name).host(change)])
}

fn with_input(name: &str, schema: Value) -> String {
    fault([Fixture::new(name).input(schema)])
}

fn with_x(name: &str, x: &Value) -> String {
    with_input(name, json!({ "type": "object", "properties": { "x": x }, "additionalProperties": false }))
}

/// Returns the one fault of an invoker of this tool.
fn invoker_fault(tool: Fixture, decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder) -> String {
    only(&decide(Invoker::builder(registry([tool]))).build().unwrap_err())
}

/// Returns the one fault of a surface for outside callers of these tools.
pub(super) fn surface_fault(
    tools: impl IntoIterator<Item = Fixture>,
    allow: Allow,
    change: impl FnOnce(SurfaceBuilder) -> SurfaceBuilder,
) -> String {
    only(&change(Surface::outside("outside", &invoker(tools), allow)).build().unwrap_err())
}

#[test]
fn build_errors() {
    let rows = [
        names_and_texts(),
        schemas(),
        turns_and_control(),
        operations::undo::all(),
        invokers(),
        surfaces(),
        super::added::rows(),
        super::readables::rows(),
    ];
    compare("When a registry, an invoker or a surface is built", rows.into_iter().flatten());
}

fn names_and_texts() -> Rows {
    let silent = |_| HostMetadata::default().with_exposure(Exposure::Both);
    vec![
        ("a name outside the grammar of the registry", fault([Fixture::new("a b")])),
        ("two tools of one name", fault([Fixture::new("twice"), Fixture::new("twice")])),
        (
            "two names that hosts cannot tell apart",
            fault([Fixture::new("Folded-name"), Fixture::new("folded_name")]),
        ),
        ("an exposed hand-written tool without a title", with_host("untitled", silent)),
        (
            "an exposed hand-written tool without a description",
            fault([Fixture::new("undescribed").description("")]),
        ),
        (
            "a hand-written headless exclusion without a reason",
            with_host("no_reason", |host| host.with_headless(Headless::Never(" ".into()))),
        ),
        ("another name for no argument", fault([search().alias("q", "qery")])),
        ("a header of an argument that is a list", with_x("listed", &mirrored("array", "Listed"))),
        ("a header whose name cannot be sent", with_x("spaced", &mirrored("string", "My Region"))),
        ("a header of a part of an argument", with_x("part", &nested())),
    ]
}

/// An argument that is to be repeated in a header.
fn mirrored(kind: &str, header: &str) -> Value {
    json!({ "type": kind, "items": { "type": "string" }, "description": "An x.", "x-mcp-header": header })
}

/// An argument of which a part is to be repeated in a header.
fn nested() -> Value {
    let y = json!({ "type": "string", "description": "A y.", "x-mcp-header": "Y" });
    json!({ "type": "object", "properties": { "y": y }, "additionalProperties": false, "description": "An x." })
}

fn schemas() -> Rows {
    let described = |reference: &str| json!({ "$ref": reference, "description": "An x." });
    let wide = json!({ "type": "integer", "format": "int64", "description": "An x." });
    // What schemars writes of `std::time::Duration`, which is also how `chrono::TimeDelta` is told.
    let lasting = json!({
        "type": "object",
        "properties": { "secs": { "type": "integer", "format": "uint64", "minimum": 0 }, "nanos": { "type": "integer", "format": "uint32", "minimum": 0 } },
        "required": ["secs", "nanos"],
        "description": "How long."
    });
    let lost =
        json!({ "type": "object", "properties": {}, "required": ["x"], "additionalProperties": false });
    vec![
        ("arguments that are no object", with_input("text", json!({ "type": "string" }))),
        ("an undescribed argument", with_x("bare", &json!({ "type": "string" }))),
        ("an integer that hosts round", with_x("wide", &wide)),
        ("a duration as two numbers", with_x("lasting", &lasting)),
        (
            "a choice of nothing, as an argument",
            with_x("street", &json!({ "type": "string", "enum": [], "description": "A street." })),
        ),
        ("a reference to another document", with_x("far", &described("https://example.com/x.json"))),
        ("a reference to nothing", with_x("dangling", &described("#/$defs/X"))),
        ("a required argument that is no property", with_input("lost", lost)),
    ]
}

fn turns_and_control() -> Rows {
    let turns = |parallelism| fault([search().host(|host| host.with_parallelism(parallelism))]);
    let stop = |change: fn(HostMetadata) -> HostMetadata| {
        with_host("stop", |host| change(host.with_control(Control::Acts)))
    };
    vec![
        (
            "one call at a time for each value of an argument that is none",
            turns(Parallelism::SerialBy("qery".into())),
        ),
        ("one call at a time for each target of a tool without one", turns(Parallelism::SerialByTarget)),
        (
            "a control tool that is to take turns, by hand",
            stop(|host| host.with_parallelism(Parallelism::Exclusive)),
        ),
        ("a control tool that is an operation, by hand", stop(|host| host.with_kind(Kind::Operation))),
    ]
}

fn invokers() -> Rows {
    let import = Fixture::new("import").host(|host| host.with_kind(Kind::Operation));
    let queue = InProcessQueue::builder().build();
    let with_queue = || Invoker::builder(registry([])).unlimited().operations(queue.clone()).build();
    let _first = with_queue().unwrap();
    let removed = registry([search()]).update(|update| update.remove("serach"));
    vec![
        ("nobody says who owns a target", invoker_fault(about_a_project("look"), InvokerBuilder::unlimited)),
        ("nobody says how much a caller may do", invoker_fault(Fixture::new("look"), |builder| builder)),
        ("operations without a queue", invoker_fault(import, InvokerBuilder::unlimited)),
        ("one queue for two invokers", only(&with_queue().unwrap_err())),
        ("a pending result that nobody reports", operations::completions::without_completions()),
        ("completions for two invokers", operations::completions::in_use()),
        (
            "a switch of a tool that does not exist",
            only(&registry([search()]).disable("serach", "incident 42").unwrap_err()),
        ),
        ("an update that removes no tool", only(&removed.unwrap_err())),
    ]
}

fn surfaces() -> Rows {
    let fault =
        |tool, change: fn(SurfaceBuilder) -> SurfaceBuilder| surface_fault([tool], Allow::exposed(), change);
    let with_project_id = |builder: SurfaceBuilder| builder.target_argument(project_id());
    let taken = about_a_project("taken").input(json!({
        "type": "object",
        "properties": { "project_id": { "type": "string", "description": "Taken." } },
        "additionalProperties": false
    }));
    // The digits are the first of `sha256sum` of the long name.
    let own_callers = |allowed: bool| {
        let approvals = SealedApprovals::new([7; 32], approve_destructive()).unwrap();
        let approvals = if allowed { approvals.allow_self_approval() } else { approvals };
        let invoker = Invoker::builder(registry([search()])).unlimited().approval(approvals).build().unwrap();
        Surface::outside("outside", &invoker, Allow::exposed()).ask_for_approval().build()
    };
    assert!(own_callers(true).is_ok());
    let alike = ["quarterly_report_of_one_customer", "Quarterly-R-59e43742e2e6"].map(Fixture::new);
    vec![
        (
            "a surface's argument that is another name of one of the tool's",
            fault(about_a_project("look").input(one_word()).alias("project_id", "word"), with_project_id),
        ),
        ("outside callers cannot name the target", fault(about_a_project("look"), |builder| builder)),
        (
            "a target argument of a kind that no tool has",
            fault(about_a_project("look"), |builder| {
                builder.target_argument(TargetArgument::new("projct", "project_id", "The project."))
            }),
        ),
        ("the surface adds an argument that the tool has", fault(taken, with_project_id)),
        (
            "a limit of names that leaves no room for them",
            fault(search(), |builder| builder.longest_name(16)),
        ),
        (
            "two public names that hosts cannot tell apart",
            surface_fault(alike, Allow::exposed(), |builder| builder.longest_name(24)),
        ),
        (
            "a hidden namespace that is spelt wrongly",
            fault(Fixture::new("engine::reload"), |builder| builder.hide_namespace("engin")),
        ),
        (
            "an allowlist that names no tool",
            surface_fault([search()], Allow::only(["serach"]), |builder| builder),
        ),
        ("approvals that callers are asked for, and may not give", only(&own_callers(false).unwrap_err())),
        (
            "approvals that callers are asked for, where nothing needs one",
            fault(search(), SurfaceBuilder::ask_for_approval),
        ),
        (
            "a key for digests that can be guessed",
            invoker_fault(search(), |builder| builder.unlimited().audit_digest_key("short")),
        ),
    ]
}
