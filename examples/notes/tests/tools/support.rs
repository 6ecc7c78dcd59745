//! A service on a database of its own, with its surface and its endpoint.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Request},
};
use notes::{
    Service,
    limits::PerMinute,
    mcp,
    store::NoteStore,
    tools::{self, Surfaces},
    users::UserId,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tool_core::{Allow, Caller, Limits, Surface, testing::TestSurface};
use tool_mcp::http::Hosts;
use tower::ServiceExt;

/// A service with the users alice (token `T1`) and bob (token `T2`).
pub(crate) struct Notes {
    pub(crate) service: Service,
    pub(crate) surface: Surface,
    pub(crate) surfaces: Surfaces,
    _folder: TempDir,
}

/// What came back over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// Asserts success and returns the body.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        serde_json::from_str(&self.text).unwrap()
    }
}

pub(crate) fn user(name: &str) -> Caller {
    Caller::new(name).with(name.parse::<UserId>().unwrap())
}

impl Notes {
    pub(crate) fn new() -> Self {
        Self::limited(PerMinute::default().quotas().unwrap())
    }

    pub(crate) fn limited(limits: impl Limits) -> Self {
        let folder = TempDir::new().unwrap();
        let service = Self::service(&folder, limits);
        let surfaces = tools::surfaces(&service).unwrap();
        Self { surface: surfaces.outside.clone(), surfaces, service, _folder: folder }
    }

    /// A service without a door yet.
    pub(crate) fn service(
        folder: &TempDir,
        limits: impl Limits,
    ) -> Service {
        let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
        Service::new(store, &"alice=T1,bob=T2".parse().unwrap(), limits)
    }

    /// What outside callers are offered, as this user sees it.
    pub(crate) fn outside(
        &self,
        name: &str,
    ) -> TestSurface {
        TestSurface::new(&self.surface).with_caller(user(name))
    }

    /// What an assistant of the product's own is offered.
    pub(crate) fn assistant(&self) -> Surface {
        Surface::first_party("assistant", self.surface.invoker(), Allow::exposed()).build().unwrap()
    }

    /// Calls an operation tool, waits until the operation has finished, and returns it as its caller reads it.
    pub(crate) async fn ended(
        &self,
        caller: &str,
        tool: &str,
        arguments: Value,
    ) -> Value {
        let started = self.outside(caller).call(tool, arguments).await;
        let wait = json!({"operation": started.structured()["operation"]});
        let ended =
            Value::Object(self.outside(caller).call("wait_for_operation", wait).await.structured().clone());
        assert_eq!(ended["finished"], true, "{ended}");
        ended
    }

    /// Creates a project over the surface and returns its id.
    pub(crate) async fn project(
        &self,
        owner: &str,
        name: &str,
    ) -> String {
        let created = self.outside(owner).call("create_project", json!({"name": name})).await;
        text(&created.structured()["id"])
    }

    /// Creates a note over the surface and returns its id.
    pub(crate) async fn note(
        &self,
        owner: &str,
        project: &str,
        title: &str,
    ) -> String {
        let new = json!({"title": title, "body": "red"});
        text(&self.outside(owner).target(project).call("create_note", new).await.structured()["id"])
    }

    pub(crate) async fn answer(
        &self,
        request: Request<Body>,
    ) -> Answer {
        let app =
            mcp::app(&self.service, self.surfaces.clone(), Hosts::bound_to(([127, 0, 0, 1], 3000).into()));
        let response = app.oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec();
        Answer { status, headers, text: String::from_utf8(bytes).unwrap() }
    }

    pub(crate) async fn rest(
        &self,
        token: &str,
        method: &str,
        path: &str,
    ) -> Answer {
        self.send(token, method, path, &Value::Null).await
    }

    /// Sends a JSON body (none for `null`) to the REST API.
    pub(crate) async fn send(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.answer(request.body(body).unwrap()).await
    }

    /// Uploads a file to a project over the REST API.
    pub(crate) async fn upload(
        &self,
        token: &str,
        project: &str,
        file: impl Into<Body>,
    ) -> Answer {
        let request = Request::post(format!("/projects/{project}/import"));
        self.answer(request.header("authorization", format!("Bearer {token}")).body(file.into()).unwrap())
            .await
    }

    /// Calls a tool over the endpoint.
    pub(crate) async fn call(
        &self,
        token: &str,
        tool: &str,
        arguments: &Value,
    ) -> Answer {
        let call = message("tools/call", &json!({"name": tool, "arguments": arguments}));
        self.answer(post(&call).header("authorization", format!("Bearer {token}")).body(body(&call)).unwrap())
            .await
    }
}

pub(crate) fn message(
    method: &str,
    params: &Value,
) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// Starts a request to the endpoint, without a credential.
pub(crate) fn post(message: &Value) -> axum::http::request::Builder {
    Request::post("/mcp")
        .header("host", "127.0.0.1:3000")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2025-11-25")
        .header("content-length", message.to_string().len())
}

pub(crate) fn body(message: &Value) -> Body {
    Body::from(message.to_string())
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
