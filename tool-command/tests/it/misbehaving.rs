//! Programs that hang, flood, fork, die and print what they should not: each way to fail has a code of its own, and
//! nothing is left of any.

use std::{
    fs,
    num::NonZeroUsize,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{task::JoinSet, time::timeout};
use tool_core::{Allow, Concurrency, Invoker, Registry, Surface, testing::TestSurface};

use crate::support::{World, call, is_there, projection, surface, zombies};

const JSON: &str = r#"output = { form = "json" }"#;

/// Waits until the processes that the probe wrote down are gone, reaped included.
async fn gone(world: &World) {
    let pids = fs::read_to_string(world.path().join("pids")).unwrap();
    let all_gone = async {
        while pids.split(' ').any(is_there) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(10), all_gone).await.unwrap_or_else(|_| panic!("{pids} still run"));
}

/// Waits until the probe has started what it starts.
async fn started(world: &World) {
    let is_started = || fs::read_to_string(world.path().join("pids")).is_ok_and(|pids| pids.contains(' '));
    while !is_started() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits for a moment without a zombie; other tests of this process have theirs.
async fn no_zombies() {
    let none = async {
        while !zombies().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_secs(30), none).await.unwrap();
}

async fn answer(mode: &[&str], lines: &str) -> (Option<String>, String) {
    let world = World::new();
    let surface = surface(&world.probe(mode, lines), &world.host()).await;
    let answer = call(&surface, json!({})).await;
    (answer.code(), answer.text())
}

#[tokio::test]
async fn each_way_to_fail_has_a_code_of_its_own() {
    for (mode, more, code, text) in [
        (&["exit", "3"][..], "", "command-exit-status", "the program ended with status 3"),
        (
            &["exit", "3"],
            "show_errors = true",
            "command-exit-status",
            "the program ended with status 3: what went wrong",
        ),
        (&["signal"], "", "command-signal", "the program was ended by signal 6"),
        (&["bytes"], "", "command-invalid-utf8", "the program printed bytes that are no UTF-8 text"),
        (
            &["print", r#"{"a": [1, "#],
            JSON,
            "command-not-json",
            "the program printed no JSON: it cannot be read at line 1, column 10",
        ),
        (
            &["print", r#"{"\u0024serde_json::private::RawValue": "[]"}"#],
            JSON,
            "command-not-json",
            "the program printed the key `$serde_json::private::RawValue`, under which JSON hides",
        ),
        (
            &["much"],
            JSON,
            "command-output-too-long",
            "the program printed more than is kept, and a part of it cannot be read; ask for less",
        ),
        (
            &["print", r#"{"n": "x"}"#],
            r#"output = { form = "json", schema = { type = "object", properties = { n = { type = "integer" } } } }"#,
            "command-other-json",
            "the program printed other JSON than the output schema says",
        ),
        (
            &["hang"],
            "time_limit_secs = 1",
            "command-timeout",
            "the program took longer than 1 s and was stopped",
        ),
    ] {
        assert_eq!(answer(mode, more).await, (Some(code.to_owned()), format!("{code}: {text}")), "{mode:?}");
    }
    no_zombies().await;
}

#[tokio::test]
async fn a_program_that_cannot_be_started_says_so() {
    let world = World::new();
    let program = world.path().join("program");
    fs::copy(crate::support::example("probe"), &program).unwrap();
    let text = world
        .probe(&["argv"], "")
        .replace(crate::support::example("probe").to_str().unwrap(), program.to_str().unwrap());
    let surface = surface(&text, &world.host()).await;
    fs::remove_file(program).unwrap();
    let answer = call(&surface, json!({})).await;
    assert_eq!(answer.text(), "command-not-started: the program could not be started: entity not found");
}

#[tokio::test]
async fn a_status_that_the_manifest_names_is_a_result() {
    assert_eq!(answer(&["exit", "1"], "exit_statuses = [0, 1]").await, (None, String::new()));
}

#[tokio::test]
async fn json_is_a_structured_result() {
    let world = World::new();
    let surface = surface(&world.probe(&["print", r#"{"n": 7}"#], JSON), &world.host()).await;
    let answer = call(&surface, json!({})).await;
    assert_eq!(json!(answer.reply().structured), json!({ "n": 7 }));
}

#[tokio::test]
async fn what_is_over_the_limit_is_cut_and_said() {
    let (code, text) = answer(&["much"], "output_limit_bytes = 10").await;
    assert_eq!(
        (code, text.as_str()),
        (None, "yyyyyyyyyy\n[cut: 10 bytes are shown, 6553590 more were printed]")
    );
}

#[tokio::test]
async fn a_flood_is_ended_by_the_time_limit_and_keeps_no_memory() {
    let (code, _) = answer(&["flood"], "time_limit_secs = 1").await;
    assert_eq!(code.as_deref(), Some("command-timeout"));
}

#[tokio::test]
async fn a_program_gets_what_is_named_and_nothing_else() {
    let world = World::new();
    let more = "environment = [\"HOME\", \"NO_SUCH_VARIABLE\"]";
    let surface = surface(&world.probe(&["argv", "$HOME"], more), &world.host()).await;
    let got: Value = serde_json::from_str(&call(&surface, json!({})).await.text()).unwrap();
    let names: Vec<_> = got["environment"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["HOME", "PROBE_PIDS", "PROBE_STARTS"]);
    assert_eq!((&got["argv"], &got["stdin"], &got["read"]), (&json!(["$HOME"]), &json!(""), &json!(true)));
    assert_eq!(got["folder"], json!(world.path().canonicalize().unwrap()));
}

#[tokio::test]
async fn a_timeout_takes_the_grandchild_along() {
    let world = World::new();
    let surface = surface(&world.probe(&["grandchild"], "time_limit_secs = 1"), &world.host()).await;
    assert_eq!(call(&surface, json!({})).await.code().as_deref(), Some("command-timeout"));
    gone(&world).await;
}

#[tokio::test]
async fn what_a_program_leaves_running_goes_with_it() {
    let world = World::new();
    let surface = surface(&world.probe(&["leaves"], ""), &world.host()).await;
    let begun = Instant::now();
    assert_eq!(call(&surface, json!({})).await.text(), "done\n");
    // The grandchild holds the pipes for ten minutes.
    assert!(begun.elapsed() < Duration::from_secs(30));
    gone(&world).await;
}

#[tokio::test]
async fn a_caller_that_goes_away_takes_the_program_along() {
    for effect in ["read_only", "destructive"] {
        let world = World::new();
        let text = world.probe(&["grandchild"], "").replace("read_only", effect);
        let surface = surface(&text, &world.host()).await;
        let calls = call(&surface, json!({}));
        tokio::select! {
            answer = calls => panic!("it hangs: {answer:?}"),
            () = started(&world) => {}
        }
        gone(&world).await;
    }
}

#[tokio::test]
async fn a_server_that_stops_leaves_no_program() {
    let world = World::new();
    let host = world.host();
    let text = world.probe(&["grandchild"], "").replace("read_only", "destructive");
    let tools = projection(&text, &host).await.unwrap().tools;
    let registry =
        tools.into_iter().fold(Registry::builder(()), |all, tool| all.register(tool)).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap();
    let (answer, ()) = tokio::join!(call(&surface, json!({})), async {
        started(&world).await;
        assert_eq!(host.running().count(), 1);
        host.running().stop().await;
        assert_eq!(host.running().count(), 0);
    });
    assert_eq!(
        answer.text(),
        "command-stopped: the program was stopped before its end; it may have taken effect, so look before you repeat it"
    );
    gone(&world).await;
    assert_eq!(call(&surface, json!({})).await.code().as_deref(), Some("command-stopped"));
    assert_eq!(world.starts(), 1);
}

#[tokio::test]
async fn no_zombie_is_left_of_calls_that_were_given_up() {
    let world = World::new();
    let surface = surface(&world.probe(&["hang"], ""), &world.host()).await;
    for number in 1..=5 {
        let calls = call(&surface, json!({}));
        let begun = async {
            while world.starts() < number {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            answer = calls => panic!("it hangs: {answer:?}"),
            () = begun => {}
        }
    }
    no_zombies().await;
}

#[tokio::test]
async fn the_limit_of_the_host_is_for_tools_that_state_none_and_never_longer_than_a_call_is_held() {
    let world = World::new();
    let text = world.probe(&["hang"], "");
    let surface_with =
        async |seconds| surface(&text, &world.host().with_time_limit(Duration::from_secs(seconds))).await;
    let answer = call(&surface_with(1).await, json!({})).await;
    assert_eq!(answer.text(), "command-timeout: the program took longer than 1 s and was stopped");
    // Both would be longer than hosts hold a call, and are 50 s here.
    surface_with(600).await;
    surface_with(0).await;
}

#[tokio::test]
async fn a_program_that_reads_nothing_keeps_nobody_waiting() {
    let input = r#"input = [{ name = "value", description = "A text.", type = "text", max_length = 2000000, travels = "stdin" }]"#;
    for (mode, lines, code) in [
        (&["print", "done"][..], "", None),
        (&["hang"], "time_limit_secs = 1", Some("command-timeout")),
        (&["much"], "output_limit_bytes = 10", None),
    ] {
        let world = World::new();
        let surface = surface(&world.probe(mode, &format!("{lines}\n{input}")), &world.host()).await;
        let answer = call(&surface, json!({ "value": "x".repeat(1_000_000) })).await;
        assert_eq!(answer.code().as_deref(), code, "{mode:?}");
    }
}

#[tokio::test]
async fn the_path_of_a_program_is_the_one_that_programs_are_looked_for_on() {
    let world = World::new();
    let surface = surface(
        &world.probe(&["argv"], "environment = [\"PATH\"]"),
        &world.host().with_path(format!(".::relative:/usr/bin:{}", world.path().display())),
    )
    .await;
    let got: Value = serde_json::from_str(&call(&surface, json!({})).await.text()).unwrap();
    assert_eq!(got["environment"]["PATH"], json!(format!("/usr/bin:{}", world.path().display())));
}

#[tokio::test]
async fn many_calls_at_once_are_all_answered_and_no_more_run_than_there_is_room_for() {
    let world = World::new();
    let text = world.probe(&["argv"], "");
    let host = world.host();
    let registry = projection(&text, &host).await.unwrap().tools.into_iter();
    let registry = registry.fold(Registry::builder(()), |all, tool| all.register(tool)).build().unwrap();
    let room = Concurrency::default().with_running(NonZeroUsize::new(8).unwrap());
    let invoker = Invoker::builder(registry).unlimited().concurrency(room).build().unwrap();
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap();
    let mut calls = JoinSet::new();
    for number in 0..1000 {
        let (surface, running) = (surface.clone(), host.running().clone());
        calls.spawn(async move {
            let caller = TestSurface::new(&surface).as_caller(&format!("caller {}", number % 10));
            (caller.call("probe", json!({})).await.code(), running.count())
        });
    }
    let ended = calls.join_all().await;
    let answered = ended.iter().filter(|(code, _)| code.is_none()).count();
    assert!(ended.iter().filter_map(|(code, _)| code.as_ref()).all(|code| code == "busy"), "{ended:?}");
    assert!(answered >= 8 && world.starts() == answered, "{answered}");
    assert!(ended.iter().all(|(_, running)| *running <= 8), "{ended:?}");
    no_zombies().await;
}
