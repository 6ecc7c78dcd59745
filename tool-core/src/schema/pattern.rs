//! Which regular expressions mean the same everywhere: anchored, and without anything that some engine lacks.

/// Returns a pattern as it may be advertised, or nothing when it has to be said in words.
///
/// Classes such as `\d`, which some grammars lack and others read as all of Unicode, are written out.
pub(super) fn portable(pattern: &str) -> Option<String> {
    let inside = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let mut written = String::from("^");
    let mut letters = inside.chars().peekable();
    let (mut groups, mut in_class) = (0_usize, false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => written.push_str(&escaped(letters.next()?, in_class)?),
            '[' if in_class => return None,
            '[' => {
                in_class = true;
                written.push('[');
            }
            ']' => {
                in_class = false;
                written.push(']');
            }
            _ if in_class => written.push(letter),
            '(' => {
                groups += 1;
                written.push('(');
                if letters.peek() == Some(&'?') {
                    letters.next();
                    // Only the group that captures nothing: the others look around, name, or set flags.
                    if letters.next() != Some(':') {
                        return None;
                    }
                    written.push_str("?:");
                }
            }
            ')' => {
                groups = groups.checked_sub(1)?;
                written.push(')');
            }
            // Outside of any group, the anchors would belong to the first and the last alternative only.
            '|' if groups == 0 => return None,
            '^' | '$' => return None,
            _ => written.push(letter),
        }
    }
    if in_class || groups > 0 {
        return None;
    }
    written.push('$');
    Some(written)
}

/// Returns an escape that every engine reads alike.
fn escaped(letter: char, in_class: bool) -> Option<String> {
    let class = |inside: &str, negated: bool| match (in_class, negated) {
        (true, true) => None,
        (true, false) => Some(inside.to_owned()),
        (false, true) => Some(format!("[^{inside}]")),
        (false, false) => Some(format!("[{inside}]")),
    };
    match letter {
        'd' => class("0-9", false),
        'D' => class("0-9", true),
        'w' => class("A-Za-z0-9_", false),
        'W' => class("A-Za-z0-9_", true),
        'n' | 'r' | 't' | '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}'
        | '|' | '/' => Some(format!("\\{letter}")),
        '-' if in_class => Some("\\-".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::portable;

    #[test]
    fn keeps_what_every_engine_reads_alike() {
        for (pattern, expected) in [
            (r"^[a-z]+$", Some(r"^[a-z]+$")),
            (r"^\d{3}-\w+$", Some(r"^[0-9]{3}-[A-Za-z0-9_]+$")),
            (r"^[\d.]+$", Some(r"^[0-9.]+$")),
            (r"^\D$", Some(r"^[^0-9]$")),
            (r"^(?:a|b)$", Some(r"^(?:a|b)$")),
            (r"^a\.b$", Some(r"^a\.b$")),
            // Not anchored, or only half of it.
            (r"[a-z]+", None),
            (r"^a|b$", None),
            // Lookaround, a flag, a named group, a back reference, a Unicode class, a word boundary.
            (r"^(?!tmp_)[a-z]+$", None),
            (r"^(?i)a$", None),
            (r"^(?<year>[0-9])$", None),
            (r"^(a)\1$", None),
            (r"^\p{L}$", None),
            (r"^\bword$", None),
            // The dollar is escaped, so nothing anchors the end.
            (r"^a\$", None),
            (r"^[^\D]$", None),
            (r"^(a$", None),
        ] {
            assert_eq!(portable(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
