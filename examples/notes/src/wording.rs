//! What outside callers are told otherwise than the product's own: the whole of the difference, with its reasons.

use tool_core::{Override, Wording};

/// Returns the table of the outside surface. A row whose first wording is not the function's any more does not build.
pub(crate) fn outside() -> [Override; 2] {
    let create_note = "Adds a note to the project.\n\nReturns the note with its id. A second call adds a second note; to \
                       change a note, use `update_note`.";
    let import_notes = "Imports the notes of a file that was uploaded to the project.\n\nOf a file that was imported in \
                        part it imports the rest, and of one that was imported nothing more. The file has one\nnote in \
                        each line, as `{\"title\": \"..\", \"body\": \"..\"}`; of a file with a bad line nothing is imported.";
    let rest = "Files are uploaded over the REST API, which begins the import itself: call this to go on with one that \
                was stopped.";
    [
        Override::new(
            "create_note",
            Wording::new(create_note, ["title"]),
            Wording::new(create_note, ["title", "body"]),
            "a person writes the text of a note later; a program that leaves it out has forgotten it",
        ),
        Override::new(
            "import_notes",
            Wording::new(import_notes, ["file"]),
            Wording::new(format!("{import_notes}\n\n{rest}"), ["file"]),
            "the product's own callers upload files where they see them",
        ),
    ]
}
