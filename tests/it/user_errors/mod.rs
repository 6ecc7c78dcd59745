//! Every mistake of `docs/errors.md` is made here, and its text compared. A row without a mistake, and a mistake without
//! a row, fail too.

mod assistant;
mod paths;
mod schemas;

use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};

use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tool_core::{
    Allow, Answer, Approval, ApprovalDecision, Available, BoxError, BuildErrors, Caller, Concurrency,
    Control, Effect, EffectiveCall, Exposure, Headless, HostMetadata, InProcessQueue, Invoker, JsonLines,
    Kind, Parallelism, Quotas, QuotasBuilder, Rate, Registered, Registry, SealedApprovals, Surface,
    TargetArgument, TicketError, ToolError, approve_destructive, testing::TestSurface,
};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

use crate::{
    operations,
    support::{Fixture, invoker, one_word, outside, project_id, registry},
};

/// The mistakes of one section, by title, with the text that each gets.
type Texts = BTreeMap<String, String>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns the rows of one section of the document.
fn documented(section: &str) -> Texts {
    let document = std::fs::read_to_string(root().join("docs/errors.md")).unwrap();
    let sections = document.split("\n## ").find(|text| text.starts_with(section)).unwrap().to_owned();
    let rows = sections.split("\n### ").skip(1).map(|row| {
        let (title, body) = row.split_once('\n').unwrap();
        let text: Vec<_> = body.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        (title.to_owned(), text.join("\n"))
    });
    rows.collect()
}

