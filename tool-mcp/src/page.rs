//! Paging of a listing: which tools a page holds, and the cursor of the next one. What a tool looks like is
//! `project`'s concern.

use std::{num::NonZeroUsize, ops::Range};

/// The cursor is none that this server gave out for the caller's present list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct InvalidCursor;

/// Returns which of the names, which are in order, the page holds, and the cursor of the next page.
///
/// A cursor marks the last name of the page before by a digest of it. So it shows no name, does not shift when a tool
/// comes or goes elsewhere in the list, and means nothing for a tool that the caller may not see.
pub(crate) fn page(
    names: &[&str],
    cursor: Option<&str>,
    size: NonZeroUsize,
) -> Result<(Range<usize>, Option<String>), InvalidCursor> {
    let start = match cursor {
        None => 0,
        Some(cursor) => names.iter().position(|name| mark(name) == cursor).ok_or(InvalidCursor)? + 1,
    };
    let end = names.len().min(start.saturating_add(size.get()));
    let next = if end < names.len() { Some(mark(names[end - 1])) } else { None };
    Ok((start..end, next))
}

/// FNV-1a, 64 bits: the same in every process and release, as servers behind one balancer need. It guards no secret.
fn mark(name: &str) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let digest = name.bytes().fold(OFFSET, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{digest:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(names: &[&'static str], size: usize) -> Vec<Vec<&'static str>> {
        let (mut pages, mut cursor) = (Vec::new(), None);
        loop {
            let size = NonZeroUsize::new(size).unwrap();
            let (range, next) = page(names, cursor.as_deref(), size).unwrap();
            pages.push(names[range].to_vec());
            cursor = next;
            if cursor.is_none() {
                return pages;
            }
        }
    }

    #[test]
    fn pages_cover_the_list_once() {
        assert_eq!(read(&["a", "b", "c"], 2), [vec!["a", "b"], vec!["c"]]);
        assert_eq!(read(&["a", "b"], 2), [vec!["a", "b"]]);
        assert_eq!(read(&[], 2), [Vec::<&str>::new()]);
    }

    #[test]
    fn a_cursor_survives_a_change_elsewhere_in_the_list() {
        let size = NonZeroUsize::new(2).unwrap();
        let (_, next) = page(&["b", "c", "d"], None, size).unwrap();
        let (range, _) = page(&["a", "b", "c", "d"], next.as_deref(), size).unwrap();
        assert_eq!(range, 3..4);
    }

    #[test]
    fn a_cursor_of_anything_else_is_invalid() {
        let size = NonZeroUsize::MIN;
        for cursor in ["", "a", "0", &mark("hidden")] {
            assert_eq!(page(&["a", "b"], Some(cursor), size), Err(InvalidCursor), "{cursor:?}");
        }
    }

    #[test]
    fn the_digest_is_the_published_one() {
        // Test vectors of the FNV reference: the empty string, "a" and "foobar".
        assert_eq!(mark(""), "cbf29ce484222325");
        assert_eq!(mark("a"), "af63dc4c8601ec8c");
        assert_eq!(mark("foobar"), "85944171f73967e8");
    }
}
