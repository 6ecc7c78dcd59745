//! Serves the tools to one user over standard input and output: the surface of HTTP, and its authenticator.

use crate::{
    cli::Storage,
    fault::Fault,
    limits::PerMinute,
    mcp, program,
    tokens::{Token, Tokens},
    tools,
};
use std::sync::Arc;
use tool_mcp::stdio;

pub(crate) async fn serve(
    storage: &Storage,
    limits: PerMinute,
    tokens: &Tokens,
    token: &Token,
) -> Result<(), Fault> {
    let service = program::service(storage, limits, tokens).await?;
    let surfaces = tools::surfaces(&service).map_err(Fault::start)?;
    let users = Arc::clone(&service.users);
    let credential = stdio::with_token(token.as_str(), mcp::authenticator(users)).map_err(refused)?;
    let served = stdio::serve(mcp::handler(surfaces.outside.clone()), credential).await.map_err(refused);
    program::stop(&surfaces).await;
    served
}

fn refused(error: tool_mcp::Error) -> Fault {
    match error {
        tool_mcp::Error::Stopped => Fault::running(error),
        _ => Fault::start(error),
    }
}
