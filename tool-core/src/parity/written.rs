//! A catalogue as text that a reviewer reads line by line. Nothing that a caller sees is left out, and nothing hides.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{Effect, Icon, Listed, schema::sorted};

/// Returns the tools that a surface lists as text: the same tools are the same bytes.
pub(super) fn written(surface: &str, tools: &[Arc<Listed>]) -> String {
    let mut text = format!(
        "The tools that the surface `{surface}` offers. A test compares this file; see `parity::assert_catalogue`.\n"
    );
    if tools.is_empty() {
        text.push_str("\nNo tool.\n");
    }
    for tool in tools {
        write_tool(&mut text, tool);
    }
    text.chars().fold(String::with_capacity(text.len()), shown)
}

fn write_tool(text: &mut String, tool: &Listed) {
    // Named one by one, so that what is added to a listing is added here.
    let Listed {
        name,
        title,
        description,
        input_schema,
        output_schema,
        result_schema,
        effect,
        idempotent,
        open_world,
        icons,
        meta,
        headers,
        tags,
        deprecated,
    } = tool;
    text.extend(["\n== ", name, " ==\n"]);
    line(text, "title", title);
    line(text, "effect", effect_word(*effect));
    line(text, "repeating it", if *idempotent { "changes nothing more" } else { "may change more" });
    line(text, "reach", if *open_world { "beyond the product's own data" } else { "the product's own data" });
    if let Some(reason) = deprecated {
        line(text, "deprecated", reason);
    }
    if !tags.is_empty() {
        line(text, "tags", &tags.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    }
    for icon in icons {
        line(text, "icon", &icon_words(icon));
    }
    for (argument, header) in headers {
        line(text, "header", &format!("{header} repeats {argument}"));
    }
    block(text, "description", description);
    if !meta.is_empty() {
        block(text, "meta", &pretty(meta));
    }
    block(text, "input schema", &pretty(input_schema));
    match output_schema {
        Some(schema) => block(text, "output schema", &pretty(schema)),
        None => text.push_str("\noutput schema: none\n"),
    }
    // Differs only where the work goes on after the call was answered.
    if result_schema != output_schema {
        match result_schema {
            Some(schema) => block(text, "schema of the result", &pretty(schema)),
            None => text.push_str("\nschema of the result: none\n"),
        }
    }
}

/// Writes a fact that is one line, also when it was written in several.
pub(super) fn line(text: &mut String, label: &str, value: &str) {
    text.extend([label, ": ", &value.replace('\n', "\\n"), "\n"]);
}

/// Writes a text of several lines, indented, so that none of them can be read as anything else.
pub(super) fn block(text: &mut String, label: &str, value: &str) {
    text.extend(["\n", label, ":\n"]);
    for line in value.split('\n') {
        text.extend([if line.is_empty() { "" } else { "  " }, line, "\n"]);
    }
}

fn effect_word(effect: Effect) -> &'static str {
    match effect {
        Effect::Additive => "additive",
        Effect::Destructive => "destructive",
        Effect::ReadOnly => "read only",
    }
}

pub(super) fn icon_words(icon: &Icon) -> String {
    let Icon { src, mime_type, sizes } = icon;
    let words = [Some(src), mime_type.as_ref()].into_iter().flatten().chain(sizes);
    words.map(String::as_str).collect::<Vec<_>>().join(" ")
}

pub(super) fn pretty(object: &Map<String, Value>) -> String {
    serde_json::to_string_pretty(&sorted(object.clone())).unwrap_or_default()
}

/// Adds a character, written as an escape where a reader would not see it. A description can hide orders to a model in
/// those.
pub(super) fn shown(mut text: String, letter: char) -> String {
    match letter {
        '\n' | '"' | '\'' | '\\' => text.push(letter),
        letter => text.extend(letter.escape_debug()),
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::written;
    use crate::{Allow, Caller, Exposure, HostMetadata, Icon, Invoker, Listed, Registry, Surface, Tool};
    use crate::{ToolCall, ToolDefinition, ToolError, ToolOutput, async_trait};

    /// A tool that says everything that can be said.
    struct Full;

    #[async_trait]
    impl Tool for Full {
        fn definition(&self) -> ToolDefinition {
            ToolDefinition::new("full", "Line one.\n\n== other ==\nHid\u{200b}den\u{e0041}.")
                .with_output_schema(
                    json!({ "type": "object", "properties": { "b": { "type": "integer" }, "a": {} } }),
                )
        }

        fn host(&self) -> HostMetadata {
            let icon = Icon::new("https://example.com/a.png").with_mime_type("image/png").with_size("48x48");
            HostMetadata::default()
                .with_title("Two\nlines")
                .with_exposure(Exposure::Both)
                .with_icon(icon)
                .with_tags(["b", "a"])
                .with_meta("example.com/z", json!({ "y": 1, "x": 2 }))
                .with_deprecated("use other")
        }

        async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
            Ok(ToolOutput::empty())
        }
    }

    fn listed() -> Vec<Arc<Listed>> {
        let registry = Registry::builder(()).register(Full).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().build().unwrap();
        let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().unwrap();
        surface.catalogue(&Caller::new("alice")).tools
    }

    #[test]
    fn everything_is_there_and_nothing_can_hide_or_pass_for_another_tool() {
        let expected = r#"The tools that the surface `mcp` offers. A test compares this file; see `parity::assert_catalogue`.

== full ==
title: Two\nlines
effect: destructive
repeating it: may change more
reach: beyond the product's own data
deprecated: use other
tags: a, b
icon: https://example.com/a.png image/png 48x48

description:
  Line one.

  == other ==
  Hid\u{200b}den\u{e0041}.

  Deprecated: use other

meta:
  {
    "example.com/z": {
      "x": 2,
      "y": 1
    }
  }

input schema:
  {
    "additionalProperties": false,
    "properties": {},
    "type": "object"
  }

output schema:
  {
    "additionalProperties": true,
    "properties": {
      "a": {},
      "b": {
        "type": "integer"
      }
    },
    "type": "object"
  }
"#;
        assert_eq!(written("mcp", &listed()), expected);
    }

    #[test]
    fn a_caller_that_sees_nothing_has_a_file_that_says_so() {
        let first = "The tools that the surface `mcp` offers. A test compares this file; see `parity::assert_catalogue`.";
        assert_eq!(written("mcp", &[]), format!("{first}\n\nNo tool.\n"));
    }
}
