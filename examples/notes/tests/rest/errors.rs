//! Requests that make no sense, and the published schemas.

use crate::support::Notes;
use axum::{
    body::Body,
    http::{Request, request::Builder},
};
use serde_json::{Value, json};

fn post(content_type: &str) -> Builder {
    let request = Request::builder().method("POST").uri("/projects");
    request.header("authorization", "Bearer T1").header("content-type", content_type)
}

#[tokio::test]
async fn a_body_must_be_json_of_the_right_shape() {
    let notes = Notes::new();
    let refused = [
        ("", 400, "EOF while parsing a value"),
        ("{", 400, "EOF while parsing an object"),
        ("{}", 422, "missing field `name`"),
        ("[]", 422, "invalid length 0"),
        ("null", 422, "invalid type: null"),
        (r#"{"name": 5}"#, 422, "expected a string"),
        (r#"{"name": "a", "owner": "bob"}"#, 422, "unknown field `owner`, expected `name`"),
        (r#"{"name": "a", "name": "b"}"#, 422, "duplicate field `name`"),
    ];
    for (body, status, part) in refused {
        let answer = notes.answer(post("application/json").body(Body::from(body)).unwrap()).await;
        let error = answer.expect(status)["error"].clone();
        assert_eq!(error["code"], "bad-body", "{body}");
        assert!(error["message"].as_str().unwrap().contains(part), "{body}: {error}");
    }
    assert_eq!(notes.get("T1", "/projects").await.expect(200), json!([]));
}

#[tokio::test]
async fn a_body_must_be_announced_as_json() {
    let notes = Notes::new();
    let answer = notes.answer(post("text/plain").body(Body::from(r#"{"name": "a"}"#)).unwrap()).await;
    let message = "the body is not announced as JSON; send the header `Content-Type: application/json`";
    answer.expect_error(415, "not-json", message);
}

#[tokio::test]
async fn a_body_has_at_most_256_kib() {
    let notes = Notes::new();
    let padded = |bytes: usize| {
        let name = r#"{"name": "a"}"#;
        Body::from(format!("{name}{}", " ".repeat(bytes - name.len())))
    };
    let message = "the body is too large; send at most 262144 bytes";
    let refused = notes.answer(post("application/json").body(padded(262_145)).unwrap()).await;
    refused.expect_error(413, "body-too-large", message);
    notes.answer(post("application/json").body(padded(262_144)).unwrap()).await.expect(201);
}

#[tokio::test]
async fn unknown_routes_and_methods_have_the_same_shape() {
    let notes = Notes::new();
    for path in ["/", "/projects/", "/project", "/projects/p_0/notes/n_0/more"] {
        notes.get("T1", path).await.expect_error(404, "no-such-route", "there is no such route");
    }
    let answer = notes.send("T1", "PUT", "/projects", Value::Null).await;
    assert_eq!(answer.headers["allow"], "GET,HEAD,POST");
    let message = "this route does not take this method; the allow header names the ones it takes";
    answer.expect_error(405, "method-not-allowed", message);
}

#[tokio::test]
async fn the_published_schemas_describe_what_is_sent() {
    let notes = Notes::new();
    let request = Request::builder().uri("/schemas.json").body(Body::empty()).unwrap();
    let schemas = notes.answer(request).await.expect(200);
    let project = notes.project("T1", "garden").await;
    let note = notes.note(&project, "apple", "red").await;
    for (name, path) in [("note", note.clone()), ("export", format!("{project}/export"))] {
        let sent = notes.get("T1", &path).await.expect(200);
        let described: Vec<_> = schemas[name]["properties"].as_object().unwrap().keys().collect();
        assert_eq!(described, sent.as_object().unwrap().keys().collect::<Vec<_>>(), "{name}");
    }
    let error = notes.get("T1", "/projects/p_0/export").await.expect(404);
    let described = &schemas["error"]["$defs"]["ErrorDetail"]["properties"];
    assert_eq!(
        described.as_object().unwrap().keys().collect::<Vec<_>>(),
        error["error"].as_object().unwrap().keys().collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn the_codes_are_published_without_a_token() {
    let request = Request::builder().uri("/codes.json").body(Body::empty()).unwrap();
    let codes = Notes::new().answer(request).await.expect(200);
    let busy = codes.as_array().unwrap().iter().find(|code| code["code"] == "busy").unwrap();
    assert_eq!(busy["retry"], "later");
}
