//! MCP over a pair of streams, line by line: what breaks nothing, what is answered, and how it ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use http::request::Parts;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    task::JoinHandle,
    time::timeout,
};
use tool_core::{BoxError, Caller};
use tool_mcp::{Authenticate, Authentication, Error, Handler, async_trait, bearer, stdio};

use crate::{
    mcp_fixture::{alice, call, fixture, fixture_with_details, legacy, modern, names},
    mcp_http::{Broken, known_tokens},
    observed::Log,
};

/// Long enough for a loaded machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The client's end of a server over a pipe.
pub(crate) struct Pipe {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    server: JoinHandle<Result<(), Error>>,
}

impl Pipe {
    pub(crate) fn new(handler: Handler, credential: stdio::Credential) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        let server = tokio::spawn(stdio::serve_streams(handler, credential, reader, writer));
        let (output, input) = tokio::io::split(near);
        Self { input, output: BufReader::new(output).lines(), server }
    }

    pub(crate) fn of_alice() -> Self {
        Self::new(fixture().handler, stdio::as_local(alice()))
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// The next message; `None` at the end.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("an answer in time").unwrap()?;
        Some(serde_json::from_str(&line).expect("a line is one JSON message"))
    }

    /// The next line, for however long it takes.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        self.output.next_line().await.unwrap()
    }

    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.send(&message.to_string()).await;
        self.receive().await.expect("an answer")
    }

    /// Ends the input and returns what the server still says, and how it ended.
    pub(crate) async fn close(mut self) -> (Vec<Value>, Result<(), Error>) {
        self.input.shutdown().await.unwrap();
        let mut rest = Vec::new();
        while let Some(message) = self.receive().await {
            rest.push(message);
        }
        (rest, self.server.await.unwrap())
    }
}

#[tokio::test]
async fn a_bad_line_is_answered_and_kills_nothing() {
    let mut pipe = Pipe::of_alice();
    for (line, id, code) in [
        ("{nope", json!(null), -32700),
        ("42", json!(null), -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, json!(null), -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, json!(1), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, json!(1), -32601),
    ] {
        pipe.send(line).await;
        let answer = pipe.receive().await.unwrap();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{line}");
        assert_eq!(pipe.ask(&legacy("ping", json!({}))).await["result"], json!({}), "alive after {line}");
    }
}

#[tokio::test]
async fn lines_that_ask_nothing_are_not_answered() {
    let mut pipe = Pipe::of_alice();
    for line in [
        "",
        "\r",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":{}}"#,
    ] {
        pipe.send(line).await;
    }
    let (rest, ended) = pipe.close().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.expect("the end of input is a clean end");
}

#[tokio::test]
async fn a_line_is_read_to_its_limit() {
    let mut pipe = Pipe::new(fixture().handler.with_message_limit(200), stdio::as_local(alice()));
    pipe.send(&" ".repeat(200_000)).await;
    let answer = pipe.receive().await.unwrap();
    assert_eq!(answer["error"]["message"], "Invalid request: the message is longer than 200 bytes");
    assert_eq!(pipe.ask(&legacy("ping", json!({}))).await["result"], json!({}));
}

#[tokio::test]
async fn a_list_needs_no_handshake_and_eras_may_be_mixed() {
    let mut pipe = Pipe::of_alice();
    let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
    assert!(!names(&pipe.ask(&legacy("tools/list", json!({}))).await).is_empty());
    assert_eq!(pipe.ask(&modern("tools/list", json!({}))).await["result"]["cacheScope"], "private");
    assert_eq!(pipe.ask(&legacy("initialize", client)).await["result"]["protocolVersion"], "2025-06-18");
    assert!(pipe.ask(&legacy("tools/list", json!({}))).await["result"].get("cacheScope").is_none());
    let discovered = pipe.ask(&modern("server/discover", json!({}))).await;
    assert!(
        discovered["result"]["instructions"].as_str().unwrap().starts_with("Try them.\n\n"),
        "{discovered}"
    );
}

