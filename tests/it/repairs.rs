//! Arguments that are nearly right, on a surface that asked for repairs.

use std::sync::{Arc, Mutex};

use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};
use serde_json::{Map, Value, json};
use tool_core::{
    Allow, Answer, Approval, ApprovalDecision, AuditSink, BoxError, Caller, DecisionRecord, Effect,
    EffectiveCall, EndRecord, Invoker, Surface, SwitchRecord,
    testing::{TestSurface, instance},
};

use crate::support::{Fixture, Projects, registry};

/// Keeps the decisions.
#[derive(Clone, Default)]
struct Decisions(Arc<Mutex<Vec<DecisionRecord>>>);

impl Decisions {
    fn last(&self) -> DecisionRecord {
        self.0.lock().unwrap().last().unwrap().clone()
    }
}

#[tool_core::async_trait]
impl AuditSink for Decisions {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        self.0.lock().unwrap().push(record);
        Ok(())
    }

    fn end(&self, _: EndRecord) {}

    fn switched(&self, _: SwitchRecord) {}
}

/// A tool that says what reached it.
fn echo(schema: Value) -> Fixture {
    Fixture::new("echo").input(schema).host(|host| host.with_effect(Effect::ReadOnly)).echo()
}

fn search() -> Value {
    json!({
        "type": "object",
        "properties": {
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most this many." },
            "query": { "type": "string", "description": "Words to look for." },
            "scope": {
                "type": "object",
                "properties": {
                    "deep": { "type": "boolean", "description": "Whether to look further in." },
                    "root": { "type": "string", "description": "Where to start." },
                },
                "required": ["root"],
                "additionalProperties": false,
                "description": "Where to look.",
            },
        },
        "additionalProperties": false,
    })
}

/// One tool behind two surfaces: one as it comes, and one that repairs.
struct Both {
    plain: TestSurface,
    repairing: TestSurface,
    decisions: Decisions,
}

impl Both {
    fn of(tool: Fixture) -> Self {
        let decisions = Decisions::default();
        let builder = Invoker::builder(registry([tool])).unlimited().ownership(Projects);
        let invoker = builder.audit(decisions.clone()).build().unwrap();
        let surface = || Surface::outside("outside", &invoker, Allow::exposed());
        Self {
            plain: TestSurface::new(&surface().build().unwrap()),
            repairing: TestSurface::new(&surface().repair_arguments().build().unwrap()),
            decisions,
        }
    }

    /// Returns what reached the tool through the surface that repairs, and how many repairs are recorded.
    async fn repaired(&self, arguments: &Value) -> Result<(Value, usize), String> {
        got(&self.repairing, arguments).await.map(|got| (got, self.decisions.last().repairs))
    }
}

/// Returns what reached the tool, or the refusal.
async fn got(surface: &TestSurface, arguments: &Value) -> Result<Value, String> {
    let answer = surface.call("echo", arguments.clone()).await;
    match answer.code() {
        None => Ok(answer.structured()["got"].clone()),
        Some(_) => Err(answer.text()),
    }
}

#[tokio::test]
async fn a_surface_that_asks_for_it_takes_text_for_what_it_holds_and_records_how_often() {
    let both = Both::of(echo(search()));
    for (sent, meant, repairs) in [
        (json!({ "limit": "3" }), json!({ "limit": 3 }), 1),
        (json!({ "limit": "3", "query": "3" }), json!({ "limit": 3, "query": "3" }), 1),
        (
            json!({ "scope": { "root": "/", "deep": "true" } }),
            json!({ "scope": { "root": "/", "deep": true } }),
            1,
        ),
        (
            json!({ "limit": "100", "scope": "{\"root\": \"/\", \"deep\": null}" }),
            json!({ "limit": 100, "scope": { "root": "/" } }),
            2,
        ),
    ] {
        assert_eq!(both.repaired(&sent).await, Ok((meant.clone(), repairs)), "{sent}");
        assert_eq!(both.repaired(&meant).await, Ok((meant, 0)));
        let refused = got(&both.plain, &sent).await.unwrap_err();
        assert!(refused.starts_with("invalid-arguments: "), "{refused}");
        assert_eq!(both.decisions.last().repairs, 0);
    }
}

