//! What a surface adds to a reply of its own, and where it stands: inside a structured result where its schema has room,
//! and beside everything else. A tool never sees it.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    Content, Reply, SessionId,
    result_limit::ResultLimit,
    view::{FOOTER, MORE, SESSION},
};

/// What a surface adds to one reply.
#[derive(Clone, Default)]
pub(crate) struct Added {
    /// What is pending, in one line.
    pub(crate) footer: Option<String>,
    pub(crate) session: Option<SessionId>,
    /// What was left out of a result that was too long.
    pub(crate) more: Option<String>,
    /// How long the result may be.
    pub(crate) limit: Option<Arc<ResultLimit>>,
}

impl Added {
    pub(crate) const NOTHING: Self = Self { footer: None, session: None, more: None, limit: None };

    fn parts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let footer = self.footer.as_deref().map(|line| (FOOTER, line));
        let session = self.session.as_ref().map(|id| (SESSION, id.as_str()));
        let more = self.more.as_deref().map(|said| (MORE, said));
        [more, footer, session].into_iter().flatten()
    }

    /// Returns the key of a result under which something else stands already.
    pub(crate) fn taken(&self, root: &Map<String, Value>) -> Option<&'static str> {
        self.parts().map(|(key, _)| key).find(|key| root.contains_key(*key))
    }

    /// Writes it into a structured result. Its text is made of the same value, and so says the same.
    pub(crate) fn write_into(&self, root: &mut Map<String, Value>) {
        root.extend(self.parts().map(|(key, value)| (key.to_owned(), value.into())));
    }

    /// Writes it beside a result that may not be touched: as a block of its own, and for programs.
    pub(crate) fn write_beside(&self, reply: &mut Reply) {
        if let Some(text) = self.text() {
            reply.content.push(Content::Text(text));
            self.write_meta(reply);
        }
    }

    /// Writes it into the text of an error, which is all that many hosts show of one, and for programs.
    pub(crate) fn write_under(&self, reply: &mut Reply) {
        let Some(added) = self.text() else { return };
        match reply.content.last_mut() {
            Some(Content::Text(text)) => {
                text.push('\n');
                text.push_str(&added);
            }
            _ => reply.content.push(Content::Text(added)),
        }
        self.write_meta(reply);
    }

    /// Returns how many bytes it takes.
    pub(crate) fn length(&self) -> usize {
        self.parts().map(|(key, value)| key.len() + value.len() + r#","":"""#.len()).sum()
    }

    fn text(&self) -> Option<String> {
        self.parts().next()?;
        let line = |(key, value): (&str, &str)| match key {
            // These are sentences already.
            FOOTER | MORE => value.to_owned(),
            key => format!("{key}: {value}"),
        };
        Some(self.parts().map(line).collect::<Vec<_>>().join("\n"))
    }

    fn write_meta(&self, reply: &mut Reply) {
        self.write_into(&mut reply.meta);
    }
}
