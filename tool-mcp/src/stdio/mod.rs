//! MCP over standard input and output, or over any pair of streams. Standard output belongs to the protocol: on Unix,
//! what else the process prints there goes to standard error.
//!
//! The ids of requests that are not answered yet must differ, as the protocol asks of clients. Of two with one id, one
//! is answered: rmcp joins answers to requests by it. Both run.

#[cfg(unix)]
mod diverted;
mod lines;
mod read_line;

use std::{io::Write, sync::Arc};

use rmcp::{service::serve_directly, transport::stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tool_core::Caller;

use self::lines::Lines;
use crate::{
    Authenticate, Error, Handler, authenticate::Login, sender::Sender, server::Server, span::Carrier,
};

/// Who the process at the other end of a stream is.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
/// use tool_mcp::{bearer, stdio};
///
/// let local = stdio::as_local(Caller::new("local"));
/// let known = bearer(|token: String| async move { (token == "t-1").then(|| Caller::new("alice")) });
/// let token = stdio::with_token("t-1", known)?;
/// assert!(!format!("{token:?} {local:?}").contains("t-1"), "it is no text for a log");
/// # Ok::<(), tool_mcp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Credential(Sender);

/// Returns a credential that is none: whoever can start the process has the rights of this caller.
///
/// Right for a server that only serves the person who starts it. Where there are accounts, use [`from_environment`].
pub fn as_local(caller: Caller) -> Credential {
    Credential(Sender::Known(caller))
}

/// Returns the credential of a bearer token. It is checked when the server starts, and again with each message.
///
/// # Errors
///
/// [`Error::CredentialRefused`] when the token is nothing that an authenticator could ever see.
pub fn with_token(token: &str, authenticate: impl Authenticate) -> Result<Credential, Error> {
    Ok(Credential(Sender::Login(Arc::new(Login::new(token, authenticate)?))))
}

/// Returns the credential of the bearer token in an environment variable, which is where
/// [the specification](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization) has it over stdio.
///
/// # Errors
///
/// [`Error::NoCredential`] without the variable or with an empty one, else the errors of [`with_token`].
pub fn from_environment(variable: &str, authenticate: impl Authenticate) -> Result<Credential, Error> {
    match std::env::var(variable) {
        Ok(token) if !token.is_empty() => with_token(&token, authenticate),
        _ => Err(Error::NoCredential { variable: variable.to_owned() }),
    }
}

/// Serves standard input until it ends, after one line on standard error that says what is served to whom.
///
/// A call that still runs at the end of input gets up to five seconds to answer. The credential is checked now, and
/// again with each message.
///
/// Standard output belongs to the protocol until this returns. On Unix whatever else the process, or a program that it
/// starts, prints there goes to standard error, after a line that says so. On Windows nothing is diverted, and a
/// `println!` breaks the protocol.
///
/// # Errors
///
/// When the credential is not accepted, or cannot be checked; nothing has been written then.
///
/// # Panics
///
/// When it is not called within a tokio runtime with I/O enabled.
pub async fn serve(handler: Handler, credential: Credential) -> Result<(), Error> {
    let Credential(sender) = credential;
    let caller = sender.caller(&handler).await?;
    let shared = handler.shared();
    let count = shared.surface.catalogue(&caller).tools.len();
    let plural = if count == 1 { "" } else { "s" };
    // Nobody may read standard error, which is no reason not to serve.
    let _ = writeln!(
        std::io::stderr(),
        "{}: {count} tool{plural} over stdio for {}",
        shared.identity,
        caller.id()
    );
    let (reader, writer) = stdio_pipes();
    #[cfg(unix)]
    match diverted::divert(shared.identity.to_string()) {
        Ok((output, _diversion)) => return run(handler, sender, reader, output).await,
        Err(error) => {
            tracing::error!(%error, "what the process prints would break the protocol: it cannot be diverted");
        }
    }
    run(handler, sender, reader, writer).await
}

/// Serves a pair of streams until the one that is read ends: a socket, or a pipe of a test.
///
/// # Errors
///
/// When the credential is not accepted, or cannot be checked; nothing has been written then.
///
/// # Panics
///
/// When it is not called within a tokio runtime.
pub async fn serve_streams<R, W>(
    handler: Handler,
    credential: Credential,
    reader: R,
    writer: W,
) -> Result<(), Error>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let Credential(sender) = credential;
    sender.caller(&handler).await?;
    run(handler, sender, reader, writer).await
}

/// Both eras, and `tools/list` without a handshake: a message says by itself which revision it is of, and where it
/// does not, the handshake does if there was one.
async fn run<R, W>(handler: Handler, sender: Sender, reader: R, writer: W) -> Result<(), Error>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let over = CancellationToken::new();
    let lines = Lines::new(reader, writer, handler.clone(), over.clone());
    let server = Server::new(handler, sender, Carrier::Streams).until(over);
    let service = serve_directly(server, lines, None);
    service.waiting().await.map(drop).map_err(|_| Error::Stopped)
}
