//! Where a surface says something else than the registry: what callers read and are held to, what the host reads of it,
//! and the rows that cannot be.

use serde_json::{Value, json};
use tool_core::{
    Allow, BuildErrors, Caller, Exposure, Headless, Invoker, Override, Registry, Surface, Wording, parity,
    testing::TestSurface,
};

use crate::{
    observed::Log,
    support::{Fixture, invoker, outside, project_id, registry},
};

const SAYS: &str = "Finds notes. Leave `project` out for the one that this conversation is about.";
const HERE: &str = "Finds notes of one project.";
const WHY: &str = "outside callers have no conversation";

/// Requires `query`; `project` and `limit` may be left out.
fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Words." },
            "project": { "type": "string", "description": "The project." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 9, "default": 5, "description": "At most." }
        },
        "required": ["query"],
        "additionalProperties": false
    })
}

fn find() -> Fixture {
    Fixture::new("find").description(SAYS).input(schema()).echo()
}

fn row(required: &[&str]) -> Override {
    Override::new("find", Wording::new(SAYS, ["query"]), Wording::new(HERE, required.to_vec()), WHY)
}

fn build(invoker: &Invoker, rows: impl IntoIterator<Item = Override>) -> Result<Surface, BuildErrors> {
    Surface::outside("outside", invoker, Allow::exposed())
        .target_argument(project_id())
        .overrides(rows)
        .build()
}

fn surface(tool: Fixture, row: Override) -> Surface {
    build(&invoker([tool]), [row]).unwrap()
}