/// Compares what was said with what is documented.
fn compare(section: &str, said: impl IntoIterator<Item = (&'static str, String)>) {
    let said: Texts = said.into_iter().map(|(title, text)| (title.to_owned(), anonymous(&text))).collect();
    let documented = documented(section);
    for (title, text) in &documented {
        assert_eq!(said.get(title), Some(text), "docs/errors.md, {title}");
    }
    assert_eq!(said.len(), documented.len(), "mistakes without a row in docs/errors.md, {section}");
}

/// Writes `{place}` for a place in these files and `{id}` for a correlation id.
fn anonymous(text: &str) -> String {
    let place = |word: &str| -> Option<String> {
        let (_, line) = word.strip_prefix("tests/it/user_errors/")?.split_once(".rs:")?;
        Some(line.to_owned())
    };
    let words = text.split(' ').map(|word| match place(word) {
        Some(rest) => format!("{{place}}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None if word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit()) => "{id}".to_owned(),
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn compile_errors_are_those_of_the_ui_cases() {
    let document = std::fs::read_to_string(root().join("docs/errors.md")).unwrap();
    let section =
        document.split("\n## ").find(|text| text.starts_with("When the program is compiled")).unwrap();
    let mut rows = 0;
    for row in section.split("\n### ").skip(1) {
        let case = row.split_once("](../").and_then(|(_, rest)| rest.split_once(".rs)")).unwrap().0;
        let stderr = std::fs::read_to_string(root().join(format!("{case}.stderr"))).unwrap();
        let text = row.lines().find_map(|line| line.strip_prefix("    ")).unwrap();
        let said = |line: &str| line.starts_with("error") && line.ends_with(&format!(": {text}"));
        assert!(stderr.lines().any(said), "{case} does not say: {text}");
        rows += 1;
    }
    assert!(rows >= 36, "only {rows} rows were read");
}

fn only(errors: &BuildErrors) -> String {
    assert_eq!(errors.len(), 1, "{errors}");
    errors.iter().map(ToString::to_string).collect()
}

/// Returns the one fault of these tools.
fn fault(tools: impl IntoIterator<Item = Fixture>) -> String {
    only(
        &tools
            .into_iter()
            .fold(Registry::builder(()), |builder, tool| builder.register(tool))
            .build()
            .unwrap_err(),
    )
}

fn with_x(name: &str, x: &Value) -> String {
    fault([Fixture::new(name)
        .input(json!({ "type": "object", "properties": { "x": x }, "additionalProperties": false }))])
}

fn about_a_project(name: &str) -> Fixture {
    Fixture::new(name).host(|host| host.with_target("project"))
}

#[test]
#[expect(clippy::too_many_lines, reason = "one row for each mistake")]
fn build_errors() {
    let described = |reference: &str| json!({ "$ref": reference, "description": "An x." });
    let lost =
        json!({ "type": "object", "properties": {}, "required": ["x"], "additionalProperties": false });
    let taken = about_a_project("taken").input(json!({
        "type": "object",
        "properties": { "project_id": { "type": "string", "description": "Taken." } },
        "additionalProperties": false
    }));
    let surface = |tool, allow| Surface::outside("outside", &invoker([tool]), allow);
    let removed = registry([Fixture::new("search")]).update(|update| update.remove("serach"));
    compare(
        "When a registry, an invoker or a surface is built",
        [
            ("a name outside the grammar of the registry", fault([Fixture::new("a b")])),
            ("two tools of one name", fault([Fixture::new("twice"), Fixture::new("twice")])),
            (
                "two names that hosts cannot tell apart",
                fault([Fixture::new("Folded-name"), Fixture::new("folded_name")]),
            ),
            (
                "an exposed hand-written tool without a title",
                fault([
                    Fixture::new("untitled").host(|_| HostMetadata::default().with_exposure(Exposure::Both))
                ]),
            ),
            (
                "an exposed hand-written tool without a description",
                fault([Fixture::new("undescribed").description("")]),
            ),
            (
                "a hand-written headless exclusion without a reason",
                fault([
                    Fixture::new("no_reason").host(|host| host.with_headless(Headless::Never(" ".into())))
                ]),
            ),
            (
                "arguments that are no object",
                fault([Fixture::new("text").input(json!({ "type": "string" }))]),
            ),
            ("an undescribed argument", with_x("bare", &json!({ "type": "string" }))),
            (
                "an integer that hosts round",
                with_x("wide", &json!({ "type": "integer", "format": "int64", "description": "An x." })),
            ),
            ("a reference to another document", with_x("far", &described("https://example.com/x.json"))),
            ("a reference to nothing", with_x("dangling", &described("#/$defs/X"))),
            ("a required argument that is no property", fault([Fixture::new("lost").input(lost)])),
            (
                "nobody says who owns a target",
                only(&Invoker::builder(registry([about_a_project("look")])).unlimited().build().unwrap_err()),
            ),
            (
                "nobody says how much a caller may do",
                only(&Invoker::builder(registry([Fixture::new("look")])).build().unwrap_err()),
            ),
            (
                "one call at a time for each value of an argument that is none",
                fault([search().host(|host| host.with_parallelism(Parallelism::SerialBy("qery".into())))]),
            ),
            (
                "one call at a time for each target of a tool without one",
                fault([search().host(|host| host.with_parallelism(Parallelism::SerialByTarget))]),
            ),
            ("another name for no argument", fault([search().alias("q", "qery")])),
            (
                "a surface's argument that is another name of one of the tool's",
                only(
                    &surface(
                        about_a_project("look").input(one_word()).alias("project_id", "word"),
                        Allow::exposed(),
                    )
                    .target_argument(project_id())
                    .build()
                    .unwrap_err(),
                ),
            ),
            (
                "a control tool that is to take turns, by hand",
                fault([Fixture::new("stop")
                    .host(|host| host.with_control(Control::Acts).with_parallelism(Parallelism::Exclusive))]),
            ),
            (
                "a control tool that is an operation, by hand",
                fault([Fixture::new("stop")
                    .host(|host| host.with_control(Control::Acts).with_kind(Kind::Operation))]),
            ),
            ("operations without a queue", {
                let import = Fixture::new("import").host(|host| host.with_kind(Kind::Operation));
                only(&Invoker::builder(registry([import])).unlimited().build().unwrap_err())
            }),
            ("one queue for two invokers", {
                let queue = InProcessQueue::builder().build();
                let build = || Invoker::builder(registry([])).unlimited().operations(queue.clone()).build();
                let _first = build().unwrap();
                only(&build().unwrap_err())
            }),
            (
                "a switch of a tool that does not exist",
                only(&registry([search()]).disable("serach", "incident 42").unwrap_err()),
            ),
            (
                "outside callers cannot name the target",
                only(&surface(about_a_project("look"), Allow::exposed()).build().unwrap_err()),
            ),
            (
                "a target argument of a kind that no tool has",
                only(
                    &surface(about_a_project("look"), Allow::exposed())
                        .target_argument(TargetArgument::new("projct", "project_id", "The project."))
                        .build()
                        .unwrap_err(),
                ),
            ),
            (
                "the surface adds an argument that the tool has",
                only(&surface(taken, Allow::exposed()).target_argument(project_id()).build().unwrap_err()),
            ),
            (
                "a limit of names that leaves no room for them",
                only(&surface(search(), Allow::exposed()).longest_name(16).build().unwrap_err()),
            ),
            ("two public names that hosts cannot tell apart", {
                // The digits are the first of `sha256sum` of the long name.
                let builder =
                    Registry::builder(()).register(Fixture::new("quarterly_report_of_one_customer"));
                let registry = builder.register(Fixture::new("Quarterly-R-59e43742e2e6")).build().unwrap();
                let invoker = Invoker::builder(registry).unlimited().build().unwrap();
                let surface = Surface::outside("outside", &invoker, Allow::exposed());
                only(&surface.longest_name(24).build().unwrap_err())
            }),
            (
                "a hidden namespace that is spelt wrongly",
                only(
                    &surface(Fixture::new("engine::reload"), Allow::exposed())
                        .hide_namespace("engin")
                        .build()
                        .unwrap_err(),
                ),
            ),
            (
                "an allowlist that names no tool",
                only(&surface(Fixture::new("search"), Allow::only(["serach"])).build().unwrap_err()),
            ),
            ("an update that removes no tool", only(&removed.unwrap_err())),
        ],
    );
}

#[test]
fn limit_errors() {
    let some = Rate::per_minute(10);
    let quotas = || Quotas::builder().reads(some).writes(some);
    let said = |builder: QuotasBuilder| only(&builder.build().unwrap_err());
    compare(
        "When limits are built",
        [
            ("limits that leave out a rate", said(Quotas::builder().writes(some))),
            ("a rate that lets nothing through", said(quotas().reads(Rate::per_minute(0)))),
            ("a burst that lets nothing through", said(quotas().writes(some.with_burst(0)))),
            ("a rate without end that has a burst", said(quotas().reads(Rate::unlimited().with_burst(3)))),
            ("a burst that is never full again", said(quotas().reads(Rate::per_day(1).with_burst(u32::MAX)))),
            ("a class of limits without patterns", said(quotas().class("exports", some, [""; 0]))),
            (
                "two classes of limits of one name",
                said(quotas().class("exports", some, ["export"]).class("exports", some, ["dump"])),
            ),
            (
                "a pattern of a class that an earlier class takes away",
                said(quotas().class("billing", some, ["billing::*"]).class(
                    "payments",
                    some,
                    ["billing::pay"],
                )),
            ),
            ("a pattern of a class that is none", said(quotas().class("all", some, ["*"]))),
        ],
    );
}

fn search() -> Fixture {
    Fixture::new("search").input(json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "minLength": 1, "maxLength": 20, "description": "Words." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most." }
        },
        "required": ["query"],
        "additionalProperties": false
    }))
}

async fn said(tool: Fixture, name: &str, arguments: Value) -> String {
    TestSurface::new(&outside(&invoker([tool]))).as_caller("alice").call(name, arguments).await.text()
}

/// Returns what a first-party caller reads that hands arguments over as text, as model providers send them.
async fn text(arguments: &str) -> String {
    let surface = Surface::first_party("assistant", &invoker([search()]), Allow::exposed()).build().unwrap();
    let answer = surface.call(surface.request_text(Caller::new("alice"), "search", arguments)).await;
    let Answer::Reply(reply) = answer else { panic!("{answer:?}") };
    reply.text()
}

fn endless(effect: Effect) -> Fixture {
    let tool = Fixture::new("endless").body(|_| async { std::future::pending().await });
    tool.host(move |host| host.with_effect(effect).with_timeout(Duration::from_secs(1)))
}

#[test]
fn audit_errors() {
    let folder = tempfile::tempdir().unwrap();
    let [list, taken] = ["list", "taken"].map(|name| folder.path().join(name));
    std::fs::write(&list, "milk\n").unwrap();
    let _other = JsonLines::append(&taken).unwrap();
    let said = |file: &Path| {
        let error = JsonLines::append(file).map(|_| ()).unwrap_err().to_string();
        error.replace(file.to_str().unwrap(), "{path}")
    };
    compare(
        "When records of calls are kept",
        [("a file of something else", said(&list)), ("a file that another process writes", said(&taken))],
    );
}

#[tokio::test]
async fn approval_errors() {
    let sealed = |lifetime| {
        let approvals = SealedApprovals::new([7; 32], approve_destructive()).unwrap();
        Arc::new(approvals.with_lifetime(lifetime))
    };
    let (approvals, expiring) = (sealed(Duration::from_mins(1)), sealed(Duration::ZERO));
    let request_of = async |approvals: &Arc<SealedApprovals>| {
        let invoker = Invoker::builder(registry([Fixture::new("plain")])).unlimited();
        let surface = outside(&invoker.approval(Arc::clone(approvals)).build().unwrap());
        let answer = TestSurface::new(&surface).as_caller("alice").call("plain", json!({})).await;
        answer.reply().approval_request.clone().unwrap()
    };
    let (request, expired) = (request_of(&approvals).await, request_of(&expiring).await);
    let said = |result: Result<String, TicketError>| result.unwrap_err().to_string();
    let short = SealedApprovals::new("secret", approve_destructive());
    compare(
        "When a call is approved",
        [
            ("a call of one's own", said(approvals.approve(&request, &Caller::new("alice")))),
            (
                "a request that nobody looked at in time",
                said(expiring.approve(&expired, &Caller::new("bob"))),
            ),
            ("a request that was not made here", said(expiring.approve(&request, &Caller::new("bob")))),
            ("a key that can be guessed", short.map(|_| ()).unwrap_err().to_string()),
        ],
    );
}

/// Decides the same about every call.
struct Decides(fn() -> ApprovalDecision);

#[tool_core::async_trait]
impl Approval for Decides {
    async fn decide(&self, _: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        Ok((self.0)())
    }
}

/// Returns what a call of `plain` says that somebody decides about.
async fn decided(decide: fn() -> ApprovalDecision) -> String {
    let invoker = Invoker::builder(registry([Fixture::new("plain")])).unlimited();
    let surface = outside(&invoker.approval(Decides(decide)).build().unwrap());
    TestSurface::new(&surface).call("plain", json!({})).await.text()
}

#[tokio::test(start_paused = true)]
async fn operation_errors() {
    compare("When an operation is asked about", operations::errors::all().await);
}

#[tokio::test(start_paused = true)]
async fn refusals_in_a_busy_house() {
    let hour = Rate::per_hour(1);
    let quotas = Quotas::builder().reads(hour).writes(hour).build().unwrap();
    let limited = Invoker::builder(registry([Fixture::new("plain")])).limits(quotas).build().unwrap();
    let limited = TestSurface::new(&outside(&limited)).as_caller("alice");
    limited.call("plain", json!({})).await;

    let few = Concurrency::default().with_running(std::num::NonZeroUsize::MIN).with_waiting(0);
    let full = Invoker::builder(registry([endless(Effect::ReadOnly), Fixture::new("plain")])).unlimited();
    let full = outside(&full.concurrency(few).build().unwrap());
    let running = full.call(full.request(Caller::new("alice"), "endless", Some(json!({}))));

    let off = registry([Fixture::new("plain")]);
    off.disable("plain", "incident 42").unwrap();
    let off = outside(&Invoker::builder(off).unlimited().build().unwrap());

    let stopped = outside(&invoker([Fixture::new("plain")]));
    stopped.invoker().shutdown(Duration::ZERO).await;

    let beside = TestSurface::new(&full);
    let busy = tokio::select! {
        biased;
        answer = running => panic!("{answer:?}"),
        busy = beside.call("plain", json!({})) => busy.text(),
    };
    compare(
        "When a tool is called, and not now",
        [
            ("a caller that has used up its limit", limited.call("plain", json!({})).await.text()),
            ("more calls than there is room for", busy),
            (
                "a call that somebody must approve",
                decided(|| ApprovalDecision::Needed { reason: "deletes a project".into(), request: None })
                    .await,
            ),
            (
                "a call that nobody can approve",
                decided(|| ApprovalDecision::Denied { reason: "the books are closed".into() }).await,
            ),
            (
                "a tool that its operator has switched off",
                TestSurface::new(&off).call("plain", json!({})).await.text(),
            ),
            ("a service that stops", TestSurface::new(&stopped).call("plain", json!({})).await.text()),
        ],
    );
}

#[tokio::test(start_paused = true)]
async fn call_errors() {
    let deep = (0..40).fold(json!("x"), |inner, _| json!([inner]));
    let closed = |_: &Caller, _: &Registered| -> Result<Available, BoxError> {
        Ok(Available::Unavailable("closed until 8:00".into()))
    };
    let closed = Invoker::builder(registry([Fixture::new("closed")]))
        .unlimited()
        .availability(closed)
        .build()
        .unwrap();
    let own = Surface::first_party("assistant", &invoker([about_a_project("look")]), Allow::exposed())
        .build()
        .unwrap();
    let fails = Fixture::new("fails").body(|_| async { Err(ToolError::internal("why")) });
    compare(
        "When a tool is called\n",
        [
            ("a missing argument", said(search(), "search", json!({})).await),
            ("an unknown argument", said(search(), "search", json!({ "qery": "x" })).await),
            ("a value of the wrong kind", said(search(), "search", json!({ "query": 7 })).await),
            ("a value out of range", said(search(), "search", json!({ "query": "x", "limit": 0 })).await),
            ("a text that is too long", said(search(), "search", json!({ "query": "x".repeat(21) })).await),
            ("arguments that are a list", said(search(), "search", json!([])).await),
            ("arguments as text, one of them twice", text(r#"{"query": "a", "query": "b"}"#).await),
            ("arguments as text that is no JSON", text("query=a").await),
            ("arguments as text that breaks off", text(r#"{"query": "a"#).await),
            ("arguments nested too deeply", said(search(), "search", json!({ "query": deep })).await),
            (
                "somebody else's target, and one that does not exist",
                said(about_a_project("look"), "look", json!({ "project_id": "p-bob" })).await,
            ),
            ("a conversation without a target", TestSurface::new(&own).call("look", json!({})).await.text()),
            (
                "a tool that cannot be used at present",
                TestSurface::new(&outside(&closed)).call("closed", json!({})).await.text(),
            ),
            (
                "a tool that panics, or fails with an error that nobody wrote for the model",
                said(fails, "fails", json!({})).await,
            ),
            ("a read that takes too long", said(endless(Effect::ReadOnly), "endless", json!({})).await),
            ("a write that takes too long", said(endless(Effect::Additive), "endless", json!({})).await),
        ],
    );
}

/// Returns status and body of the answer to a sound request that one change made unsound.
async fn answer(change: impl FnOnce(http::request::Builder) -> (http::request::Builder, Value)) -> String {
    let surface = outside(&invoker([Fixture::new("plain").input(one_word())]));
    let handler = Handler::new(surface, ServerIdentity::new("test", "0")).with_message_limit(10_000);
    let authenticate = bearer(|token: String| async move { (token == "T").then(|| Caller::new("alice")) });
    let mount = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());

    let sound = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream");
    let (request, message) = change(sound);
    let response =
        mount.respond(request.body(Full::<bytes::Bytes>::from(message.to_string())).unwrap()).await;
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    match serde_json::from_slice::<Value>(&body) {
        Ok(answer) => format!("{} {}", answer["error"]["code"], answer["error"]["message"].as_str().unwrap()),
        Err(_) => format!("{status} {}", String::from_utf8_lossy(&body)),
    }
}

#[tokio::test]
async fn http_errors() {
    let list = || json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let call =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "no_such_tool" } });
    let json_type = ("content-type", "application/json");
    let alice = ("authorization", "Bearer T");
    compare(
        "Over HTTP",
        [
            (
                "no credential, or a wrong one",
                answer(|sound| (sound.header(json_type.0, json_type.1), list())).await,
            ),
            (
                "a host that is not this server's",
                answer(|sound| {
                    let mut sound = sound.header(json_type.0, json_type.1).header(alice.0, alice.1);
                    sound.headers_mut().unwrap().insert("host", "evil.example".parse().unwrap());
                    (sound, list())
                })
                .await,
            ),
            (
                "a page of a foreign origin",
                answer(|sound| {
                    let sound = sound.header(json_type.0, json_type.1).header(alice.0, alice.1);
                    (sound.header("origin", "https://evil.example"), list())
                })
                .await,
            ),
            (
                "a ticket that cannot be one",
                answer(|sound| {
                    let mut call = call.clone();
                    call["params"]["_meta"] = json!({ "tool-core/approval-ticket": 7 });
                    (sound.header(json_type.0, json_type.1).header(alice.0, alice.1), call)
                })
                .await,
            ),
            (
                "another method than POST",
                answer(|sound| (sound.method("GET").header(alice.0, alice.1), list())).await,
            ),
            (
                "a body that is too long",
                answer(|sound| {
                    (
                        sound.header(json_type.0, json_type.1).header(alice.0, alice.1),
                        json!("x".repeat(10_000)),
                    )
                })
                .await,
            ),
            (
                "a body that is not JSON by its type",
                answer(|sound| (sound.header("content-type", "text/plain").header(alice.0, alice.1), list()))
                    .await,
            ),
            (
                "a tool that is not offered to the caller, for whatever reason",
                answer(|sound| (sound.header(json_type.0, json_type.1).header(alice.0, alice.1), call)).await,
            ),
        ],
    );
}

#[test]
fn command_line_errors_are_those_that_the_tests_of_notes_make() {
    let tests = ["rest/startup.rs", "tools/command_line.rs"]
        .map(|file| std::fs::read_to_string(root().join("examples/notes/tests").join(file)).unwrap());
    let rows = documented("On the command line of `notes`");
    assert_eq!(rows.len(), 6);
    for (title, text) in rows {
        // A text that is put together there stands there in its parts.
        let parts: Vec<_> = text.split("{address}").flat_map(|text| text.split(": entry 1")).collect();
        let quoted =
            |part: &str| tests.iter().any(|test| test.contains(part.trim_start_matches(" has no `=`; ")));
        assert!(parts.iter().all(|part| quoted(part)), "{title}: {text}");
    }
}
