//! What went wrong for others who made tools of functions, one test each.
//!
//! | what | where it is shown, when not here |
//! |---|---|
//! | a key that nobody reads, a panic of the macro | `ui/tool/fail/{unknown_key,wrong_value,unknown_word}.rs`, `attributes::keys` |
//! | methods that a macro makes | `ui/tools/fail/made_by_macro.rs` |
//! | the path of the crate, dependencies that users must add | `hygiene/` |
//! | a future that is not `Send` | `ui/tool/fail/not_send.rs` |
//! | errors that follow from an error | `ui/tool/fail/{three_errors,no_cascade}.rs` |
//! | candidates that the linker drops | `linked/main.rs` |

#![expect(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "functions of every style are what is tested"
)]

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio_util::sync::CancellationToken;
use tool_core::{
    Allow, Answer, Caller, Invoker, Registry, RegistryBuilder, Surface, ToolDef, ToolDefinition, ToolError,
    testing::TestSurface, tool, tools,
};

use crate::support::first_party;

fn definition(tool: ToolDef<()>) -> ToolDefinition {
    let registry = Registry::builder(()).tool(tool).build().unwrap();
    registry.snapshot().iter().next().unwrap().definition().clone()
}

fn surface<S: Send + Sync + 'static>(tools: RegistryBuilder<S>) -> Surface {
    let invoker = Invoker::builder(tools.build().unwrap()).unlimited().build().unwrap();
    first_party(&invoker)
}

/// Is kept.
#[tool]
#[tracing::instrument]
#[must_use]
/// And so is this.
fn documented_around_attributes() -> u8 {
    0
}

#[test]
fn a_doc_comment_survives_the_attributes_around_it() {
    assert_eq!(definition(documented_around_attributes_tool()).description, "Is kept.\nAnd so is this.");
}

/// First paragraph.
///
///     indented code
///
/// - a list
#[tool]
fn paragraphs() {}

#[test]
fn paragraphs_stay_apart() {
    let description = definition(paragraphs_tool()).description;
    assert_eq!(description, "First paragraph.\n\n    indented code\n\n- a list");
}

type Words = Vec<String>;

mod wrapper {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(transparent)]
    pub(super) struct Parameters<T>(pub(super) T);
    pub(super) use Parameters as Renamed;
}

/// Takes types under other names.
#[tool]
fn renamed_types(words: Words, wrapped: wrapper::Renamed<u8>) -> usize {
    words.len() + usize::from(wrapped.0)
}

#[test]
fn nothing_depends_on_how_a_type_is_spelled() {
    let schema = definition(renamed_types_tool()).input_schema;
    assert_eq!(schema["properties"]["words"], json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(schema["properties"]["wrapped"]["maximum"], json!(255));
    assert_eq!(schema["required"], json!(["words", "wrapped"]));
}

/// Adds.
#[tool]
const fn add(a: u8, b: u8) -> u8 {
    a + b
}

#[test]
fn the_function_is_left_alone() {
    const SUM: u8 = add(1, 2);
    let pointer: fn(u8, u8) -> u8 = add;
    assert_eq!((SUM, pointer(1, 2)), (3, 3));
}

#[test]
fn no_text_is_invented() {
    let schema = definition(add_tool()).input_schema;
    assert_eq!(schema["properties"]["a"].get("description"), None);
    assert_eq!(schema["properties"]["a"].get("title"), None);
}

/// Fails.
#[tool]
fn fails() -> Result<String, ToolError> {
    Err(ToolError::new("never", "it never works"))
}

#[tokio::test]
async fn an_error_is_no_success() {
    let surface = TestSurface::new(&surface(Registry::builder(()).tool(fails_tool())));
    let answer = surface.call("fails", json!({})).await;
    assert!(answer.reply().is_error());
    assert_eq!(answer.reply().structured, None);
}

#[tokio::test]
async fn a_tool_has_one_name() {
    let definition = definition(add_tool());
    let surface = TestSurface::new(&surface(Registry::builder(()).tool(add_tool())));
    assert_eq!(surface.names(), [definition.name.as_str()]);
    assert_eq!(surface.call(&definition.name, json!({ "a": 1, "b": 2 })).await.structured()["result"], 3);
}

#[tokio::test]
async fn the_schema_and_the_decoder_refuse_the_same() {
    assert_eq!(definition(add_tool()).input_schema["additionalProperties"], json!(false));
    let surface = TestSurface::new(&surface(Registry::builder(()).tool(add_tool())));
    let surplus = surface.call("add", json!({ "a": 1, "b": 2, "c": 3 })).await;
    assert_eq!(surplus.code().as_deref(), Some("invalid-arguments"));
}

/// Takes nothing.
#[tool]
fn nothing() {}

#[tokio::test]
async fn absent_and_null_arguments_are_no_arguments() {
    let schema = definition(nothing_tool()).input_schema;
    assert_eq!((&schema["type"], &schema["properties"]), (&json!("object"), &json!({})));
    let surface = surface(Registry::builder(()).tool(nothing_tool()));
    for arguments in [None, Some(Value::Null), Some(json!({}))] {
        let answer = surface.call(surface.request(Caller::new("alice"), "nothing", arguments)).await;
        assert!(matches!(&answer, Answer::Reply(reply) if !reply.is_error()), "{answer:?}");
    }
}

struct Conditional;

#[tools]
impl Conditional {
    /// Is there.
    #[tool]
    #[cfg(test)]
    fn there(&self) {}

    /// Is not there.
    #[tool]
    #[cfg_attr(all(), cfg(any()))]
    fn gone(&self) {}
}

#[test]
fn a_method_that_is_compiled_out_is_not_registered() {
    let surface = TestSurface::new(&surface(Registry::builder(Conditional).tools::<Conditional>()));
    assert_eq!(surface.names(), ["there"]);
}

mod one {
    /// Is one of two.
    #[tool_core::tool]
    pub(super) fn twin() {}
}

mod other {
    /// Is the other of two.
    #[tool_core::tool]
    pub(super) fn twin() {}
}

#[test]
fn two_tools_of_one_name_are_an_error_that_names_both_places() {
    one::twin();
    other::twin();
    let errors = Registry::builder(()).tool(one::twin_tool()).tool(other::twin_tool()).build().unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors.to_string().matches("it/pitfalls.rs:").count(), 2, "{errors}");
}

