//! What surrounds a tool surrounds what is read: records, switches, walls, deadlines, limits of results.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tool_core::{
    Allow, Answer, AuditSink, BoxError, Caller, Continuations, DecisionRecord, EndRecord, Invoker,
    LimitError, Limits, Read, Registry, Reservation, Surface, SwitchRecord, Usage,
};

use super::{Library, library, library_with, registering, text, uris};
use crate::support::Projects;

#[tokio::test]
async fn what_is_listed_can_be_read_and_carries_what_was_said_of_it() {
    let library = library();
    let alice = Caller::new("alice");
    assert_eq!(
        uris(&library.surface, &alice),
        ["app://context", "notes://help", "notes://{project}/{note}"],
        "ordered by address, templates behind"
    );
    assert_eq!(text(library.read("alice", "app://context").await), r#"{"caller":"alice"}"#);
    assert_eq!(text(library.read("alice", "notes://help").await), "# Help");
    assert_eq!(
        text(library.read("alice", "notes://p-alice/a%20b").await),
        "a b of p-alice, unless it is None",
        "the target is read as it was resolved, and nowhere else"
    );
    let Read::Found(help) = library.read("alice", "notes://help").await else { panic!("it is listed") };
    assert_eq!(help.parts()[0].mime_type.as_deref(), Some("text/markdown"));
    let Read::Found(context) = library.read("alice", "app://context").await else { panic!("it is listed") };
    assert_eq!(context.parts()[0].mime_type.as_deref(), Some("application/json"));
}

#[tokio::test]
async fn each_reading_has_its_records() {
    let library = records();
    text(library.0.read("alice", "notes://p-alice/a").await);
    text(library.0.read("alice", "notes://p-bob/a").await);
    text(library.0.read("alice", "notes://internal").await);
    text(library.0.read("alice", "notes://nothing").await);
    let kept = library.1.lock().unwrap().clone();
    assert_eq!(
        kept,
        [
            "resource:note run None",
            "completed",
            "resource:note owned Some(\"not-found\")",
            "refused",
            "resource:internal exposed Some(\"unknown-tool\")",
            "refused",
            " exists Some(\"unknown-tool\")",
            "refused",
        ]
    );
}

type Kept = Arc<Mutex<Vec<String>>>;

struct Recorder(Kept);

#[tool_core::async_trait]
impl AuditSink for Recorder {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        let tool = record.tool.unwrap_or_default();
        self.0.lock().unwrap().push(format!("{tool} {} {:?}", record.step, record.code));
        Ok(())
    }

    fn end(&self, record: EndRecord) {
        self.0.lock().unwrap().push(record.outcome.to_string());
    }

    fn switched(&self, _: SwitchRecord) {}
}

fn records() -> (Library, Kept) {
    let kept = Kept::default();
    let recorder = Recorder(Arc::clone(&kept));
    (library_with(|builder| builder.audit(recorder), Allow::exposed()), kept)
}

#[tokio::test]
async fn a_resource_is_switched_off_like_a_tool() {
    let library = library();
    library.registry.disable("resource:context", "incident 42").unwrap();
    assert_eq!(text(library.read("alice", "app://context").await), "unavailable");
    assert!(!uris(&library.surface, &Caller::new("alice")).contains(&"app://context".to_owned()));
    assert_eq!(library.reads.count(), 0);
    library.registry.enable("resource:context").unwrap();
    assert_eq!(text(library.read("alice", "app://context").await), r#"{"caller":"alice"}"#);
    assert!(
        library.registry.disable("resource:contxt", "").unwrap_err().to_string().contains("resource:context")
    );
}

#[tokio::test(start_paused = true)]
async fn defects_and_deadlines_are_those_of_tools() {
    let library = library();
    for (note, code) in [("broken", "internal"), ("panics", "internal"), ("slow", "timeout")] {
        let read = library.read("alice", &format!("notes://p-alice/{note}")).await;
        let Read::Refused(reply) = read else { panic!("{read:?}") };
        assert_eq!(reply.code.as_deref(), Some(code));
        assert!(!reply.text().contains("sda") && !reply.text().contains("on purpose"), "{}", reply.text());
    }
}

/// Counts what is reserved.
struct Counted(Arc<Mutex<Vec<String>>>);

#[tool_core::async_trait]
impl Limits for Counted {
    async fn reserve(&self, _: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        let mut used = self.0.lock().unwrap();
        if used.len() == 2 {
            return Err(LimitError::Exceeded { retry_after: Duration::from_mins(1) });
        }
        used.push(format!("{} {:?}", usage.name(), usage.effect()));
        Ok(Reservation::kept())
    }
}

#[tokio::test]
async fn reading_costs_as_a_read_does() {
    let used = Arc::default();
    let reads = Arc::default();
    let invoker = Invoker::builder(registering(&reads).build().unwrap())
        .limits(Counted(Arc::clone(&used)))
        .ownership(Projects)
        .build()
        .unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let read = async |uri: &str| {
        text(surface.read_resource(surface.resource_request(Caller::new("alice"), uri)).await)
    };
    assert_eq!(read("notes://p-bob/a").await, "Unknown", "what is refused costs nothing");
    read("app://context").await;
    read("notes://help").await;
    assert_eq!(read("app://context").await, "limit-exceeded");
    assert_eq!(*used.lock().unwrap(), ["resource:context ReadOnly", "resource:help ReadOnly"]);
}

#[tokio::test]
async fn nothing_asks_for_a_resource_as_for_a_tool() {
    let library = library();
    let surface = &library.surface;
    for name in ["resource:context", "context", "app://context"] {
        let answer = surface.call(surface.request(Caller::new("alice"), name, None)).await;
        assert!(matches!(answer, Answer::UnknownTool), "{name}");
    }
    let request = surface.resource_request(Caller::new("alice"), "app://context");
    assert!(matches!(surface.call(request).await, Answer::UnknownTool));
    let request = surface.request(Caller::new("alice"), "resource:context", None);
    assert!(matches!(surface.read_resource(request).await, Read::Unknown));
    let request = surface.resource_request(Caller::new("alice"), "app://context");
    assert!(matches!(surface.render_prompt(request).await, Read::Unknown));
    assert_eq!(library.reads.count(), 0);
    assert!(library.registry.snapshot().iter().next().is_none(), "no tool came of a resource");
}

#[tokio::test]
async fn a_result_that_is_too_long_is_refused() {
    let registry = Registry::builder(())
        .static_resource(
            tool_core::Resource::new("a://long", "long").description("Long.").host(super::exposed("Long")),
            "x".repeat(2000),
        )
        .build()
        .unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed())
        .longest_result(1024, &Continuations::default())
        .build()
        .unwrap();
    let read = surface.read_resource(surface.resource_request(Caller::new("alice"), "a://long")).await;
    assert_eq!(text(read), "result-too-long");
}
