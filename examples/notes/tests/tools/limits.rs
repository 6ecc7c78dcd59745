//! One budget for the whole product: REST and the tools ask the same limits, about the same functions.

use crate::support::{Answer, Notes, text, user};
use notes::{
    limits::PerMinute,
    operations::{Bounds, StoredQueue},
    tools,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};
use tool_core::{BoxError, Caller, Control, LimitError, Limits, Reservation, Usage, testing::TestSurface};

/// So many uses for everybody together, and what was asked.
struct Counted {
    left: Mutex<usize>,
    asked: Mutex<Vec<(String, String)>>,
}

impl Counted {
    fn of(budget: usize) -> Arc<Self> {
        Arc::new(Self { left: Mutex::new(budget), asked: Mutex::default() })
    }

    fn left(&self) -> usize {
        *self.left.lock().unwrap()
    }
}

#[tool_core::async_trait]
impl Limits for Counted {
    async fn reserve(
        &self,
        _: &Caller,
        usage: &Usage<'_>,
    ) -> Result<Reservation, LimitError> {
        self.asked.lock().unwrap().push((usage.name().to_owned(), format!("{:?}", usage.effect())));
        let mut left = self.left.lock().unwrap();
        let Some(less) = left.checked_sub(1) else {
            return Err(LimitError::Exceeded { retry_after: Duration::from_millis(2_001) });
        };
        *left = less;
        Ok(Reservation::kept())
    }
}

fn created(answer: &Answer) -> String {
    assert_eq!(answer.status, 201, "{}", answer.text);
    text(&serde_json::from_str::<Value>(&answer.text).unwrap()["id"])
}

fn error_code(answer: &Answer) -> String {
    text(&serde_json::from_str::<Value>(&answer.text).unwrap()["error"]["code"])
}

fn per_minute(
    reads: u32,
    writes: u32,
) -> Notes {
    Notes::limited(PerMinute { reads, writes }.quotas().unwrap())
}

const REFUSED: &str = "limit-exceeded: your limit is used up; try again in ";

#[tokio::test]
async fn every_route_asks_about_its_function_as_the_function_is_registered() {
    let limits = Counted::of(usize::MAX);
    let notes = Notes::limited(Arc::clone(&limits));
    let project =
        format!("/projects/{}", created(&notes.send("T1", "POST", "/projects", &json!({"name": "a"})).await));
    let all = format!("{project}/notes");
    let note = format!("{all}/{}", created(&notes.send("T1", "POST", &all, &json!({"title": "a"})).await));
    let selection = json!({"project": project.rsplit('/').next()});
    let nothing = Value::Null;
    for (method, path, body) in [
        ("GET", "/projects", &nothing),
        ("GET", &*all, &nothing),
        ("GET", &note, &nothing),
        ("GET", &format!("{project}/export"), &nothing),
        ("PATCH", &note, &json!({"title": "b"})),
        ("POST", "/session/project", &selection),
        ("GET", "/session/project", &nothing),
        ("POST", &format!("{project}/import"), &json!({"title": "a"})),
        ("POST", &format!("{project}/reindex"), &nothing),
        ("DELETE", &note, &nothing),
        ("DELETE", &project, &nothing),
    ] {
        let answer = notes.send("T1", method, path, body).await;
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text);
    }

    let registry = tools::registry(&notes.service).unwrap();
    let registered: BTreeSet<_> = registry
        .snapshot()
        .iter()
        // Whoever has used up a budget must still be able to stop what it started.
        .filter(|tool| tool.host().control == Control::No)
        .map(|tool| (tool.name().to_string(), format!("{:?}", tool.host().effect)))
        .collect();
    let asked = limits.asked.lock().unwrap();
    assert_eq!(asked.iter().cloned().collect::<BTreeSet<_>>(), registered);
    assert_eq!(asked.len(), registered.len(), "each is asked about once");
}

/// The routes in a source, without blanks: those of functions, and the others.
fn routes(source: &str) -> (Vec<&str>, Vec<&str>) {
    let routes =
        source.lines().map(str::trim).filter(|line| line.contains("route(") || line.contains("route_"));
    let of_function = |line: &&str| {
        let made = ["reads(\"", "adds(\"", "changes(\""];
        made.iter().any(|function| line.contains(function)) && line.contains(").on(")
    };
    routes.partition(of_function)
}

#[test]
fn no_route_to_a_function_is_without_a_limit() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rest/mod.rs");
    let source = fs::read_to_string(source).unwrap();
    let (functions, others) = routes(&source);
    assert_eq!(
        others,
        [
            ".route(\"/health\", get(health))",
            ".route(\"/schemas.json\", get(schemas::published))",
            ".route(\"/codes.json\", get(codes))"
        ]
    );
    // The test above sends one request to each of them.
    assert_eq!(functions.len(), 11);
    // Those that start an operation go through the door, which asks; and those that watch one are never limited.
    let source = |file: &str| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rest").join(file)).unwrap()
    };
    let (import, operations) = (source("import.rs"), source("operations.rs"));
    assert_eq!((routes(&import).1.len(), import.matches("start(&surface, ").count()), (2, 2));
    assert_eq!(routes(&operations).1.len(), 1);
    let planted = ".route(\"/projects\", get(projects::list))";
    assert_eq!(routes(planted).1, [planted]);
}

