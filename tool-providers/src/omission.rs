//! Why a model is not offered a tool. For the host only: it names tools that the caller must not learn about.

use std::fmt;

use tool_core::profile::NotExpressible;

/// One tool that a model is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omission {
    /// The tool's public name; its name in the registry where the surface does not list it for the caller.
    pub tool: String,
    /// Why.
    pub reason: OmissionReason,
}

/// Why a model is not offered a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OmissionReason {
    /// The provider does not take its description.
    Description(String),
    /// The provider does not take its name.
    Name(String),
    /// The surface does not list it for this caller.
    NotListed(tool_core::OmissionReason),
    /// The provider takes no form of its schema.
    Schema(NotExpressible),
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.tool)?;
        match &self.reason {
            OmissionReason::Description(reason) | OmissionReason::Name(reason) => f.write_str(reason),
            OmissionReason::NotListed(reason) => reason.fmt(f),
            OmissionReason::Schema(reason) => reason.fmt(f),
        }
    }
}
