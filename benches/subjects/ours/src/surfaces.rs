//! The surfaces that calls are made on: from one whose invoker has nothing to ask, to one that asks everything there is.

use std::{error::Error, io};

use tool_core::{
    Allow, AuditLog, Available, BoxError, BuildErrors, Caller, Footer, Invoker, InvokerBuilder, JsonLines,
    Measured, Metrics, Quotas, Rate, Registered, SealedApprovals, Surface, Target, TargetArgument,
    approve_destructive, async_trait, ownership_by,
};

use crate::notes;

/// Returns the surface that nothing but the tools were told about.
pub(crate) fn plain(tools: usize) -> Result<Surface, BuildErrors> {
    surface(Invoker::builder(notes::registry(tools)?).unlimited())
}

/// Returns the surface of tools that are asked about one by one, for every caller.
pub(crate) fn asking(tools: usize) -> Result<Surface, BuildErrors> {
    surface(Invoker::builder(notes::registry(tools)?).unlimited().availability(available))
}

/// Returns a surface with a line under every result.
pub(crate) fn with_footer(tools: usize) -> Result<Surface, BuildErrors> {
    let invoker = Invoker::builder(notes::registry(tools)?).unlimited().build()?;
    Surface::outside("notes", &invoker, Allow::exposed()).footer(Pending).build()
}

/// Returns a surface whose calls are counted and timed.
pub(crate) fn measured(tools: usize) -> Result<Surface, BuildErrors> {
    surface(Invoker::builder(notes::registry(tools)?).unlimited().metrics(Counted))
}

/// Returns a surface whose calls are recorded, as lines that nobody keeps.
pub(crate) fn audited(tools: usize) -> Result<Surface, Box<dyn Error>> {
    let invoker = Invoker::builder(notes::registry(tools)?).unlimited().audit(discarded()?);
    Ok(surface(invoker)?)
}

/// Returns a surface whose every check has something to ask, and whose calls are measured; with records or without.
pub(crate) fn guarded(tools: usize, is_audited: bool) -> Result<Surface, Box<dyn Error>> {
    let quotas = Quotas::builder().reads(Rate::per_second(u32::MAX)).writes(Rate::unlimited()).build()?;
    let approvals = SealedApprovals::new([7; 32], approve_destructive())?;
    let mut invoker = Invoker::builder(notes::registry_of_projects(tools)?)
        .limits(quotas)
        .approval(approvals)
        .availability(available)
        .ownership(ownership_by(|caller: Caller, target: Target| {
            let owned = (caller.id() == "alice" && target.id() == "p-7").then_some(target);
            async move { Ok::<_, BoxError>(owned) }
        }))
        .metrics(Counted);
    if is_audited {
        invoker = invoker.audit(discarded()?);
    }
    let project = TargetArgument::new("project", "project_id", "Id of the project.");
    Ok(Surface::outside("notes", &invoker.build()?, Allow::exposed()).target_argument(project).build()?)
}

fn surface(invoker: InvokerBuilder) -> Result<Surface, BuildErrors> {
    Surface::outside("notes", &invoker.build()?, Allow::exposed()).build()
}

/// The cheapest question that there is: what is measured is the asking.
#[expect(clippy::unnecessary_wraps, reason = "a predicate of a host can fail")]
fn available(caller: &Caller, tool: &Registered) -> Result<Available, BoxError> {
    let closed = caller.id() == "mallory" && tool.name().is_within("billing");
    Ok(if closed { Available::Unavailable("closed".into()) } else { Available::Visible })
}

fn discarded() -> io::Result<AuditLog> {
    AuditLog::to(JsonLines::to_writer(io::sink())).start()
}

struct Counted;

impl Metrics for Counted {
    fn call_ended(&self, measured: &Measured<'_>) {
        std::hint::black_box(measured.duration);
    }
}

struct Pending;

#[async_trait]
impl Footer for Pending {
    async fn line(&self, _: &Caller, _: &Surface) -> Result<Option<String>, BoxError> {
        Ok(Some("2 imports are running".to_owned()))
    }
}
