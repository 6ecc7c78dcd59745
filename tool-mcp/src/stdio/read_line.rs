//! Lines of bounded length from a stream. What is on a line is nobody's concern here.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Reads lines, and never holds more of one than it may be long.
pub(super) struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
    /// The rest of a line that was too long is being skipped.
    skipping: bool,
}

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text(Vec<u8>),
    TooLong,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(reader: R, limit: usize) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), limit, skipping: false }
    }

    /// Returns the next line, or `None` at the end. A last line needs no line end.
    ///
    /// Cancel safe: what was read of a line stays here until the line is complete.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let available = self.reader.fill_buf().await?;
            let ended = available.is_empty();
            let line_end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..line_end.unwrap_or(available.len())];
            let consumed = part.len() + usize::from(line_end.is_some());
            let too_long = !self.skipping && self.line.len() + part.len() > self.limit;
            if !self.skipping && !too_long {
                self.line.extend_from_slice(part);
            }
            self.reader.consume(consumed);
            let complete = ended || line_end.is_some();
            let skipped = self.skipping;
            self.skipping = (skipped || too_long) && !complete;
            if too_long {
                self.line.clear();
                return Ok(Some(Line::TooLong));
            }
            if complete && !skipped && !(ended && self.line.is_empty()) {
                return Ok(Some(Line::Text(std::mem::take(&mut self.line))));
            }
            if ended {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &'static str, limit: usize) -> Vec<Line> {
        let mut reader = LineReader::new(text.as_bytes(), limit);
        let mut lines = Vec::new();
        while let Some(line) = reader.next().await.unwrap() {
            lines.push(line);
        }
        lines
    }

    fn text(line: &str) -> Line {
        Line::Text(line.into())
    }

    #[tokio::test]
    async fn lines_are_split_and_the_last_needs_no_end() {
        assert_eq!(read("a\n\nbc\n", 9).await, [text("a"), text(""), text("bc")]);
        assert_eq!(read("a\nbc", 9).await, [text("a"), text("bc")]);
        assert_eq!(read("", 9).await, []);
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_skipped_whole_and_said_once() {
        assert_eq!(read("1234\n12345\nab\n", 4).await, [text("1234"), Line::TooLong, text("ab")]);
        assert_eq!(read("123456789", 4).await, [Line::TooLong]);
    }

    #[tokio::test]
    async fn a_line_over_many_reads_is_put_together() {
        let (mut near, far) = tokio::io::duplex(2);
        let writer = tokio::spawn(async move {
            tokio::io::AsyncWriteExt::write_all(&mut near, b"abcdef\nghijklm\nn\n").await.unwrap();
        });
        let mut reader = LineReader::new(far, 6);
        assert_eq!(reader.next().await.unwrap(), Some(text("abcdef")));
        assert_eq!(reader.next().await.unwrap(), Some(Line::TooLong));
        assert_eq!(reader.next().await.unwrap(), Some(text("n")));
        writer.await.unwrap();
        assert_eq!(reader.next().await.unwrap(), None);
    }
}
