//! One connection that is kept, written by hand, so that the client costs little beside the servers: a request that is bytes already,
//! and an answer that has a length.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::Fallible;

/// The revision that all of them speak without a handshake.
const REVISION: &str = "2026-07-28";

/// A request of the newest revision, as bytes.
pub(crate) fn request(method: &str, mut params: Value) -> Vec<u8> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    let name = params["name"].as_str().map(|name| format!("mcp-name: {name}\r\n")).unwrap_or_default();
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer a-token\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-protocol-version: {REVISION}\r\nmcp-method: {method}\r\n{name}\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The call that every server answers.
pub(crate) fn call() -> Vec<u8> {
    request("tools/call", json!({ "name": "find_notes", "arguments": { "query": "rust", "limit": 5 } }))
}

/// The list that every server has.
pub(crate) fn list() -> Vec<u8> {
    request("tools/list", json!({}))
}

pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Fallible<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request whose answer nobody reads.
    pub(crate) async fn send(&mut self, request: &[u8]) -> Fallible<()> {
        Ok(self.stream.write_all(request).await?)
    }

    /// Sends a request and reads its answer to the end. Returns the status and the body.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Fallible<(u16, &[u8])> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the connection ended within an answer".into());
            }
            if let Some((status, start, length)) = head(&self.buffer)? {
                while self.buffer.len() < start + length {
                    if self.stream.read_buf(&mut self.buffer).await? == 0 {
                        return Err("the connection ended within a body".into());
                    }
                }
                return Ok((status, &self.buffer[start..]));
            }
        }
    }
}

/// Returns the status, where the body starts and how long it is, when the head is there.
fn head(bytes: &[u8]) -> Fallible<Option<(u16, usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 32];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(start) = response.parse(bytes)? else { return Ok(None) };
    let length = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    let length = length.ok_or("the answer has no length: is it a stream of events?")?;
    Ok(Some((response.code.unwrap_or_default(), start, std::str::from_utf8(length.value)?.parse()?)))
}
