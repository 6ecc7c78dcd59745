//! The form of every answer of an envelope program: `{schema, ok, failures}`, and whatever else the program has to say. What
//! never reached the program is answered in the same form here.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU64, Ordering},
};

use serde_json::{Map, Value, json};
use tool_core::{Content, Fault, NoResult, ToolError, ToolOutput};

use crate::{codes, result::hides_nothing, unique::key_said_twice};

/// What codes of this side begin with, so that none is one of the program's.
const PREFIX: &str = "mcp-";

/// What the envelopes of one program have in common.
#[derive(Debug)]
pub(crate) struct Rules {
    /// What stands under `schema`.
    schema: Value,
    /// The codes of the program, where it has a catalogue.
    known: Option<BTreeSet<String>>,
    /// How many failures had a code that the catalogue does not have.
    unknown: AtomicU64,
}

impl Rules {
    pub(crate) fn new(schema: Value, catalogue: Option<&[Value]>) -> Self {
        let code = |entry: &Value| entry["code"].as_str().map(str::to_owned);
        let known = catalogue.map(|entries| entries.iter().filter_map(code).collect());
        Self { schema, known, unknown: AtomicU64::new(0) }
    }

    /// Returns the schema of every answer. It pins what every envelope has, and is open for the rest.
    pub(crate) fn output_schema(&self) -> Value {
        let named = match &self.schema {
            Value::String(_) => {
                json!({ "type": "string", "description": "Name of the form of this object." })
            }
            Value::Number(_) => {
                json!({ "type": "number", "description": "Number of the form of this object." })
            }
            _ => json!({ "description": "Form of this object." }),
        };
        json!({
            "type": "object",
            "properties": {
                "schema": named,
                "ok": { "type": "boolean", "description": "Whether it worked." },
                "failures": {
                    "type": "array",
                    "description": "What did not work.",
                    "items": {
                        "type": "object",
                        "properties": { "code": { "type": "string", "description": "The stable code." } },
                        "required": ["code"]
                    }
                }
            },
            "required": ["schema", "ok", "failures"]
        })
    }

    /// Returns the result that a line of the program is, byte for byte. One that says no is an error with the line.
    pub(crate) fn result(&self, printed: &str) -> Result<ToolOutput, ToolError> {
        let line = printed.strip_suffix('\n').unwrap_or(printed);
        let line = line.strip_suffix('\r').unwrap_or(line);
        hides_nothing(line)?;
        let value: Value = serde_json::from_str(line).map_err(|_| {
            ToolError::new(codes::NOT_JSON, "the program printed something else than one line of JSON")
        })?;
        let envelope = value.as_object().filter(|_| !line.contains('\n')).and_then(envelope);
        let Some((is_ok, failures)) = envelope else {
            let text = "the program printed JSON that is not one line with `schema`, `ok` and `failures`";
            return Err(ToolError::new(codes::NOT_ENVELOPE, text));
        };
        if value["schema"] != self.schema {
            let text = "the program printed an envelope whose `schema` is not the one of the manifest";
            return Err(ToolError::new(codes::NOT_ENVELOPE, text));
        }
        if key_said_twice(line).is_some() {
            let text = "the program printed an envelope that says a key twice";
            return Err(ToolError::new(codes::NOT_ENVELOPE, text));
        }
        self.count_unknown(failures);
        if is_ok {
            Ok(ToolOutput::json(value).with_content(Content::Text(line.to_owned())))
        } else {
            Err(ToolError::new(codes::REFUSED, line.to_owned()))
        }
    }

