//! What `notes serve` prints, and whether what it says to paste works.

use crate::{process::Running, support::message};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

const OFFER: [&str; 18] = [
    "Offered to outside callers:",
    "  cancel_operation: adds",
    "  create_note: adds",
    "  create_project: adds",
    "  delete_note: changes or deletes",
    "  export_project: reads",
    "  import_notes: adds",
    "  list_projects: reads",
    "  operation_status: reads",
    "  read_note: reads",
    "  search_notes: reads",
    "  update_note: changes or deletes",
    "  wait_for_operation: reads",
    "Not offered to them:",
    "  current_project: never headless: there is no session that could have a current project; a call names its \
     project",
    "  delete_project: internal: offered to the product's own surfaces only; \
     `exposure = both` offers it to outside callers, too",
    "  reindex: internal: offered to the product's own surfaces only; \
     `exposure = both` offers it to outside callers, too",
    "  select_project: never headless: there is no session whose project it could select; a call names its project",
];

/// Splits the lines at the empty ones, and parses the configuration, which ends them.
fn parts(lines: &[String]) -> (Vec<&str>, Vec<&str>, Value) {
    let mut parts =
        lines.split(String::is_empty).map(|part| part.iter().map(String::as_str).collect::<Vec<_>>());
    let (head, offer, configuration) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    assert_eq!(configuration[0], "Configuration of an MCP client, here for alice:");
    (head, offer, serde_json::from_str(&configuration[1..].concat()).unwrap())
}

async fn list_as_pasted(configuration: &Value) -> (StatusCode, String) {
    let server = &configuration["mcpServers"]["notes"];
    let request = Client::builder().no_proxy().build().unwrap().post(server["url"].as_str().unwrap());
    let authorization = server["headers"]["Authorization"].as_str().unwrap();
    let request = request
        .header("Authorization", authorization)
        .header("Accept", "application/json, text/event-stream")
        .json(&message("tools/list", &json!({})));
    let response = request.send().await.unwrap();
    (response.status(), response.text().await.unwrap())
}

#[tokio::test]
async fn fresh_tokens_are_printed_and_the_configuration_works_as_it_is() {
    let mut running = Running::start(&[]);
    let lines = running.printed_until("}");
    let (head, offer, configuration) = parts(&lines);

    assert_eq!(offer, OFFER);
    assert_eq!(head.len(), 3, "{head:?}");
    assert!(head[1].starts_with("token of alice: ") && head[2].starts_with("token of bob: "), "{head:?}");
    let url = head[0].strip_prefix("notes serves ").unwrap();
    assert_eq!(configuration["mcpServers"]["notes"]["url"], format!("{url}/mcp"));
    let (status, list) = list_as_pasted(&configuration).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    assert!(list.contains("search_notes"), "{list}");
}

#[tokio::test]
async fn tokens_that_the_operator_gave_are_not_repeated() {
    let mut running = Running::start(&["--tokens", "alice=SECRET1,bob=SECRET2"]);
    let lines = running.printed_until("}");
    let (head, offer, configuration) = parts(&lines);

    assert_eq!(offer, OFFER);
    assert_eq!(head.len(), 1, "{head:?}");
    let authorization = &configuration["mcpServers"]["notes"]["headers"]["Authorization"];
    assert_eq!(*authorization, "Bearer <the token of alice>");
    assert!(!lines.concat().contains("SECRET"), "{lines:?}");
}

#[tokio::test]
async fn no_content_and_no_token_is_logged_however_much_is_logged() {
    let mut running = Running::start(&["--tokens", "alice=SECRET1,bob=SECRET2"]);
    let lines = running.printed_until("}");
    let url = format!("{}/mcp", lines[0].strip_prefix("notes serves ").unwrap());
    let client = Client::builder().no_proxy().build().unwrap();
    let call = async |token: &str, tool: &str, arguments: Value| {
        let request =
            client.post(&url).bearer_auth(token).header("Accept", "application/json, text/event-stream");
        let call = message("tools/call", &json!({"name": tool, "arguments": arguments}));
        request.json(&call).send().await.unwrap().status()
    };
    assert_eq!(call("SECRET1", "create_project", json!({"name": "strawberries"})).await, StatusCode::OK);
    assert_eq!(call("SECRET1", "search_notes", json!({"project_id": "p_raspberries"})).await, StatusCode::OK);
    assert_eq!(call("SECRET1", "no_such_blueberries", json!({})).await, StatusCode::OK);
    assert_eq!(call("SECRET3", "list_projects", json!({})).await, StatusCode::UNAUTHORIZED);

    let log = running.logged();
    assert!(log.contains("route=\"/mcp\" status=200"), "{log}");
    for secret in ["strawberries", "raspberries", "blueberries", "SECRET"] {
        assert!(!log.contains(secret), "{secret} in:\n{log}");
    }
}