/// Returns the faults of a surface over these tools.
fn faults(tools: impl IntoIterator<Item = Fixture>, rows: impl IntoIterator<Item = Override>) -> Vec<String> {
    build(&invoker(tools), rows).unwrap_err().iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn both_halves_change_for_this_surface_and_for_no_other() {
    let invoker = invoker([find()]);
    let here = TestSurface::new(&build(&invoker, [row(&["query", "project"])]).unwrap());
    let elsewhere = TestSurface::new(&outside(&invoker));
    let listed = |surface: &Surface| surface.listed(&Caller::new("test"), "find").unwrap();

    let tool = listed(&build(&invoker, [row(&["query", "project"])]).unwrap());
    assert_eq!(tool.description, HERE);
    assert_eq!(tool.input_schema["required"], json!(["query", "project"]));
    assert_eq!(listed(&outside(&invoker)).description, SAYS);

    let without = json!({ "query": "tea", "limit": 2 });
    assert_eq!(
        here.call("find", without.clone()).await.text(),
        "invalid-arguments: /project: missing; expected a string"
    );
    assert_eq!(elsewhere.call("find", without.clone()).await.structured()["got"], without);
    let with = json!({ "query": "tea", "project": "p", "limit": 2 });
    assert_eq!(here.call("find", with.clone()).await.structured()["got"], with);
}

#[tokio::test]
async fn what_the_tool_requires_and_the_surface_does_not_is_filled_in_from_its_default() {
    let mut written = schema();
    written["required"] = json!(["query", "limit"]);
    let row =
        Override::new("find", Wording::new(SAYS, ["limit", "query"]), Wording::new(HERE, ["query"]), WHY);
    let surface = surface(find().verbatim(written), row);
    let test = TestSurface::new(&surface);
    let got = test.call("find", json!({ "query": "tea" })).await;
    assert_eq!(got.structured()["got"], json!({ "query": "tea", "limit": 5 }));
    let got = test.call("find", json!({ "query": "tea", "limit": 9 })).await;
    assert_eq!(got.structured()["got"], json!({ "query": "tea", "limit": 9 }));
    let wrong = test.call("find", json!({ "query": "tea", "limit": 10 })).await;
    assert_eq!(wrong.code().as_deref(), Some("invalid-arguments"));
    let fuzz = parity::Fuzz::new().running_everything();
    parity::assert_arguments(&surface, &Caller::new("alice"), fuzz).await;
}

#[tokio::test]
async fn nothing_at_all_may_be_required() {
    let all = json!({
        "type": "object",
        "properties": { "limit": { "type": "integer", "default": 5, "description": "At most." } },
        "required": ["limit"],
        "additionalProperties": false
    });
    let row = Override::new("find", Wording::new(SAYS, ["limit"]), Wording::new(HERE, [""; 0]), WHY);
    let surface = surface(find().verbatim(all), row);
    let listed = surface.listed(&Caller::new("test"), "find").unwrap();
    assert_eq!(listed.input_schema.get("required"), None);
    let got = TestSurface::new(&surface).call("find", json!({})).await;
    assert_eq!(got.structured()["got"], json!({ "limit": 5 }));
}

#[tokio::test]
async fn what_the_surface_adds_is_added_to_the_new_wording() {
    let tool = find().host(|host| host.with_target("project").with_deprecated("use search"));
    let surface = surface(tool, row(&["query", "limit"]));
    let listed = surface.listed(&Caller::new("test"), "find").unwrap();
    assert_eq!(
        listed.description,
        "Finds notes of one project.\n\n`project_id` says which project the call is about.\n\nDeprecated: use search"
    );
    assert_eq!(listed.input_schema["required"], json!(["project_id", "query", "limit"]));
    let test = TestSurface::new(&surface).as_caller("alice").target("p-alice");
    let got = test.call("find", json!({ "query": "tea", "limit": 1 })).await;
    assert_eq!(got.structured()["got"], json!({ "query": "tea", "limit": 1 }));
}

#[test]
fn all_differences_are_on_one_screen() {
    let two = Fixture::new("two").description("First line.\nSecond line.");
    let invoker = invoker([find(), two]);
    assert_eq!(outside(&invoker).divergences().to_string(), "the surface says what the registry says");
    let other = Override::new(
        "two",
        Wording::new("First line.\nSecond line.", [""; 0]),
        Wording::new("One line.", [""; 0]),
        "shorter",
    );
    let surface = build(&invoker, [row(&["query", "project"]), other]).unwrap();
    let divergences = surface.divergences();
    assert_eq!((divergences.len(), divergences.is_empty()), (2, false));
    assert_eq!(
        divergences.to_string(),
        "find: outside callers have no conversation
  registry  Finds notes. Leave `project` out for the one that this conversation is about.
            requires query
  here      Finds notes of one project.
            requires query, project
two: shorter
  registry  First line.
            Second line.
            requires nothing
  here      One line.
            requires nothing"
    );
}

#[test]
fn a_row_whose_base_has_changed_fails_and_shows_the_new_text() {
    let rewritten = find().description("Finds \"notes\".\nOnly yours.");
    assert_eq!(
        faults([rewritten], [row(&["query", "project"])]),
        [
            "the row of `find` in overrides(..) was written against another text; compare, and write the new one: \
          Wording::new(\"Finds \\\"notes\\\".\\nOnly yours.\", [\"query\"])"
        ]
    );
    let mut required = schema();
    required["required"] = json!(["query", "project"]);
    assert_eq!(
        faults([find().input(required)], [row(&["query", "project"])]),
        [format!(
            "the row of `find` in overrides(..) was written against another text; compare, and write the new one: \
             Wording::new({SAYS:?}, [\"query\", \"project\"])"
        )]
    );
}

#[test]
fn a_row_that_is_not_about_a_listed_tool_fails() {
    let prefix = "the row of `find` in overrides(..) is for a tool that the surface never lists";
    let ending = "remove the row, or list the tool";
    let with = |tool: Fixture| faults([tool], [row(&["query", "project"])]);
    assert_eq!(
        with(find().host(|host| host.with_exposure(Exposure::Internal))),
        [format!(
            "{prefix}: internal: offered to the product's own surfaces only; \
         `exposure = both` offers it to outside callers, too; {ending}"
        )]
    );
    assert_eq!(
        with(find().host(|host| host.with_headless(Headless::Never("it switches the project".into())))),
        [format!("{prefix}: never headless: it switches the project; {ending}")]
    );
    let invoker_ = invoker([find(), Fixture::new("other")]);
    let narrow = Surface::outside("outside", &invoker_, Allow::only(["other"]))
        .overrides([row(&["query", "project"])]);
    assert_eq!(
        narrow.build().unwrap_err().to_string(),
        format!("1 fault\n- {prefix}: not on the surface's allowlist; {ending}")
    );
    let hidden = invoker([Fixture::new("engine::find").description(SAYS).input(schema())]);
    let row_ = Override::new(
        "engine::find",
        Wording::new(SAYS, ["query"]),
        Wording::new(HERE, ["query", "limit"]),
        WHY,
    );
    let builder = Surface::outside("outside", &hidden, Allow::exposed()).hide_namespace("engine");
    assert_eq!(
        builder.overrides([row_]).build().unwrap_err().to_string(),
        format!(
            "1 fault\n- the row of `engine::find` in overrides(..) is for a tool that the surface never lists: \
             in the hidden namespace engine; {ending}"
        )
    );
    assert_eq!(
        faults([Fixture::new("fnid")], [row(&["query", "project"])]),
        ["Override::new names `find`, which is not registered; did you mean `fnid`?"]
    );
    // Who may see it today is not the row's concern: a scope, and a switch that an operator flips.
    let scoped = invoker([find().host(|host| host.with_scopes(["notes:read"]))]);
    scoped.registry().disable("find", "incident 42").unwrap();
    assert!(build(&scoped, [row(&["query", "project"])]).is_ok());
}

#[test]
fn a_row_that_contradicts_itself_fails_and_says_how() {
    let with = |required: &[&str]| faults([find()], [row(required)]);
    let prefix = "the row of `find` in overrides(..)";
    assert_eq!(
        with(&["query", "projct"]),
        [format!("{prefix} requires `projct`, which is no argument of the tool; did you mean `project`?")]
    );
    assert_eq!(
        with(&["query", "zzz"]),
        [format!("{prefix} requires `zzz`, which is no argument of the tool; name one of its own arguments")]
    );
    assert_eq!(with(&["query", "query"]), [format!("{prefix} requires `query` twice; name it once")]);
    assert_eq!(
        with(&["limit"]),
        [format!(
            "{prefix} leaves out `query`, which the tool needs and which has no default; require it, or make it optional in the tool"
        )]
    );
    let twice = [row(&["query", "project"]), row(&["query", "limit"])];
    assert_eq!(faults([find()], twice), [format!("{prefix} is one of two rows of that tool; write one")]);
    let registry_says = || Wording::new(SAYS, ["query"]);
    let same = Override::new("find", registry_says(), Wording::new(SAYS, ["query"]), WHY);
    assert_eq!(faults([find()], [same]), [format!("{prefix} says what the registry says; remove the row")]);
    let blank = Override::new("find", registry_says(), Wording::new(" ", ["query", "limit"]), WHY);
    assert_eq!(
        faults([find()], [blank]),
        [format!("{prefix} has no description; say for the model what the tool does")]
    );
    let unexplained = Override::new("find", registry_says(), Wording::new(HERE, ["query", "limit"]), "\n");
    assert_eq!(
        faults([find()], [unexplained]),
        [format!("{prefix} has no reason; say why the surface differs, reviewers will read it")]
    );
}

#[test]
fn a_text_that_changes_while_the_surface_is_in_use_hides_the_tool_and_is_logged() {
    let (log, _guard) = Log::start("error");
    let registry: Registry = registry([find(), Fixture::new("other")]);
    let invoker = Invoker::builder(registry.clone()).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed())
        .overrides([row(&["query", "project"])])
        .build()
        .unwrap();
    let test = TestSurface::new(&surface);
    assert_eq!(test.names(), ["find", "other"]);

    let replace = |tool: Fixture| {
        registry
            .update(|update| {
                update.remove("find");
                update.register(tool);
            })
            .unwrap();
    };
    tracing::callsite::rebuild_interest_cache();
    replace(find().description("Finds all notes."));
    assert_eq!(test.names(), ["other"]);
    assert!(log.text().contains("overrides(..) was written against another text"), "{}", log.text());
    assert_eq!(
        surface.divergences().to_string(),
        "find: outside callers have no conversation
  hidden    the registry says something else since the row was written
  registry  Finds all notes.
            requires query
  here      Finds notes of one project.
            requires query, project"
    );
    replace(find());
    assert_eq!(test.names(), ["find", "other"]);
    registry.update(|update| update.remove("find")).unwrap();
    assert_eq!(
        surface.divergences().to_string(),
        "find: outside callers have no conversation
  hidden    the tool is not registered any more
  here      Finds notes of one project.
            requires query, project"
    );
}

#[test]
fn what_a_surface_requires_has_no_default_there() {
    let invoker = invoker([find()]);
    let default = |surface: &Surface| {
        let listed = surface.listed(&Caller::new("test"), "find").unwrap();
        listed.input_schema["properties"]["limit"].get("default").cloned()
    };
    assert_eq!(default(&build(&invoker, [row(&["query", "limit"])]).unwrap()), None);
    assert_eq!(default(&build(&invoker, [row(&["query"])]).unwrap()), Some(json!(5)));
}
