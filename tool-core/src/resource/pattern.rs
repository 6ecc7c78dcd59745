//! Addresses of resources: which texts are one, and which addresses a template stands for. What may be read there is
//! admission's to say.

use std::collections::BTreeMap;

use crate::name;

/// The longest address, in bytes; longer ones are cut or refused by proxies and hosts.
const LONGEST: usize = 2048;

/// The addresses of one resource or one template: level 1 of [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570), without
/// what would leave open where a variable ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

/// What stands between two `/`.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Fixed(String),
    Open { before: String, variable: String, after: String },
}

impl Pattern {
    /// Reads an address or a template.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what to write instead.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("has an address of {} bytes; {LONGEST} are the most", text.len()));
        }
        if let Some(odd) = text.chars().find(|c| !c.is_ascii_graphic() || "\"<>\\^`|".contains(*c)) {
            return Err(format!("has {odd:?} in its address; write it percent-encoded"));
        }
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_lowercase())
            && scheme
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
        if !is_scheme {
            return Err(
                "has an address without a scheme in lower case; write it as in `notes://help`".to_owned()
            );
        }
        let parts = text.split('/').map(part).collect::<Result<Vec<_>, _>>()?;
        let pattern = Self { parts };
        let mut seen = std::collections::BTreeSet::new();
        if let Some(twice) = pattern.variables().find(|variable| !seen.insert(*variable)) {
            return Err(format!("has the variable `{twice}` twice in its template; rename one"));
        }
        Ok(pattern)
    }

    /// Returns the names of the variables, in order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Fixed(_) => None,
            Part::Open { variable, .. } => Some(variable.as_str()),
        })
    }

    /// Returns whether it stands for one address only.
    pub(crate) fn is_fixed(&self) -> bool {
        self.variables().next().is_none()
    }

    /// Returns the values of the variables in an address that the pattern stands for.
    ///
    /// Percent-encoding is taken off once. A value is not empty, not `.` or `..`, and has no `/`, no `\` and no control
    /// character, encoded or not: it is one name, and never a path.
    pub(crate) fn matched(&self, address: &str) -> Option<BTreeMap<&str, String>> {
        if address.len() > LONGEST {
            return None;
        }
        let mut values = BTreeMap::new();
        let mut given = address.split('/');
        for part in &self.parts {
            let given = given.next()?;
            match part {
                Part::Fixed(fixed) if fixed == given => {}
                Part::Fixed(_) => return None,
                Part::Open { before, variable, after } => {
                    let value = given.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
                    values.insert(variable.as_str(), decoded(value)?);
                }
            }
        }
        given.next().is_none().then_some(values)
    }

    /// Returns whether there is an address that both stand for.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(one, another)| one.overlaps(another))
    }
}

impl Part {
    fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Fixed(one), Self::Fixed(another)) => one == another,
            (Self::Fixed(fixed), Self::Open { before, after, .. })
            | (Self::Open { before, after, .. }, Self::Fixed(fixed)) => {
                fixed.len() > before.len() + after.len()
                    && fixed.starts_with(before)
                    && fixed.ends_with(after)
            }
            (Self::Open { before: a, after: b, .. }, Self::Open { before: c, after: d, .. }) => {
                (a.starts_with(c) || c.starts_with(a)) && (b.ends_with(d) || d.ends_with(b))
            }
        }
    }
}

fn part(text: &str) -> Result<Part, String> {
    let Some((before, rest)) = text.split_once('{') else {
        return if text.contains('}') { Err(unbalanced()) } else { Ok(Part::Fixed(text.to_owned())) };
    };
    let (variable, after) = rest.split_once('}').ok_or_else(unbalanced)?;
    if after.contains('{') {
        return Err("has two variables without `/` between them in its template; put one there".to_owned());
    }
    if before.contains('}') || after.contains('}') {
        return Err(unbalanced());
    }
    if let Some(operator) = variable.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_') {
        return Err(format!(
            "has {operator:?} in a variable of its template; a variable is a plain name, as in `{{note}}`"
        ));
    }
    name::check_argument(variable)
        .map_err(|reason| format!("has the variable `{variable}` in its template: {reason}"))?;
    Ok(Part::Open { before: before.to_owned(), variable: variable.to_owned(), after: after.to_owned() })
}

fn unbalanced() -> String {
    "has a `{` or a `}` without the other one in its template".to_owned()
}

