//! What of the arguments is in a record: a digest, and what the host's redactor made of them.

use serde_json::{Map, Value, json};
use tool_core::{BoxError, Caller, Registered, Target, ownership_by};

use super::{Audited, paired};
use crate::support::Fixture;

async fn digests(audited: &Audited, arguments: &[Value]) -> Vec<String> {
    for arguments in arguments {
        audited.call("open", arguments.clone()).await;
    }
    let pairs = paired(&audited.records().await);
    pairs.iter().map(|(decision, _)| decision["arguments"].as_str().unwrap().to_owned()).collect()
}

fn anything() -> Fixture {
    Fixture::new("open").input(json!({
        "type": "object",
        "properties": {
            "a": { "type": "integer", "description": "A." },
            "b": { "type": "integer", "description": "B." },
        },
    }))
}

#[tokio::test]
async fn equal_arguments_have_equal_digests_whatever_their_order() {
    let audited = Audited::new([anything()]);
    let digests = digests(
        &audited,
        &[
            serde_json::from_str(r#"{"a":1,"b":2}"#).unwrap(),
            serde_json::from_str(r#"{"b":2,"a":1}"#).unwrap(),
            json!({ "a": 1, "b": 3 }),
            json!({ "a": 1 }),
        ],
    )
    .await;
    assert_eq!(digests[0], digests[1]);
    assert_ne!(digests[0], digests[2]);
    assert_ne!(digests[0], digests[3]);
}

#[tokio::test]
async fn a_digest_cannot_be_made_without_the_key() {
    let arguments = [json!({ "a": 1 })];
    let keyed =
        |text: &'static str| Audited::with([anything()], move |builder| builder.audit_digest_key(text));
    let first = digests(&keyed("one key of the product's own, 32 bytes"), &arguments).await;
    let again = digests(&keyed("one key of the product's own, 32 bytes"), &arguments).await;
    let other = digests(&keyed("another key of the product, 32 bytes"), &arguments).await;
    let without = digests(&Audited::new([anything()]), &arguments).await;
    assert_eq!(first, again, "with a key of the host's, records of two processes can be compared");
    assert_ne!(first, other);
    assert_ne!(first, without);
    // SHA-256 of `{"a":1}`, which anybody can compute.
    let plain = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
    assert!(first[0].starts_with("hmac-sha256:") && !first[0].contains(plain), "{first:?}");
}

fn only_a(_: &Caller, _: &Registered, _: Option<&Target>, arguments: &Map<String, Value>) -> Option<Value> {
    arguments.get("a").map(|a| json!({ "a": a }))
}

#[tokio::test]
async fn content_is_what_the_redactor_left_and_nothing_without_one() {
    let plain = Audited::new([anything()]);
    plain.call("open", json!({ "a": 17, "b": 4242 })).await;
    assert_eq!(plain.only_call().await.0.get("content"), None);

    let redacted = Audited::with([anything()], |builder| builder.audit_redactor(only_a));
    redacted.call("open", json!({ "a": 17, "b": 4242 })).await;
    assert_eq!(redacted.only_call().await.0["content"], json!({ "a": 17 }));
}

#[tokio::test]
async fn a_redactor_that_panics_keeps_nothing_and_stops_nothing() {
    let audited = Audited::with([anything()], |builder| {
        builder.audit_redactor(
            |_: &Caller, _: &Registered, _: Option<&Target>, _: &Map<String, Value>| -> Option<Value> {
                panic!("no such field")
            },
        )
    });
    audited.call("open", json!({ "a": 1 })).await;
    let (decision, end) = audited.only_call().await;
    assert_eq!((decision.get("content"), &end["outcome"]), (None, &json!("completed")));
}

fn target_of(_: &Caller, _: &Registered, target: Option<&Target>, _: &Map<String, Value>) -> Option<Value> {
    target.map(|target| json!({ "kind": target.kind(), "id": target.id() }))
}

#[tokio::test]
async fn whose_data_a_call_is_about_is_in_its_digest_and_for_the_redactor() {
    let audited = Audited::with([anything().host(|host| host.with_target("project"))], |builder| {
        let all = ownership_by(|_: Caller, target: Target| async move { Ok::<_, BoxError>(Some(target)) });
        builder.ownership(all).audit_redactor(target_of)
    });
    let about = |id: &str| json!({ "project_id": id, "a": 1 });
    let digests = digests(&audited, &[about("a-1"), about("a-2"), about("a-1")]).await;
    assert_ne!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
    let pairs = paired(&audited.records().await);
    assert_eq!(pairs[1].0["content"], json!({ "kind": "project", "id": "a-2" }));
}
