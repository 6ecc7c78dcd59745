//! What `notes serve` prints: where it is, what outside callers are offered, what they are not and why, and what to
//! paste into a client.

use crate::{mcp, tokens::Tokens, tools};
use serde_json::json;
use std::{
    fmt::{self, Write},
    net::SocketAddr,
};
use tool_core::{Catalogue, Effect, Surface};

/// What a service says when it is ready to serve.
pub(crate) struct Announcement<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) tokens: &'a Tokens,
    /// Whether nobody knows the tokens yet; any others are not repeated.
    pub(crate) fresh: bool,
    pub(crate) surface: &'a Surface,
}

impl fmt::Display for Announcement<'_> {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "notes serves http://{}", self.address)?;
        if self.fresh {
            for (user, token) in self.tokens.iter() {
                writeln!(f, "token of {user}: {token}")?;
            }
        }
        // All users are offered the same, so the first stands for all.
        if let Some((user, token)) = self.tokens.iter().next() {
            writeln!(f)?;
            catalogue(f, &self.surface.catalogue(&tools::caller(user.clone())))?;
            let shown = if self.fresh { token.to_owned() } else { format!("<the token of {user}>") };
            writeln!(
                f,
                "\nConfiguration of an MCP client, here for {user}:\n{}",
                self.configuration(&shown)
            )?;
        }
        Ok(())
    }
}

impl Announcement<'_> {
    fn configuration(
        &self,
        token: &str,
    ) -> String {
        let server = json!({
            "type": "http",
            "url": format!("http://{}{}", self.address, mcp::PATH),
            "headers": {"Authorization": format!("Bearer {token}")},
        });
        format!("{:#}", json!({"mcpServers": {"notes": server}}))
    }
}

fn catalogue(
    f: &mut impl Write,
    catalogue: &Catalogue,
) -> fmt::Result {
    writeln!(f, "Offered to outside callers:")?;
    for tool in &catalogue.tools {
        writeln!(f, "  {}: {}", tool.name, effect(tool.effect))?;
    }
    writeln!(f, "Not offered to them:")?;
    catalogue.omissions.iter().try_for_each(|omission| writeln!(f, "  {omission}"))
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Additive => "adds",
        Effect::Destructive => "changes or deletes",
        Effect::ReadOnly => "reads",
    }
}
