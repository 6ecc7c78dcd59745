//! Mistakes with a path that a caller chose.

use std::fs;

use serde_json::json;
use tool_core::{Invoker, PathRoot, Registry, testing::TestSurface};

use super::compare;
use crate::{
    paths::{App, read_tool, write_tool},
    support::outside,
};

#[tokio::test]
async fn path_errors() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "").unwrap();
    let app = App(PathRoot::new(folder.path()).unwrap());
    let registry = Registry::builder(app).tool(read_tool()).tool(write_tool()).build().unwrap();
    let test = TestSurface::new(&outside(&Invoker::builder(registry).unlimited().build().unwrap()));
    let said = async |tool: &str, file: &str| test.call(tool, json!({ "file": file })).await.text();
    let file = folder.path().join("taken");
    compare(
        "When a caller chooses a path",
        [
            ("a path that is absolute, or leads upwards", said("read", "../taken").await),
            ("a path to nothing, and one that a link leads elsewhere", said("read", "nowhere").await),
            ("a new file in the place of another", said("write", "taken").await),
            (
                "a root that is no folder",
                PathRoot::new(&file).unwrap_err().to_string().replace(&file.display().to_string(), "{path}"),
            ),
        ],
    );
}
