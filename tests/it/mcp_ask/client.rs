//! The official client, which asks its person and makes the call again by itself, over a real socket.

use std::sync::{Arc, Mutex};

use rmcp::{
    ClientHandler, ClientServiceExt, RoleClient,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
        ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
        ProtocolVersion,
    },
    service::{ClientLifecycleMode, RequestContext, RunningService, ServiceError},
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};
use serde_json::json;
use tool_core::{Field, InputAnswer, InputRequest, ToolCall, ToolError, ToolOutput};

use super::server;
use crate::{ask::Asking, mcp_http::mount_of};

/// A client whose person says the number of the question, or declines.
#[derive(Clone, Default)]
struct Client {
    questions: Arc<Mutex<Vec<String>>>,
    declines: bool,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let elicitation = ElicitationCapability::new().with_form(FormElicitationCapability::new());
        let capabilities = ClientCapabilities::builder().enable_elicitation_with(elicitation).build();
        ClientConfig::new(capabilities, Implementation::new("person", "1.0.0"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("a form was asked")
        };
        let mut questions = self.questions.lock().unwrap();
        questions.push(message);
        if self.declines {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        }
        let said = json!({ "number": questions.len() });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(said))
    }
}

/// Asks for as many numbers as it is told to, one after another.
fn numbers(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let count: usize = call.arguments()["word"].as_str().unwrap().parse().unwrap();
    let one = |index: usize| {
        let name = format!("number-{index}");
        let form = InputRequest::form(name, format!("Number {index}?")).with_field(Field::integer("number"));
        call.ask(&form).and_then(InputAnswer::into_content).map(|mut said| said.remove("number"))
    };
    let said = (1..=count).map(one).collect::<Result<Vec<_>, _>>()?;
    Ok(ToolOutput::json(json!({ "said": said })))
}

/// Returns a client of a server of its own, over HTTP.
async fn connected(client: Client) -> (RunningService<RoleClient, Client>, tokio::task::JoinHandle<()>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mount = mount_of(server([Asking::new("numbers", numbers)]));
    let app = axum::Router::new().route_service("/mcp", mount);
    let served = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let address = Arc::from(format!("http://{address}/mcp"));
    let config = StreamableHttpClientTransportConfig::with_uri(address).auth_header("T-alice");
    let modern = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let transport = StreamableHttpClientTransport::from_config(config);
    (client.serve_with_lifecycle(transport, modern).await.unwrap(), served)
}

fn of(count: usize) -> CallToolRequestParams {
    let arguments = json!({ "word": count.to_string() }).as_object().cloned().unwrap();
    CallToolRequestParams::new("numbers").with_arguments(arguments)
}

#[tokio::test]
async fn the_official_client_drives_the_rounds() {
    let person = Client::default();
    let (client, served) = connected(person.clone()).await;
    let result = client.call_tool(of(3)).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({ "said": [1, 2, 3] })));
    assert_eq!(*person.questions.lock().unwrap(), ["Number 1?", "Number 2?", "Number 3?"]);
    // Nine rounds and the last call are as many as it makes by itself.
    let most = client.call_tool(of(9)).await.unwrap();
    assert_eq!(most.structured_content.unwrap()["said"].as_array().unwrap().len(), 9);
    let error = client.call_tool(of(11)).await.unwrap_err();
    assert!(matches!(error, ServiceError::InputRequiredRoundsExceeded { max_rounds: 10 }), "{error}");
    // One that goes on is stopped by the server.
    let stopped = client.call_tool_with_mrtr_max_rounds(of(11), 20).await.unwrap();
    let text = json!(stopped.content)[0]["text"].clone();
    assert!(text.as_str().unwrap().starts_with("input-too-many-rounds: "), "{text}");
    client.cancel().await.unwrap();
    served.abort();
}

#[tokio::test]
async fn a_person_who_declines_ends_the_call() {
    let person = Client { declines: true, ..Client::default() };
    let (client, served) = connected(person).await;
    let result = client.call_tool(of(2)).await.unwrap();
    assert_eq!(json!(result.content)[0]["text"], "input-declined: the person who was asked declined");
    assert_eq!(result.is_error, Some(true));
    client.cancel().await.unwrap();
    served.abort();
}
