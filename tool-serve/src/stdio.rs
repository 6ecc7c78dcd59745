//! `stdio`: one client, over standard input and output, with the rights of whoever started the program.

use std::sync::Arc;

use tool_core::Caller;
use tool_mcp::stdio;

use crate::{
    Fault,
    cli::Command,
    door::Door,
    list::LOCAL,
    manifests::{self, Texts},
    stop, watch,
};

pub(crate) async fn run(command: Command) -> Result<u8, Fault> {
    let (door, texts) = opened(&command).await?;
    let watching = command.watch.then(|| watch::start(&door, texts));
    let serving = stdio::serve(door.handler(), stdio::as_local(Caller::new(LOCAL)));
    let served = tokio::select! {
        served = serving => served.map_err(Fault::new),
        () = stop::asked() => Ok(()),
    };
    drop(watching);
    door.close().await;
    served.map(|()| 0)
}

/// Opens the door of a server, and tells what is not behind it. Returns the texts that it was opened for as well.
pub(crate) async fn opened(command: &Command) -> Result<(Arc<Door>, Texts), Fault> {
    let settings = &command.settings;
    let host = manifests::host_of_server(settings)?;
    manifests::tell_exposed(&settings.manifests);
    let texts = Texts::read(&settings.manifests).await;
    let projection = texts.project(&host).await?;
    manifests::tell_omitted(&projection);
    Ok((Arc::new(Door::open(&projection, host, command)?), texts))
}
