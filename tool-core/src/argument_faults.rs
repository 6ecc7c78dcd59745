//! What is wrong with the arguments of a call, in words that tell the caller what to send instead: the sentence of a
//! fault. How faults are found is `schema`; what was expected is worded in `schema::describe`, what was found in
//! `schema::misfit`.

use std::{borrow::Cow, fmt};

use serde::Serialize;
use serde_json::Value;

/// What is wrong with the arguments of one call: at most ten faults, and how many more there are at least.
///
/// A fault names a place, what belongs there, and which kind of value was found; never the value. As text it is one
/// line per fault. As data it is:
///
/// ```
/// use serde_json::json;
/// use tool_core::{ArgumentFaults, Fault};
///
/// let faults = ArgumentFaults::from_faults(vec![
///     Fault::missing("/query", "a string"),
///     Fault::new("/limit", "an integer from 1 to 100", "an integer out of range"),
/// ]);
/// assert_eq!(
///     serde_json::to_value(&faults).unwrap(),
///     json!({
///         "faults": [
///             {
///                 "pointer": "/limit",
///                 "expected": "an integer from 1 to 100",
///                 "found": "an integer out of range",
///                 "hint": null
///             },
///             { "pointer": "/query", "expected": "a string", "found": "nothing", "hint": null }
///         ],
///         "more": 0
///     })
/// );
/// assert_eq!(
///     faults.to_string(),
///     "/limit: expected an integer from 1 to 100, found an integer out of range\n/query: missing; expected a string"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArgumentFaults {
    faults: Vec<Fault>,
    more: usize,
}

impl ArgumentFaults {
    /// As many faults as a model can mend at once; the rest are counted.
    const SHOWN: usize = 10;

    /// Collects faults, ordered by place and then by text.
    pub fn from_faults(mut faults: Vec<Fault>) -> Self {
        faults.sort_by_cached_key(|fault| (fault.pointer.clone(), fault.to_string()));
        faults.dedup();
        let more = faults.len().saturating_sub(Self::SHOWN);
        faults.truncate(Self::SHOWN);
        Self { faults, more }
    }

    /// Counts faults that were not put into words.
    pub(crate) fn and_more(mut self, more: usize) -> Self {
        self.more += more;
        self
    }

    /// Returns the faults in order.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter()
    }

    /// Returns how many faults there are at least beyond those of [`iter`](Self::iter): the search ends after a hundred, so
    /// that hostile arguments cost little.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for ArgumentFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{fault}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand at least {more} more"),
        }
    }
}

/// One thing that is wrong with the arguments of a call.
///
/// The texts are the host's and the schema's: none of them holds a value of the caller, and a name that the caller
/// chose is escaped and cut.
///
/// # Examples
///
/// ```
/// use tool_core::{ArgumentFaults, Fault, ToolError};
///
/// let fault = Fault::unknown("", "qery", ["query", "limit"]);
/// assert_eq!(fault.pointer(), "/qery");
/// assert!(fault.hint().is_some_and(|hint| hint.contains("query")), "{:?}", fault.hint());
/// let error = ToolError::invalid_arguments(ArgumentFaults::from_faults(vec![fault]));
/// assert_eq!(error.code(), "invalid-arguments");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pointer: String,
    expected: String,
    found: Cow<'static, str>,
    hint: Option<String>,
}

/// What [`Fault::found`] says when an argument is absent.
const NOTHING: &str = "nothing";

/// What [`Fault::found`] says when an argument is not one of the declared ones.
const UNKNOWN: &str = "an unknown argument";

impl Fault {
    /// Returns a fault at a JSON pointer: what belongs there, and the kind of value that stands there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::Fault;
    ///
    /// let fault = Fault::new("/limit", "an integer", "a string");
    /// assert_eq!(fault.to_string(), "/limit: expected an integer, found a string");
    /// ```
    pub fn new(
        pointer: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { pointer: pointer.into(), expected: expected.into(), found: found.into(), hint: None }
    }

    /// Returns the fault of an argument that has to be there and is not.
    pub fn missing(pointer: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::new(pointer, expected, NOTHING)
    }

