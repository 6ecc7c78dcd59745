//! What a client must not learn about tasks, and what an operator learns of every question.

use super::{Server, about};

const METHODS: [&str; 3] = ["tasks/get", "tasks/update", "tasks/cancel"];

#[tokio::test(start_paused = true)]
async fn tasks_of_somebody_else_and_tasks_that_never_were_are_the_same_bytes() {
    let server = Server::new();
    let id = server.start("import").await;
    let strange = ["00000000000000000000000000000000", "no-task", &id.to_uppercase()];
    for method in METHODS {
        let foreign = server.respond("bob", &about(method, &id)).await;
        assert_eq!(foreign.0, 200);
        assert!(foreign.1.contains("-32602") && !foreign.1.contains(&id), "{}", foreign.1);
        for unknown in strange {
            assert_eq!(server.respond("bob", &about(method, unknown)).await, foreign, "{method} {unknown}");
            assert_eq!(server.respond("alice", &about(method, unknown)).await, foreign, "{method} {unknown}");
        }
    }
    assert_eq!(server.get(&id).await["status"], "working", "bob has stopped nothing");
}

#[tokio::test(start_paused = true)]
async fn whoever_is_not_offered_the_tool_that_answers_knows_no_task() {
    let server = Server::new();
    let id = server.start("import").await;
    let unknown = server.respond("alice", &about("tasks/get", "no-task")).await;
    server.registry.disable("wait_for_operation", "incident 42: results hold other users' rows").unwrap();
    for method in ["tasks/get", "tasks/update"] {
        assert_eq!(server.respond("alice", &about(method, &id)).await, unknown, "{method}");
    }
    let call = super::tasks("tools/call", crate::mcp_fixture::call("import", serde_json::json!({})));
    assert_eq!(server.ask(&call).await["result"]["resultType"], "complete", "and is given no new one");
    // To stop one is another tool's to allow.
    assert_eq!(server.cancel(&id).await, serde_json::json!({ "resultType": "complete" }));
    server.registry.enable("wait_for_operation").unwrap();
    assert_ne!(server.get(&id).await["status"], "completed");
}

#[tokio::test(start_paused = true)]
async fn every_question_is_recorded_as_the_call_that_it_is() {
    let server = Server::new();
    let id = server.start("import").await;
    server.get(&id).await;
    server.cancel(&id).await;
    server.respond("bob", &about("tasks/get", &id)).await;
    let decisions = server.audit.decisions();
    let recorded: Vec<_> = decisions
        .iter()
        .map(|decision| (decision.caller.as_str(), decision.tool.as_deref().unwrap_or_default()))
        .filter(|(_, tool)| *tool != "import")
        .collect();
    let expected =
        [("alice", "wait_for_operation"), ("alice", "cancel_operation"), ("bob", "wait_for_operation")];
    assert_eq!(recorded, expected);
}
