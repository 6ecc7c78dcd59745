//! What is no manifest says so with its line, in both formats.

use tool_command::{Format, Manifest};

const TOML: &str = "version = 1\n\n[[tool]]\nid = \"a\"\ntitle = \"A\"\nsummary = \"Does a.\"\nrun.command = { program = \"true\" }\n";

const JSON: &str = r#"{
  "version": 1,
  "tool": [
    {
      "id": "a",
      "title": "A",
      "summary": "Does a.",
      "run": { "command": { "program": "true" } }
    },
    {
      "id": "b",
      "title": "B",
      "summary": "Does b.",
      "run": { "command": { "program": "true" } }
    }
  ]
}"#;

fn error(text: &str, format: Format) -> String {
    Manifest::parse(text, format, "m").unwrap_err().to_string()
}

#[test]
fn both_formats_say_the_same() {
    assert_eq!(Manifest::parse(TOML, Format::Toml, "m").unwrap().ids().collect::<Vec<_>>(), ["a"]);
    assert_eq!(Manifest::parse(JSON, Format::Json, "m").unwrap().ids().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(Format::of("x/y.JSON".as_ref()), Format::Json);
    assert_eq!(Format::of("x/y.toml".as_ref()), Format::Toml);
}

#[test]
fn an_error_has_the_line_on_which_it_is() {
    assert!(
        error(&TOML.replace("title", "titel"), Format::Toml)
            .starts_with("m:5: unknown field `titel`, expected one of ")
    );
    assert!(
        error(&TOML.replace("\"A\"", "7"), Format::Toml)
            .starts_with("m:5: invalid type: integer `7`, expected a string")
    );
    assert!(
        error(&TOML.replace("title = \"A\"\n", ""), Format::Toml).starts_with("m:3: missing field `title`")
    );
    assert!(error("version = \n", Format::Toml).starts_with("m:1: "));
    assert_eq!(error("version = 2\n", Format::Toml), "m: version 2 is not known; write version = 1");
    let json =
        JSON.replace("\"title\": \"B\"", "\"titel\": \"B\"").replace("\"title\": \"A\"", "\"titel\": \"A\"");
    let errors = error(&json, Format::Json);
    let lines: Vec<_> = errors.lines().map(|line| line.split(", expected").next().unwrap()).collect();
    assert_eq!(lines, ["m:6: unknown field `titel`", "m:12: unknown field `titel`"]);
    assert!(
        error("{\n\"version\": 1,\n\"tools\": []}", Format::Json).starts_with("m:3: unknown field `tools`")
    );
}

#[test]
fn what_two_readers_could_understand_differently_is_no_manifest() {
    let twice = JSON.replace("\"title\": \"B\"", "\"title\": \"A\",\n      \"title\": \"B\"");
    assert_eq!(error(&twice, Format::Json), "m:13: duplicate field `title`");
    let environment = r#""run": { "command": { "program": "true" } },
      "set_environment": { "A": "1",
        "A": "2" }"#;
    let twice = JSON.replacen(r#""run": { "command": { "program": "true" } }"#, environment, 1);
    assert_eq!(error(&twice, Format::Json), "m:10: a key is said twice; leave one out");
    assert!(error(&format!("{TOML}title = \"B\"\n"), Format::Toml).starts_with("m:8: duplicate key"));
}

#[test]
fn a_tool_names_no_transport() {
    for key in ["transport = \"stdio\"", "mcp = true", "http = { path = \"/mcp\" }"] {
        let text = error(&format!("{TOML}{key}\n"), Format::Toml);
        assert!(text.starts_with("m:8: unknown field `"), "{text}");
    }
}

#[test]
fn a_file_that_is_none_is_not_read() {
    let text = Manifest::read("/dev/zero").unwrap_err().to_string();
    assert_eq!(text, "/dev/zero: the manifest cannot be read: it is no file");
}

#[test]
fn a_file_that_is_not_there_says_so() {
    let error = Manifest::read("no/such.toml").unwrap_err().to_string();
    assert_eq!(error, "no/such.toml: the manifest cannot be read: No such file or directory (os error 2)");
}
