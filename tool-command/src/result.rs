//! What a program left behind becomes a result, or an error with a code of its own for each way to fail.

use std::{os::unix::process::ExitStatusExt, process::ExitStatus, sync::Arc};

use jsonschema::Validator;
use serde_json::Value;
use tool_core::{Content, ToolError, ToolOutput, hides_json};

use crate::{
    codes,
    envelope::Rules,
    run::{Captured, Ended, NotEnded},
};

/// Bytes of a standard error that callers read.
const ERRORS_SHOWN: usize = 2000;

/// What is expected of a program.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) form: ExpectedForm,
    pub(crate) exit_statuses: Vec<i32>,
    pub(crate) shows_errors: bool,
    /// Whether a run may have changed something.
    pub(crate) may_have_effect: bool,
}

/// The form of what a program prints.
#[derive(Clone, Debug)]
pub(crate) enum ExpectedForm {
    Envelope(Arc<Rules>),
    Json(Option<Arc<Validator>>),
    Text,
}

impl Expected {
    /// Returns the result of a program that was run.
    pub(crate) fn result(&self, ran: Result<Ended, NotEnded>) -> Result<ToolOutput, ToolError> {
        let Ended { status, stdout, stderr } = ran.map_err(|not_ended| self.not_ended(&not_ended))?;
        if let Some(signal) = status.signal() {
            let text = format!("the program was ended by signal {signal}");
            return Err(ToolError::new(codes::SIGNAL, self.with_errors(text, &stderr)));
        }
        // The status of an envelope program says no more than its envelope does.
        if !self.is_success(status) && !matches!(self.form, ExpectedForm::Envelope(_)) {
            let text = format!("the program ended with status {}", status.code().unwrap_or(-1));
            return Err(ToolError::new(codes::EXIT_STATUS, self.with_errors(text, &stderr)));
        }
        let text = text_of(&stdout)?;
        match &self.form {
            ExpectedForm::Json(schema) => {
                uncut(&stdout)?;
                json(text, schema.as_deref())
            }
            ExpectedForm::Envelope(rules) => {
                uncut(&stdout)?;
                rules.result(text)
            }
            ExpectedForm::Text => Ok(ToolOutput::text(match stdout.cut_note() {
                Some(note) => format!("{text}\n{note}"),
                None => text.to_owned(),
            })),
        }
    }

    /// Returns the result of a function, which has the form that a program's has.
    pub(crate) fn of_function(&self, returned: ToolOutput) -> Result<ToolOutput, ToolError> {
        match &self.form {
            ExpectedForm::Envelope(rules) => rules.result(&line(&returned)).map_err(|error| {
                let text = "the function returned no envelope of its manifest, with its `schema`, `ok` and `failures`";
                if error.code() == codes::REFUSED { error } else { ToolError::new(codes::NOT_ENVELOPE, text) }
            }),
            ExpectedForm::Json(Some(schema))
                if returned.structured().is_some_and(|value| !schema.is_valid(value)) =>
            {
                let text = "the function returned other JSON than the output schema says";
                Err(ToolError::new(codes::OTHER_JSON, text))
            }
            ExpectedForm::Json(_) | ExpectedForm::Text => Ok(returned),
        }
    }

    fn is_success(&self, status: ExitStatus) -> bool {
        status.code().is_some_and(|code| self.exit_statuses.contains(&code))
    }

    fn not_ended(&self, not_ended: &NotEnded) -> ToolError {
        let effect = if self.may_have_effect {
            "; it may have taken effect, so look before you repeat it"
        } else {
            ""
        };
        match not_ended {
            NotEnded::NotStarted(kind) => {
                ToolError::new(codes::NOT_STARTED, format!("the program could not be started: {kind}"))
            }
            NotEnded::Stopped => {
                ToolError::new(codes::STOPPED, format!("the program was stopped before its end{effect}"))
            }
            NotEnded::TimedOut(limit) => {
                let seconds = limit.as_secs();
                let text = format!("the program took longer than {seconds} s and was stopped{effect}");
                ToolError::new(codes::TIMEOUT, text)
            }
        }
    }

    /// Adds what the program wrote about its failure, where the manifest wants callers to read that.
    fn with_errors(&self, mut text: String, stderr: &Captured) -> String {
        let Ok(written) = stderr.text() else { return text };
        let written = written.trim();
        if self.shows_errors && !written.is_empty() {
            let end = written.floor_char_boundary(ERRORS_SHOWN);
            let more = if end < written.len() { " [cut]" } else { "" };
            text = format!("{text}: {}{more}", &written[..end]);
        }
        text
    }
}

/// Returns the line that a function would have printed: its text as it is, or its value.
fn line(returned: &ToolOutput) -> String {
    match (returned.content(), returned.structured()) {
        ([Content::Text(text)], _) => text.clone(),
        (_, Some(value)) => value.to_string(),
        (_, None) => String::new(),
    }
}

/// Returns what was printed as text.
fn text_of(stdout: &Captured) -> Result<&str, ToolError> {
    let not_text = "the program printed bytes that are no UTF-8 text";
    stdout.text().map_err(|_| ToolError::new(codes::INVALID_UTF8, not_text))
}

/// Refuses what was cut where a part is of no use.
fn uncut(stdout: &Captured) -> Result<(), ToolError> {
    let too_long = "the program printed more than is kept, and a part of it cannot be read; ask for less";
    if stdout.is_cut() { Err(ToolError::new(codes::TOO_LONG, too_long)) } else { Ok(()) }
}

/// Refuses JSON with a key under which more of it hides from the limits of whoever reads it.
pub(crate) fn hides_nothing(text: &str) -> Result<(), ToolError> {
    if hides_json(text.as_bytes()) {
        return Err(ToolError::new(
            codes::NOT_JSON,
            "the program printed the key `$serde_json::private::RawValue`, under which JSON hides",
        ));
    }
    Ok(())
}

fn json(text: &str, schema: Option<&Validator>) -> Result<ToolOutput, ToolError> {
    hides_nothing(text)?;
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let text = format!("the program printed no JSON: it cannot be read at line {line}, column {column}");
        ToolError::new(codes::NOT_JSON, text)
    })?;
    if schema.is_some_and(|schema| !schema.is_valid(&value)) {
        let text = "the program printed other JSON than the output schema says";
        return Err(ToolError::new(codes::OTHER_JSON, text));
    }
    Ok(ToolOutput::json(value))
}
