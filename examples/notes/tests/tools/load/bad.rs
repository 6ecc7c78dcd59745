//! Clients that nobody should write, and everybody meets.

use crate::numbers::Numbers;
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// How long such a client holds a connection at most.
const HOLD: Duration = Duration::from_millis(200);

/// Misbehaves until the time is over. Nobody is told anything about a defect.
pub(super) async fn client(
    address: SocketAddr,
    mut numbers: Numbers,
    until: Instant,
) {
    while Instant::now() < until {
        let (sent, reads) = request(address, &mut numbers);
        let Ok(mut connection) = TcpStream::connect(address).await else { continue };
        // The server may end the connection while it is written to.
        let written = timeout(HOLD, connection.write_all(&sent)).await;
        let mut answer = Vec::new();
        if reads && written.is_ok() {
            let mut part = vec![0; 16 * 1024];
            // Until it is silent: some of these answers do not end by themselves.
            while let Ok(Ok(1..)) = timeout(HOLD, connection.read(&mut part))
                .await
                .map(|read| read.inspect(|length| answer.extend_from_slice(&part[..*length])))
            {
                if answer.len() > 1024 * 1024 || Instant::now() >= until {
                    break;
                }
            }
        }
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.contains(" 500 ") && !answer.contains("-32603"), "{answer}");
    }
}

/// Something to send, and whether the answer is waited for.
fn request(
    address: SocketAddr,
    numbers: &mut Numbers,
) -> (Vec<u8>, bool) {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let whole = post(address, "", list.len(), list);
    match numbers.below(9) {
        // Comes and goes.
        0 => (Vec::new(), false),
        // Half a body, and then nothing.
        1 => (post(address, "", 4_000, list), true),
        // A request cut off anywhere.
        2 => {
            let length = usize::try_from(numbers.below(whole.len() as u64)).unwrap();
            (whole[..length].to_vec(), false)
        }
        // Many requests on one connection, of which no answer is read.
        3 => (whole.repeat(50), false),
        // Ten thousand headers.
        4 => (post(address, &"x-filler: 0\r\n".repeat(10_000), list.len(), list), true),
        // One long header.
        5 => (post(address, &format!("x-filler: {}\r\n", "0".repeat(1_000_000)), list.len(), list), true),
        // A body without end, as it says.
        6 => (post(address, "", usize::MAX / 2, list), true),
        // Listens, and goes away while it does.
        7 => {
            let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
            let listen = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},{meta}}}}}"#
            );
            let headers = "mcp-protocol-version: 2026-07-28\r\nmcp-method: subscriptions/listen\r\n";
            (post(address, headers, listen.len(), &listen), true)
        }
        // Bytes.
        _ => ((0..numbers.below(2_000)).map(|_| u8::try_from(numbers.below(256)).unwrap()).collect(), true),
    }
}

/// A request as it stands on the wire.
fn post(
    address: SocketAddr,
    headers: &str,
    length: usize,
    body: &str,
) -> Vec<u8> {
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer T1\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
