//! What is wrong with a schema, for whoever declared it. What is wrong with arguments is `crate::argument_faults`.

/// One thing that keeps a schema from being offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SchemaFault {
    /// Where, as a JSON pointer into the schema as its reader sees it: references are followed, not named.
    pub(crate) pointer: String,
    /// A stable kebab-case code.
    pub(crate) rule: &'static str,
    /// What is wrong, and what to write instead.
    pub(crate) message: String,
    pub(crate) applies: Applies,
}

/// When a fault counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// The schema has no sound meaning.
    Always,
    /// The schema means something, and hosts or providers outside refuse it or get it wrong.
    Exposed,
}

impl SchemaFault {
    pub(super) fn always(pointer: impl Into<String>, rule: &'static str, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), rule, message: message.into(), applies: Applies::Always }
    }

    pub(super) fn exposed(
        pointer: impl Into<String>,
        rule: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { pointer: pointer.into(), rule, message: message.into(), applies: Applies::Exposed }
    }
}
