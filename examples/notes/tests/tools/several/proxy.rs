//! A proxy that sends each connection to the next server, and knows nothing of who comes.

use std::net::SocketAddr;
use tokio::{
    io,
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};

/// A running proxy; dropped, it stops.
pub(super) struct Proxy {
    address: SocketAddr,
    running: JoinHandle<()>,
}

impl Proxy {
    /// Takes a port, so that the servers behind it can be told of it.
    pub(super) async fn bind() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    /// Passes connections on, to each of the servers in turn.
    pub(super) fn start(
        listener: TcpListener,
        servers: Vec<String>,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let running = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            for server in servers.iter().cycle() {
                let (mut client, _) = listener.accept().await.unwrap();
                let server = server.clone();
                connections.spawn(async move {
                    let mut server = TcpStream::connect(server).await.unwrap();
                    // Whoever goes away first ends the connection.
                    let _ = io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Self { address, running }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.running.abort();
    }
}