#[tokio::test]
async fn a_user_at_the_limit_reads_in_rest_what_tools_say_and_when_to_come_back() {
    let notes = Notes::limited(Counted::of(0));
    let refused = notes.send("T1", "GET", "/projects", &Value::Null).await;
    assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (429, "3"));
    let error = json!({"code": "limit-exceeded", "message": "your limit is used up; try again in 3 seconds"});
    assert_eq!(serde_json::from_str::<Value>(&refused.text).unwrap(), json!({"error": error}));
    let tool = notes.outside("alice").call("list_projects", json!({})).await;
    assert_eq!(tool.text(), format!("{REFUSED}3 seconds"));
}

#[tokio::test]
async fn what_rest_uses_up_is_missing_everywhere() {
    let notes = per_minute(100, 2);
    let kept = created(&notes.send("T1", "POST", "/projects", &json!({"name": "kept"})).await);
    created(&notes.send("T1", "POST", "/projects", &json!({"name": "other"})).await);

    let new = json!({"name": "more"});
    assert!(notes.call("T1", "create_project", &new).await.text.contains(REFUSED));
    assert_eq!(notes.send("T1", "POST", "/projects", &new).await.status, 429);
    let note = json!({"project_id": kept, "title": "more", "body": ""});
    assert!(notes.call("T1", "create_note", &note).await.text.contains(REFUSED));
    assert_eq!(notes.send("T1", "DELETE", &format!("/projects/{kept}"), &Value::Null).await.status, 429);
    // The assistant of the product.
    let assistant = TestSurface::new(&notes.assistant()).with_caller(user("alice"));
    let refused = assistant.target(&kept).call("delete_project", json!({})).await;
    assert_eq!(refused.code().as_deref(), Some("limit-exceeded"));

    // Reading goes on, nothing was done, and another user has a budget of his own.
    let projects = notes.rest("T1", "GET", "/projects").await.json();
    assert_eq!(projects.as_array().unwrap().len(), 2);
    created(&notes.send("T2", "POST", "/projects", &new).await);
}

#[tokio::test]
async fn what_tools_use_up_is_missing_in_rest() {
    let notes = per_minute(3, 100);
    for _ in 0..2 {
        assert!(!notes.call("T1", "list_projects", &json!({})).await.text.contains(REFUSED));
    }
    // HEAD is answered by what answers GET.
    assert_eq!(notes.rest("T1", "HEAD", "/projects").await.status, 200);

    for path in ["/projects", "/session/project"] {
        assert_eq!(error_code(&notes.rest("T1", "GET", path).await), "limit-exceeded");
    }
    assert!(notes.call("T1", "list_projects", &json!({})).await.text.contains(REFUSED));
    // Each request was a connection of its own; so is this endpoint, after a start of the server in the same process.
    let mut again = notes.service.clone();
    again.operations = StoredQueue::new(again.store.clone(), Bounds::default());
    let again = tools::surfaces(&again).unwrap();
    let alice = TestSurface::new(&again.outside).with_caller(user("alice"));
    assert_eq!(alice.call("list_projects", json!({})).await.code().as_deref(), Some("limit-exceeded"));
    assert_eq!(notes.rest("T2", "GET", "/projects").await.status, 200);
}

#[tokio::test]
async fn what_is_refused_before_a_function_runs_costs_nothing() {
    let limits = Counted::of(2);
    let notes = Notes::limited(Arc::clone(&limits));
    let project = created(&notes.send("T1", "POST", "/projects", &json!({"name": "a"})).await);
    let path = format!("/projects/{project}/notes");
    let note = json!({"title": "a"});
    for (token, method, path, body, status) in [
        ("nobody", "POST", &*path, &note, 401),
        ("T2", "POST", &path, &note, 404),
        ("T2", "POST", "/session/project", &json!({"project": project}), 404),
        ("T1", "POST", "/projects/none/notes", &note, 404),
        ("T1", "POST", &path, &json!({"title": 1}), 422),
        ("T1", "POST", &path, &json!({"title": "a", "surplus": 1}), 422),
        ("T1", "GET", &format!("{path}?limit=all"), &Value::Null, 400),
        ("T1", "PUT", &path, &note, 405),
        ("T1", "GET", "/nowhere", &Value::Null, 404),
    ] {
        let answer = notes.send(token, method, path, body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
    }
    assert_eq!(limits.left(), 1);
    created(&notes.send("T1", "POST", &path, &note).await);
    assert_eq!(limits.left(), 0);
    // What needs no user is never limited.
    assert_eq!(notes.rest("T1", "GET", "/health").await.status, 200);
}

struct Broken;

#[tool_core::async_trait]
impl Limits for Broken {
    async fn reserve(
        &self,
        _: &Caller,
        _: &Usage<'_>,
    ) -> Result<Reservation, LimitError> {
        Err(BoxError::from("the counters at db.internal are gone").into())
    }
}

#[tokio::test]
async fn limits_that_cannot_tell_let_nothing_run_and_say_nothing() {
    let notes = Notes::limited(Broken);
    let answer = notes.send("T1", "POST", "/projects", &json!({"name": "a"})).await;
    assert_eq!(answer.status, 500);
    assert_eq!(
        answer.text,
        r#"{"error":{"code":"internal","message":"the service failed; tell the operator"}}"#
    );
    let owned = notes.service.owners.projects_of(&"alice".parse().unwrap()).await.unwrap();
    assert!(owned.is_empty());
}

#[test]
fn both_ways_in_ask_the_limits_of_the_service() {
    let source =
        |file: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file));
    assert!(source("tools.rs").unwrap().contains(".limits(Arc::clone(&service.limits))"));
    assert!(source("rest/limited.rs").unwrap().contains("service.limits.reserve("));
}
