//! The public name of a tool, made from its name in the registry: `a::b` is `a__b`, and a name that is too long is cut and
//! marked. Kept as a table, never reversed by cutting. A public name that two tools could mean belongs to neither.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};

use crate::{BuildError, Registered, ToolName, name::folded, random};

/// Longest public name: the grammar of OpenAI's function names, `^[a-zA-Z0-9_-]{1,64}$`, is the narrowest in use.
pub(crate) const LONGEST: usize = 64;

/// The lowest limit that a surface may set: eleven characters of the name are left to read beside the mark.
const SHORTEST: usize = 24;

/// Bytes of the mark, which are twice as many digits. With 48 bits, ten thousand names that are cut at one place clash by
/// chance once in five million such registries; whoever wants a clash finds one, and loses the name by it.
const MARK: usize = 6;

/// Returns the public form of a registry name on a surface with this limit. It depends on the name alone, so that it stays
/// the same when other tools come and go.
pub(crate) fn public(name: &ToolName, longest: usize) -> String {
    let whole = name.written();
    if whole.len() <= longest {
        return whole;
    }
    let mark = random::hex(&Sha256::digest(name.as_str())[..MARK]);
    // The grammar is ASCII, so that every place is between two characters.
    let head = &whole[..longest.saturating_sub(mark.len() + 1)];
    format!("{}_{mark}", head.trim_end_matches(['_', '-']))
}

/// Returns the public form of a name of which nobody knows where it is listed; a text outside of the grammar stays as it is.
pub(crate) fn anywhere(name: &str) -> String {
    ToolName::parse(name).map_or_else(|_| name.to_owned(), |name| public(&name, LONGEST))
}

/// Returns what is wrong with a limit.
pub(super) fn limit_fault(longest: usize) -> Option<BuildError> {
    let (least, most) = (SHORTEST, LONGEST);
    (!(least..=most).contains(&longest)).then_some(BuildError::InvalidNameLimit { longest, least, most })
}

/// Returns the public name of every tool, also of those that a surface will not list: a name that one of them has must not
/// become another one's. Tools that hosts could not tell apart have none, and are named.
pub(super) fn table<'s>(
    tools: impl Iterator<Item = &'s Registered>,
    longest: usize,
) -> (HashMap<&'s ToolName, String>, Vec<BuildError>) {
    let mut alike = BTreeMap::<String, Vec<(&Registered, String)>>::new();
    for tool in tools {
        let public = public(tool.name(), longest);
        alike.entry(folded(&public)).or_default().push((tool, public));
    }
    let (mut names, mut faults) = (HashMap::new(), Vec::new());
    for mut tools in alike.into_values() {
        // An engine takes no name away from the host, and its entries stop no surface from being built.
        if tools.len() > 1 {
            tools.retain(|(tool, _)| tool.source_id.is_none());
        }
        if tools.is_empty() {
            continue;
        }
        let (first, public) = tools.remove(0);
        faults.extend(tools.iter().map(|(other, _)| BuildError::NameClash {
            public: public.clone(),
            name: other.name().to_string(),
            location: other.location(),
            other: first.name().to_string(),
            other_location: first.location(),
        }));
        if tools.is_empty() {
            names.insert(first.name(), public);
        }
    }
    (names, faults)
}
