//! What is sent to every type on every way, and what each type takes of it.

/// Texts that somebody hopes a shell, a parser of flags or a file system will make something of.
#[expect(clippy::too_many_lines, reason = "a list of one text a line")]
pub(crate) fn corpus() -> Vec<String> {
    let fixed = [
        "--help",
        "-h",
        "--upload-pack=id",
        "-",
        "--",
        "-5",
        "-\n",
        "$(id)",
        "`id`",
        "$HOME",
        "${IFS}",
        "'",
        "\"",
        "a'b\"c",
        "a b",
        "a;b",
        "a|b",
        "a&&b",
        "a>b",
        "<a",
        "*",
        "?",
        "[a]",
        "{a,b}",
        "~",
        "!x",
        "#",
        "\\",
        "\\n",
        "a\nb",
        "\n",
        "a\r\nb",
        "\t",
        "\0",
        "a\0b",
        "\u{1b}[31m",
        "..",
        "../x",
        "a/../../x",
        "/etc/passwd",
        "./x",
        "x/",
        "C:\\x",
        "file:///x",
        "%00",
        "%s",
        "\u{2010}h",
        "\u{2013}help",
        "\u{2014}help",
        "\u{2212}5",
        "\u{ff0d}h",
        "\u{feff}",
        "\u{202e}x",
        "\u{0}",
        "ä",
        "日本",
        "🦀",
        "",
        " ",
        "null",
        "true",
        "NaN",
        "1e999",
        "0x1f",
        "1_000",
        "2024-02-30",
        "2024-1-1",
        "+2024-01-01",
        "1.2",
        "v1.2.3",
        "1.2.3 ",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "a,b",
        "a=b",
        "@file",
        "+x",
        "eta",
        "beta\n",
    ];
    let mut texts: Vec<String> = fixed.map(String::from).into();
    texts.extend([vec!["a"; 1024 * 1024].concat(), vec!["-"; 1024 * 1024].concat(), "$(id) ".repeat(50_000)]);
    texts
}

/// Every type that becomes an element, with how it is written in a manifest, and one value that it takes.
pub(crate) const TYPES: &[(&str, &str)] = &[
    (r#"type = "enum", values = ["alpha", "beta"]"#, "beta"),
    (r#"type = "pattern", pattern = "[a-z0-9/.-]+""#, "a-1"),
    (r#"type = "date""#, "2024-02-29"),
    (r#"type = "uuid""#, "67e55044-10b1-426f-9247-bb680e5fe0c8"),
    (r#"type = "semver""#, "1.2.3-rc.1"),
    (r#"type = "id""#, "bean-12"),
    (r#"type = "path""#, "docs/a.txt"),
    (r#"type = "integer", minimum = -9, maximum = 99"#, "7"),
    (r#"type = "number", minimum = -9.5, maximum = 99.5"#, "0.5"),
];

/// Makes the elements that are expected of a value.
pub(crate) type Elements = fn(&str) -> Vec<String>;

/// Every way to become one or two elements, and what it makes of a value.
pub(crate) const WAYS: &[(&str, Elements)] = &[
    (r#"{ flag = "--value" }"#, |value| vec!["--value".into(), value.into()]),
    (r#"{ joined = "--value" }"#, |value| vec![format!("--value={value}")]),
    (r#""positional""#, |value| vec!["--".into(), value.into()]),
];

/// What of the corpus a type takes, apart from a `-` in front; all else is refused.
pub(crate) fn takes(kind: &str, text: &str) -> bool {
    match kind {
        "enum" => ["alpha", "beta"].contains(&text),
        // The pattern `[a-z0-9/.-]+`.
        "pattern" => {
            text.len() <= 256
                && !text.is_empty()
                && text.bytes().all(|byte| b"abcdefghijklmnopqrstuvwxyz0123456789/.-".contains(&byte))
        }
        "id" => {
            text.len() <= 128
                && !text.is_empty()
                && text.bytes().enumerate().all(|(place, byte)| {
                    byte.is_ascii_alphanumeric() || (place > 0 && b"._-".contains(&byte))
                })
        }
        // Nothing of the corpus is a day, a version, a UUID or a number, and no file of that name is there.
        _ => false,
    }
}

pub(crate) fn kind_of(kind: &str) -> &str {
    kind.split('"').nth(1).unwrap()
}
