//! Where the caller says that its trace is. Checked for its form and handed to the host; nothing here looks further.

use std::fmt;

use tracing::Span;

use crate::panic_wall;

/// The longest `tracestate` that is passed on, in bytes; the least that the standard asks everybody to pass on
/// (<https://www.w3.org/TR/trace-context-1/#tracestate-limits>).
const TRACESTATE_LIMIT: usize = 512;

/// The place in a caller's trace that a request comes from, in the form of
/// [W3C Trace Context, level 1](https://www.w3.org/TR/trace-context-1/).
///
/// It is the caller's word. It says which trace a span belongs to, and must not decide anything else: whoever trusts
/// its `sampled` flag lets callers decide how much is exported. The third key of that family, `baggage`, is the
/// caller's text and is never read.
///
/// # Examples
///
/// ```
/// use tool_core::TraceContext;
///
/// let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
/// let context = TraceContext::parse(parent, Some("rojo=00f067aa0ba902b7")).unwrap();
/// assert_eq!(context.traceparent(), parent);
/// assert_eq!(context.tracestate(), Some("rojo=00f067aa0ba902b7"));
///
/// let no_trace = "00-00000000000000000000000000000000-00f067aa0ba902b7-01";
/// assert_eq!(TraceContext::parse(no_trace, None), None);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TraceContext {
    traceparent: String,
    tracestate: Option<String>,
}

impl TraceContext {
    /// Returns the context, when `traceparent` has the form of version 00 and a version that there can be.
    ///
    /// A `tracestate` of more than 512 bytes, or with anything but printable ASCII, is left out, as the standard has
    /// it: it costs the state and not the parent.
    pub fn parse(traceparent: &str, tracestate: Option<&str>) -> Option<Self> {
        let mut parts = traceparent.split('-');
        let [version, trace, parent, flags] = std::array::from_fn(|_| parts.next().unwrap_or_default());
        let well_formed = parts.next().is_none()
            && is_hex(version, 2)
            && version != "ff"
            && is_id(trace, 32)
            && is_id(parent, 16)
            && is_hex(flags, 2);
        let tracestate = tracestate.filter(|state| is_state(state)).map(str::to_owned);
        well_formed.then(|| Self { traceparent: traceparent.to_owned(), tracestate })
    }

    /// Returns the version, the trace, the parent span and the flags: 55 characters.
    pub fn traceparent(&self) -> &str {
        &self.traceparent
    }

    /// Returns what the systems before this one added, which only they can read.
    pub fn tracestate(&self) -> Option<&str> {
        self.tracestate.as_deref()
    }
}

fn is_hex(part: &str, length: usize) -> bool {
    part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_id(part: &str, length: usize) -> bool {
    is_hex(part, length) && part.bytes().any(|byte| byte != b'0')
}

fn is_state(state: &str) -> bool {
    (1..=TRACESTATE_LIMIT).contains(&state.len()) && state.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

impl fmt::Debug for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the state: `Debug` ends up in logs, and that text is the caller's.
        f.debug_struct("TraceContext").field("traceparent", &self.traceparent).finish_non_exhaustive()
    }
}

/// What a host does with the place that a request comes from.
pub(crate) struct TraceParent(Box<SetParent>);

type SetParent = dyn Fn(&Span, &TraceContext) + Send + Sync;

impl TraceParent {
    pub(crate) fn new(set: impl Fn(&Span, &TraceContext) + Send + Sync + 'static) -> Self {
        Self(Box::new(set))
    }

    /// Makes the span one of the caller's trace. A span that nobody collects has no parent to be given.
    pub(crate) fn set(&self, span: &Span, context: &TraceContext) {
        if !span.is_disabled() && panic_wall::walled(|| (self.0)(span, context)).is_err() {
            tracing::error!("the host's trace parent panicked; the span stays in a trace of its own");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn parses(traceparent: &str) -> bool {
        TraceContext::parse(traceparent, None).is_some()
    }

    #[test]
    fn only_a_well_formed_parent_is_one() {
        assert!(parses(GOOD));
        assert!(parses("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"), "a later version");
        for bad in [
            "",
            "00",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-001",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
        ] {
            assert!(!parses(bad), "{bad}");
        }
    }

    #[test]
    fn a_bad_state_costs_the_state_and_not_the_parent() {
        let kept = |state: &str| {
            let context = TraceContext::parse(GOOD, Some(state)).unwrap();
            context.tracestate().map(str::to_owned)
        };
        assert_eq!(kept("a=1, b=2"), Some("a=1, b=2".to_owned()));
        assert_eq!(kept(&"x".repeat(512)), Some("x".repeat(512)));
        assert_eq!(kept(&"x".repeat(513)), None);
        assert_eq!(kept(""), None);
        assert_eq!(kept("a=1\nb=2"), None);
        assert_eq!(kept("a=é"), None);
    }

    #[test]
    fn debug_does_not_repeat_the_state() {
        let context = TraceContext::parse(GOOD, Some("secret=1")).unwrap();
        assert!(!format!("{context:?}").contains("secret"));
    }
}
