//! Texts that match a pattern, for the patterns that the dialect keeps: anchored, with classes, groups and counts.

use std::{iter::Peekable, str::Chars};

use super::chance::Chance;

/// Repetitions where a pattern leaves the number open.
const FEW: u64 = 3;

/// Returns a text that matches a pattern of the dialect.
pub(super) fn matching(pattern: &str, chance: &mut Chance) -> String {
    let inside = pattern.strip_prefix('^').unwrap_or(pattern);
    let inside = inside.strip_suffix('$').unwrap_or(inside);
    let group = alternatives(&mut inside.chars().peekable());
    let mut text = String::new();
    write(&group, chance, &mut text);
    text
}

/// Alternatives, each a sequence of parts.
type Group = Vec<Vec<Part>>;

struct Part {
    atom: Atom,
    least: u64,
    most: u64,
}

enum Atom {
    Group(Group),
    Letters(Vec<char>),
}

fn write(group: &Group, chance: &mut Chance, text: &mut String) {
    for part in chance.one_of(group) {
        for _ in 0..chance.between(part.least, part.most) {
            match &part.atom {
                Atom::Group(group) => write(group, chance, text),
                Atom::Letters(letters) if letters.is_empty() => {}
                Atom::Letters(letters) => text.push(*chance.one_of(letters)),
            }
        }
    }
}

/// Reads alternatives up to the end of the pattern or of the group.
fn alternatives(letters: &mut Peekable<Chars<'_>>) -> Group {
    let mut group = vec![Vec::new()];
    while let Some(letter) = letters.next() {
        let atom = match letter {
            ')' => break,
            '|' => {
                group.push(Vec::new());
                continue;
            }
            '(' => {
                if letters.next_if_eq(&'?').is_some() {
                    letters.next();
                }
                Atom::Group(alternatives(letters))
            }
            '[' => Atom::Letters(class(letters)),
            '.' => Atom::Letters(vec!['a', 'Z', '7', '-', 'é']),
            '\\' => Atom::Letters(vec![escaped(letters)]),
            other => Atom::Letters(vec![other]),
        };
        let (least, most) = repetition(letters);
        if let Some(sequence) = group.last_mut() {
            sequence.push(Part { atom, least, most });
        }
    }
    group
}

fn repetition(letters: &mut Peekable<Chars<'_>>) -> (u64, u64) {
    let counts = match letters.peek() {
        Some('*') => (0, FEW),
        Some('+') => (1, 1 + FEW),
        Some('?') => (0, 1),
        Some('{') => {
            letters.next();
            let counts: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
            let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
            let least = least.parse().unwrap_or(0);
            let most = most.parse().unwrap_or(least + FEW);
            letters.next_if_eq(&'?');
            return (least, most.min(least + FEW));
        }
        _ => return (1, 1),
    };
    letters.next();
    letters.next_if_eq(&'?');
    counts
}

/// Returns the letters of a class; of a negated one, those of plain ASCII that are not in it.
fn class(letters: &mut Peekable<Chars<'_>>) -> Vec<char> {
    let negated = letters.next_if_eq(&'^').is_some();
    let mut members = Vec::new();
    while let Some(letter) = letters.next() {
        let first = match letter {
            ']' => break,
            '\\' => escaped(letters),
            other => other,
        };
        let mut ahead = letters.clone();
        let last = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(last)) if last != ']' => {
                *letters = ahead;
                if last == '\\' { escaped(letters) } else { last }
            }
            _ => first,
        };
        members.extend(first..=last);
    }
    if negated { (' '..='~').filter(|letter| !members.contains(letter)).collect() } else { members }
}

fn escaped(letters: &mut Peekable<Chars<'_>>) -> char {
    match letters.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some(other) => other,
        None => '\\',
    }
}
