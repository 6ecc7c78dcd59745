//! Which key exists in which revision of the protocol. The one table of it: whoever writes a newer key asks here
//! first.

use rmcp::{
    RoleServer,
    model::{Annotations, Implementation, ProtocolVersion, Tool},
    service::RequestContext,
};

/// What a revision may or may not know. What all of them know is not in here: the name, the description and the schema of
/// a tool, texts, pictures and embedded documents with hints of whom they are for, instructions, and `_meta` of requests and
/// results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// `annotations` of a tool.
    Annotations,
    /// Sounds in a result.
    AudioContent,
    /// `ttlMs` and `cacheScope` of a list.
    CacheHints,
    /// `icons` of a tool.
    Icons,
    /// The result `input_required`, and what answers it.
    InputRequired,
    /// `annotations.lastModified` of a block.
    LastModified,
    /// `_meta` of a tool.
    Meta,
    /// `outputSchema` of a tool.
    OutputSchema,
    /// `x-mcp-header` in a tool's schema.
    ParameterHeaders,
    /// `message` of a report of progress.
    ProgressMessage,
    /// Addresses of documents in a result.
    ResourceLink,
    /// `io.modelcontextprotocol/serverInfo` in `_meta` of a result.
    ServerInfo,
    /// `structuredContent` of a result.
    StructuredContent,
    /// `title` of a tool and of a server.
    Title,
}

impl Feature {
    /// Returns the first revision with it, as the changelog of each revision says
    /// (<https://modelcontextprotocol.io/specification/2026-07-28/changelog> and those before).
    fn since(self) -> ProtocolVersion {
        match self {
            Self::Annotations | Self::AudioContent | Self::ProgressMessage => ProtocolVersion::V_2025_03_26,
            Self::LastModified
            | Self::Meta
            | Self::OutputSchema
            | Self::ResourceLink
            | Self::StructuredContent
            | Self::Title => ProtocolVersion::V_2025_06_18,
            Self::Icons => ProtocolVersion::V_2025_11_25,
            Self::CacheHints | Self::InputRequired | Self::ParameterHeaders | Self::ServerInfo => {
                ProtocolVersion::V_2026_07_28
            }
        }
    }
}

/// The revision that a request is made in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Revision(ProtocolVersion);

impl Revision {
    /// Returns the revision of a request: its own, else the one of the handshake, else the last one with a handshake.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        Self(context.protocol_version().unwrap_or(ProtocolVersion::LATEST_WITH_INITIALIZE))
    }

    /// Returns the newest revision.
    pub(crate) fn newest() -> Self {
        Self(ProtocolVersion::LATEST)
    }

    pub(crate) fn version(&self) -> &ProtocolVersion {
        &self.0
    }

    /// Returns whether the revision is one without a handshake.
    pub(crate) fn is_modern(&self) -> bool {
        !self.0.has_initialize()
    }

    pub(crate) fn knows(&self, feature: Feature) -> bool {
        self.0.as_str() >= feature.since().as_str()
    }

    /// Returns the tool without the keys that the revision does not know.
    pub(crate) fn trim(&self, mut tool: Tool) -> Tool {
        if !self.knows(Feature::Annotations) {
            tool.annotations = None;
        }
        if !self.knows(Feature::Icons) {
            tool.icons = None;
        }
        if !self.knows(Feature::Meta) {
            tool.meta = None;
        }
        if !self.knows(Feature::OutputSchema) {
            tool.output_schema = None;
        }
        if !self.knows(Feature::Title) {
            tool.title = None;
        }
        tool
    }

    /// Takes out of a server's name for itself what the revision does not know.
    pub(crate) fn trim_identity(&self, server: &mut Implementation) {
        if !self.knows(Feature::Title) {
            server.title = None;
        }
    }

    /// Returns the hints of a block without those that the revision does not know.
    pub(crate) fn trim_hints(&self, mut hints: Annotations) -> Annotations {
        if !self.knows(Feature::LastModified) {
            hints.last_modified = None;
        }
        hints
    }
}

impl From<&ProtocolVersion> for Revision {
    fn from(version: &ProtocolVersion) -> Self {
        Self(version.clone())
    }
}

#[cfg(test)]
pub(crate) fn revision(version: ProtocolVersion) -> Revision {
    Revision(version)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rmcp::model::{Icon, MetaObject, ToolAnnotations};
    use serde_json::{Map, json};

    use super::*;

    #[test]
    fn each_revision_sees_the_keys_that_it_has() {
        let tool = Tool::new("a", "b", Map::new())
            .with_title("A")
            .with_annotations(ToolAnnotations::new().read_only(true))
            .with_icons(vec![Icon::new("https://example.com/a.png")])
            .with_raw_output_schema(Arc::new(Map::new()))
            .with_meta(MetaObject::new());
        let keys = |version| {
            let trimmed = json!(revision(version).trim(tool.clone()));
            trimmed.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(ProtocolVersion::V_2024_11_05), "description inputSchema name");
        assert_eq!(keys(ProtocolVersion::V_2025_03_26), "annotations description inputSchema name");
        let third = "_meta annotations description inputSchema name outputSchema title";
        assert_eq!(keys(ProtocolVersion::V_2025_06_18), third);
        let fourth = "_meta annotations description icons inputSchema name outputSchema title";
        assert_eq!(keys(ProtocolVersion::V_2025_11_25), fourth);
        assert_eq!(keys(ProtocolVersion::V_2026_07_28), fourth);
    }
}
