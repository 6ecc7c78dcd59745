//! What this crate publishes beside its code: the schema of manifests, and its codes.

use std::{fs, path::Path};

use tool_command::{Manifest, codes};

/// Every code that there ever was, in the order in which they came.
const CODES: &str = include_str!("codes.snap");

/// With `SCHEMA=overwrite` the file is written anew.
#[test]
fn the_schema_of_manifests_is_the_one_that_is_published() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest.schema.json");
    let now = format!("{:#}\n", Manifest::json_schema());
    if std::env::var("SCHEMA").is_ok_and(|word| word == "overwrite") {
        fs::write(&file, &now).unwrap();
    }
    assert_eq!(
        fs::read_to_string(file).unwrap(),
        now,
        "SCHEMA=overwrite cargo test -p tool-command accepts the change"
    );
}

#[test]
fn no_code_has_gone_and_each_new_one_is_in_the_snapshot() {
    let now: Vec<_> = codes().iter().map(|code| code.code).collect();
    assert_eq!(CODES.lines().collect::<Vec<_>>(), now, "codes are append-only");
}

#[test]
fn the_shipped_manifests_are_what_the_schema_says() {
    let schema = jsonschema::draft202012::new(&Manifest::json_schema()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tool-serve/manifests");
    for name in ["git.toml", "registrar.toml"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut manifest: serde_json::Value = toml::from_str(&text).unwrap();
        assert!(schema.is_valid(&manifest), "{name}");
        manifest["tool"][0]["summery"] = "a key that there is not".into();
        assert!(!schema.is_valid(&manifest), "{name}");
    }
}