/// Takes percent-encoding off a value, once.
fn decoded(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                // One spelling for one address, of those that RFC 3986, section 6.2.2, takes for the same: else a template
                // would answer for the other spellings of a resource that comes before it.
                let mut digit = || {
                    let digit = rest.next().filter(|digit| !digit.is_ascii_lowercase())?;
                    char::from(digit).to_digit(16)
                };
                let byte = u8::try_from(digit()? * 16 + digit()?).ok()?;
                if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                    return None;
                }
                bytes.push(byte);
            }
            // RFC 3986, section 3.3: what a segment of a path may hold as it is.
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b','
            | b';' | b'=' | b':' | b'@' => bytes.push(byte),
            byte if byte.is_ascii_alphanumeric() => bytes.push(byte),
            _ => return None,
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let is_name = !text.is_empty()
        && text != "."
        && text != ".."
        && !text.chars().any(|c| c.is_control() || matches!(c, '/' | '\\'));
    is_name.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, address: &str) -> Option<Vec<(String, String)>> {
        let pattern = Pattern::parse(template).unwrap();
        let values = pattern.matched(address)?;
        Some(values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn a_template_stands_for_the_addresses_of_its_form() {
        let template = "notes://{project}/{note}.md";
        let both = vec![pair("note", "n-1"), pair("project", "p-7")];
        assert_eq!(matched(template, "notes://p-7/n-1.md"), Some(both));
        for other in [
            "notes://p-7/n-1",
            "notes://p-7/.md",
            "notes://p-7/n-1.md/",
            "notes://p-7/a/n-1.md",
            "notes:///n-1.md",
            "NOTES://p-7/n-1.md",
            "notes://p-7/n-1.md?x",
            "notes://p 7/n-1.md",
            "notes://p-7",
            "",
        ] {
            assert_eq!(matched(template, other), None, "{other:?}");
        }
    }

    #[test]
    fn percent_encoding_is_taken_off_once_and_makes_no_path() {
        let value =
            |encoded: &str| matched("a://{x}", &format!("a://{encoded}")).map(|mut all| all.remove(0).1);
        assert_eq!(value("a%20b").as_deref(), Some("a b"));
        assert_eq!(value("%C3%A4").as_deref(), Some("ä"));
        assert_eq!(value("%2541").as_deref(), Some("%41"), "once");
        for unsafe_value in
            ["a%2Fb", "%2e%2e", "..", ".", "%5C", "%00", "%0a", "%", "%4", "%zz", "%ff", "a#b", "ä", ""]
        {
            assert_eq!(value(unsafe_value), None, "{unsafe_value}");
        }
    }

    #[test]
    fn what_is_no_template_says_what_to_write() {
        let why = |text: &str| Pattern::parse(text).unwrap_err();
        assert!(why("help").contains("without a scheme"));
        assert!(why("Notes://a").contains("without a scheme"));
        assert!(why("{scheme}://a").contains("without a scheme"));
        assert!(why("a://{+path}").contains("'+' in a variable"));
        assert!(why("a://{x*}").contains("'*' in a variable"));
        assert!(why("a://{x,y}").contains("',' in a variable"));
        assert!(why("a://{}").contains("it is empty"));
        assert!(why("a://{x}{y}").contains("two variables"));
        assert!(why("a://{x}/{x}").contains("`x` twice"));
        assert!(why("a://{x").contains("without the other one"));
        assert!(why("a://x}").contains("without the other one"));
        assert!(why("a://ä").contains("percent-encoded"));
        assert!(why(&format!("a://{}", "x".repeat(2048))).contains("2048 are the most"));
    }

    #[test]
    fn templates_overlap_when_one_address_is_both() {
        let overlap = |one: &str, another: &str| {
            Pattern::parse(one).unwrap().overlaps(&Pattern::parse(another).unwrap())
        };
        assert!(overlap("a://{x}/{y}", "a://{x}/index"));
        assert!(overlap("a://n-{x}", "a://{x}.md"));
        assert!(!overlap("a://{x}/index", "a://{x}/list"));
        assert!(!overlap("a://{x}", "b://{x}"));
        assert!(!overlap("a://{x}.md", "a://{x}.txt"));
        assert!(!overlap("a://{x}/y", "a://{x}"));
        assert!(!overlap("a://n-{x}", "a://n-"));
    }
}
