//! Names of the registry for ids that an engine made up. One that is a name already stays what it is.

use sha2::{Digest, Sha256};

use crate::{ToolName, random};

/// Bytes of the mark, which are twice as many digits: as of public names that are cut.
const MARK: usize = 6;

/// What is left of an id that is no name: enough to recognise it by.
const READABLE: usize = 40;

/// Returns the name of an id. It depends on the id alone, so that it stays the same when others come and go.
pub(super) fn name(id: &str) -> String {
    if ToolName::parse(id).is_ok() {
        return id.to_owned();
    }
    let mark = random::hex(&Sha256::digest(id)[..MARK]);
    let parts = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let mut readable = parts.collect::<Vec<_>>().join("_");
    // The rest is ASCII, so that every place is between two characters.
    readable.truncate(READABLE);
    let readable = readable.trim_end_matches('_');
    if readable.is_empty() { mark } else { format!("{readable}_{mark}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_and_anything_else_is_marked() {
        assert_eq!(name("todos::create"), "todos::create");
        for id in ["iii.status", "a b", "ä", "", "a__b", "::", &"x.".repeat(100), "a\nb", "a:b"] {
            let name = name(id);
            assert!(ToolName::parse(&name).is_ok(), "{id:?} became {name}");
            assert!(name.len() <= READABLE + 13, "{name}");
        }
        assert!(name("iii.status").starts_with("iii_status_"));
        assert_ne!(name("a b"), name("a.b"), "the mark is of the whole id");
    }
}
