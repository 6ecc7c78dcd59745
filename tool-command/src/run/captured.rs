//! What a program printed, up to a limit. It never grows beyond that, whatever the program does.

/// The first bytes of a stream, and how many more there were.
#[derive(Debug)]
pub(crate) struct Captured {
    bytes: Vec<u8>,
    limit: usize,
    left_out: u64,
}

/// Bytes that are no text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotText;

impl Captured {
    pub(super) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit, left_out: 0 }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        let (kept, left_out) = chunk.split_at(chunk.len().min(self.limit - self.bytes.len()));
        self.bytes.extend_from_slice(kept);
        self.left_out = self.left_out.saturating_add(left_out.len() as u64);
    }

    /// Returns whether there was more than is kept.
    pub(crate) fn is_cut(&self) -> bool {
        self.left_out > 0
    }

    /// Returns what was kept as text, to the last whole character.
    ///
    /// # Errors
    ///
    /// When it is not UTF-8 for another reason than being cut.
    pub(crate) fn text(&self) -> Result<&str, NotText> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok(text),
            Err(error) if self.is_cut() && error.error_len().is_none() => {
                std::str::from_utf8(&self.bytes[..error.valid_up_to()]).map_err(|_| NotText)
            }
            Err(_) => Err(NotText),
        }
    }

    /// Says that it is cut, for whoever reads the text before it.
    pub(crate) fn cut_note(&self) -> Option<String> {
        let (kept, left_out) = (self.bytes.len(), self.left_out);
        self.is_cut().then(|| format!("[cut: {kept} bytes are shown, {left_out} more were printed]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(limit: usize, chunks: &[&[u8]]) -> Captured {
        let mut captured = Captured::new(limit);
        for chunk in chunks {
            captured.push(chunk);
        }
        captured
    }

    #[test]
    fn what_is_over_the_limit_is_counted_and_not_kept() {
        let whole = captured(4, &[b"ab", b"cd"]);
        assert_eq!((whole.text(), whole.cut_note()), (Ok("abcd"), None));
        let cut = captured(3, &[b"ab", b"cd", b"ef"]);
        assert_eq!(cut.text(), Ok("abc"));
        assert_eq!(cut.cut_note().unwrap(), "[cut: 3 bytes are shown, 3 more were printed]");
    }

    #[test]
    fn a_cut_is_between_characters_and_other_bytes_are_no_text() {
        assert_eq!(captured(3, &["aä€".as_bytes()]).text(), Ok("aä"));
        assert_eq!(captured(2, &["aä€".as_bytes()]).text(), Ok("a"));
        assert_eq!(captured(9, &[b"a\xff"]).text(), Err(NotText));
        assert_eq!(captured(9, &[b"a\xc3"]).text(), Err(NotText));
        assert_eq!(captured(2, &[b"\xffab"]).text(), Err(NotText));
    }
}
