//! The mount without a credential: this machine, and nobody else.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::{HeaderName, Request, header};
use http_body_util::Full;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tool_mcp::http::{Mount, Origins};

use super::{alice, asks_who, who, without_credential};
use crate::{
    mcp_fixture::{call, fixture, legacy},
    mcp_http::{text, with},
};

fn mount() -> Mount {
    Mount::loopback_only(fixture().handler, alice(), Origins::none(), |head| {
        head.extensions.get::<SocketAddr>().copied()
    })
}

fn from(peer: &str) -> Request<Full<Bytes>> {
    let mut request = without_credential(asks_who());
    request.extensions_mut().insert(peer.parse::<SocketAddr>().unwrap());
    request
}

#[tokio::test]
async fn a_program_on_this_machine_is_the_caller_whatever_credential_it_sends() {
    for peer in ["127.0.0.1:50000", "127.8.8.8:1", "[::1]:50000", "[::ffff:127.0.0.1]:50000"] {
        assert_eq!(who(&mount(), from(peer)).await.as_deref(), Ok("alice"), "{peer}");
    }
    let request = with(from("127.0.0.1:1"), header::AUTHORIZATION, "Bearer T-bob");
    assert_eq!(who(&mount(), request).await.as_deref(), Ok("alice"));
}

#[tokio::test]
async fn whatever_is_not_certainly_on_this_machine_is_refused() {
    let refused = async |request: Request<Full<Bytes>>| {
        let response = mount().respond(request).await;
        format!("{} {}", response.status().as_u16(), text(response).await)
    };
    for peer in
        ["192.0.2.7:50000", "0.0.0.0:1", "[::]:1", "[2001:db8::1]:1", "[::ffff:192.0.2.7]:1", "10.0.0.1:1"]
    {
        assert_eq!(
            refused(from(peer)).await,
            "403 only programs on the same machine may use this server",
            "{peer}"
        );
    }
    assert_eq!(
        refused(without_credential(asks_who())).await,
        "403 the server cannot tell where the request comes from"
    );
    for name in ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "x-forwarded-proto"]
    {
        assert_eq!(
            refused(with(from("127.0.0.1:1"), HeaderName::from_static(name), "192.0.2.7")).await,
            "403 this server takes no requests through a proxy",
            "{name}"
        );
    }
    for host in ["notes.example.com", "192.0.2.7", "localhost.evil.example", "0.0.0.0:8080"] {
        assert_eq!(
            refused(with(from("127.0.0.1:1"), header::HOST, host)).await,
            "403 this server does not answer to that host",
            "{host}"
        );
    }
    assert_eq!(
        refused(with(from("127.0.0.1:1"), header::ORIGIN, "http://localhost:8080")).await,
        "403 pages of that origin may not use this server"
    );
}

#[tokio::test]
async fn a_peer_that_cannot_be_found_out_is_refused() {
    let mount = Mount::loopback_only(fixture().handler, alice(), Origins::none(), |_| panic!("on purpose"));
    assert_eq!(who(&mount, from("127.0.0.1:1")).await, Err((403, String::new())));
}

#[tokio::test]
async fn axum_says_where_a_request_comes_from_once_it_is_asked_to() {
    let mount = Mount::loopback_only(fixture().handler, alice(), Origins::none(), |head| {
        head.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
    });
    let app = axum::Router::new().route_service("/mcp", mount);

    let (listener, address) = listening().await;
    let served = axum::serve(listener, app.clone().into_make_service_with_connect_info::<SocketAddr>());
    let answer = tokio::select! {
        answer = ask(address) => answer,
        ended = served.into_future() => panic!("{ended:?}"),
    };
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("remember ran for alice"), "{answer}");

    // A service that forgot to lets nobody in.
    let (listener, address) = listening().await;
    let served = axum::serve(listener, app);
    let answer = tokio::select! {
        answer = ask(address) => answer,
        ended = served.into_future() => panic!("{ended:?}"),
    };
    assert!(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{answer}");
}

async fn listening() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Sends one call over a socket, without a credential, and returns the whole answer.
async fn ask(address: SocketAddr) -> String {
    let body = legacy("tools/call", call("remember", json!({}))).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}
