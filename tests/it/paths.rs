//! Paths that callers choose: what is taken, where it leads, and that it never leads out of the folder that it is for.

use std::{
    fs,
    io::ErrorKind,
    path::{Component, Path},
};

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use tool_core::{
    ConfinedPath, Invoker, PathRoot, Provides, Registry, RegistryBuilder, ToolError, testing::TestSurface,
    tool,
};

use crate::{observed::Observed, support::outside};

/// Reads a file.
#[tool(title = "Read", exposure = both, effect = read_only, blocking)]
#[expect(clippy::needless_pass_by_value, reason = "a blocking body has its own arguments")]
pub(crate) fn read(
    #[state] root: &PathRoot,
    /// The file.
    file: ConfinedPath,
) -> Result<String, ToolError> {
    fs::read_to_string(file.resolve(root)?).map_err(ToolError::internal)
}

/// Writes a new file.
#[tool(title = "Write", exposure = both, effect = additive, blocking)]
#[expect(clippy::needless_pass_by_value, reason = "a blocking body has its own arguments")]
pub(crate) fn write(
    #[state] root: &PathRoot,
    /// The file.
    file: ConfinedPath,
) -> Result<String, ToolError> {
    let path = file.resolve_new(root)?;
    fs::File::create_new(&path).map_err(ToolError::internal)?;
    Ok(format!("{} {}", file.unresolved(), path.strip_prefix(root.as_path()).unwrap().display()))
}

pub(crate) struct App(pub(crate) PathRoot);

impl Provides<PathRoot> for App {
    fn provide(&self) -> &PathRoot {
        &self.0
    }
}

/// `root` with two files, and `secret` beside it.
pub(crate) struct Folders {
    pub(crate) parent: TempDir,
    pub(crate) root: PathRoot,
}

impl Folders {
    pub(crate) fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir_all(parent.path().join("root/docs")).unwrap();
        fs::create_dir(parent.path().join("rooted")).unwrap();
        for (file, text) in [
            ("root/top", "top"),
            ("root/docs/a.txt", "inside"),
            ("secret", "secret"),
            ("rooted/near", "secret"),
        ] {
            fs::write(parent.path().join(file), text).unwrap();
        }
        let root = PathRoot::new(parent.path().join("root")).unwrap();
        Self { parent, root }
    }

    #[cfg(unix)]
    fn link(&self, link: &str, to: impl AsRef<Path>) {
        std::os::unix::fs::symlink(to, self.root.as_path().join(link)).unwrap();
    }

    async fn call(&self, tool: &str, file: &str) -> String {
        let tools = Registry::builder(App(self.root.clone())).tool(read_tool()).tool(write_tool());
        text(tools, tool, json!({ "file": file })).await
    }
}

/// Returns the text that a call of one of these tools is answered with.
pub(crate) async fn text(tools: RegistryBuilder<App>, tool: &str, arguments: Value) -> String {
    let invoker = Invoker::builder(tools.build().unwrap()).unlimited().build().unwrap();
    TestSurface::new(&outside(&invoker)).call(tool, arguments).await.text()
}

const NOTHING: &str = "not-found: there is nothing at that path";

#[tokio::test]
async fn a_path_leads_to_what_is_below_the_root() {
    let folders = Folders::new();
    assert_eq!(folders.call("read", "docs/a.txt").await, "inside");
    assert_eq!(folders.call("read", "top").await, "top");
    for missing in ["docs/b.txt", "nowhere/a.txt", "top/a.txt"] {
        assert_eq!(folders.call("read", missing).await, NOTHING, "{missing}");
    }
}

