//! Prompts and completions: listed, rendered and proposed through the admission of tools.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tool_core::{
    Allow, Caller, CompletionOf, Content, Exposure, HostMetadata, Invoker, Prompt, PromptArgument,
    PromptMessages, Read, ReadCall, Registry, ResourceTemplate, Speaker, Suggestions, Surface, ToolError,
};

use crate::support::Projects;

#[derive(Default)]
struct Runs(AtomicUsize);

fn exposed(title: &str) -> HostMetadata {
    HostMetadata::default().with_title(title).with_exposure(Exposure::Both)
}

async fn summarise(runs: Arc<Runs>, call: ReadCall) -> Result<PromptMessages, ToolError> {
    runs.0.fetch_add(1, Ordering::SeqCst);
    let project = call.target().map(|target| target.id().to_owned()).unwrap_or_default();
    let tone = call.argument("tone").unwrap_or("plain");
    Ok(PromptMessages::user(format!("Summarise {project}, {tone}.")).and_assistant("Gladly."))
}

async fn projects(runs: Arc<Runs>, call: ReadCall, prefix: String) -> Result<Vec<String>, ToolError> {
    runs.0.fetch_add(1, Ordering::SeqCst);
    let all = (0..150).map(|n| format!("p-{}-{n}", call.caller().id()));
    Ok(all.filter(|id| id.starts_with(&prefix)).collect())
}

async fn notes(runs: Arc<Runs>, call: ReadCall, prefix: String) -> Result<Vec<String>, ToolError> {
    runs.0.fetch_add(1, Ordering::SeqCst);
    let project = call.target().map(|target| target.id().to_owned()).unwrap_or_default();
    Ok(vec![format!("{prefix}-of-{project}")])
}

fn shelf() -> (Surface, Arc<Runs>, Registry) {
    let runs = Arc::new(Runs::default());
    let prompt = |name: &str| Prompt::new(name).description("Summarises a project.");
    let registry = Registry::builder_shared(Arc::clone(&runs))
        .prompt(
            prompt("billing::summarise")
                .host(exposed("Summarise"))
                .argument(PromptArgument::required("project", "Its id."))
                .argument(PromptArgument::optional("tone", "How it sounds."))
                .about("project", "project")
                .completing("project", projects),
            summarise,
        )
        .prompt(prompt("internal").completing("project", projects).argument(argument()), summarise)
        .resource_template(
            ResourceTemplate::new("notes://{project}/{note}", "note")
                .description("One note.")
                .host(exposed("Note"))
                .about("project", "project")
                .completing("note", notes),
            |_, _| async { Ok("") },
        )
        .build()
        .unwrap();
    let invoker = Invoker::builder(registry.clone()).unlimited().ownership(Projects).build().unwrap();
    (Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap(), runs, registry)
}

fn argument() -> PromptArgument {
    PromptArgument::optional("project", "Its id.")
}

