//! An MCP endpoint in axum behind the layers of a real service: spans, CORS for pages in browsers, compression, and limits
//! of time for a body and for an answer.
//!
//! `cargo run -p tool-examples --example layers`.

use std::{error::Error, time::Duration};

use axum::{
    Router,
    http::{HeaderName, HeaderValue, Method, Request, StatusCode, header},
};
use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};
use tower_http::{
    compression::CompressionLayer,
    cors::CorsLayer,
    timeout::{RequestBodyDeadlineLayer, TimeoutLayer},
    trace::TraceLayer,
};

/// The page that may use the endpoint. The mount refuses others, whatever CORS says.
const PAGE: &str = "https://app.example.com";

/// Tells who is calling.
#[tool(title = "Who am I", exposure = both, effect = read_only, open_world = false)]
fn who_am_i(#[context] caller: &Caller) -> String {
    caller.id().to_owned()
}

/// Never ends by itself.
#[tool(title = "Never", exposure = both, effect = read_only, open_world = false)]
async fn never() {
    std::future::pending::<()>().await;
}

/// How long a request may take.
#[derive(Clone, Copy)]
struct Times {
    /// For its body to arrive.
    body: Duration,
    /// Until the head of its answer, or of its stream. Longer than the slowest tool, whose own deadline is better: it
    /// gives an answer that a model reads.
    answer: Duration,
}

const TIMES: Times = Times { body: Duration::from_secs(20), answer: Duration::from_mins(2) };

fn mcp() -> Result<Mount, Box<dyn Error>> {
    let registry = Registry::builder(()).tool(who_am_i_tool()).tool(never_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    let handler = Handler::new(surface, ServerIdentity::new("layers-example", env!("CARGO_PKG_VERSION")));
    let authenticate =
        bearer(|token: String| async move { (token == "token-of-alice").then(|| Caller::new("alice")) });
    Ok(Mount::new(handler, authenticate, Hosts::loopback(), Origins::only([PAGE])?))
}

/// What browsers ask before a page of `PAGE` may send a request. A preflight has no credential, so this answers it before
/// the mount.
fn cors() -> CorsLayer {
    // The headers of the protocol, `MCP Header Standardization` of 2026-07-28 included. A tool that has an argument repeated
    // in a header needs `mcp-param-` and the name of that header as well.
    let sent = ["mcp-protocol-version", "mcp-method", "mcp-name"].map(HeaderName::from_static);
    CorsLayer::new()
        .allow_origin(HeaderValue::from_static(PAGE))
        .allow_methods([Method::POST])
        .allow_headers(
            [header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT]
                .into_iter()
                .chain(sent)
                .collect::<Vec<_>>(),
        )
        // So that a page can read what it has to do about a 401.
        .expose_headers([header::WWW_AUTHENTICATE])
}

/// The last layer is the outermost.
fn app(times: Times) -> Result<Router, Box<dyn Error>> {
    let spans = TraceLayer::new_for_http().make_span_with(|request: &Request<_>| {
        // Without the query, where clients put tokens that do not belong there.
        tracing::info_span!("http", method = %request.method(), path = request.uri().path())
    });
    Ok(Router::new()
        .route_service("/mcp", mcp()?)
        .layer(RequestBodyDeadlineLayer::new(times.body))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, times.answer))
        // Event streams are not compressed by default, so that progress arrives when it is made.
        .layer(CompressionLayer::new())
        .layer(cors())
        .layer(spans))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    eprintln!("http://{}/mcp, Authorization: Bearer token-of-alice", listener.local_addr()?);
    axum::serve(listener, app(TIMES)?).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        pin::Pin,
        sync::{Arc, Mutex},
        task::{Context, Poll},
    };

    use axum::{
        body::{Body, Bytes, HttpBody},
        http::Response,
    };
    use http_body_util::BodyExt;
    use hyper::body::Frame;
    use serde_json::json;
    use tower::ServiceExt;
    use tracing_subscriber::{EnvFilter, fmt::format::FmtSpan};

    use super::*;

    const SHORT: Times = Times { body: Duration::from_millis(200), answer: Duration::from_millis(200) };

    fn post() -> axum::http::request::Builder {
        Request::post("/mcp?access_token=in-the-query")
            .header("host", "localhost:8080")
            .header("authorization", "Bearer token-of-alice")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
    }

    fn call(tool: &str) -> Body {
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool } });
        Body::from(call.to_string())
    }

    async fn send(times: Times, request: Request<Body>) -> Response<Body> {
        app(times).unwrap().oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn a_page_of_the_allowed_origin_may_ask_and_read() {
        let preflight = |origin: &str| {
            Request::options("/mcp")
                .header("host", "localhost:8080")
                .header("origin", origin)
                .header("access-control-request-method", "POST")
                .header("access-control-request-headers", "authorization,content-type,mcp-protocol-version")
                .body(Body::empty())
                .unwrap()
        };
        let response = send(TIMES, preflight(PAGE)).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["access-control-allow-origin"], PAGE);
        assert_eq!(response.headers()["access-control-allow-methods"], "POST");
        assert_eq!(
            response.headers()["access-control-allow-headers"],
            "authorization,content-type,accept,mcp-protocol-version,mcp-method,mcp-name"
        );

        let request = post().header("origin", PAGE).body(call("who_am_i")).unwrap();
        let response = send(TIMES, request).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["access-control-expose-headers"], "www-authenticate");
    }

    #[tokio::test]
    async fn a_page_of_another_origin_is_refused_by_the_mount_itself() {
        let request = post().header("origin", "https://evil.example").body(call("who_am_i")).unwrap();
        let response = send(TIMES, request).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        assert_eq!(response.headers()["access-control-allow-origin"], PAGE, "which is not evil.example");
    }

    #[tokio::test]
    async fn answers_are_compressed_for_clients_that_take_it() {
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
        let zipped = post().header("accept-encoding", "gzip").body(Body::from(list.clone())).unwrap();
        let response = send(TIMES, zipped).await;
        assert_eq!(response.headers()["content-encoding"], "gzip");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        // RFC 1952, section 2.3.1: how a member of gzip begins.
        assert_eq!(body[..2], [0x1f, 0x8b]);
        let response = send(TIMES, post().body(Body::from(list)).unwrap()).await;
        assert!(!response.headers().contains_key("content-encoding"));
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_and_a_tool_that_does_not_end_are_not_waited_for() {
        let times = Times { answer: Duration::from_mins(1), ..SHORT };
        let response = send(times, post().body(Body::new(Stuck)).unwrap()).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        let response = send(SHORT, post().body(call("never")).unwrap()).await;
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
    }

    #[tokio::test(flavor = "current_thread")]
    async fn the_span_of_a_request_is_around_that_of_the_message_and_holds_no_query() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new("info,rmcp=off"))
            .with_span_events(FmtSpan::CLOSE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        // Twice: another thread of the test process may have decided meanwhile that nobody listens.
        for _ in 0..2 {
            tracing::callsite::rebuild_interest_cache();
            let request = post().body(call("who_am_i")).unwrap();
            assert_eq!(send(TIMES, request).await.status(), StatusCode::OK);
        }
        let text = log.text();
        assert!(text.contains(r#"http{method=POST path="/mcp"}:mcp_request{"#), "{text}");
        assert!(!text.contains("in-the-query") && !text.contains("token-of-alice"), "{text}");
    }

    /// A body of which nothing ever comes.
    struct Stuck;

    impl HttpBody for Stuck {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }
    }

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Log {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
}
