//! A subject that serves, and that answers as the others do.

use std::net::SocketAddr;

use serde_json::Value;

use crate::{Fallible, client::Connection, process::Process};

pub(crate) struct Server {
    /// What the table calls it.
    pub(crate) name: String,
    pub(crate) address: SocketAddr,
    pub(crate) process: Process,
}

impl Server {
    pub(crate) fn start(program: &str, what: &str, tools: usize) -> Fallible<Self> {
        let mut process = Process::start(program, what, tools)?;
        let address =
            process.line().map_err(|error| format!("{program} {what} {tools}: {error}"))?.parse()?;
        let name = program.strip_prefix("subject-").unwrap_or(program);
        Ok(Self { name: format!("{name} {what}, {tools} tools"), address, process })
    }

    /// Returns the `result` of one request.
    pub(crate) async fn result(&self, request: &[u8]) -> Fallible<Value> {
        let mut connection = Connection::open(self.address).await?;
        let (status, body) = connection.ask(request).await?;
        let mut answer: Value = serde_json::from_slice(body)?;
        if status != 200 || answer["result"].is_null() {
            return Err(format!("{} answers {status}: {answer}", self.name).into());
        }
        Ok(answer["result"].take())
    }
}
