//! The line that is on every result: what is pending for the caller, in the host's words. It decides nothing, and a call
//! never fails because of it.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

use super::Surface;
use crate::{BoxError, Caller, error::chain, panic_wall};

/// How long a result waits for its line. It is added to every call, and a summary that takes two indexed reads takes a
/// few milliseconds; a database that is busy for longer must not hold up results that are there.
const PATIENCE: Duration = Duration::from_millis(250);

/// Characters of a line; it is on every result, and paid for each time.
const LONGEST: usize = 300;

/// Says in one line what is pending for a caller: what runs, which conflicts are open, and which tool to ask.
///
/// A protocol without a way from the server to the model has no better place: results are what a model reads. So it is
/// asked once for every result, after the tool has run. Read a summary that is kept for this, never the whole state: it
/// costs what it costs as often as tools are called.
///
/// The line is cut after 300 characters, and line ends and control characters in it become spaces. When there is none
/// within 250 ms, and when it fails or panics, the result goes without it and the log says so.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, BoxError, Caller, Footer, Invoker, Registry, Surface, tool};
///
/// struct Conflicts;
///
/// #[tool_core::async_trait]
/// impl Footer for Conflicts {
///     async fn line(&self, caller: &Caller, surface: &Surface) -> Result<Option<String>, BoxError> {
///         let open = if caller.id() == "alice" { 2 } else { 0 }; // One indexed read.
///         let ask = match surface.listed(caller, "list_conflicts") {
///             Some(tool) => format!("; call {} to see them", tool.name),
///             None => String::new(),
///         };
///         Ok((open > 0).then(|| format!("{open} conflicts are open{ask}")))
///     }
/// }
///
/// /// Adds two numbers.
/// #[tool(title = "Add", exposure = both, effect = read_only)]
/// fn add(
///     /// The first number.
///     a: i32,
///     /// The second number.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(add_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).footer(Conflicts).build()?;
///
/// let request = surface.request(Caller::new("alice"), "add", Some(json!({ "a": 2, "b": 3 })));
/// let Answer::Reply(reply) = surface.call(request).await else { panic!("add is listed") };
/// let result = json!({ "result": 5, "footer": "2 conflicts are open" });
/// assert_eq!(serde_json::to_value(reply.structured).unwrap(), result);
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait Footer: Send + Sync + 'static {
    /// Returns the line for this caller, or nothing when nothing is pending. Tools are to be named as the surface lists
    /// them for the caller, and one that it is not offered is not to be named.
    ///
    /// # Errors
    ///
    /// When it cannot be found out; the result goes without it.
    async fn line(&self, caller: &Caller, surface: &Surface) -> Result<Option<String>, BoxError>;
}

#[async_trait]
impl<T: Footer + ?Sized> Footer for Arc<T> {
    async fn line(&self, caller: &Caller, surface: &Surface) -> Result<Option<String>, BoxError> {
        T::line(self, caller, surface).await
    }
}

/// Asks for the line, and returns it clean; whatever goes wrong is for the log.
pub(super) async fn ask(footer: &dyn Footer, caller: &Caller, surface: &Surface) -> Option<String> {
    let asked = tokio::time::timeout(PATIENCE, panic_wall::walled_future(footer.line(caller, surface))).await;
    let detail = match asked {
        Ok(Ok(Ok(line))) => return line.as_deref().and_then(clean),
        Ok(Ok(Err(error))) => chain(&*error),
        Ok(Err(panicked)) => panicked,
        Err(_) => {
            tracing::warn!(
                surface = surface.name(),
                "a result goes without its footer, which took over 250 ms"
            );
            return None;
        }
    };
    let surface_name = surface.name();
    if surface.invoker().logs_failure_details() {
        tracing::warn!(surface = surface_name, detail, "a result goes without its footer, which failed");
    } else {
        tracing::warn!(
            surface = surface_name,
            "a result goes without its footer, which failed; `log_failure_details` would say why"
        );
    }
    None
}

/// Makes one short line of a text; nothing, when it is blank.
fn clean(text: &str) -> Option<String> {
    let spaced: String =
        text.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c }).collect();
    let line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return None;
    }
    match line.char_indices().nth(LONGEST) {
        None => Some(line),
        Some(_) => Some(line.chars().take(LONGEST - 1).chain(['…']).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn a_line_is_one_line_and_short() {
        assert_eq!(clean("2 run\r\n\u{1b}[31m  now\u{2028}x").as_deref(), Some("2 run [31m now x"));
        assert_eq!(clean(" \n\t\u{0}"), None);
        assert_eq!(clean(&"é".repeat(300)).unwrap(), "é".repeat(300));
        let cut = clean(&"é".repeat(301)).unwrap();
        assert_eq!((cut.chars().count(), cut.ends_with("é…")), (300, true));
    }
}
