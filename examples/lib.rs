//! One small program per use of the workspace: see the examples of this package. The library holds the snippets of the
//! README and of other pages, so that they are compiled and run.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../tool-derive/docs/attributes.md")]
struct AttributeReference;

#[cfg(doctest)]
#[doc = include_str!("../docs/from-rmcp-macros.md")]
struct FromRmcpMacros;
