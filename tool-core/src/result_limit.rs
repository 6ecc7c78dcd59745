//! How long a result may be on a surface, and what a caller is told when one is cut. Where it is cut is `cut`; the rest is
//! kept by `continuations`.

use std::fmt::Write;

use serde_json::Value;

use crate::{
    Content, Continuations, ToolError,
    cut::{self, Cut},
    schema::OutputForm,
};

/// Bytes that are left for what is said of a cut, with the key that it stands under.
const SAID: usize = 240;

/// Bytes of a pointer that is shown.
const LONGEST_PLACE: usize = 64;

/// How long one result may be.
pub(crate) struct ResultLimit {
    /// Bytes of a whole result: its payload as compact JSON once, and its other blocks.
    pub(crate) most: usize,
    pub(crate) owner: String,
    /// What keeps the rest, and the public name of the tool with which this caller reads it.
    pub(crate) rest: Option<(Continuations, String)>,
}

impl ResultLimit {
    /// Cuts a payload that is too long with the blocks beside it, and returns what is said of that.
    ///
    /// # Errors
    ///
    /// What the caller reads when it cannot be cut.
    pub(crate) fn fit(
        &self,
        value: &mut Value,
        form: &OutputForm,
        beside: usize,
    ) -> Result<Option<String>, ToolError> {
        let long = cut::bytes(value).saturating_add(beside);
        if long <= self.most {
            return Ok(None);
        }
        let may_cut = match form {
            OutputForm::Structured { .. } => true,
            OutputForm::Unstated => value.is_object(),
            OutputForm::Nothing | OutputForm::Text | OutputForm::Verbatim { .. } => false,
        };
        let over = long.saturating_add(SAID).saturating_sub(self.most);
        let cut = may_cut.then(|| cut::cut(value, form.advertised().map(|schema| &**schema), over)).flatten();
        cut.map(|cut| Some(self.said(cut))).ok_or_else(|| too_long(long, self.most))
    }

    /// Refuses blocks that are too long by themselves.
    pub(crate) fn check(&self, content: &[Content]) -> Result<(), ToolError> {
        within(length(content), Some(self.most))
    }

    fn said(&self, cut: Cut) -> String {
        let Cut { place, shown, rest } = cut;
        let total = shown + rest.len();
        // A key of a map can be of any length.
        let place = if place.len() > LONGEST_PLACE { "one list" } else { &place };
        let mut said = format!("{shown} of {total} items of {place} are shown");
        let kept = self
            .rest
            .as_ref()
            .and_then(|(continuations, tool)| Some((continuations.keep(&self.owner, rest)?, tool)));
        // Writing to a string does not fail.
        let _ = match kept {
            Some((id, tool)) => write!(said, "; call {tool} with the continuation {id} for the rest"),
            None => write!(said, "; ask for less to see the rest"),
        };
        said
    }
}

/// Refuses what is longer than a surface takes, if it says how long that is.
pub(crate) fn within(long: usize, most: Option<usize>) -> Result<(), ToolError> {
    match most {
        Some(most) if long > most => Err(too_long(long, most)),
        _ => Ok(()),
    }
}

fn too_long(long: usize, most: usize) -> ToolError {
    ToolError::new(
        "result-too-long",
        format!(
            "the result has {long} bytes, {most} is the most here, and it cannot be cut; ask for less of it"
        ),
    )
}

/// Bytes of blocks, as they are sent.
pub(crate) fn length(content: &[Content]) -> usize {
    content.iter().map(Content::length).fold(0, usize::saturating_add)
}