static SCHEMAS: AtomicUsize = AtomicUsize::new(0);

#[derive(Deserialize)]
struct Counted(u8);

impl JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counted".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        SCHEMAS.fetch_add(1, Ordering::SeqCst);
        u8::json_schema(generator)
    }
}

/// Has a schema that counts how often it is asked for.
#[tool]
fn counted(counted: Counted) -> u8 {
    counted.0
}

#[tokio::test]
async fn no_schema_is_built_after_registration() {
    let surface = TestSurface::new(&surface(Registry::builder(()).tool(counted_tool())));
    let built = SCHEMAS.load(Ordering::SeqCst);
    for _ in 0..3 {
        assert_eq!(surface.names(), ["counted"]);
        assert_eq!(surface.call("counted", json!({ "counted": 4 })).await.structured()["result"], 4);
    }
    assert_eq!(SCHEMAS.load(Ordering::SeqCst), built);
}

/// Is about a project.
#[tool(target = "project")]
fn about_a_project(#[context] _project: &tool_core::Target) {}

#[tokio::test]
async fn what_was_not_decided_is_closed() {
    // Nobody says who owns a project.
    let registry = Registry::builder(()).tool(about_a_project_tool()).build().unwrap();
    assert!(Invoker::builder(registry).unlimited().build().is_err());
    // Nothing is on the list.
    let invoker = Invoker::builder(Registry::builder(()).tool(nothing_tool()).build().unwrap())
        .unlimited()
        .build()
        .unwrap();
    let none: [&str; 0] = [];
    let surface = Surface::first_party("none", &invoker, Allow::only(none)).build().unwrap();
    let surface = TestSurface::new(&surface);
    assert!(surface.names().is_empty());
    assert_eq!(surface.call("nothing", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(surface.call("unheard_of", json!({})).await.code().as_deref(), Some("unknown-tool"));
}

/// Waits for the other call, then says whether it was cancelled.
#[tool(effect = destructive)]
async fn meet(#[state] barrier: &Arc<Barrier>, #[context] cancellation: CancellationToken) -> bool {
    barrier.wait().await;
    barrier.wait().await;
    cancellation.is_cancelled()
}

#[tokio::test]
async fn a_cancellation_reaches_one_call_and_not_its_twin() {
    let barrier = Arc::new(Barrier::new(3));
    let surface = surface(Registry::builder(Arc::clone(&barrier)).tool(meet_tool()));
    let token = CancellationToken::new();
    let request = || surface.request(Caller::new("alice"), "meet", None);
    let (_, kept, ()) = tokio::join!(
        surface.call(request().with_cancellation(token.clone())),
        surface.call(request()),
        async {
            barrier.wait().await;
            token.cancel();
            barrier.wait().await;
        }
    );
    let Answer::Reply(kept) = kept else { panic!("the other call is answered") };
    assert_eq!(kept.structured.unwrap()["result"], false);
}

/// Fails in the words of the argument check.
#[tool]
fn imitates() -> Result<(), ToolError> {
    Err(ToolError::new("own-code", "invalid-arguments: /query: missing; expected a string"))
}

#[tokio::test]
async fn an_argument_fault_is_told_by_its_code_and_not_by_its_words() {
    let surface = TestSurface::new(&surface(Registry::builder(()).tool(imitates_tool()).tool(add_tool())));
    assert_eq!(surface.call("imitates", json!({})).await.code().as_deref(), Some("own-code"));
    assert_eq!(surface.call("add", json!({})).await.code().as_deref(), Some("invalid-arguments"));
}

#[test]
fn what_only_the_compiler_can_show_has_its_case() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    for case in [
        "ui/tool/fail/unknown_key.stderr",
        "ui/tool/fail/wrong_value.stderr",
        "ui/tool/fail/unknown_word.stderr",
        "ui/tools/fail/made_by_macro.stderr",
        "ui/tool/fail/not_send.stderr",
        "ui/tool/fail/three_errors.stderr",
        "ui/tool/fail/no_cascade.stderr",
        "hygiene/src/through_path.rs",
        "linked/main.rs",
    ] {
        assert!(tests.join(case).is_file(), "{case}");
    }
}