#[tokio::test]
async fn what_is_no_path_below_a_folder_is_refused_before_the_tool_runs() {
    let folders = Folders::new();
    let absolute = folders.root.as_path().join("top").to_str().unwrap().to_owned();
    for text in [
        "",
        ".",
        "..",
        "../secret",
        "docs/../../secret",
        "./top",
        "docs//a.txt",
        "docs/",
        "/",
        &absolute,
        "C:/top",
        "docs\\a.txt",
        "\\\\host\\share",
        "file:///top",
        "top\0",
        "top\n",
    ] {
        assert_eq!(
            folders.call("read", text).await,
            "invalid-arguments: /file: expected a relative path such as docs/a.txt, no name in it `.` or `..`, of at most \
             1024 characters, found another string",
            "{text:?}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn links_are_followed_and_only_inside() {
    let folders = Folders::new();
    let outside = folders.parent.path();
    for (link, to) in [
        ("out", outside.join("secret")),
        ("up", "..".into()),
        ("near", outside.join("rooted")),
        ("dangling", "nowhere".into()),
        ("loop", "loop".into()),
        ("all", "/".into()),
        ("docs/back", "../../secret".into()),
        ("inside", "docs/a.txt".into()),
        ("folder", folders.root.as_path().join("docs")),
    ] {
        folders.link(link, to);
    }
    assert_eq!(folders.call("read", "inside").await, "inside");
    assert_eq!(folders.call("read", "folder/a.txt").await, "inside");
    for out in ["out", "up/secret", "near/near", "docs/back", "all/etc", "dangling", "loop", "up/nowhere"] {
        assert_eq!(folders.call("read", out).await, NOTHING, "{out}");
    }
}

#[cfg(unix)]
#[test]
fn a_way_out_is_told_to_the_operator_without_what_the_caller_wrote() {
    let folders = Folders::new();
    folders.link("way-out", folders.parent.path().join("secret"));
    let path: ConfinedPath = "way-out".parse().unwrap();
    let (observed, _guard) = Observed::start();
    assert_eq!(path.resolve(&folders.root).unwrap_err().code(), "not-found");
    let told = format!("{:?}", observed.all());
    assert!(told.contains("leads out of its root") && !told.contains("way-out"), "{told}");
    assert_eq!(format!("{path:?}"), "ConfinedPath(7 characters)");
}

#[tokio::test]
async fn a_new_file_has_a_folder_inside_and_takes_nobodys_place() {
    let folders = Folders::new();
    assert_eq!(folders.call("write", "docs/new.txt").await, "docs/new.txt docs/new.txt");
    assert_eq!(folders.call("write", "new.txt").await, "new.txt new.txt");
    let taken = "path-taken: there is something at that path already; choose another";
    for there in ["docs/new.txt", "docs", "top"] {
        assert_eq!(folders.call("write", there).await, taken, "{there}");
    }
    for nowhere in ["nowhere/new.txt", "top/new.txt"] {
        assert_eq!(folders.call("write", nowhere).await, NOTHING, "{nowhere}");
    }
    #[cfg(unix)]
    {
        folders.link("out", folders.parent.path().join("planted"));
        folders.link("up", "..");
        assert_eq!(folders.call("write", "out").await, taken, "a link that leads nowhere is there as well");
        assert_eq!(folders.call("write", "up/planted").await, NOTHING);
        assert!(!folders.parent.path().join("planted").exists());
    }
}

#[test]
fn a_root_is_a_folder_that_is_there() {
    let folders = Folders::new();
    let nowhere = folders.parent.path().join("nowhere");
    let error = PathRoot::new(&nowhere).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().starts_with(&format!("{} cannot be a root", nowhere.display())), "{error}");
    let file = folders.root.as_path().join("top");
    let error = PathRoot::new(&file).unwrap_err();
    assert_eq!(error.to_string(), format!("{} cannot be a root of paths: it is no folder", file.display()));
}

#[cfg(unix)]
#[test]
fn a_root_may_be_a_link_when_it_is_made_and_not_become_one() {
    let folders = Folders::new();
    let link = folders.parent.path().join("current");
    std::os::unix::fs::symlink(folders.root.as_path(), &link).unwrap();
    let root = PathRoot::new(&link).unwrap();
    let path: ConfinedPath = "top".parse().unwrap();
    assert_eq!(path.resolve(&root).unwrap(), folders.root.as_path().join("top"));

    let other = folders.parent.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("top"), "secret").unwrap();
    fs::rename(folders.root.as_path(), folders.parent.path().join("moved")).unwrap();
    std::os::unix::fs::symlink(&other, folders.root.as_path()).unwrap();
    assert_eq!(path.resolve(&root).unwrap_err().code(), "not-found");
}

proptest! {
    #[test]
    fn no_text_leads_out(
        names in prop::collection::vec(prop::sample::select(vec![
            "", ".", "..", "...", "docs", "a.txt", "top", "secret", "rooted", "near", "up", "C:", "~", "\\",
        ]), 1..6),
    ) {
        let folders = Folders::new();
        #[cfg(unix)]
        folders.link("up", "..");
        let Ok(path) = names.join("/").parse::<ConfinedPath>() else { return Ok(()) };
        let is_normal = |part: Component<'_>| matches!(part, Component::Normal(_));
        prop_assert!(Path::new(path.unresolved()).components().all(is_normal));
        for found in [path.resolve(&folders.root), path.resolve_new(&folders.root)].into_iter().flatten() {
            prop_assert!(found.starts_with(folders.root.as_path()), "{found:?}");
            prop_assert!(fs::read_to_string(found).map_or(true, |text| text != "secret"));
        }
    }
}
