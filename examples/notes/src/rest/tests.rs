//! What clients see when the disk fails: one clear refusal, and a service that lives on.

use super::app;
use crate::{
    limits::PerMinute,
    service::Service,
    store::{NoteStore, StoreError},
    tools::{self, Surfaces},
};
use axum::{
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;
use tower::ServiceExt;

struct Fixture {
    service: Service,
    surfaces: Surfaces,
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
        let limits = PerMinute::default().quotas().unwrap();
        let service = Service::new(store, &"alice=T1".parse().unwrap(), limits);
        Self { surfaces: tools::surfaces(&service).unwrap(), service, folder }
    }

    /// Changes a setting of the service's own connection, as the state of a machine would.
    async fn set(
        &self,
        name: &'static str,
        value: i64,
    ) {
        let done: Result<(), StoreError> =
            self.service.store.read(move |connection| Ok(connection.pragma_update(None, name, value)?)).await;
        done.unwrap();
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (StatusCode, Value) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", "Bearer T1")
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = app(&self.service, self.surfaces.rest.clone()).oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    async fn create(
        &self,
        name: &str,
    ) -> (StatusCode, Value) {
        self.send("POST", "/projects", &json!({"name": name})).await
    }

    async fn names(&self) -> Vec<String> {
        let (status, projects) = self.send("GET", "/projects", &Value::Null).await;
        assert_eq!(status, StatusCode::OK);
        projects.as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn a_full_disk_refuses_the_write_and_saves_nothing_of_it() {
    let fixture = Fixture::new();
    let (_, project) = fixture.create("kept").await;
    let notes = format!("/projects/{}/notes", project["id"].as_str().unwrap());
    // SQLite never shrinks below the pages in use, so this allows no page more.
    fixture.set("max_page_count", 1).await;

    let note = json!({"title": "long", "body": "word ".repeat(4_000)});
    let refused = fixture.send("POST", &notes, &note).await;

    let message = "nothing was saved: the storage is full; tell the operator, then try again";
    let expected = json!({"error": {"code": "storage-full", "message": message}});
    assert_eq!(refused, (StatusCode::INSUFFICIENT_STORAGE, expected));
    assert_eq!(fixture.send("GET", &notes, &Value::Null).await, (StatusCode::OK, json!([])));
    fixture.set("max_page_count", 1_000_000).await;
    assert_eq!(fixture.send("POST", &notes, &note).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn a_read_only_database_refuses_writes_and_still_reads() {
    let fixture = Fixture::new();
    fixture.create("kept").await;
    fixture.set("query_only", 1).await;

    let refused = fixture.create("lost").await;

    let message = "nothing was saved: the storage is read-only; tell the operator, then try again";
    let expected = json!({"error": {"code": "storage-read-only", "message": message}});
    assert_eq!(refused, (StatusCode::SERVICE_UNAVAILABLE, expected));
    assert_eq!(fixture.names().await, ["kept"]);
}

#[tokio::test]
async fn a_database_held_by_another_process_is_busy_until_it_is_let_go() {
    let fixture = Fixture::new();
    let (_, project) = fixture.create("kept").await;
    fixture.set("busy_timeout", 0).await;
    let other = Connection::open(fixture.folder.path().join("notes.db")).unwrap();
    other.busy_timeout(Duration::ZERO).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();

    let refused = fixture.create("later").await;

    let expected =
        json!({"error": {"code": "storage-busy", "message": "the storage is busy; try again in a moment"}});
    let cancelled = "/operations/00000000000000000000000000000000";
    assert_eq!(fixture.send("DELETE", cancelled, &Value::Null).await, refused);
    let reindex = format!("/projects/{}/reindex", project["id"].as_str().unwrap());
    let (status, busy) = fixture.send("POST", &reindex, &Value::Null).await;
    assert_eq!((status, &busy["error"]["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("busy")));
    assert_eq!(refused, (StatusCode::SERVICE_UNAVAILABLE, expected));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(fixture.create("later").await.0, StatusCode::CREATED);
}
