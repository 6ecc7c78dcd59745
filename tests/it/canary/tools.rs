//! The tools that hold the word, each for another way to end.

use std::time::Duration;

use serde_json::json;
use tool_core::{Content, Effect, ToolError, ToolOutput, tool};

use crate::support::{Fixture, one_word};

/// Panics on the blocking pool.
#[expect(clippy::needless_pass_by_value, reason = "a blocking body has its own arguments")]
#[tool(title = "Panics", exposure = both, effect = read_only, blocking)]
pub(super) fn panics_blocking(
    /// A word.
    word: String,
) -> String {
    panic!("CANARY-blocking-panic {word}");
}

pub(super) fn fixtures() -> Vec<Fixture> {
    let read_only =
        |name: &str| Fixture::new(name).input(one_word()).host(|host| host.with_effect(Effect::ReadOnly));
    let second = Duration::from_secs(1);
    let mut tools: Vec<_> = [
        "approval_fails",
        "approval_needed",
        "availability_fails",
        "availability_panics",
        "limits_fail",
        "unavailable",
        "unrecorded",
    ]
    .map(read_only)
    .into();
    tools.push(read_only("in_project").host(|host| host.with_target("project")));
    // Calls one that does not exist, and then one that fails.
    let word = || json!({ "word": "CANARY-nested-argument" });
    let nested = [("CANARY_nested_name", word()), ("breaks", word())];
    tools.push(Fixture::new("nests").input(one_word()).calls(nested));
    tools.extend([
        read_only("works").body(|seen| async move {
            let text = ToolOutput::text(format!("CANARY-result {}", seen.arguments["word"]));
            Ok(text.with_content(Content::Text("CANARY-block".into())))
        }),
        read_only("rounds").body(|_| async {
            Ok(ToolOutput::json(
                json!({ "CANARY-member": 9_007_199_254_740_993_u64, "text": "CANARY-value" }),
            ))
        }),
        read_only("fails").body(|_| async { Err(ToolError::new("own-code", "CANARY-authored")) }),
        read_only("breaks").body(|_| async { Err(ToolError::internal("CANARY-detail")) }),
        read_only("panics").body(|_| async { panic!("CANARY-panic") }),
        read_only("waits").host(|host| host.with_timeout(second)).body(|_| std::future::pending()),
        read_only("writes_on")
            .host(|host| host.with_effect(Effect::Destructive).with_timeout(second))
            .body(|_| std::future::pending()),
    ]);
    tools
}
