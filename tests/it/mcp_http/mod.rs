//! The HTTP mount: who is let in, by which name and from which page, and what runs; then the same over a real socket.

mod bodies;
mod complete;

use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header, request::Parts};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tool_core::{BoxError, Caller};
use tool_mcp::{
    Authenticate, Authentication, Handler, async_trait, bearer,
    http::{Hosts, Mount, Origins, ResponseBody},
};

use crate::{
    mcp_fixture::{TOKENS, Trace, call, fixture, fixture_with_details, legacy, modern, names},
    observed::Log,
};

pub(crate) fn known_tokens() -> impl Authenticate {
    bearer(|token: String| async move {
        let caller = TOKENS.iter().find(|(known, _)| *known == token).map(|(_, id)| Caller::new(*id));
        caller.map(|caller| if caller.id() == "bob" { caller.with_scopes(["scoped:use"]) } else { caller })
    })
}

pub(crate) fn mount_of(handler: Handler) -> Mount {
    Mount::new(handler, known_tokens(), Hosts::loopback(), Origins::only(["https://app.example"]).unwrap())
}

pub(crate) fn mount() -> Mount {
    mount_of(fixture().handler)
}

/// A request of alice's that nothing is wrong with.
pub(crate) fn post(message: &Value) -> Request<Full<Bytes>> {
    let mut request = Request::post("/mcp")
        .header(header::HOST, "localhost:8080")
        .header(header::AUTHORIZATION, "Bearer T-alice")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream");
    if let Some(version) = message["params"]["_meta"].get("io.modelcontextprotocol/protocolVersion") {
        request = request
            .header("mcp-protocol-version", version.as_str().unwrap())
            .header("mcp-method", message["method"].as_str().unwrap());
    }
    let params = &message["params"];
    if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
        request = request.header("mcp-name", name);
    }
    request.body(Full::from(message.to_string())).unwrap()
}

pub(crate) fn with(
    mut request: Request<Full<Bytes>>,
    name: header::HeaderName,
    value: &str,
) -> Request<Full<Bytes>> {
    request.headers_mut().insert(name, value.parse().unwrap());
    request
}

fn ping() -> Request<Full<Bytes>> {
    post(&legacy("ping", json!({})))
}