    /// Returns the envelope of a call that has no result: the program's own, or one that says why there is none.
    pub(crate) fn without_result(&self, no_result: &NoResult<'_>) -> ToolOutput {
        if no_result.code() == codes::REFUSED
            && let Ok(value) = serde_json::from_str(no_result.message())
        {
            return ToolOutput::json(value).with_content(Content::Text(no_result.message().to_owned()));
        }
        let code = format!("{PREFIX}{}", no_result.code());
        let failure = |fault: &Fault| {
            let argument = fault.pointer().split('/').nth(1);
            let mut failure = json!({ "code": code, "message": fault.to_string() });
            if let (Some(argument), Some(failure)) = (argument, failure.as_object_mut()) {
                failure.insert("argument".to_owned(), argument.into());
            }
            failure
        };
        let failures: Vec<_> = match no_result.argument_faults() {
            Some(faults) => faults.iter().map(failure).collect(),
            None => vec![json!({ "code": code, "message": no_result.message() })],
        };
        self.said(false, &failures, Map::new())
    }

    /// Returns an envelope of this side.
    fn said(&self, is_ok: bool, failures: &[Value], more: Map<String, Value>) -> ToolOutput {
        let mut envelope = Map::new();
        envelope.insert("schema".to_owned(), self.schema.clone());
        envelope.insert("ok".to_owned(), is_ok.into());
        envelope.insert("failures".to_owned(), failures.into());
        envelope.extend(more);
        ToolOutput::json(envelope.into())
    }

    /// Returns the catalogue: the codes of the program in its order, then those of this side.
    pub(crate) fn catalogue(&self, of_program: &[Value]) -> ToolOutput {
        let tagged = |entry: &Value, source: &str| {
            let mut entry = entry.clone();
            if let Some(entry) = entry.as_object_mut() {
                entry.insert("source".to_owned(), source.into());
            }
            entry
        };
        let of_this_side = tool_core::codes()
            .iter()
            .chain(codes::codes())
            .filter(|code| matches!(code.kind, tool_core::CodeKind::Failure | tool_core::CodeKind::Refusal));
        let mut seen = BTreeSet::new();
        let of_this_side = of_this_side.filter(|code| code.code != codes::REFUSED && seen.insert(code.code));
        let of_this_side = of_this_side.map(|code| {
            let (code, meaning) = (format!("{PREFIX}{}", code.code), code.meaning);
            json!({ "code": code, "meaning": meaning, "source": "mcp" })
        });
        let all: Vec<_> =
            of_program.iter().map(|entry| tagged(entry, "program")).chain(of_this_side).collect();
        self.said(true, &[], Map::from_iter([("codes".to_owned(), all.into())]))
    }

    /// Tells of codes that the catalogue does not have. They pass as they are: the program may be newer than its catalogue.
    fn count_unknown(&self, failures: &[Value]) {
        let Some(known) = &self.known else { return };
        let is_unknown =
            |failure: &&Value| failure["code"].as_str().is_some_and(|code| !known.contains(code));
        let unknown = failures.iter().filter(is_unknown).count() as u64;
        if unknown > 0 {
            let so_far = self.unknown.fetch_add(unknown, Ordering::Relaxed) + unknown;
            tracing::warn!(so_far, "the program failed with codes that its catalogue does not have");
        }
    }
}

/// Returns whether an envelope is one of success, and its failures.
fn envelope(object: &Map<String, Value>) -> Option<(bool, &[Value])> {
    let (_, ok, failures) = (object.get("schema")?, object.get("ok")?, object.get("failures")?);
    let failures = failures.as_array()?;
    failures.iter().all(|failure| failure["code"].is_string()).then_some((ok.as_bool()?, failures.as_slice()))
}

