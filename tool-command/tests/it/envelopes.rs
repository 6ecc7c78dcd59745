//! Envelope programs: what they print is passed on byte for byte, and what never reaches them is an envelope as well.

use std::{fs, process::Command};

use serde_json::{Map, Value, json};
use tool_command::{Host, Manifest, Projection};
use tool_core::{
    Allow, Effect, Invoker, Quotas, Rate, Registry, Surface, Tool,
    testing::{TestAnswer, TestSurface},
};

use crate::support::{World, example};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-serve/manifests/registrar.toml");

/// A verb that misbehaves, as it is asked to.
const MISBEHAVE: &str = r#"
[[tool]]
id = "registrar::misbehave"
title = "Misbehave"
summary = "Misbehaves."
exposure = "external"
effect = "read_only"
time_limit_secs = 1
output = { form = "envelope" }
run.command = { arguments = ["--json", "misbehave"] }
input = [{ name = "how", description = "How.", type = "id", required = true, travels = "positional" }]
"#;

fn host(world: &World) -> Host {
    world.host().with_program([example("registrar").to_str().unwrap()])
}

fn manifest(world: &World) -> Manifest {
    let file = world.path().join("registrar.toml");
    fs::write(&file, fs::read_to_string(SHIPPED).unwrap() + MISBEHAVE).unwrap();
    Manifest::read(file).unwrap()
}

async fn registry(world: &World) -> Registry {
    let projection = Projection::of(&[manifest(world)], &host(world)).await.unwrap();
    assert!(projection.omitted.is_empty());
    let tools = projection.tools.into_iter();
    tools.fold(Registry::builder(()), |all, tool| all.register(tool)).build().unwrap()
}

async fn surface(world: &World) -> Surface {
    let invoker = Invoker::builder(registry(world).await).unlimited().build().unwrap();
    Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap()
}

async fn call(surface: &Surface, verb: &str, arguments: Value) -> TestAnswer {
    TestSurface::new(surface).as_caller("alice").call(&format!("registrar__{verb}"), arguments).await
}

/// Checks that an answer is what the tool advertises, and an envelope that says no, in its text and as data. Returns its
/// failures.
fn refused(answer: &TestAnswer) -> Value {
    let envelope: Map<String, Value> = serde_json::from_str(&answer.text()).unwrap();
    assert_eq!(answer.reply().structured.as_ref(), Some(&envelope));
    assert!(advertised().is_valid(&json!(envelope)), "{envelope:?}");
    assert!(answer.reply().is_error());
    assert_eq!((&envelope["schema"], &envelope["ok"]), (&json!("registrar/1"), &json!(false)));
    envelope["failures"].clone()
}

/// Returns the output schema that every tool of the program has.
fn advertised() -> jsonschema::Validator {
    let schema = json!({
        "type": "object",
        "properties": {
            "schema": { "type": "string", "description": "Name of the form of this object." },
            "ok": { "type": "boolean", "description": "Whether it worked." },
            "failures": {
                "type": "array",
                "description": "What did not work.",
                "items": {
                    "type": "object",
                    "properties": { "code": { "type": "string", "description": "The stable code." } },
                    "required": ["code"]
                }
            }
        },
        "required": ["schema", "ok", "failures"]
    });
    jsonschema::draft202012::new(&schema).unwrap()
}

#[tokio::test]
async fn the_output_schema_pins_the_envelope_and_stays_open() {
    let world = World::new();
    let projection = Projection::of(&[manifest(&world)], &host(&world)).await.unwrap();
    for tool in &projection.tools {
        let schema = tool.definition().output_schema.unwrap();
        assert_eq!(schema["required"], json!(["schema", "ok", "failures"]), "{}", tool.id());
        assert_eq!(schema.get("additionalProperties"), None);
        let more = json!({ "schema": "registrar/1", "ok": true, "failures": [], "more": { "a": 1 } });
        let schema = jsonschema::draft202012::new(&schema).unwrap();
        assert!(schema.is_valid(&more) && advertised().is_valid(&more));
        assert!(!schema.is_valid(&json!({ "schema": "registrar/1", "ok": 1, "failures": [] })));
    }
}

#[tokio::test]
async fn a_line_is_the_text_byte_for_byte_and_the_object_is_the_data() {
    let world = World::new();
    let surface = surface(&world).await;
    let answer = call(&surface, "check", json!({ "name": "grace" })).await;
    assert!(!answer.reply().is_error());
    assert_eq!(
        answer.text(),
        r#"{"schema":"registrar/1","ok": true,"name":"grace","failures":[], "at":1.50}"#
    );
    assert_eq!(
        json!(answer.reply().structured),
        json!({ "schema": "registrar/1", "ok": true, "name": "grace", "failures": [], "at": 1.5 })
    );
    let answer = call(&surface, "claim", json!({ "name": "ada" })).await;
    assert_eq!(
        answer.text(),
        r#"{"ok":false, "schema":"registrar/1","failures":[{"code":"name-taken","message":"somebody has the name"}],"name":"ada"}"#
    );
    assert_eq!(refused(&answer)[0]["code"], "name-taken");
    assert_eq!(answer.code().as_deref(), Some("command-refused"));
}

