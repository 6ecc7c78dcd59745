//! The catalogue, checked in: a file that shows what callers are offered, so that a change of it is read before it lands.

use std::{ffi::OsStr, fs, io, path::Path};

use super::{difference::difference, written::written, written_readable::written_readable};
use crate::{Caller, Surface};

/// The variable that says what becomes of a file that differs.
const VARIABLE: &str = "TOOL_SNAPSHOTS";

/// Asserts that what the surface lists for this caller is what a file says, byte for byte but for line ends.
///
/// The file is checked in. It has everything that a caller sees of each tool: name, title, description, hints, and both
/// schemas as sorted JSON. Resources and prompts are at its end. So a new tool, a reworded description or a schema that takes more is a change of a file that
/// somebody reviews. Characters that do not show, such as marks of zero width, are written as `\u{200b}`.
///
/// To make the file, or to accept a change, run the test with `TOOL_SNAPSHOTS=overwrite` and read the difference. That is
/// refused where `CI` is set, as every build server does: there a file that differs is a failure, whatever else is set.
///
/// A relative path starts at the package, which is where cargo runs tests.
///
/// # Examples
///
/// ```no_run
/// # fn test(outside: &tool_core::Surface) {
/// use tool_core::{Caller, parity};
///
/// parity::assert_catalogue(outside, &Caller::new("alice"), "tests/catalogue/outside.txt");
/// # }
/// ```
///
/// The file of a surface with one tool:
///
/// ```
/// # use tool_core::{Allow, Caller, Invoker, Registry, Surface, parity, tool};
/// #
/// /// Repeats a text.
/// #[tool(title = "Echo", exposure = both, effect = read_only, open_world = false)]
/// fn echo(
///     /// The text.
///     text: String,
/// ) -> String {
///     text
/// }
///
/// let expected = r#"The tools that the surface `mcp` offers. A test compares this file; see `parity::assert_catalogue`.
///
/// == echo ==
/// title: Echo
/// effect: read only
/// repeating it: changes nothing more
/// reach: the product's own data
///
/// description:
///   Repeats a text.
///
/// input schema:
///   {
///     "additionalProperties": false,
///     "properties": {
///       "text": {
///         "description": "The text.",
///         "type": "string"
///       }
///     },
///     "required": [
///       "text"
///     ],
///     "type": "object"
///   }
///
/// output schema: none
/// "#;
/// # let invoker = Invoker::builder(Registry::builder(()).tool(echo_tool()).build()?).unlimited().build()?;
/// # let outside = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// # let path = std::env::temp_dir().join(format!("catalogue-{}.txt", std::process::id()));
/// # std::fs::write(&path, expected).unwrap();
/// parity::assert_catalogue(&outside, &Caller::new("alice"), &path);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
///
/// # Panics
///
/// When the file differs, with the lines that do; when there is none, or it cannot be read or written; when
/// `TOOL_SNAPSHOTS` says anything else.
#[track_caller]
pub fn assert_catalogue(surface: &Surface, caller: &Caller, path: impl AsRef<Path>) {
    let path = path.as_ref();
    let tools = written(surface.name(), &surface.catalogue(caller).tools);
    let offered = tools + &written_readable(&surface.readable(caller));
    let kept = match fs::read_to_string(path) {
        Ok(kept) => Some(kept.replace("\r\n", "\n")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => panic!("cannot read `{}`: {error}", path.display()),
    };
    if kept.as_ref() == Some(&offered) {
        return;
    }
    if overwrites(std::env::var_os(VARIABLE).as_deref(), std::env::var_os("CI").as_deref()) {
        write(path, &offered);
        return;
    }
    let how =
        format!("run this test with {VARIABLE}=overwrite, and read the difference before you check it in");
    match kept {
        None => panic!("`{}` does not exist; to make it, {how}", path.display()),
        Some(kept) => panic!(
            "surface `{}` does not offer what `{}` says (- the file, + the surface):\n{}\nto accept the change, {how}",
            surface.name(),
            path.display(),
            difference(&kept, &offered)
        ),
    }
}

/// Whether a file that differs is written anew.
#[track_caller]
fn overwrites(asked: Option<&OsStr>, ci: Option<&OsStr>) -> bool {
    let Some(asked) = asked.filter(|asked| !asked.is_empty()) else { return false };
    assert!(asked == "overwrite", "{VARIABLE} is {}; write `overwrite`, or leave it out", asked.display());
    let on_a_build_server = ci.is_some_and(|ci| !ci.is_empty());
    assert!(
        !on_a_build_server,
        "{VARIABLE}=overwrite is refused where CI is set; run it where somebody reads the change"
    );
    true
}

#[track_caller]
fn write(path: &Path, offered: &str) {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    if let Err(error) = folder.and_then(|()| fs::write(path, offered)) {
        panic!("cannot write `{}`: {error}", path.display());
    }
}
