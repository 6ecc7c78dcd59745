//! The reference and the table of keys say the same.

use crate::keys::KEYS;

const REFERENCE: &str = include_str!("../../docs/attributes.md");

/// Returns the first three cells of every row of the table of keys.
fn rows() -> Vec<[String; 3]> {
    let table =
        REFERENCE.split("| key | example | on | meaning |").nth(1).expect("the reference has the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`']).to_owned());
        std::array::from_fn(|_| cells.next().expect("a row has four cells"))
    })
    .collect()
}

#[test]
fn every_key_has_a_row_in_the_order_of_the_table() {
    let expected: Vec<_> =
        KEYS.iter().map(|key| [key.name.to_owned(), key.form.to_owned(), key.places()]).collect();
    assert_eq!(rows(), expected);
}

#[test]
fn every_key_says_what_it_means() {
    for key in KEYS {
        let row = REFERENCE.lines().find(|line| line.starts_with(&format!("| `{}` |", key.name)));
        let meaning = row.and_then(|row| row.rsplit(" | ").next()).map(|cell| cell.trim_matches(['|', ' ']));
        assert!(meaning.is_some_and(|meaning| meaning.len() > 10), "{}", key.name);
    }
}
