//! One message through rmcp without a transport. rmcp's loop runs for this message alone, as it does for each HTTP
//! request, so that the answer is the same over every transport.

use rmcp::{
    RoleServer,
    model::{ClientJsonRpcMessage, RequestId, ServerJsonRpcMessage},
    service::serve_directly_with_ct,
    transport::OneshotTransport,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    envelope::{self, Kind, Malformed},
    error, listen,
    server::Server,
};

/// Returns the answer to a message, if it is to have one.
pub(crate) async fn exchange(
    server: Server,
    message: Value,
    on_notification: impl Fn(Value) + Send,
) -> Option<Value> {
    match envelope::classify(&message) {
        Ok(Kind::Notification | Kind::Response) => None,
        Ok(Kind::Request) => match read(message) {
            Ok(message) => answer(server, message, on_notification).await,
            Err(malformed) => Some(malformed.into_answer()),
        },
        Err(malformed) => Some(malformed.into_answer()),
    }
}

/// Reads a message that is well-formed into rmcp's form.
pub(crate) fn read(message: Value) -> Result<ClientJsonRpcMessage, Malformed> {
    serde_json::from_value(message).map_err(|_| {
        Malformed::invalid_request(None, "Invalid request: its members do not fit together".to_owned())
    })
}

async fn answer(
    server: Server,
    mut message: ClientJsonRpcMessage,
    on_notification: impl Fn(Value) + Send,
) -> Option<Value> {
    let id = id_of(&message);
    let cancellation = CancellationToken::new();
    // Whoever drops this future no longer wants the answer.
    let _dropped = cancellation.clone().drop_guard();
    listen::note_arrival(&mut message, server.handler());
    let (transport, mut messages) = OneshotTransport::<RoleServer>::new(message);
    let service = serve_directly_with_ct(server, transport, None, cancellation);
    tokio::spawn(service.waiting());
    while let Some(message) = messages.recv().await {
        let terminal = matches!(message, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_));
        let message = serde_json::json!(message);
        if terminal {
            return Some(message);
        }
        on_notification(message);
    }
    tracing::error!("a request ended without an answer");
    Some(serde_json::json!(ServerJsonRpcMessage::error(error::internal_unnamed(), id)))
}

fn id_of(message: &ClientJsonRpcMessage) -> Option<RequestId> {
    match message {
        ClientJsonRpcMessage::Request(request) => Some(request.id.clone()),
        _ => None,
    }
}