#[tokio::test]
async fn what_no_repair_helps_is_refused_in_the_words_for_what_was_sent() {
    let both = Both::of(echo(search()));
    let too_deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
    for sent in [
        // Right type, wrong value.
        json!({ "limit": "101" }),
        json!({ "scope": "{}" }),
        json!({ "scope": "{\"root\": \"/\", \"deep\": \"true\"}" }),
        // One that could be repaired, beside one that could not.
        json!({ "limit": "3", "qery": "a" }),
        json!({ "limit": "3", "query": 3 }),
        // Not exactly a value.
        json!({ "limit": " 3 " }),
        json!({ "limit": "1e400" }),
        json!({ "scope": "{\"root\": \"a\", \"root\": \"b\"}" }),
        json!({ "scope": too_deep }),
    ] {
        let repairing = got(&both.repairing, &sent).await.unwrap_err();
        assert_eq!(repairing, got(&both.plain, &sent).await.unwrap_err(), "{sent}");
    }
    assert_eq!(
        got(&both.repairing, &json!({ "limit": "3", "query": 3 })).await.unwrap_err(),
        "invalid-arguments: /limit: expected an integer from 1 to 100, found a string\n\
         /query: expected a string, found an integer"
    );
}

#[tokio::test]
async fn a_text_cannot_make_arguments_deeper_than_they_may_be() {
    let both = Both::of(echo(json!({
        "type": "object",
        "properties": {
            "any": { "type": "object", "additionalProperties": true, "description": "Anything." },
        },
        "additionalProperties": false,
    })));
    let nested = |levels: usize| (1..levels).fold(json!({}), |inner, _| json!({ "a": inner }));
    let (fits, too_deep) = (nested(31), nested(32));
    assert_eq!(both.repaired(&json!({ "any": fits.to_string() })).await, Ok((json!({ "any": fits }), 1)));
    let refused = got(&both.repairing, &json!({ "any": too_deep.to_string() })).await.unwrap_err();
    assert_eq!(
        refused,
        "invalid-arguments: /any: expected an object, found a string; write the JSON itself, not text that holds it"
    );
}

#[tokio::test]
async fn a_destructive_tool_gets_what_was_sent_or_nothing() {
    for (effect, expected) in [
        (Effect::ReadOnly, None),
        (Effect::Additive, None),
        (Effect::Destructive, Some("invalid-arguments".to_owned())),
    ] {
        let tool = echo(search()).host(|host| host.with_effect(effect));
        let runs = tool.runs();
        let both = Both::of(tool);
        let answer = both.repairing.call("echo", json!({ "limit": "3" })).await;
        assert_eq!(
            (answer.code(), runs.count()),
            (expected.clone(), usize::from(expected.is_none())),
            "{effect:?}"
        );
    }
}

/// Keeps what it was asked about.
#[derive(Clone, Default)]
struct Approver(Arc<Mutex<Option<Map<String, Value>>>>);

#[tool_core::async_trait]
impl Approval for Approver {
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        *self.0.lock().unwrap() = Some(call.arguments().clone());
        Ok(ApprovalDecision::NotNeeded)
    }
}

#[tokio::test]
async fn whoever_approves_sees_the_arguments_that_the_tool_runs_with() {
    let approver = Approver::default();
    let invoker = Invoker::builder(registry([echo(search())])).unlimited().approval(approver.clone());
    let surface = Surface::outside("outside", &invoker.build().unwrap(), Allow::exposed());
    let surface = surface.repair_arguments().build().unwrap();
    let got = got(&TestSurface::new(&surface), &json!({ "limit": "3" })).await.unwrap();
    assert_eq!(got, json!({ "limit": 3 }));
    assert_eq!(Value::from(approver.0.lock().unwrap().take().unwrap()), got);
}