#[tokio::test]
async fn fifty_requests_at_once_get_fifty_answers() {
    let mut pipe = Pipe::of_alice();
    for id in 0..50 {
        pipe.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list" }).to_string()).await;
    }
    let mut ids = Vec::new();
    for _ in 0..50 {
        ids.push(pipe.receive().await.unwrap()["id"].as_i64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..50).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_cancelled_call_is_stopped_and_not_answered() {
    let fixture = fixture();
    let mut pipe = Pipe::new(fixture.handler, stdio::as_local(alice()));
    let mut request = legacy("tools/call", call("wait", json!({})));
    request["id"] = json!("w");
    pipe.send(&request.to_string()).await;
    fixture.waiting.started.notified().await;
    pipe.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "w" } })
            .to_string(),
    )
    .await;
    timeout(PATIENCE, fixture.waiting.stopped.notified()).await.expect("the tool is stopped");
    let (rest, ended) = pipe.close().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_call_is_answered_though_the_input_has_ended() {
    let mut pipe = Pipe::of_alice();
    pipe.send(&legacy("tools/call", call("echo", json!({ "text": "last words" }))).to_string()).await;
    let (rest, ended) = pipe.close().await;
    assert_eq!(rest[0]["result"]["content"][0]["text"], "last words");
    ended.unwrap();
}

#[tokio::test]
async fn a_server_stops_when_nobody_reads_any_more() {
    let Pipe { input, output, server } = Pipe::of_alice();
    drop((input, output));
    timeout(PATIENCE, server).await.expect("an end in time").unwrap().expect("a clean end");
}

#[tokio::test]
async fn a_server_does_not_start_without_a_good_credential() {
    let refused = stdio::with_token("T-nobody", known_tokens()).unwrap();
    let (rest, ended) = Pipe::new(fixture().handler, refused).close().await;
    assert_eq!(rest, Vec::<Value>::new(), "nothing is said");
    assert_eq!(
        ended.unwrap_err().to_string(),
        "the credential is not accepted; start the server with a valid token"
    );

    assert_eq!(stdio::with_token("a\nb", known_tokens()).unwrap_err().code(), "credential-refused");
    let missing = stdio::from_environment("SAMPLES_NO_SUCH_VARIABLE", known_tokens()).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "no credential; set SAMPLES_NO_SUCH_VARIABLE to a token, or start the server with one"
    );
}

#[tokio::test]
async fn a_credential_is_checked_again_with_each_message() {
    let valid = Arc::new(AtomicBool::new(true));
    let seen = Arc::clone(&valid);
    let authenticate = bearer(move |_| {
        let valid = seen.load(Ordering::SeqCst);
        async move { valid.then(|| Caller::new("alice")) }
    });
    let mut pipe = Pipe::new(fixture().handler, stdio::with_token("T-alice", authenticate).unwrap());
    let remember = legacy("tools/call", call("remember", json!({})));
    assert_eq!(pipe.ask(&remember).await["result"]["content"][0]["text"], "remember ran for alice");
    valid.store(false, Ordering::SeqCst);
    assert_eq!(pipe.ask(&remember).await["error"]["code"], -32603);
    assert_eq!(pipe.ask(&legacy("tools/list", json!({}))).await["error"]["code"], -32603);
}

/// Knows alice while the process starts, and fails with each message after that.
struct FailsLater(AtomicBool);

#[async_trait]
impl Authenticate for FailsLater {
    async fn authenticate(&self, _: &Parts) -> Result<Authentication, BoxError> {
        if self.0.swap(true, Ordering::SeqCst) {
            return Err("the store at later.internal does not answer".into());
        }
        Ok(alice().into())
    }
}

#[tokio::test]
async fn why_a_login_failed_is_logged_only_when_the_host_asked_for_details() {
    for (handler, told) in [(fixture().handler, false), (fixture_with_details().handler, true)] {
        let (log, _guard) = Log::start("trace,rmcp=off");
        // Twice, for the reason given in `nothing_that_a_client_sends_is_logged`.
        for _ in 0..2 {
            tracing::callsite::rebuild_interest_cache();
            let credential = stdio::with_token("T-alice", Broken::Fails).unwrap();
            let (_, ended) = Pipe::new(handler.clone(), credential).close().await;
            let error = ended.unwrap_err();
            assert_eq!(
                format!("{error} {error:?}").matches("internal").count(),
                0,
                "what `main` prints may be kept by the client: {error}"
            );
            let source = std::error::Error::source(&error).expect("the host can still find out");
            assert_eq!(source.to_string(), "the store at db.internal does not answer");

            let later = stdio::with_token("T-alice", FailsLater(AtomicBool::new(false))).unwrap();
            let mut pipe = Pipe::new(handler.clone(), later);
            let answer = pipe.ask(&legacy("tools/list", json!({}))).await;
            assert_eq!(answer["error"], json!({ "code": -32603, "message": "Internal error" }));
        }
        let log = log.text();
        assert!(log.contains("the credential could not be checked"), "{log}");
        for text in ["db.internal", "later.internal"] {
            assert_eq!(log.contains(text), told, "{text} in {log}");
        }
    }
}