/// Reads a catalogue: a list of objects with a `code` each, or an object with such a list under `codes`.
pub(crate) fn entries(catalogue: Value) -> Result<Vec<Value>, String> {
    let list = match catalogue {
        Value::Object(mut object) => object.remove("codes").unwrap_or_default(),
        other => other,
    };
    match list {
        Value::Array(entries) if entries.iter().all(|entry| entry["code"].is_string()) => {
            let ours = |entry: &&Value| entry["code"].as_str().is_some_and(|code| code.starts_with(PREFIX));
            match entries.iter().find(ours) {
                Some(entry) => Err(format!(
                    "the catalogue of codes has {}, and what begins with `{PREFIX}` is of this side; rename it",
                    entry["code"]
                )),
                None => Ok(entries),
            }
        }
        _ => Err("the catalogue of codes is no list of objects that have a `code` each".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rules() -> Rules {
        Rules::new(json!("notes/1"), Some(&[json!({ "code": "name-taken" })]))
    }

    #[test]
    fn a_line_is_passed_on_byte_for_byte() {
        let line =
            r#"{ "ok":true,"schema" : "notes/1", "failures":[],"n":12345678901234567890123, "ä":"\u00e4" }"#;
        let output = rules().result(&format!("{line}\n")).unwrap();
        assert_eq!(output.structured().unwrap()["ok"], true);
        let no = r#"{"schema":"notes/1","ok":false,"failures":[{"code":"x"}]}"#;
        let refused = rules().result(no).unwrap_err();
        assert_eq!((refused.code(), &*refused.message()), ("command-refused", no));
    }

    #[test]
    fn what_is_no_envelope_is_told_from_what_is_no_json() {
        for (printed, code) in [
            ("", "command-not-json"),
            (r#"{"schema":1,"ok":tr"#, "command-not-json"),
            ("{\"schema\":1,\"ok\":true,\"failures\":[]}\n{}", "command-not-json"),
            ("{\n\"schema\":1,\"ok\":true,\"failures\":[]}\n", "command-not-envelope"),
            (r#"{"ok":true,"failures":[]}"#, "command-not-envelope"),
            (r#"{"schema":1,"ok":"yes","failures":[]}"#, "command-not-envelope"),
            (r#"{"schema":1,"ok":false,"failures":["x"]}"#, "command-not-envelope"),
            ("[]", "command-not-envelope"),
            (r#"{"schema":"notes/2","ok":true,"failures":[]}"#, "command-not-envelope"),
            (r#"{"schema":1,"ok":false,"failures":[{"code":"x"}]}"#, "command-not-envelope"),
            (r#"{"schema":"notes/1","ok":false,"ok":true,"failures":[]}"#, "command-not-envelope"),
            (r#"{"schema":"notes/1","ok":true,"failures":[],"a":{"b":1,"b":2}}"#, "command-not-envelope"),
        ] {
            assert_eq!(rules().result(printed).unwrap_err().code(), code, "{printed}");
        }
    }

    #[test]
    fn codes_that_the_catalogue_lacks_are_counted() {
        let rules = rules();
        for code in ["name-taken", "new", "new"] {
            let _ = rules.result(
                &json!({ "schema": "notes/1", "ok": false, "failures": [{ "code": code }] }).to_string(),
            );
        }
        assert_eq!(rules.unknown.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_catalogue_has_no_code_of_this_side() {
        assert_eq!(entries(json!([{ "code": "a" }])), Ok(vec![json!({ "code": "a" })]));
        let fault = entries(json!({ "codes": [{ "code": "a" }, { "code": "mcp-internal" }] })).unwrap_err();
        assert!(fault.starts_with("the catalogue of codes has \"mcp-internal\", and "), "{fault}");
    }

    #[test]
    fn the_catalogue_has_the_program_first_and_then_this_side() {
        let of_program = [json!({ "code": "z", "fix": "f" }), json!({ "code": "a" })];
        let output = rules().catalogue(&of_program);
        let all = output.structured().unwrap()["codes"].as_array().unwrap();
        assert_eq!(all[0], json!({ "code": "z", "fix": "f", "source": "program" }));
        assert_eq!(all[1]["code"], "a");
        assert_eq!(all[2]["code"], "mcp-approval-denied");
        assert!(
            all[2..]
                .iter()
                .all(|entry| entry["code"].as_str().unwrap().starts_with("mcp-") && entry["source"] == "mcp")
        );
        assert!(all.iter().any(|entry| entry["code"] == "mcp-command-timeout"));
    }
}
