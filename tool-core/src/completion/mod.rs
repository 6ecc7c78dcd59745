//! What the host says later of a call whose tool has returned already, once. Who may run is decided before; nothing here
//! waits, and a report that nobody waits for is kept nowhere but in the records.

mod awaiting;
mod pending;

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::SystemTime,
};

use tokio::sync::oneshot;

pub(crate) use self::awaiting::{Awaiting, Slot};
pub use self::pending::{Completion, Pending};
use crate::{AuditSink, CallId, ReportRecord, ToolError, ToolOutput, panic_wall, random};

/// What came of a call.
type Report = Result<ToolOutput, ToolError>;

/// Where the host reports what came of calls whose tools returned [`Pending`]. A clone is a handle to the same place.
///
/// For work that another system finishes, and tells the host about: a payment, a build, a person who decides. The
/// function hands [`Completion::correlation`] to that system and returns. The call waits, without a thread, until the
/// host [resolves](Self::resolve) it, and ends with what is reported, as if the function had returned it: its schema is
/// checked, and an error is the tool's own. Without this, the return of a function is the end of its call.
///
/// The call's own deadline and its caller's patience still count. A tool that only reads is stopped by them; any other
/// has been answered as `indeterminate` then, because the other system may go on. From that moment nobody waits for the
/// report.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use serde_json::json;
/// use tool_core::{
///     Allow, Answer, Caller, Completion, Completions, Invoker, Pending, Registry, Surface, ToolOutput, tool,
/// };
///
/// /// What the function asks the other system with.
/// #[derive(Default)]
/// struct Bank(Mutex<Vec<String>>);
///
/// /// Pays an invoice.
/// #[tool(title = "Pay an invoice", exposure = both, timeout = "2m")]
/// async fn pay_invoice(
///     #[state] bank: &Bank,
///     #[context] completion: Completion,
///     /// Number of the invoice.
///     invoice: u32,
/// ) -> Pending<bool> {
///     drop(invoice);
///     bank.0.lock().unwrap().push(completion.correlation().to_owned());
///     completion.pending()
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let bank = Arc::new(Bank::default());
/// let completions = Completions::new();
/// let registry = Registry::builder_shared(Arc::clone(&bank)).tool(pay_invoice_tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().completions(completions.clone()).build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
///
/// let request = surface.request(Caller::new("alice"), "pay_invoice", Some(json!({ "invoice": 7 })));
/// let call = tokio::spawn(async move { surface.call(request).await });
/// # while bank.0.lock().unwrap().is_empty() { tokio::task::yield_now().await }
///
/// // Later, where the bank calls back:
/// let correlation = bank.0.lock().unwrap()[0].clone();
/// assert!(completions.resolve("alice", &correlation, Ok(ToolOutput::json(json!(true)))).is_ok());
/// let twice = completions.resolve("alice", &correlation, Ok(ToolOutput::json(json!(false))));
/// assert_eq!(
///     twice.unwrap_err().to_string(),
///     "nobody waits for this report: the call has ended, has been reported, or was never this caller's"
/// );
///
/// let Answer::Reply(reply) = call.await.unwrap() else { panic!("it is offered") };
/// assert_eq!(serde_json::Value::from(reply.structured.unwrap()), json!({ "result": true }));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Completions(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The calls that wait, by correlation. A call that has ended is not in here.
    awaited: Mutex<HashMap<String, Awaited>>,
    /// Set by the invoker that it serves.
    records: OnceLock<Option<Arc<dyn AuditSink>>>,
}

/// A call that waits for its report.
struct Awaited {
    owner: String,
    tool: String,
    call: CallId,
    report: oneshot::Sender<Report>,
}

impl Completions {
    /// Returns a place where nothing is awaited.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports what came of a call of this caller. The first report counts, also one that comes before the function has
    /// returned.
    ///
    /// Whoever reports is the host: it has found out that the other system may speak, and for whom. An
    /// [`Err`](ToolError) is what the caller reads as the tool's failure.
    ///
    /// # Errors
    ///
    /// When nobody waits for it: too late, a second time, for another caller, or under a correlation that never was. All
    /// of these are one answer, and each has a [`ReportRecord`].
    pub fn resolve(
        &self,
        owner: &str,
        correlation: &str,
        report: Result<ToolOutput, ToolError>,
    ) -> Result<(), NotAwaited> {
        match self.0.take(owner, correlation) {
            Found::Awaited(awaited) => {
                let Awaited { tool, call, report: heard, .. } = awaited;
                heard.send(report).map_err(|_| self.0.refuse(owner, correlation, Some((call, tool)), LATE))
            }
            Found::Foreign(call, tool) => {
                Err(self.0.refuse(owner, correlation, Some((call, tool)), "foreign"))
            }
            Found::Nothing => Err(self.0.refuse(owner, correlation, None, LATE)),
        }
    }

    /// Takes where refused reports are recorded; says whether it was taken, because it serves one invoker.
    pub(crate) fn attach(&self, records: Option<Arc<dyn AuditSink>>) -> bool {
        self.0.records.set(records).is_ok()
    }
}

/// Why a report is refused that comes when nobody waits, or nobody ever did.
const LATE: &str = "not-awaited";

enum Found {
    Awaited(Awaited),
    /// It is another caller's, and is left alone.
    Foreign(CallId, String),
    Nothing,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Awaited>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, owner: &str, correlation: &str) -> Found {
        let mut all = self.lock();
        match all.get(correlation) {
            Some(theirs) if theirs.owner != owner => Found::Foreign(theirs.call, theirs.tool.clone()),
            _ => all.remove(correlation).map_or(Found::Nothing, Found::Awaited),
        }
    }

    fn refuse(
        &self,
        owner: &str,
        correlation: &str,
        call: Option<(CallId, String)>,
        why: &'static str,
    ) -> NotAwaited {
        let (call, tool) = call.unzip();
        let record = ReportRecord {
            time: SystemTime::now(),
            owner: owner.to_owned(),
            // What has another form comes from outside, and may be anything.
            correlation: random::is_name(correlation).then(|| correlation.to_owned()),
            call,
            tool,
            why,
        };
        if let Some(Some(records)) = self.records.get()
            && panic_wall::walled(|| records.reported(record)).is_err()
        {
            tracing::error!(why, "a report that was refused could not be recorded");
        }
        NotAwaited(())
    }
}

/// Nobody waits for a report. Why is in the records, and not in here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAwaited(());

impl fmt::Display for NotAwaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "nobody waits for this report: the call has ended, has been reported, or was never this caller's",
        )
    }
}

impl Error for NotAwaited {}

impl fmt::Debug for Completions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completions").finish_non_exhaustive()
    }
}
