//! Mistakes with a path that a caller chose.

use std::fs;

use serde_json::json;
use tool_core::{
    Allow, ConfinedPath, Invoker, PathRoot, Provides, Registry, Surface, ToolError, testing::TestSurface,
    tool,
};

use super::compare;

struct App(PathRoot);

impl Provides<PathRoot> for App {
    fn provide(&self) -> &PathRoot {
        &self.0
    }
}

/// Reads a file.
#[tool(title = "Read", exposure = both, effect = read_only, blocking)]
#[expect(clippy::needless_pass_by_value, reason = "a blocking body has its own arguments")]
fn read(
    #[state] root: &PathRoot,
    /// The file.
    file: ConfinedPath,
) -> Result<String, ToolError> {
    fs::read_to_string(file.resolve(root)?).map_err(ToolError::internal)
}

/// Makes a file.
#[tool(title = "Make", exposure = both, effect = additive, blocking)]
#[expect(clippy::needless_pass_by_value, reason = "a blocking body has its own arguments")]
fn make(
    #[state] root: &PathRoot,
    /// The file.
    file: ConfinedPath,
) -> Result<(), ToolError> {
    file.resolve_new(root).map(drop)
}

#[tokio::test]
async fn path_errors() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "").unwrap();
    let app = App(PathRoot::new(folder.path()).unwrap());
    let registry = Registry::builder(app).tool(read_tool()).tool(make_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let test = TestSurface::new(&Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap());
    let said = async |tool: &str, file: &str| test.call(tool, json!({ "file": file })).await.text();
    let file = folder.path().join("taken");
    compare(
        "When a caller chooses a path",
        [
            ("a path that is absolute, or leads upwards", said("read", "../taken").await),
            ("a path to nothing, and one that a link leads elsewhere", said("read", "nowhere").await),
            ("a new file in the place of another", said("make", "taken").await),
            ("a root that is no folder", PathRoot::new(file).unwrap_err().to_string()),
        ],
    );
}
