//! A service on a database of its own, and requests to it.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Request},
};
use notes::{
    Service, app,
    limits::PerMinute,
    store::NoteStore,
    tools::{self, Surfaces},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

/// A service with the users alice (token `T1`) and bob (token `T2`).
pub(crate) struct Notes {
    service: Service,
    surfaces: Surfaces,
    _folder: TempDir,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    /// Asserts the status and returns the body.
    pub(crate) fn expect(
        self,
        status: u16,
    ) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.bytes));
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    /// Asserts that this is an error of the API's one shape.
    pub(crate) fn expect_error(
        self,
        status: u16,
        code: &str,
        message: &str,
    ) {
        assert_eq!(self.expect(status), json!({"error": {"code": code, "message": message}}));
    }
}

impl Notes {
    pub(crate) fn new() -> Self {
        let limits = PerMinute::default().quotas().unwrap();
        let folder = TempDir::new().unwrap();
        let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
        let service = Service::new(store, &"alice=T1,bob=T2".parse().unwrap(), limits);
        Self { surfaces: tools::surfaces(&service).unwrap(), service, _folder: folder }
    }

    pub(crate) async fn answer(
        &self,
        request: Request<Body>,
    ) -> Answer {
        let response = app(&self.service, self.surfaces.rest.clone()).oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec();
        Answer { status, headers, bytes }
    }

    /// Sends a JSON body (none for `null`) with a bearer token.
    pub(crate) async fn send(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Value,
    ) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.answer(request.body(body).unwrap()).await
    }

    pub(crate) async fn get(
        &self,
        token: &str,
        path: &str,
    ) -> Answer {
        self.send(token, "GET", path, Value::Null).await
    }

    /// Creates a project and returns its path.
    pub(crate) async fn project(
        &self,
        token: &str,
        name: &str,
    ) -> String {
        let project = self.send(token, "POST", "/projects", json!({"name": name})).await.expect(201);
        format!("/projects/{}", text(&project["id"]))
    }

    /// Creates a note of alice's and returns its path.
    pub(crate) async fn note(
        &self,
        project: &str,
        title: &str,
        body: &str,
    ) -> String {
        let note = json!({"title": title, "body": body});
        let note = self.send("T1", "POST", &format!("{project}/notes"), note).await.expect(201);
        format!("{project}/notes/{}", text(&note["id"]))
    }
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// The values of one key in an array of objects.
pub(crate) fn column<'a>(
    rows: &'a Value,
    key: &str,
) -> Vec<&'a str> {
    rows.as_array().unwrap().iter().map(|row| text(&row[key])).collect()
}
