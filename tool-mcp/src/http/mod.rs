//! Streamable HTTP: the checks in front of rmcp's transport, in order, and the mount that hosts put into their
//! server.
//!
//! A request passes these checks, and the first that fails answers:
//!
//! | check | answer | why |
//! |---|---|---|
//! | `Host` is one of the server's | 403 | [DNS rebinding][security] |
//! | `Origin`, if sent, is allowed | 403 | [DNS rebinding][security] |
//! | the path is not that of the [metadata](ProtectedResource), if there is any | 200 with the metadata, to GET | [location of the metadata][metadata] |
//! | the method is POST | 405 | [no GET stream, no session to DELETE][changes] |
//! | the credential is a caller's | 401 with a challenge; 500 when that cannot be found out | [authorization][auth] |
//! | the body is JSON by its type | 415 | [sending messages][sending] |
//! | the body is not too long | 413 | the limit is the [handler's](crate::Handler::with_message_limit) |
//! | the body is one JSON-RPC message with the parameters of its method | 400 with -32700, -32600 or -32602 | [sending messages][sending] |
//! | both JSON and event streams are accepted | 406 | [sending messages][sending] |
//! | the headers agree with the body, from 2026-07-28 on | 400 with -32020 | [server validation][headers] |
//! | the revision is known | 400, with -32022 where the message names it | [protocol version header][version] |
//! | the method is known, from 2026-07-28 on | 404 with -32601 | [protocol version header][version] |
//! | the tool, resource or prompt is the caller's but for its scopes, where the mount [discloses](Mount::disclose_scopes) them | 403 with a challenge that names all of them | [scope challenges][auth] |
//!
//! A notification is accepted with 202 and no body. A request is answered with 200 and one JSON message, or with an
//! event stream when the tool reports progress, or writes messages, to a client that asked for it. A request without
//! `MCP-Protocol-Version` is of 2025-03-26, as [the specification][version] has it, and sees the keys of that
//! revision only.
//!
//! A 500 has the header `x-correlation-id`, under which the log has the cause, and says nothing else.
//!
//! # A request by hand
//!
//! Of 2026-07-28, complete in itself. `cargo run -p notes -- --demo-data` serves this address and prints tokens:
//!
//! ```sh
//! curl http://127.0.0.1:3000/mcp \
//!   -H "Authorization: Bearer $TOKEN" \
//!   -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
//!   -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: list_projects' \
//!   --data '{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
//!     "name": "list_projects",
//!     "arguments": {},
//!     "_meta": {
//!       "io.modelcontextprotocol/protocolVersion": "2026-07-28",
//!       "io.modelcontextprotocol/clientInfo": { "name": "curl", "version": "1" },
//!       "io.modelcontextprotocol/clientCapabilities": {}
//!     } } }'
//! ```
//!
//! `Mcp-Method` repeats the method, and `Mcp-Name` the name of the tool or prompt or the `uri` of the resource; of
//! `tasks/get`, `tasks/update` and `tasks/cancel` it repeats the `taskId`, and lists have none.
//! `clientCapabilities` is where a client says what it can be asked, such as `{ "elicitation": { "form": {} } }`, and that it
//! knows tasks: `{ "extensions": { "io.modelcontextprotocol/tasks": {} } }`.
//!
//! Of a revision with a handshake the version is a header of each request after `initialize`, and there is nothing else to
//! keep:
//!
//! ```sh
//! post() { curl http://127.0.0.1:3000/mcp -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
//!   -H 'Accept: application/json, text/event-stream' "$@"; }
//! post --data '{ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18",
//!   "capabilities": {}, "clientInfo": { "name": "curl", "version": "1" } } }'
//! post -H 'MCP-Protocol-Version: 2025-06-18' --data '{ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
//!   "params": { "name": "list_projects", "arguments": {} } }'
//! ```
//!
//! # What the host's own stack does
//!
//! Limits of connections are those of the server below, and whatever concerns every route is a layer around it:
//!
//! | what | where | example |
//! |---|---|---|
//! | size and number of headers, time for a head to arrive, idle connections, a stop with a deadline | the server | `examples/plain_hyper.rs` |
//! | a body that trickles, compression, spans, CORS for browsers | layers of tower | `examples/layers.rs` |
//! | which path the endpoint has | the router | `examples/mount.rs` |
//!
//! [auth]: https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
//! [changes]: https://modelcontextprotocol.io/specification/2026-07-28/changelog
//! [headers]: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
//! [metadata]: https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery
//! [security]: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint
//! [sending]: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
//! [version]: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header

mod attended;
mod body;
mod direct;
mod gate;
mod hosts;
mod loopback;
mod mount;
mod origins;
mod protected_resource;
mod response;
mod scopes;

pub use self::{
    body::ResponseBody,
    hosts::{Hosts, InvalidHost},
    mount::Mount,
    origins::{InvalidOrigin, Origins},
    protected_resource::{InvalidResource, ProtectedResource},
};
