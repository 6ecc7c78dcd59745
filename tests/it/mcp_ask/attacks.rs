//! What a hostile client brings back: an error of the protocol, and the tool does not begin.

use http::StatusCode;
use serde_json::{Value, json};
use tool_core::Caller;

use super::{again, ask, asking, everything, of_legacy, server, text};
use crate::{
    ask::{Asking, delete},
    mcp_http,
};

fn yes() -> Value {
    json!({ "sure": { "action": "accept", "content": { "delete": true } } })
}

#[track_caller]
fn assert_rejected(answer: &Value, code: &str) {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["error"]["data"], json!({ "code": code }), "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().starts_with("Invalid `requestState`: "), "{answer}");
}

#[tokio::test]
async fn a_state_that_is_not_of_this_call_is_an_error_of_the_protocol() {
    let (tool, other) = (Asking::new("delete", delete), Asking::new("purge", delete));
    let server = server([tool.clone(), other.clone()]);
    let first = ask(&server, asking("delete", everything())).await;
    let state = first["result"]["requestState"].as_str().unwrap();

    let mut tampered = again(asking("delete", everything()), &first, yes());
    tampered["params"]["requestState"] = json!(format!("{state}-TAMPERED"));
    assert_rejected(&ask(&server, tampered).await, "input-state-invalid");

    let foreign = again(asking("delete", everything()), &first, yes());
    let answer = server.handle(foreign, Caller::new("bob")).await.unwrap();
    assert_rejected(&answer, "input-state-invalid");
    assert_eq!(
        answer["error"]["message"],
        "Invalid `requestState`: the state is not one that was made here for you; hand it back exactly as it came, or \
         make the call without it"
    );

    let mut arguments = again(asking("delete", everything()), &first, yes());
    arguments["params"]["arguments"]["word"] = json!("b");
    assert_rejected(&ask(&server, arguments).await, "input-state-mismatch");
    assert_rejected(
        &ask(&server, again(asking("purge", everything()), &first, yes())).await,
        "input-state-mismatch",
    );
    let huge = {
        let mut message = asking("delete", everything());
        message["params"]["requestState"] = json!("A".repeat(200_000));
        message
    };
    assert_rejected(&ask(&server, huge).await, "input-state-invalid");
    assert_eq!((tool.begun(), other.begun()), (1, 0));
    let good = again(asking("delete", everything()), &first, yes());
    assert_eq!(text(&ask(&server, good).await), "deleted");
}

#[tokio::test]
async fn what_is_malformed_is_named() {
    let server = server([Asking::new("delete", delete)]);
    let first = ask(&server, asking("delete", everything())).await;
    for responses in
        [json!([]), json!("yes"), json!({ "sure": true }), json!({ "sure": { "action": "agree" } })]
    {
        let answer = ask(&server, again(asking("delete", everything()), &first, responses)).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("`inputResponses`"), "{answer}");
    }
    let mut message = asking("delete", everything());
    message["params"]["requestState"] = json!({ "a": 1 });
    let answer = ask(&server, message).await;
    assert!(
        answer["error"]["message"].as_str().unwrap().contains("`requestState` must be a string"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_client_with_a_handshake_answers_nothing() {
    let tool = Asking::new("delete", delete);
    let server = server([tool.clone()]);
    let first = ask(&server, asking("delete", everything())).await;
    let answer = ask(&server, again(of_legacy("delete"), &first, yes())).await;
    assert!(text(&answer).starts_with("input-unavailable: "), "{answer}");
}

#[tokio::test]
async fn over_http_it_is_the_same() {
    let server = server([Asking::new("delete", delete)]);
    let mount = mcp_http::mount_of(server);
    let respond = async |message: &Value| {
        let response = mount.respond(mcp_http::post(message)).await;
        let status = response.status();
        (status, serde_json::from_str::<Value>(&mcp_http::text(response).await).unwrap())
    };
    let (status, first) = respond(&asking("delete", everything())).await;
    assert_eq!((status, &first["result"]["resultType"]), (StatusCode::OK, &json!("input_required")));
    let mut other = again(asking("delete", everything()), &first, yes());
    other["params"]["arguments"]["word"] = json!("b");
    let (status, answer) = respond(&other).await;
    assert_eq!(status, StatusCode::OK, "as every error that the server makes of a request");
    assert_rejected(&answer, "input-state-mismatch");
    let (status, answer) = respond(&again(asking("delete", everything()), &first, yes())).await;
    assert_eq!((status, text(&answer)), (StatusCode::OK, "deleted"));
}