pub(crate) async fn text(response: Response<ResponseBody>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

pub(crate) async fn json_of(response: Response<ResponseBody>) -> Value {
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
    serde_json::from_str(&text(response).await).unwrap()
}

#[tokio::test]
async fn both_eras_are_served_at_one_address() {
    for message in [legacy("tools/list", json!({})), modern("tools/list", json!({}))] {
        let response = mount().respond(post(&message)).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert!(names(&json_of(response).await).contains(&"add".to_owned()));
    }
}

#[tokio::test]
async fn without_a_good_credential_there_is_a_challenge_and_nothing_else() {
    let mut bodies = Vec::new();
    for (credential, challenge) in [
        (None, "Bearer"),
        (Some("Bearer T-nobody"), r#"Bearer error="invalid_token""#),
        (Some("Basic T-alice"), r#"Bearer error="invalid_token""#),
        (Some("Bearer "), r#"Bearer error="invalid_token""#),
        (Some("Bearer T-alice T-bob"), r#"Bearer error="invalid_token""#),
    ] {
        let mut request = post(&legacy("tools/list", json!({})));
        request.headers_mut().remove(header::AUTHORIZATION);
        if let Some(credential) = credential {
            request = with(request, header::AUTHORIZATION, credential);
        }
        let response = mount().respond(request).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{credential:?}");
        assert_eq!(response.headers()[header::WWW_AUTHENTICATE], challenge, "{credential:?}");
        bodies.push(text(response).await);
    }
    assert!(bodies.iter().all(|body| body == "a credential is needed"), "{bodies:?}");

    let mut twice = ping();
    twice.headers_mut().append(header::AUTHORIZATION, "Bearer T-bob".parse().unwrap());
    assert_eq!(mount().respond(twice).await.status(), StatusCode::UNAUTHORIZED);
}

/// An authenticator that does not come to a decision.
pub(crate) enum Broken {
    Fails,
    Panics,
}

#[async_trait]
impl Authenticate for Broken {
    async fn authenticate(&self, _: &Parts) -> Result<Authentication, BoxError> {
        match self {
            Self::Fails => Err("the store at db.internal does not answer".into()),
            Self::Panics => panic!("an authenticator panics on purpose"),
        }
    }
}

#[tokio::test]
async fn an_authenticator_that_fails_says_nothing_to_the_client() {
    for broken in [Broken::Fails, Broken::Panics] {
        let mount = Mount::new(fixture().handler, broken, Hosts::loopback(), Origins::none());
        let response = mount.respond(ping()).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(text(response).await, "the server failed");
    }
}

#[tokio::test]
async fn a_panic_in_the_hosts_checks_is_answered() {
    let mount = mount();
    for era in [legacy, modern] {
        let request = post(&era("tools/call", call("echo", json!({ "text": "a" }))));
        let response = mount.respond(with(request, header::AUTHORIZATION, "Bearer T-mallory")).await;
        assert!(json_of(response).await.get("error").is_some());
    }
}

#[tokio::test]
async fn a_caller_comes_from_the_credential_of_each_request() {
    let mount = mount();
    for (token, name) in [("T-alice", "alice"), ("T-bob", "bob")] {
        let request = post(&legacy("tools/call", call("remember", json!({}))));
        let answer =
            json_of(mount.respond(with(request, header::AUTHORIZATION, &format!("Bearer {token}"))).await)
                .await;
        assert_eq!(answer["result"]["content"][0]["text"], format!("remember ran for {name}"));
    }
}

#[tokio::test]
async fn hosts_and_origins_are_those_of_the_deployment() {
    for (name, value, status) in [
        (header::HOST, "evil.example", StatusCode::FORBIDDEN),
        (header::HOST, "127.0.0.1:1", StatusCode::OK),
        (header::ORIGIN, "https://evil.example", StatusCode::FORBIDDEN),
        (header::ORIGIN, "null", StatusCode::FORBIDDEN),
        (header::ORIGIN, "https://app.example", StatusCode::OK),
    ] {
        assert_eq!(mount().respond(with(ping(), name, value)).await.status(), status, "{value}");
    }
    let nowhere =
        Mount::new(fixture().handler, known_tokens(), Hosts::only::<&str>([]).unwrap(), Origins::none());
    assert_eq!(nowhere.respond(ping()).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn post_is_the_only_method() {
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::OPTIONS] {
        let mut request = ping();
        *request.method_mut() = method;
        let response = mount().respond(request).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.headers()[header::ALLOW], "POST");
    }
}

#[tokio::test]
async fn progress_comes_before_the_answer_on_the_same_stream() {
    let mut message = modern("tools/call", call("steps", json!({})));
    message["params"]["_meta"]["progressToken"] = json!(7);
    let response = mount().respond(post(&message)).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    let events = text(response).await;
    let messages: Vec<Value> = events
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let [first, second, third, answer] = &messages[..] else { panic!("four messages: {events}") };
    for (notification, done) in [(first, 1.0), (second, 3.0), (third, 4.0)] {
        assert_eq!(notification["params"]["progress"], done);
        assert_eq!(notification["params"]["progressToken"], 7);
    }
    assert_eq!(answer["result"]["content"][0]["text"], "done");

    let quiet = mount().respond(post(&modern("tools/call", call("steps", json!({}))))).await;
    assert_eq!(quiet.headers()[header::CONTENT_TYPE], "application/json", "one message needs no stream");
}

#[tokio::test]
async fn a_value_of_the_hosts_middleware_reaches_the_tool_when_it_is_forwarded_by_type() {
    let mut request =
        with(post(&legacy("tools/call", call("scoped", json!({})))), header::AUTHORIZATION, "Bearer T-bob");
    request.extensions_mut().insert(Trace("trace-1"));
    let answer = json_of(mount().forward::<Trace>().respond(request.clone()).await).await;
    assert_eq!(answer["result"]["content"][0]["text"], "trace-1");
    let answer = json_of(mount().respond(request).await).await;
    assert_eq!(answer["result"]["isError"], true, "nothing is forwarded unasked");
}

#[tokio::test]
async fn a_client_that_goes_away_cancels_its_call() {
    let fixture = fixture();
    let (waiting, mount) = (fixture.waiting, mount_of(fixture.handler));
    for message in
        [legacy("tools/call", call("wait", json!({}))), modern("tools/call", call("wait", json!({})))]
    {
        let mount = mount.clone();
        let running = tokio::spawn(async move { mount.respond(post(&message)).await.status() });
        waiting.started.notified().await;
        running.abort();
        tokio::time::timeout(Duration::from_secs(10), waiting.stopped.notified())
            .await
            .expect("the tool is stopped");
    }
}

#[tokio::test]
async fn why_an_authenticator_failed_is_logged_only_when_the_host_asked_for_details() {
    for (handler, told) in [(fixture().handler, false), (fixture_with_details().handler, true)] {
        let (log, _guard) = Log::start("trace,rmcp=off");
        let mount = Mount::new(handler, Broken::Fails, Hosts::loopback(), Origins::none());
        // Twice, for the reason given in `nothing_that_a_client_sends_is_logged`.
        for _ in 0..2 {
            tracing::callsite::rebuild_interest_cache();
            assert_eq!(text(mount.respond(ping()).await).await, "the server failed");
        }
        let log = log.text();
        assert!(log.contains("the credential could not be checked"), "{log}");
        assert_eq!(log.contains("db.internal"), told, "{log}");
    }
}

#[tokio::test]
async fn nothing_that_a_client_sends_is_logged() {
    let (log, _guard) = Log::start("trace,rmcp=off");
    let mount = mount();
    let requests = [
        post(&legacy("tools/call", call("echo", json!({ "text": "secret-argument" })))),
        post(&modern("tools/call", call("add", json!({ "a": "secret-argument" })))),
        post(&legacy("tools/call", call("secret-name", json!({})))),
        post(&legacy("secret-method", json!({}))),
        with(post(&legacy("tools/call", call("scoped", json!({})))), header::AUTHORIZATION, "Bearer T-bob"),
        with(ping(), header::AUTHORIZATION, "Bearer secret-token"),
        with(ping(), header::HOST, "secret-host"),
        with(ping(), header::ORIGIN, "https://secret-origin"),
        ping().map(|_| Full::new(Bytes::from("secret-body"))),
    ];
    // tracing remembers for each call site whether anybody listens, and asks the thread that comes first, which may be
    // another test's. The second round finds every call site known, and asks this thread.
    for _ in 0..2 {
        tracing::callsite::rebuild_interest_cache();
        for request in &requests {
            mount.respond(request.clone()).await;
        }
    }
    let log = log.text();
    assert!(log.contains("a tool failed") && log.contains("challenged"), "something is logged: {log}");
    assert!(!log.contains("secret"), "{log}");
}

#[tokio::test]
async fn a_mount_is_a_route_of_axum() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = axum::Router::new().route_service("/mcp", mount());
    let server = tokio::spawn(async move { axum::serve(listener, app).await });
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let body = legacy("tools/call", call("add", json!({ "a": 1, "b": 1 }))).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer T-alice\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut answer = String::new();
    tokio::io::AsyncWriteExt::write_all(&mut stream, format!("{head}{body}").as_bytes()).await.unwrap();
    tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains(r#"{\"sum\":2}"#), "{answer}");
    server.abort();
}
