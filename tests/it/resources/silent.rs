//! What is not offered, what is somebody else's and what does not exist are one answer, byte for byte.

use std::sync::Arc;

use tool_core::{Allow, Caller, Invoker, Read, Surface};

use super::{library, library_with, registering, text, uris};
use crate::support::Projects;

#[tokio::test]
async fn hidden_foreign_and_missing_are_one_answer() {
    let library = library();
    for uri in [
        "notes://nothing",
        "nothing://at/all",
        "",
        "notes://internal",
        "notes://scoped",
        "notes://p-bob/a",
        "notes://p-nobody/a",
        "notes://p-alice/gone",
        "notes://p-alice/..",
        "notes://p-alice/a%2Fb",
        "notes://{project}/{note}",
        "resource:context",
    ] {
        let read = library.read("alice", uri).await;
        assert_eq!(format!("{read:?}"), format!("{:?}", Read::<()>::Unknown), "{uri}");
    }
    let ran = 1;
    assert_eq!(library.reads.count(), ran, "only the one that found out that its own note is gone");
}

#[tokio::test]
async fn a_scope_opens_what_it_is_for() {
    let library = library();
    let alice = Caller::new("alice").with_scopes(["notes:read"]);
    assert!(uris(&library.surface, &alice).contains(&"notes://scoped".to_owned()));
    let request = library.surface.resource_request(alice, "notes://scoped");
    assert_eq!(text(library.surface.read_resource(request).await), r#"{"caller":"alice"}"#);
}

#[tokio::test]
async fn allowlists_name_resources_by_kind() {
    let listed = |allow| uris(&library_with(|builder| builder, allow).surface, &Caller::new("alice"));
    assert_eq!(listed(Allow::only(["resource:help"])), ["notes://help"]);
    assert_eq!(listed(Allow::only(["resource:*"])).len(), 3);
    assert_eq!(listed(Allow::only([""; 0])).len(), 0);
    let library = library_with(|builder| builder, Allow::only(["resource:help"]));
    assert_eq!(text(library.read("alice", "app://context").await), "Unknown");
    let fault = Surface::outside("other", library.surface.invoker(), Allow::only(["resource:hlp"])).build();
    assert!(fault.unwrap_err().to_string().contains("did you mean `resource:help`?"));
}

#[tokio::test]
async fn a_hidden_namespace_hides_resources_too() {
    let invoker = Invoker::builder(registering(&Arc::default()).build().unwrap())
        .unlimited()
        .ownership(Projects)
        .build()
        .unwrap();
    let surface =
        Surface::outside("outside", &invoker, Allow::exposed()).hide_namespace("billing").build().unwrap();
    let alice = Caller::new("alice").with_scopes(["notes:read"]);
    assert!(!uris(&surface, &alice).contains(&"notes://scoped".to_owned()));
    let read = surface.read_resource(surface.resource_request(alice, "notes://scoped")).await;
    assert_eq!(text(read), "Unknown");
}

#[tokio::test]
async fn whether_one_may_read_is_answered_without_reading() {
    let library = library();
    let may = async |caller: &str, uri: &str| library.surface.may_read(&Caller::new(caller), uri).await;
    assert!(may("alice", "app://context").await);
    assert!(may("alice", "notes://p-alice/a").await);
    assert!(!may("bob", "notes://p-alice/a").await);
    assert!(!may("alice", "notes://internal").await);
    assert!(!may("alice", "notes://nothing").await);
    assert!(!may("alice", "notes://p-broken/a").await, "what cannot be found out is no");
    assert_eq!(library.reads.count(), 0);
}

#[test]
fn internal_resources_are_for_the_product_itself() {
    let invoker = Invoker::builder(registering(&Arc::default()).build().unwrap())
        .unlimited()
        .ownership(Projects)
        .build()
        .unwrap();
    let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build().unwrap();
    assert!(uris(&surface, &Caller::new("alice")).contains(&"notes://internal".to_owned()));
    let reasons: Vec<_> = Surface::outside("outside", &invoker, Allow::exposed())
        .build()
        .unwrap()
        .readable(&Caller::new("alice"))
        .omissions
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        reasons,
        [
            "resource:internal: internal: offered to the product's own surfaces only; \
             `exposure = both` offers it to outside callers, too",
            "resource:billing::scoped: the caller does not hold the scope notes:read",
        ]
    );
}