async fn render(surface: &Surface, name: &str, arguments: Value) -> String {
    let request = surface.prompt_request(Caller::new("alice"), name, Some(arguments));
    match surface.render_prompt(request).await {
        Read::Found(messages) => {
            let said =
                messages.into_vec().into_iter().map(|message| match (message.speaker, message.content) {
                    (Speaker::User, Content::Text(text)) => format!("user: {text}"),
                    (Speaker::Assistant, Content::Text(text)) => format!("assistant: {text}"),
                    other => format!("{other:?}"),
                });
            said.collect::<Vec<_>>().join("\n")
        }
        Read::Refused(reply) => reply.text(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn a_prompt_is_listed_and_rendered() {
    let (surface, ..) = shelf();
    let readable = surface.readable(&Caller::new("alice"));
    let names: Vec<_> = readable.prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["billing__summarise"]);
    let prompt = &readable.prompts[0];
    assert_eq!(
        (prompt.title.as_str(), prompt.completed.as_slice()),
        ("Summarise", ["project".to_owned()].as_slice())
    );
    let arguments: Vec<_> = prompt.arguments.iter().map(|it| (it.name.as_str(), it.required)).collect();
    assert_eq!(arguments, [("project", true), ("tone", false)], "as they were declared");
    assert_eq!(
        render(&surface, "billing__summarise", json!({ "project": "p-alice", "tone": "short" })).await,
        "user: Summarise p-alice, short.\nassistant: Gladly."
    );
}

#[tokio::test]
async fn what_cannot_be_rendered_says_why_or_nothing() {
    let (surface, runs, registry) = shelf();
    assert_eq!(render(&surface, "nothing", json!({})).await, "Unknown");
    assert_eq!(render(&surface, "internal", json!({})).await, "Unknown");
    assert_eq!(render(&surface, "billing::summarise", json!({ "project": "p-alice" })).await, "Unknown");
    assert_eq!(render(&surface, "prompt:billing::summarise", json!({})).await, "Unknown");
    for foreign in ["p-bob", "p-nobody"] {
        assert_eq!(render(&surface, "billing__summarise", json!({ "project": foreign })).await, "Unknown");
    }
    let missing = render(&surface, "billing__summarise", json!({})).await;
    assert!(missing.starts_with("invalid-arguments: /project"), "{missing}");
    let odd = render(&surface, "billing__summarise", json!({ "project": "p-alice", "toen": "a" })).await;
    assert!(odd.contains("tone"), "{odd}");
    registry.disable("prompt:billing::summarise", "incident 42").unwrap();
    let off = render(&surface, "billing__summarise", json!({ "project": "p-alice" })).await;
    assert_eq!(off, "unavailable: its operator has switched this tool off");
    assert_eq!(runs.0.load(Ordering::SeqCst), 0);
}

async fn complete(
    surface: &Surface,
    of: CompletionOf<'_>,
    argument: &str,
    given: &[(&str, &str)],
) -> Read<Suggestions> {
    let given = given.iter().copied();
    surface.complete(surface.completion_request(Caller::new("alice"), of, argument, "p-alice", given)).await
}

#[tokio::test]
async fn an_argument_is_completed_for_whoever_may_read_the_entry() {
    let (surface, ..) = shelf();
    let prompt = CompletionOf::Prompt("billing__summarise");
    let Read::Found(found) = complete(&surface, prompt, "project", &[]).await else { panic!("it is listed") };
    assert_eq!((found.values.len(), found.total, found.has_more()), (100, 150, true));
    assert_eq!(found.values[0], "p-alice-0");

    let template = CompletionOf::Template("notes://{project}/{note}");
    let Read::Found(found) = complete(&surface, template, "note", &[("project", "p-alice")]).await else {
        panic!("it is listed")
    };
    assert_eq!(found.values, ["p-alice-of-p-alice"]);
}

#[tokio::test]
async fn completions_tell_nothing_of_what_is_not_the_callers() {
    let (surface, runs, registry) = shelf();
    let template = CompletionOf::Template("notes://{project}/{note}");
    let nothing = format!("{:?}", Read::Found(Suggestions::default()));
    for given in [&[("project", "p-bob")][..], &[("project", "p-nobody")], &[]] {
        let found = complete(&surface, template, "note", given).await;
        assert_eq!(format!("{found:?}"), nothing, "{given:?}");
    }
    // Declared, and nobody wrote how.
    let prompt = CompletionOf::Prompt("billing__summarise");
    assert_eq!(format!("{:?}", complete(&surface, prompt, "tone", &[]).await), nothing);
    for (of, argument) in [
        (CompletionOf::Prompt("internal"), "project"),
        (CompletionOf::Prompt("nothing"), "project"),
        (CompletionOf::Template("notes://{x}"), "x"),
        (prompt, "nothing"),
    ] {
        assert!(matches!(complete(&surface, of, argument, &[]).await, Read::Unknown), "{of:?}");
    }
    registry.disable("prompt:billing::summarise", "incident 42").unwrap();
    assert!(matches!(complete(&surface, prompt, "project", &[]).await, Read::Unknown));
    assert_eq!(runs.0.load(Ordering::SeqCst), 0);
}

#[test]
fn faults_of_prompts_are_found_at_once() {
    let write = |_, _: ReadCall| async { Ok("") };
    let fault =
        |prompt: Prompt<()>| Registry::builder(()).prompt(prompt, write).build().unwrap_err().to_string();
    let named = || Prompt::new("one").description("One.").host(exposed("One"));
    assert!(fault(named().argument(PromptArgument::optional("a b", "A."))).contains(r#"argument "a b""#));
    let twice = named().argument(argument()).argument(argument());
    assert!(fault(twice).contains("the argument `project` twice"));
    assert!(fault(named().about("project", "project")).contains("names the argument `project`"));
    assert!(fault(named().argument(argument()).about("project", "project")).contains("make it required"));
    assert!(fault(named().host(exposed("One").with_target("project"))).contains("about(kind, argument)"));
    let completing = named().completing("x", |_, _, _| async { Ok(vec![]) });
    assert!(fault(completing).contains("names the argument `x`"));
    assert!(fault(named().argument(PromptArgument::required("a", ""))).contains("/properties/a"));
    assert!(fault(Prompt::new("a b")).contains("cannot be a prompt's name"));
}
