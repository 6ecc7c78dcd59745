//! Every shape in every profile, given to the providers' own libraries by `tests/providers/check.py`.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use tool_core::Profile;

use super::arguments;

/// The interpreter that has the libraries; the script says how to get one.
const PYTHON: &str = "PROVIDERS_PYTHON";

#[test]
fn the_providers_own_libraries_take_every_rendered_shape() {
    let written = written();
    let Some(python) = std::env::var_os(PYTHON) else {
        println!("skipped: {PYTHON} names no interpreter with the libraries (see tests/providers/check.py)");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("providers/check.py");
    let run = Command::new(python).arg(script).arg(written).output().unwrap();
    let (said, failed) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    println!("{said}");
    assert!(run.status.success(), "{said}\n{failed}");
}

/// Writes every shape in every profile as JSON, and returns where.
fn written() -> PathBuf {
    let tools: Vec<Value> = arguments()
        .into_iter()
        .enumerate()
        .map(|(index, (shape, canonical))| {
            let profiles: serde_json::Map<_, _> = Profile::ALL
                .into_iter()
                .map(|profile| {
                    let rendered = match profile.render(&canonical) {
                        Ok(rendered) => json!({ "schema": rendered.schema, "strict": rendered.strict }),
                        Err(refused) => json!({ "refused": refused.to_string() }),
                    };
                    (profile.name().to_owned(), rendered)
                })
                .collect();
            // Names of shapes are Rust's, and no provider's.
            json!({ "name": format!("shape_{index}"), "shape": shape, "canonical": canonical, "profiles": profiles })
        })
        .collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("profiles.json");
    std::fs::write(&path, serde_json::to_vec(&json!({ "tools": tools })).unwrap()).unwrap();
    path
}
