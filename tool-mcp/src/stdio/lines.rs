//! One JSON-RPC message a line, in both directions, as a transport of rmcp. What rmcp would drop is answered here.

use std::io;

use rmcp::{
    RoleServer,
    model::ClientJsonRpcMessage,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    sync::mpsc,
    task::JoinHandle,
};

use super::read_line::{Line, LineReader};
use tokio_util::sync::CancellationToken;

use crate::{
    Handler,
    envelope::{self, Kind, Malformed},
    exchange, listen,
};

/// How many lines may wait for a peer that does not read; whoever has more to say waits too.
const WAITING: usize = 64;

/// A pair of streams with a message on each line.
pub(super) struct Lines<R> {
    reader: LineReader<R>,
    handler: Handler,
    /// Whoever listens ends with the input.
    over: CancellationToken,
    /// Invariant: one task writes, so that no line is cut by another or by a future that is dropped.
    outgoing: Option<mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<io::Result<()>>>,
    /// An answer that is on its way to the writer.
    answer: Option<Vec<u8>>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Returns the transport; `over` is cancelled when the input has ended.
    pub(super) fn new(
        reader: R,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        handler: Handler,
        over: CancellationToken,
    ) -> Self {
        let reader = LineReader::new(reader, handler.shared().message_limit);
        let (outgoing, lines) = mpsc::channel(WAITING);
        let writer = Some(tokio::spawn(write(writer, lines)));
        Self { reader, handler, over, outgoing: Some(outgoing), writer, answer: None }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let outgoing = self.outgoing.clone();
        async move {
            let line = serde_json::to_vec(&message)?;
            let outgoing = outgoing.ok_or(io::ErrorKind::NotConnected)?;
            outgoing.send(line).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    /// Cancel safe, as rmcp's loop asks: it drops this future whenever something else happens.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut message = self.next().await;
        match &mut message {
            Some(message) => listen::note_arrival(message, &self.handler),
            None => self.over.cancel(),
        }
        message
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.outgoing = None;
        match self.writer.take() {
            Some(writer) => writer.await?,
            None => Ok(()),
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Lines<R> {
    /// Returns the next message, after answering whatever is none. Cancel safe.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        let outgoing = self.outgoing.clone()?;
        loop {
            if self.answer.is_some() {
                let place = outgoing.reserve().await.ok()?;
                if let Some(answer) = self.answer.take() {
                    place.send(answer);
                }
            }
            let line = tokio::select! {
                line = self.reader.next() => line,
                // Nobody reads any more, so nobody waits for anything.
                () = outgoing.closed() => return None,
            };
            let read = match line {
                Ok(Some(Line::Text(text))) => read(&text),
                Ok(Some(Line::TooLong)) => Err(too_long(self.handler.shared().message_limit)),
                Ok(None) => return None,
                Err(error) => {
                    tracing::error!(%error, "the input cannot be read");
                    return None;
                }
            };
            match read {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(malformed) => self.answer = Some(malformed.into_answer().to_string().into_bytes()),
            }
        }
    }
}

/// Reads a line; an empty one says nothing, and neither does the answer to a question that nobody asked.
fn read(line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Malformed> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let message = envelope::parse(line)?;
    match envelope::classify(&message)? {
        Kind::Response => Ok(None),
        Kind::Notification | Kind::Request => exchange::read(message).map(Some),
    }
}

fn too_long(limit: usize) -> Malformed {
    Malformed::invalid_request(None, format!("Invalid request: the message is longer than {limit} bytes"))
}

/// Writes lines until there are no more, and every line at once: a peer waits for it.
async fn write(mut writer: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<Vec<u8>>) -> io::Result<()> {
    while let Some(mut line) = lines.recv().await {
        line.push(b'\n');
        writer.write_all(&line).await?;
        writer.flush().await?;
    }
    writer.shutdown().await
}
