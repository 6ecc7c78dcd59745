//! Check: does the application's state allow the tool at present? A predicate over caller and state, never over the
//! connection.

use super::Question;
use crate::{
    BoxError, Caller, OmissionReason, Registered,
    error::{Correlation, chain},
    panic_wall,
};

/// Decides whether a tool can be used at present. Asked for a catalogue and again for each call, so it must be quick.
///
/// A closure is one too, with its types written out as below. It goes by the tool's name, or by what [`Registered::host`] says of it: its effect, its scopes,
/// its tags. Tools that watch and stop operations are asked about as well: a check by effect lets those pass whose
/// [`control`](crate::HostMetadata::control) is not [`Control::No`](crate::Control::No), or nobody can stop what runs. An
/// operation is asked about twice, the second time when its turn comes; one that has started goes on.
///
/// Resources and prompts are asked about in the same way, by names such as `resource:help` and `prompt:summarise`: their
/// effect is always [`Effect::ReadOnly`](crate::Effect::ReadOnly). A check whose answer changes by itself, with the clock for
/// example, tells nobody: call [`Surface::catalogue_may_have_changed`](crate::Surface::catalogue_may_have_changed) then, so
/// that clients which listen list again.
///
/// ```
/// use tool_core::{Available, BoxError, Caller, Registered};
///
/// let office_hours = |_: &Caller, tool: &Registered| -> Result<Available, BoxError> {
///     Ok(if tool.name().is_within("billing") {
///         Available::Unavailable("billing is closed until 8:00".into())
///     } else {
///         Available::Visible
///     })
/// };
/// let invoker = tool_core::Invoker::builder(tool_core::Registry::builder(()).build()?).unlimited().availability(office_hours).build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `Availability`",
    label = "implement `tool_core::Availability` for it, or give a closure that names its types, `|caller: &Caller, tool: &Registered| -> Result<Available, BoxError>`"
)]
pub trait Availability: Send + Sync + 'static {
    /// Says whether this caller can use this tool at present.
    ///
    /// # Errors
    ///
    /// When the state cannot be read: the one tool is then hidden and denied, and the error goes to the log.
    fn check(&self, caller: &Caller, tool: &Registered) -> Result<Available, BoxError>;
}

#[diagnostic::do_not_recommend]
impl<F> Availability for F
where
    F: Fn(&Caller, &Registered) -> Result<Available, BoxError> + Send + Sync + 'static,
{
    fn check(&self, caller: &Caller, tool: &Registered) -> Result<Available, BoxError> {
        self(caller, tool)
    }
}

/// Whether a tool can be used at present.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Available, BoxError, Caller, Invoker, Registered, Registry, Surface, tool};
///
/// /// Prints the report.
/// #[tool(title = "Print", exposure = both, effect = read_only)]
/// fn print_report() {}
///
/// let paper = |_: &Caller, tool: &Registered| -> Result<Available, BoxError> {
///     Ok(match tool.name().as_str() {
///         "print_report" => Available::Unavailable("the printer has no paper".to_owned()),
///         _ => Available::Visible,
///     })
/// };
/// let registry = Registry::builder(()).tool(print_report_tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().availability(paper).build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let omissions = surface.catalogue(&Caller::new("alice")).omissions;
/// assert_eq!(omissions[0].to_string(), "print_report: unavailable: the printer has no paper");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "hosts make it and nobody else matches on it")]
pub enum Available {
    /// It cannot, and the caller must not learn that it exists.
    Hidden,
    /// It cannot, for a reason that the caller may read. It is not listed.
    Unavailable(String),
    /// It can.
    Visible,
}

pub(super) fn check(question: &Question<'_>) -> Result<(), OmissionReason> {
    let Some(availability) = &question.policies.availability else { return Ok(()) };
    let asked = panic_wall::walled(|| availability.check(question.caller, &question.tool.entry));
    let detail = match asked {
        Ok(Ok(Available::Hidden)) => return Err(OmissionReason::Hidden),
        Ok(Ok(Available::Unavailable(reason))) => return Err(OmissionReason::Unavailable(reason)),
        Ok(Ok(Available::Visible)) => return Ok(()),
        Ok(Err(error)) => chain(&*error),
        Err(panicked) => panicked,
    };
    let correlation = Correlation::next();
    let name = question.tool.entry.name();
    question.policies.log(
        name,
        &correlation,
        &detail,
        "availability could not be determined, so it is hidden",
    );
    Err(OmissionReason::Undetermined { correlation: correlation.to_string() })
}
