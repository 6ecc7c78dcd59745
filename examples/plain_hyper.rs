//! An MCP endpoint in plain hyper, for this machine alone and so without credentials, with the limits of its connections
//! and a stop that ends in time.
//!
//! `cargo run -p tool-examples --example plain_hyper`; any client on this machine may use <http://localhost:8080/mcp>.

use std::{convert::Infallible, future::Future, io, net::SocketAddr, time::Duration};

use hyper::{Request, Response, StatusCode, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tool_core::{Allow, BuildErrors, Caller, Invoker, Progress, Registry, Surface, tool};
use tool_mcp::{
    Handler, ServerIdentity,
    http::{Mount, Origins, ResponseBody},
};

/// Waits until somebody stops it, and says that it waits.
#[tool(title = "Wait", exposure = both, effect = read_only, open_world = false)]
async fn wait(#[context] progress: &Progress) {
    progress.report(1.0, None, Some("waiting"));
    std::future::pending::<()>().await;
}

/// Tells who is calling.
#[tool(title = "Who am I", exposure = both, effect = read_only, open_world = false)]
fn who_am_i(#[context] caller: &Caller) -> String {
    caller.id().to_owned()
}

/// What a connection may cost.
#[derive(Clone, Copy)]
struct Limits {
    /// How long the head of a request may take to arrive, and how long a connection may be idle.
    head: Duration,
    /// How long a request may take from its head to the head of its answer; so also how long its body may take to arrive.
    /// Longer than the slowest tool.
    answer: Duration,
    /// The most bytes of a head.
    head_bytes: usize,
    /// The most headers of a request.
    headers: usize,
    /// How long a stop waits for what is running.
    stop: Duration,
}

const LIMITS: Limits = Limits {
    head: Duration::from_secs(10),
    answer: Duration::from_mins(2),
    head_bytes: 16 * 1024,
    headers: 64,
    stop: Duration::from_secs(10),
};

/// Everything that the process serves.
#[derive(Clone)]
struct App {
    invoker: Invoker,
    mcp: Mount,
}

fn app() -> Result<App, BuildErrors> {
    let registry = Registry::builder(()).tool(wait_tool()).tool(who_am_i_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    let handler = Handler::new(surface, ServerIdentity::new("hyper-example", env!("CARGO_PKG_VERSION")));
    // Only the server knows the other end of a connection; `connection` puts it into each request.
    let mcp = Mount::loopback_only(handler, Caller::new("local"), Origins::none(), |head| {
        head.extensions.get::<SocketAddr>().copied()
    });
    Ok(App { invoker, mcp })
}

impl App {
    /// The router: one path.
    async fn answer(&self, request: Request<Incoming>, limits: Limits) -> Response<ResponseBody> {
        if request.uri().path() != "/mcp" {
            return empty(StatusCode::NOT_FOUND);
        }
        match tokio::time::timeout(limits.answer, self.mcp.respond(request)).await {
            Ok(response) => response,
            Err(_) => empty(StatusCode::REQUEST_TIMEOUT),
        }
    }

    /// Serves one connection, until it ends or is told to.
    fn connection(
        &self,
        (stream, peer): (TcpStream, SocketAddr),
        limits: Limits,
        graceful: &GracefulShutdown,
    ) -> impl Future<Output = hyper::Result<()>> + Send + use<> {
        let app = self.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            let app = app.clone();
            async move { Ok::<_, Infallible>(app.answer(request, limits).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_header_size(limits.head_bytes)
            .max_headers(limits.headers)
            .serve_connection(TokioIo::new(stream), service);
        graceful.watch(connection)
    }

    /// Serves until `stop` completes, and then at most for the time that a stop may take. What is running then is dropped:
    /// reads end, and writes go on under the invoker, which waits for them.
    async fn serve(
        self,
        listener: TcpListener,
        limits: Limits,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => {
                    connections.spawn(self.connection(accepted?, limits, &graceful));
                }
                // So that connections that have ended take no memory.
                Some(_) = connections.join_next() => {}
                () = &mut stop => break,
            }
        }
        drop(listener);
        // Idle connections end now, others after their answer. Streams may never end.
        let ended = tokio::time::timeout(limits.stop, graceful.shutdown()).await;
        if ended.is_err() {
            connections.shutdown().await;
        }
        self.invoker.shutdown(limits.stop).await;
        Ok(())
    }
}

fn empty(status: StatusCode) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::default());
    *response.status_mut() = status;
    response
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    eprintln!("http://{}/mcp, for this machine", listener.local_addr()?);
    let stop = async {
        // Without a signal handler there is nothing to stop it by but force.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    app()?.serve(listener, LIMITS, stop).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        sync::oneshot,
        task::JoinHandle,
        time::timeout,
    };

    use super::*;

    /// Much longer than anything here takes.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// A server that runs until it is told to stop.
    struct Running {
        address: SocketAddr,
        stop: oneshot::Sender<()>,
        served: JoinHandle<io::Result<()>>,
    }

    async fn start(limits: Limits) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async { stopped.await.unwrap() };
        let served = tokio::spawn(app().unwrap().serve(listener, limits, stopped));
        Running { address, stop, served }
    }

    fn head(address: SocketAddr, length: usize) -> String {
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n"
        )
    }

    fn call(tool: &str, meta: &Value) -> String {
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "_meta": meta } }).to_string()
    }

    /// Sends bytes and returns everything that comes until the server closes.
    async fn send(address: SocketAddr, bytes: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // A server that closes before it has read everything resets the connection; what it said comes first.
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server closes");
        String::from_utf8(answer).unwrap()
    }

    async fn send_call(address: SocketAddr, headers: &str) -> String {
        let body = call("who_am_i", &json!({}));
        send(address, &format!("{}{headers}Connection: close\r\n\r\n{body}", head(address, body.len()))).await
    }

    #[tokio::test]
    async fn a_program_on_this_machine_needs_no_credential_and_a_proxy_is_refused() {
        let running = start(LIMITS).await;
        let address = running.address;
        let answer = send_call(address, "").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.contains(r#""text":"local""#), "{answer}");
        let answer = send_call(address, "X-Forwarded-For: 192.0.2.7\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{answer}");
        let other =
            send(address, "POST /other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
        assert!(other.starts_with("HTTP/1.1 404 Not Found\r\n"), "{other}");
    }

    #[tokio::test]
    async fn heads_are_read_to_their_limits() {
        let running = start(LIMITS).await;
        let address = running.address;
        let long = format!("Authorization: Bearer {}\r\n", "a".repeat(64 * 1024));
        let many = "X-A: b\r\n".repeat(10_000);
        let odd = "X-A: b\r\n".repeat(LIMITS.headers);
        for headers in [long, many, odd] {
            let answer = send_call(address, &headers).await;
            assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
        }
        assert!(send_call(address, "X-A: b\r\n").await.starts_with("HTTP/1.1 200 OK\r\n"));
    }

    #[tokio::test]
    async fn whoever_sends_half_and_waits_is_not_waited_for() {
        let limits =
            Limits { head: Duration::from_millis(200), answer: Duration::from_millis(200), ..LIMITS };
        let running = start(limits).await;
        let address = running.address;
        // Half a head, nothing at all, and a head without its body.
        assert_eq!(send(address, "POST /mcp HTTP/1.1\r\nHost: ").await, "");
        assert_eq!(send(address, "").await, "");
        let answer = send(address, &format!("{}\r\n{{", head(address, 100))).await;
        assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
        // A connection that stays open after its answer and is idle.
        let body = call("who_am_i", &json!({}));
        let answer = send(address, &format!("{}\r\n{body}", head(address, body.len()))).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    }

    #[tokio::test]
    async fn a_stop_ends_in_time_although_a_stream_is_open() {
        let limits = Limits { stop: Duration::from_millis(200), ..LIMITS };
        let Running { address, stop, served } = start(limits).await;
        let body = call("wait", &json!({ "progressToken": 1 }));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(format!("{}\r\n{body}", head(address, body.len())).as_bytes()).await.unwrap();
        let mut seen = String::new();
        while !seen.contains("waiting") {
            let mut part = [0; 1024];
            let length = timeout(PATIENCE, stream.read(&mut part)).await.expect("the stream begins").unwrap();
            assert_ne!(length, 0, "{seen}");
            seen.push_str(std::str::from_utf8(&part[..length]).unwrap());
        }
        stop.send(()).unwrap();
        timeout(PATIENCE, served).await.expect("the stop has an end").unwrap().unwrap();
        assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
        // The stream ends, without an answer.
        let _ = timeout(PATIENCE, stream.read_to_string(&mut seen)).await.expect("the stream ends");
        assert!(!seen.contains(r#""result""#), "{seen}");
    }
}
