//! A [`tool_core::Surface`] in the request formats of model providers.
