//! The attributes of `tool-core`: a private implementation detail, re-exported by `tool_core`. No logic is in this file.
//!
//! ```text
//! tokens -> parse (syntax and spans) -> model (what it means) -> check (rules over the whole) -> expand -> tokens
//!               \_______________ errors: collected, none ends the expansion early _______________/
//! no error: the item and its tool.     errors: the item, a stand-in for its tool, and every error
//! ```

mod attribute;
mod check;
mod crate_path;
mod docs;
mod errors;
mod expand;
mod fallback;
mod keys;
mod lifetimes;
mod model;
mod parse;
mod settings;
mod spelled;
mod suggestion;
#[cfg(test)]
mod tests;
mod words;

use proc_macro::TokenStream;

/// Makes a tool of a function that exists already; the function stays as it is.
#[doc = include_str!("../docs/attributes.md")]
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    attribute::tool(args.into(), item.into()).into()
}

/// Makes tools of the methods of an impl block that are marked `#[tool]`; see [`tool`](macro@tool) for the keys.
#[proc_macro_attribute]
pub fn tools(args: TokenStream, item: TokenStream) -> TokenStream {
    attribute::tools(args.into(), item.into()).into()
}

/// Makes a tool of an argument struct that implements `Run`; see [`tool`](macro@tool) for the keys.
#[proc_macro_derive(Tool, attributes(tool))]
pub fn derive_tool(item: TokenStream) -> TokenStream {
    attribute::derive(item.into()).into()
}

/// Says which cases of an application's error the model reads, and in which words; every other case stays with the host.
///
/// See [`tool`](macro@tool), section *Errors*.
#[proc_macro_derive(IntoToolError, attributes(tool_error))]
pub fn derive_into_tool_error(item: TokenStream) -> TokenStream {
    attribute::derive_into_tool_error(item.into()).into()
}
