//! `stdio`: one client, over standard input and output, with the rights of whoever started the program.

use std::sync::Arc;

use tool_core::Caller;
use tool_mcp::stdio;

use crate::{Fault, cli::Command, door::Door, list::LOCAL, manifests, stop, watch};

pub(crate) async fn run(command: Command) -> Result<u8, Fault> {
    let door = opened(&command).await?;
    let watching = command.watch.then(|| watch::start(&door, command.settings.manifests));
    let serving = stdio::serve(door.handler(), stdio::as_local(Caller::new(LOCAL)));
    let served = tokio::select! {
        served = serving => served.map_err(Fault::new),
        () = stop::asked() => Ok(()),
    };
    drop(watching);
    door.close().await;
    served.map(|()| 0)
}

/// Opens the door of a server, and tells what is not behind it.
pub(crate) async fn opened(command: &Command) -> Result<Arc<Door>, Fault> {
    let settings = &command.settings;
    let host = manifests::host(settings)?;
    let projection = manifests::project(&settings.manifests, &host).await.map_err(Fault::new)?;
    manifests::tell_omitted(&projection);
    Door::open(&projection, host, settings).map(Arc::new)
}
