//! Search: words that all must match, never a language.

use crate::support::{Notes, column};

/// Percent-encodes every byte, so that nothing of the query is lost on its way.
fn encoded(query: &str) -> String {
    query.bytes().fold(String::new(), |text, byte| format!("{text}%{byte:02X}"))
}

struct Garden {
    notes: Notes,
    project: String,
}

impl Garden {
    /// Five notes; a search answers them newest first.
    async fn new() -> Self {
        let notes = Notes::new();
        let project = notes.project("T1", "garden").await;
        for (title, body) in [
            ("one", "a red apple"),
            ("two", "a green apple, not near a pear"),
            ("three", "title: crème brûlée"),
            ("four", "red-hot chili"),
            ("five", "Яблоко и груша"),
        ] {
            notes.note(&project, title, body).await;
        }
        Self { notes, project }
    }

    async fn titles(
        &self,
        query: &str,
    ) -> Vec<String> {
        let path = format!("{}/notes?query={}", self.project, encoded(query));
        let found = self.notes.get("T1", &path).await.expect(200);
        column(&found, "title").into_iter().map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn every_word_must_match_in_title_or_text() {
    let garden = Garden::new().await;
    assert_eq!(garden.titles("apple").await, ["two", "one"]);
    assert_eq!(garden.titles("apple red").await, ["one"]);
    assert_eq!(garden.titles("one apple").await, ["one"]);
    assert_eq!(garden.titles("apple chili").await, [""; 0]);
    assert_eq!(garden.titles("app").await, [""; 0]);
}

#[tokio::test]
async fn case_and_accents_do_not_matter() {
    let garden = Garden::new().await;
    assert_eq!(garden.titles("CREME Brulee").await, ["three"]);
    assert_eq!(garden.titles("cre\u{300}me").await, ["three"]);
    assert_eq!(garden.titles("ЯБЛОКО").await, ["five"]);
}

#[tokio::test]
async fn a_query_without_words_matches_every_note() {
    let garden = Garden::new().await;
    for query in ["", " ", "*", "\"", "\"\"", "- + ^ : ( ) { }", "\0", "🍎"] {
        assert_eq!(garden.titles(query).await, ["five", "four", "three", "two", "one"], "{query:?}");
    }
}

#[tokio::test]
async fn the_syntax_of_the_index_is_plain_text() {
    let garden = Garden::new().await;
    let expected: [(&str, &[&str]); 12] = [
        ("\"apple\"", &["two", "one"]),
        ("apple\"", &["two", "one"]),
        ("app*", &[]),
        ("apple NOT green", &["two"]),
        ("apple OR chili", &[]),
        ("apple AND red", &[]),
        ("NEAR(apple pear)", &["two"]),
        ("-apple", &["two", "one"]),
        ("title:apple", &[]),
        ("title: crème", &["three"]),
        ("red-hot", &["four"]),
        ("red\0apple", &["one"]),
    ];
    for (query, titles) in expected {
        assert_eq!(garden.titles(query).await, titles, "{query:?}");
    }
}

#[tokio::test]
async fn no_query_is_an_error() {
    let garden = Garden::new().await;
    let hostile = [
        "'; DROP TABLE notes; --",
        "{title body} : apple",
        "^apple",
        "NEAR(",
        "((((",
        "\"unclosed",
        "a\"\"b\"",
        "AND",
        "NOT",
        "Ⓐ",
        "Ⓐ apple",
        "e\u{301}\u{301}\u{301}",
        "\u{202e}apple",
        "\u{fffd}",
        "𝒶𝓅𝓅𝓁𝑒",
        "りんご",
        "%",
        "_",
        "\\",
    ];
    for query in hostile {
        garden.titles(query).await;
    }
    // As many words as fit into the longest query.
    garden.titles(&"a ".repeat(500)).await;
    garden.titles(&"-".repeat(1_000)).await;
    garden.titles(&"a-".repeat(500)).await;
    assert_eq!(garden.titles("apple").await, ["two", "one"]);
}

#[tokio::test]
async fn a_search_answers_20_notes_unless_told_otherwise() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    for number in 1..=101 {
        notes.note(&project, &number.to_string(), "apple").await;
    }
    let count = async |query: &str| {
        let found = notes.get("T1", &format!("{project}/notes?{query}")).await.expect(200);
        found.as_array().unwrap().len()
    };
    assert_eq!(count("").await, 20);
    assert_eq!(count("query=apple").await, 20);
    assert_eq!(count("query=apple&limit=1").await, 1);
    assert_eq!(count("limit=100").await, 100);
}

#[tokio::test]
async fn limit_and_length_of_a_search_are_bounded() {
    let notes = Notes::new();
    let project = notes.project("T1", "garden").await;
    let search = async |query: String| notes.get("T1", &format!("{project}/notes?{query}")).await;
    for limit in ["0", "101", "4294967295"] {
        let refused = search(format!("limit={limit}")).await;
        refused.expect_error(422, "limit-out-of-range", "limit must be a number from 1 to 100");
    }
    for query in ["limit=-1", "limit=many", "limit=4294967296", "limits=5", "limit=1&limit=2"] {
        let refused = search(query.to_owned()).await.expect(400);
        assert_eq!(refused["error"]["code"], "bad-query", "{query}");
    }
    let refused = search(format!("query={}", "a".repeat(1_001))).await;
    refused.expect_error(422, "too-long", "query is too long; write at most 1000 characters");
}