#[tokio::test]
async fn a_failure_of_the_program_is_an_envelope() {
    let world = World::new();
    let surface = surface(&world).await;
    for (how, code, message) in [
        ("hang", "mcp-command-timeout", "the program took longer than 1 s and was stopped"),
        ("prose", "mcp-command-not-json", "the program printed something else than one line of JSON"),
        ("half", "mcp-command-not-json", "the program printed something else than one line of JSON"),
        (
            "other",
            "mcp-command-not-envelope",
            "the program printed JSON that is not one line with `schema`, `ok` and `failures`",
        ),
        ("status", "mcp-command-not-json", "the program printed something else than one line of JSON"),
    ] {
        let answer = call(&surface, "misbehave", json!({ "how": how })).await;
        assert_eq!(refused(&answer), json!([{ "code": code, "message": message }]), "{how}");
    }
    let answer = call(&surface, "misbehave", json!({ "how": "unknown" })).await;
    assert_eq!(refused(&answer), json!([{ "code": "brand-new" }]));
    // A number that readers of JSON in JavaScript round is the program's own affair.
    let answer = call(&surface, "misbehave", json!({ "how": "wide" })).await;
    assert!(answer.text().ends_with(r#""n":9007199254740993}"#), "{}", answer.text());
    assert!(!answer.reply().is_error());
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_an_envelope_that_names_them() {
    let world = World::new();
    let surface = surface(&world).await;
    for (arguments, argument) in [
        (json!({ "name": "-h" }), "name"),
        (json!({ "name": "" }), "name"),
        (json!({}), "name"),
        (json!({ "name": 7 }), "name"),
        (json!({ "name": "a", "nmae": "b" }), "nmae"),
    ] {
        let failures = refused(&call(&surface, "check", arguments).await);
        assert_eq!(
            (&failures[0]["code"], &failures[0]["argument"]),
            (&json!("mcp-invalid-arguments"), &json!(argument))
        );
        assert!(failures[0]["message"].as_str().unwrap().contains(argument), "{failures}");
    }
}

#[tokio::test]
async fn what_admission_refuses_is_an_envelope() {
    let world = World::new();
    let quotas = Quotas::builder().reads(Rate::per_hour(1)).writes(Rate::per_hour(1)).build().unwrap();
    let invoker = Invoker::builder(registry(&world).await).limits(quotas).build().unwrap();
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap();
    let name = json!({ "name": "grace" });
    assert!(!call(&surface, "check", name.clone()).await.reply().is_error());
    let limited = call(&surface, "check", name.clone()).await;
    assert_eq!(refused(&limited)[0]["code"], "mcp-limit-exceeded");
    assert!(limited.reply().retry_after.is_some());
    invoker.registry().disable("registrar::claim", "an incident").unwrap();
    assert_eq!(refused(&call(&surface, "claim", name).await)[0]["code"], "mcp-unavailable");
}

#[tokio::test]
async fn the_catalogue_is_a_tool_that_starts_nothing() {
    let world = World::new();
    let program = world.path().join("registrar");
    fs::copy(example("registrar"), &program).unwrap();
    let host = world.host().with_program([program.to_str().unwrap()]);
    let projection = Projection::of(&[manifest(&world)], &host).await.unwrap();
    let codes = &projection.tools[0];
    assert_eq!(
        (codes.id(), codes.way(), codes.host().effect),
        ("registrar::codes", "in process", Effect::ReadOnly)
    );
    fs::remove_file(program).unwrap();
    let registry = projection
        .tools
        .into_iter()
        .fold(Registry::builder(()), |all, tool| all.register(tool))
        .build()
        .unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap();
    let answer = call(&surface, "codes", json!({})).await;
    let catalogue = json!(answer.reply().structured);
    assert_eq!(
        (&catalogue["ok"], &catalogue["codes"][0]),
        (
            &json!(true),
            &json!({ "code": "name-taken", "meaning": "somebody has the name", "source": "program" })
        )
    );
    assert_eq!(catalogue["codes"][1]["code"], "name-reserved");
    assert_eq!(catalogue["codes"][2]["source"], "mcp");
    let failed = call(&surface, "check", json!({ "name": "grace" })).await;
    assert_eq!(refused(&failed)[0]["code"], "mcp-command-not-started");
}

#[tokio::test]
async fn without_a_program_everything_is_omitted_and_says_why() {
    let world = World::new();
    let projection = Projection::of(&[manifest(&world)], &world.host()).await.unwrap();
    assert!(projection.tools.is_empty());
    let reasons: Vec<_> = projection.omitted.iter().map(|omitted| omitted.reason.to_string()).collect();
    assert_eq!(reasons[0], "it asks the program for its codes, and none was given to the server");
    assert_eq!(reasons[1], "it names no program, and none was given to the server");
}

#[tokio::test]
async fn an_envelope_tool_is_no_operation() {
    let world = World::new();
    let text = MISBEHAVE.replace("time_limit_secs = 1", "operation = true");
    let file = world.path().join("registrar.toml");
    fs::write(&file, fs::read_to_string(SHIPPED).unwrap() + &text).unwrap();
    let errors = Projection::of(&[Manifest::read(file).unwrap()], &host(&world)).await.unwrap_err();
    assert!(
        errors.to_string().contains(
            "`registrar::misbehave`: every answer of the form \"envelope\" is one, and an operation"
        ),
        "{errors}"
    );
}

#[test]
fn the_program_prints_prose_for_people_and_one_object_for_programs() {
    let said = |arguments: &[&str]| {
        let ended = Command::new(example("registrar")).args(arguments).output().unwrap();
        (String::from_utf8(ended.stdout).unwrap(), ended.status.code())
    };
    assert_eq!(said(&["check", "ada"]), ("ada: somebody has the name\n".to_owned(), Some(1)));
    let (line, status) = said(&["--json", "check", "ada"]);
    assert_eq!((line.lines().count(), status), (1, Some(1)));
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["failures"][0]["code"], "name-taken");
}
