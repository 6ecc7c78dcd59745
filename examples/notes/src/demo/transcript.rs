//! What was said in a demo, and whether each check held.

use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// What was said in a demo, check by check.
///
/// As JSON, which `notes demo --json` prints:
///
/// ```
/// use notes::demo::{Check, Exchange, Transcript};
/// use serde_json::json;
///
/// let exchange = Exchange {
///     user: "alice",
///     request: "REST GET /projects".to_owned(),
///     response: json!([]),
/// };
/// let check = Check {
///     name: "is-empty",
///     claim: "a new user has no project",
///     exchanges: vec![exchange],
///     fault: None,
/// };
/// let transcript =
///     Transcript { server: "http://127.0.0.1:3000".to_owned(), checks: vec![check], held: true };
/// assert_eq!(
///     serde_json::to_value(&transcript).unwrap(),
///     json!({
///         "server": "http://127.0.0.1:3000",
///         "checks": [{
///             "name": "is-empty",
///             "claim": "a new user has no project",
///             "exchanges": [{"user": "alice", "request": "REST GET /projects", "response": []}],
///             "fault": null
///         }],
///         "held": true
///     })
/// );
/// ```
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "these are the keys of the JSON, which are public")]
pub struct Transcript {
    /// The address of the server.
    pub server: String,
    /// The checks in the order in which they were made; the first that does not hold is the last.
    pub checks: Vec<Check>,
    /// Whether every check was made and held.
    pub held: bool,
}

/// One claim about the service, and what was said to check it.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "these are the keys of the JSON, which are public")]
pub struct Check {
    /// The name, for programs.
    pub name: &'static str,
    /// The claim, for people.
    pub claim: &'static str,
    /// What was said.
    pub exchanges: Vec<Exchange>,
    /// Why the claim does not hold; absent when it does.
    pub fault: Option<String>,
}

/// One request and its response.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "these are the keys of the JSON, which are public")]
pub struct Exchange {
    /// The user who asked.
    pub user: &'static str,
    /// The protocol and the request.
    pub request: String,
    /// What came back.
    pub response: Value,
}

impl Transcript {
    /// Returns the transcript of nothing yet, which does not hold.
    pub(super) fn of(server: &str) -> Self {
        Self { server: server.to_owned(), checks: Vec::new(), held: false }
    }

    /// Makes a check, and returns what it found out for the next ones if it holds.
    pub(super) async fn check<T>(
        &mut self,
        name: &'static str,
        claim: &'static str,
        body: impl AsyncFnOnce(&mut Vec<Exchange>) -> Result<T, String>,
    ) -> Option<T> {
        let mut exchanges = Vec::new();
        let (found, fault) = match body(&mut exchanges).await {
            Ok(found) => (Some(found), None),
            Err(fault) => (None, Some(fault)),
        };
        self.checks.push(Check { name, claim, exchanges, fault });
        found
    }

    pub(super) fn to_json(&self) -> String {
        // Invariant: strings, booleans and JSON values, which nothing keeps from being JSON.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// The transcript for people.
impl fmt::Display for Transcript {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "A server in a process of its own: {}", self.server)?;
        for (check, number) in self.checks.iter().zip(1..) {
            writeln!(f, "\n{number}. {}: {}", check.name, check.claim)?;
            for Exchange { user, request, response } in &check.exchanges {
                writeln!(f, "   {user} > {request}\n   {:>width$} < {response}", "", width = user.len())?;
            }
            match &check.fault {
                None => writeln!(f, "   It holds.")?,
                Some(fault) => writeln!(f, "   IT DOES NOT HOLD: {fault}")?,
            }
        }
        f.write_str(if self.held { "\nEvery check held." } else { "\nThe demo failed." })
    }
}
