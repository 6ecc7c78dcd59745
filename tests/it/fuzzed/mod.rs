//! Anything as the body of a request and as arguments: there is an answer, and none of them is a defect. `fuzz` goes on
//! where this stops.

mod subject;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Any JSON, with the words of the protocol and of the tool more often than others.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "everything",
        "tools/call",
        "tools/list",
        "2.0",
        "name",
        "arguments",
        "circle",
        "dot",
        "1",
        "-1",
        "9007199254740993",
        "",
        "\u{0}",
        "2026-07-28",
        "2025-11-25",
        "AA==",
        "1970-01-01T00:00:00Z",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| serde_json::Number::from_f64(number).map_or(Value::Null, Value::from)),
        words.prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let keys = prop::sample::select(vec![
            "name",
            "id",
            "bytes",
            "form",
            "numbers",
            "times",
            "pair",
            "radius",
            "members",
            "_meta",
            "cursor",
            "arguments",
            "progressToken",
            "io.modelcontextprotocol/protocolVersion",
            "other",
            "",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((keys, inner), 0..6).prop_map(|entries| entries
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

/// A message that is one but for what is drawn for it.
fn message() -> impl Strategy<Value = Value> {
    let methods = prop::sample::select(vec![
        "tools/call",
        "tools/list",
        "initialize",
        "server/discover",
        "ping",
        "notifications/cancelled",
        "completion/complete",
        "resources/read",
        "prompts/get",
        "tasks/get",
        "logging/setLevel",
        "no/such",
    ]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}
    });
    (methods, any_json(), any_json(), any::<bool>()).prop_map(move |(method, id, params, is_modern)| {
        let mut params = match params {
            Value::Object(params) => params,
            other => Map::from_iter([("name".into(), "everything".into()), ("arguments".into(), other)]),
        };
        if is_modern {
            params.insert("_meta".into(), meta.clone());
        }
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    })
}

/// Arguments that fit, as text.
const FIT: &str = r#"{"name":"abc","id":"18446744073709551615","bytes":"AAEC","form":{"form":"group","members":[{"form":"dot"},{"form":"circle","radius":1.5}]},"numbers":{"a":-1},"times":["2026-01-01T00:00:00Z"],"pair":[true,255]}"#;

#[test]
fn arguments_that_fit_run() {
    assert!(subject::arguments(FIT));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_as_a_body_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        subject::body(&bytes);
    }

    #[test]
    fn any_json_as_a_body_is_answered(body in any_json()) {
        subject::body(body.to_string().as_bytes());
    }

    #[test]
    fn any_message_is_answered(message in message()) {
        subject::body(message.to_string().as_bytes());
    }

    #[test]
    fn any_json_as_arguments_is_answered(arguments in any_json()) {
        subject::arguments(&arguments.to_string());
    }

    #[test]
    fn arguments_that_nearly_fit_are_answered(
        changes in prop::collection::vec((0..FIT.len(), prop::sample::select(b"{}[]\",:0-eE.\\u null".to_vec())), 1..5)
    ) {
        let mut text = FIT.as_bytes().to_vec();
        for (at, byte) in changes {
            text[at] = byte;
        }
        // The text that fits is ASCII, and so is what is written into it.
        subject::arguments(&String::from_utf8(text).unwrap());
    }
}
