//! Who is let in.

use crate::support::{Answer, Notes};
use axum::{body::Body, http::Request};
use serde_json::json;

const PROTECTED: [(&str, &str); 17] = [
    ("GET", "/projects"),
    ("POST", "/projects"),
    ("DELETE", "/projects/p_0"),
    ("GET", "/projects/p_0/export"),
    ("GET", "/projects/p_0/notes"),
    ("POST", "/projects/p_0/notes"),
    ("GET", "/projects/p_0/notes/n_0"),
    ("PATCH", "/projects/p_0/notes/n_0"),
    ("DELETE", "/projects/p_0/notes/n_0"),
    ("GET", "/session/project"),
    ("POST", "/session/project"),
    ("POST", "/projects/p_0/import"),
    ("POST", "/projects/p_0/reindex"),
    ("GET", "/operations"),
    ("GET", "/operations/00000000000000000000000000000000?wait_seconds=60"),
    ("DELETE", "/operations/00000000000000000000000000000000"),
    // A bad query does not come before the question who asks.
    ("GET", "/projects/p_0/notes?limit=many"),
];

fn assert_challenged(answer: Answer) {
    assert_eq!(answer.headers["www-authenticate"], "Bearer");
    let message = "a valid token is required; send the header `Authorization: Bearer <token>`";
    answer.expect_error(401, "unauthenticated", message);
}

#[tokio::test]
async fn every_route_with_data_asks_for_a_token() {
    let notes = Notes::new();
    for (method, path) in PROTECTED {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        assert_challenged(notes.answer(request).await);
        assert_challenged(notes.send("T3", method, path, json!({})).await);
    }
}

#[tokio::test]
async fn only_one_bearer_token_counts() {
    let notes = Notes::new();
    let refused: [&[&str]; 8] = [
        &["T1"],
        &["Bearer"],
        &["Bearer "],
        &["Basic T1"],
        &["Bearer t1"],
        &["Bearer T1,T2"],
        &["Bearer T1", "Bearer T1"],
        &["Bearer T1", "Bearer T2"],
    ];
    for values in refused {
        let mut request = Request::builder().uri("/projects");
        for value in values {
            request = request.header("authorization", *value);
        }
        assert_challenged(notes.answer(request.body(Body::empty()).unwrap()).await);
    }
}

#[tokio::test]
async fn the_scheme_is_compared_without_case() {
    let notes = Notes::new();
    for value in ["Bearer T1", "bearer T1", "BEARER  T1"] {
        let request = Request::builder().uri("/projects").header("authorization", value);
        assert_eq!(notes.answer(request.body(Body::empty()).unwrap()).await.status, 200, "{value}");
    }
}

#[tokio::test]
async fn health_needs_no_token() {
    let notes = Notes::new();
    let request = Request::builder().uri("/health").body(Body::empty()).unwrap();
    assert_eq!(notes.answer(request).await.expect(200), json!({"status": "ok"}));
}
