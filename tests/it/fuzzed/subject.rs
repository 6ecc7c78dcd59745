//! A service that is sent anything, and what must never come of it. `fuzz` takes this file too, so it uses no other of the
//! tests.

use std::{cell::RefCell, collections::BTreeMap};

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tool_core::{Allow, Answer, Base64, Caller, Id, Invoker, Registry, Surface, tool};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

/// One of some forms.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
enum Form {
    /// A circle.
    Circle {
        /// Its radius.
        #[schemars(range(min = 0.0, max = 1e6))]
        radius: f64,
    },
    /// A list of forms.
    Group {
        /// They.
        members: Vec<Form>,
    },
    /// A dot.
    Dot,
}

impl Form {
    fn dots(&self) -> usize {
        match self {
            Self::Circle { radius } => usize::from(radius.is_finite()),
            Self::Group { members } => members.iter().map(Self::dots).sum(),
            Self::Dot => 1,
        }
    }
}

/// Takes something of every kind.
#[tool(title = "Everything", exposure = both, effect = read_only)]
fn everything(
    /// A name.
    #[schemars(length(min = 1, max = 20), regex(pattern = "^[a-z]+$"))]
    name: &str,
    /// An id.
    id: Option<Id<u64>>,
    /// Bytes.
    bytes: Option<Base64>,
    /// A form.
    form: Option<Form>,
    /// Numbers by name.
    numbers: Option<BTreeMap<String, i32>>,
    /// When.
    times: Option<Vec<chrono::DateTime<chrono::Utc>>>,
    /// A pair.
    pair: Option<(bool, u8)>,
) -> String {
    let dots = form.map_or(0, |form| form.dots());
    let numbers = numbers.map_or(0, |numbers| numbers.len());
    let times = times.map_or(0, |times| times.len());
    let bytes = bytes.map_or(0, |bytes| bytes.len());
    format!("{} {} {bytes} {dots} {numbers} {times} {}", name.len(), id.is_some(), pair.is_some())
}

struct Subject {
    runtime: Runtime,
    surface: Surface,
    mount: Mount,
    /// The same one, which looks at every message closely.
    closely: Mount,
}

thread_local! {
    static SUBJECT: RefCell<Subject> = RefCell::new(Subject::new());
}

impl Subject {
    fn new() -> Self {
        let registry = Registry::builder(()).tool(everything_tool()).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().build().unwrap();
        let surface =
            Surface::outside("fuzzed", &invoker, Allow::exposed()).repair_arguments().build().unwrap();
        let handler = Handler::new(surface.clone(), ServerIdentity::new("fuzzed", "1.0.0"));
        let authenticate = bearer(|_: String| async { Some(Caller::new("anybody")) });
        let mount = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());
        // No tool needs a scope, so there is none to disclose.
        let closely = mount.clone().disclose_scopes();
        Self { runtime: Builder::new_current_thread().enable_all().build().unwrap(), surface, mount, closely }
    }

    fn respond(&self, mount: &Mount, request: Request<Full<Bytes>>) -> (StatusCode, String) {
        self.runtime.block_on(async {
            let response = mount.respond(request).await;
            let status = response.status();
            let body = response.into_body().collect().await.unwrap().to_bytes();
            (status, String::from_utf8_lossy(&body).into_owned())
        })
    }
}

/// Sends these bytes as the body of a request, of either era.
pub(crate) fn body(bytes: &[u8]) {
    SUBJECT.with_borrow(|subject| {
        for version in ["2025-11-25", "2026-07-28"] {
            let mut request = Request::post("/mcp")
                .header(header::HOST, "localhost")
                .header(header::AUTHORIZATION, "Bearer T")
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::ACCEPT, "application/json, text/event-stream")
                .header("mcp-protocol-version", version);
            // A client of this revision says in the head what is in the body.
            let message: Option<Value> = serde_json::from_slice(bytes).ok();
            for (name, pointer) in [("mcp-method", "/method"), ("mcp-name", "/params/name")] {
                let said =
                    message.as_ref().and_then(|message| message.pointer(pointer)).and_then(Value::as_str);
                if let Some(said) = said.filter(|said| header::HeaderValue::from_str(said).is_ok()) {
                    request = request.header(name, said);
                }
            }
            let request = request.body(Full::new(Bytes::copy_from_slice(bytes))).unwrap();
            let closely = subject.respond(&subject.closely, request.clone());
            let (status, text) = subject.respond(&subject.mount, request);
            assert_eq!((status, &text), (closely.0, &closely.1), "whoever looks closely says something else");
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{text}");
            assert!(!text.contains("-32603") && !text.contains("internal"), "{text}");
        }
    });
}

/// Calls with this text as arguments; returns whether the tool ran.
pub(crate) fn arguments(text: &str) -> bool {
    SUBJECT.with_borrow(|subject| {
        let request = subject.surface.request_text(Caller::new("anybody"), "everything", text);
        let answer = subject.runtime.block_on(subject.surface.call(request));
        let Answer::Reply(reply) = answer else { panic!("there is an answer to arguments") };
        match reply.code.as_deref() {
            None => true,
            Some("invalid-arguments") => false,
            Some(code) => panic!("{code}: {}", reply.text()),
        }
    })
}
