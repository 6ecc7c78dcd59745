use tool_core::{Target, tool};

/// Writes.
#[tool(parallelism)]
fn no_value() {}

/// Writes.
#[tool(parallelism = serial)]
fn unknown() {}

/// Writes.
#[tool(parallelism = serial_by)]
fn no_argument(note: String) {
    drop(note);
}

/// Writes.
#[tool(parallelism = serial_by(note))]
fn no_literal(note: String) {
    drop(note);
}

/// Writes.
#[tool(parallelism = serial_by("note", "text"))]
fn two(note: String, text: String) {
    drop((note, text));
}

/// Writes.
#[tool(parallelism = serial_by(" "))]
fn blank(note: String) {
    drop(note);
}

/// Writes.
#[tool(parallelism = serial_by("nte"))]
fn misspelled(note: String, text: String) {
    drop((note, text));
}

/// Writes.
#[tool(parallelism = serial_by("note"))]
fn renamed(#[serde(rename = "id")] note: String) {
    drop(note);
}

/// Writes.
#[tool(target = "project", parallelism = serial_by("project"))]
fn supplied_by_the_host(#[context] _project: &Target) {}

/// Writes.
#[tool(parallelism = serial_by_target)]
fn no_target() {}

/// Writes, and has one mistake only.
#[tool(parallelism = serial_by("notes"))]
fn no_second_error(notes: Vec<&str>) {
    let _ = notes;
}

fn main() {}