#[tokio::test]
async fn text_arguments_are_repaired_like_values() {
    let invoker = Invoker::builder(registry([echo(search())])).unlimited().build().unwrap();
    let surface =
        Surface::first_party("assistant", &invoker, Allow::exposed()).repair_arguments().build().unwrap();
    let request = surface.request_text(Caller::new("alice"), "echo", r#"{"scope": "{\"root\": \"/\"}"}"#);
    let Answer::Reply(reply) = surface.call(request).await else { panic!("echo is offered") };
    assert_eq!(reply.structured.unwrap()["got"], json!({ "scope": { "root": "/" } }));
}

/// Types of arguments, with and without text among them.
fn types() -> Vec<Value> {
    let item = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "additionalProperties": false });
    vec![
        json!({ "type": "integer" }),
        json!({ "type": "integer", "minimum": -5, "maximum": 5 }),
        json!({ "type": "number" }),
        json!({ "type": "boolean" }),
        json!({ "type": "string" }),
        json!({ "type": "string", "enum": ["1", "true"] }),
        json!({ "type": ["integer", "string"] }),
        json!({ "type": ["integer", "boolean", "null"] }),
        json!({ "type": "array", "items": { "type": "integer" } }),
        json!({ "type": "array", "items": item.clone() }),
        json!({ "type": "object", "additionalProperties": { "type": "boolean" } }),
        json!({ "anyOf": [
            { "type": "object", "properties": { "t": { "const": "a" }, "v": { "type": "integer" } }, "required": ["t", "v"] },
            { "type": "object", "properties": { "t": { "const": "b" }, "v": { "type": "string" } }, "required": ["t", "v"] },
        ] }),
        item,
        json!({}),
    ]
}

/// Writes as text what is none, or the other way round, where the chances say so.
fn disturb(value: &mut Value, chances: &mut impl Iterator<Item = u8>) {
    match chances.next() {
        Some(0) => *value = value.to_string().into(),
        Some(1) => *value = json!("7"),
        Some(2) => *value = json!(7),
        _ => match value {
            Value::Array(items) => items.iter_mut().for_each(|item| disturb(item, chances)),
            Value::Object(fields) => fields.values_mut().for_each(|field| disturb(field, chances)),
            _ => {}
        },
    }
}

/// The same cases in every run of the gate. `PROPTEST_RNG_SEED` and `PROPTEST_CASES` look further.
fn config() -> ProptestConfig {
    let given = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match given.rng_seed {
        RngSeed::Random => ProptestConfig { rng_seed: RngSeed::Fixed(1), ..given },
        RngSeed::Fixed(_) => given,
    }
}

/// Returns a schema of arguments called `a`, `b` and so on, of which some are required.
fn arguments_of(types: &[(Value, bool)]) -> Value {
    let named: Vec<_> = ('a'..).map(String::from).zip(types).collect();
    let required: Vec<_> =
        named.iter().filter(|(_, (_, required))| *required).map(|(name, _)| name).collect();
    let mut schema = json!({ "type": "object", "required": required, "additionalProperties": false });
    for (name, (of_type, _)) in &named {
        schema["properties"][name] = of_type.clone();
        schema["properties"][name]["description"] = "An argument.".into();
    }
    schema
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_repaired_fits_and_what_fits_is_not_repaired(
        types in vec((select(types()), any::<bool>()), 1..5),
        seed in any::<u64>(),
        chances in vec(0..8_u8, 24),
    ) {
        let schema = arguments_of(&types);
        let fitting = instance(schema.as_object().unwrap(), seed);
        let mut sent = fitting.clone();
        // The arguments themselves stay an object.
        disturb(&mut sent, &mut std::iter::once(u8::MAX).chain(chances));
        let both = Both::of(echo(schema));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for arguments in [fitting, sent] {
            let plain = runtime.block_on(got(&both.plain, &arguments));
            match (plain, runtime.block_on(both.repaired(&arguments))) {
                (Ok(plain), repaired) => prop_assert_eq!(repaired, Ok((plain, 0))),
                (Err(plain), Err(refused)) => prop_assert_eq!(plain, refused),
                (Err(_), Ok((repaired, repairs))) => {
                    prop_assert!(repairs > 0);
                    prop_assert_eq!(runtime.block_on(got(&both.plain, &repaired)), Ok(repaired));
                }
            }
        }
    }
}