    /// Returns the fault of an argument that nobody declared, with those that are declared.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::Fault;
    ///
    /// let fault = Fault::unknown("", "qery", ["limit", "query"]);
    /// assert_eq!(fault.to_string(), "/qery: unknown argument; did you mean query? declared: limit, query");
    /// ```
    pub fn unknown<'a>(object: &str, name: &str, declared: impl IntoIterator<Item = &'a str>) -> Self {
        let mut declared: Vec<_> = declared.into_iter().collect();
        declared.sort_unstable();
        let nearest = crate::nearest::nearest(name, declared.iter().copied());
        let hint = nearest.map(|nearest| format!("did you mean {nearest}?"));
        let expected = match declared.as_slice() {
            [] => "no arguments".to_owned(),
            names => names.join(", "),
        };
        Self { pointer: format!("{object}/{}", segment(name)), expected, found: UNKNOWN.into(), hint }
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the JSON pointer of the place; empty for the arguments as a whole.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Returns what belongs there; for an unknown argument, the declared names.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// Returns the kind of what was found, such as `a string`, `nothing` or `an unknown argument`.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// Returns what to write instead, where that can be said.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, expected, found, hint } = self;
        let place = if pointer.is_empty() { "arguments" } else { pointer };
        match (found.as_ref(), hint) {
            (UNKNOWN, Some(hint)) => write!(f, "{place}: unknown argument; {hint} declared: {expected}"),
            (UNKNOWN, None) => write!(f, "{place}: unknown argument; declared: {expected}"),
            (NOTHING, None) => write!(f, "{place}: missing; expected {expected}"),
            (NOTHING, Some(hint)) => write!(f, "{place}: missing; expected {expected}; {hint}"),
            (found, None) => write!(f, "{place}: expected {expected}, found {found}"),
            (found, Some(hint)) => write!(f, "{place}: expected {expected}, found {found}; {hint}"),
        }
    }
}

/// Returns the JSON kind of a value with its article.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Returns a caller's name as one segment of a JSON pointer that is safe to print.
///
/// Control characters, quotes and everything outside printable ASCII are escaped, so that a name can neither forge
/// a second line nor hide in one; it is cut, because a name can be as long as the arguments may be.
pub(crate) fn segment(name: &str) -> String {
    const LONGEST: usize = 64;
    let mut shown = String::new();
    for (index, character) in name.chars().enumerate() {
        if index == LONGEST {
            shown.push_str("...");
            break;
        }
        match character {
            '~' => shown.push_str("~0"),
            '/' => shown.push_str("~1"),
            _ => shown.extend(character.escape_default()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ArgumentFaults, Fault, kind_of, segment};

    #[test]
    fn texts_say_what_is_wrong_and_what_to_write() {
        let none: [&str; 0] = [];
        for (fault, expected) in [
            (Fault::missing("/query", "a string"), "/query: missing; expected a string"),
            (Fault::new("", "an object", "a list"), "arguments: expected an object, found a list"),
            (
                Fault::unknown("/scope", "rot", ["root"]),
                "/scope/rot: unknown argument; did you mean root? declared: root",
            ),
            (Fault::unknown("", "zzz", ["root"]), "/zzz: unknown argument; declared: root"),
            (Fault::unknown("", "zzz", none), "/zzz: unknown argument; declared: no arguments"),
            (
                Fault::new("/tags", "a list of strings", "a string").with_hint("write [\"..\"]"),
                "/tags: expected a list of strings, found a string; write [\"..\"]",
            ),
        ] {
            assert_eq!(fault.to_string(), expected);
        }
    }

    #[test]
    fn at_most_ten_are_shown_in_order_and_the_rest_is_counted() {
        let faults = (0..13).rev().map(|n| Fault::missing(format!("/p{n:02}"), "a string")).collect();
        let faults = ArgumentFaults::from_faults(faults);
        let text = faults.to_string();
        assert_eq!(faults.iter().count(), 10);
        assert_eq!(faults.more(), 3);
        assert!(text.starts_with("/p00: missing"), "{text}");
        assert!(text.ends_with("/p09: missing; expected a string\nand at least 3 more"), "{text}");
    }

    #[test]
    fn a_callers_name_cannot_forge_a_line() {
        assert_eq!(segment("a\nb\"c"), "a\\nb\\\"c");
        assert_eq!(segment("a/b~c"), "a~1b~0c");
        assert_eq!(segment("gr\u{f6}\u{df}e\u{202e}"), "gr\\u{f6}\\u{df}e\\u{202e}");
        assert_eq!(segment(&"x".repeat(65)), format!("{}...", "x".repeat(64)));
        assert_eq!(segment(&"x".repeat(64)), "x".repeat(64));
    }

    #[test]
    fn kinds_have_an_article() {
        let kinds = json!([null, true, 1, 1.5, "x", [], {}]);
        let kinds: Vec<_> = kinds.as_array().unwrap().iter().map(kind_of).collect();
        assert_eq!(kinds, ["null", "a boolean", "an integer", "a number", "a string", "a list", "an object"]);
    }
}
