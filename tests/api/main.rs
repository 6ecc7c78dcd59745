//! Compares the public items of the published crates with the files of `docs/api`, so that a change of them is a change
//! that somebody reads. `scripts/check api` calls it; with `API=overwrite` it writes the files anew.
//!
//! It reads rustdoc's JSON, whose version belongs to a toolchain: `public-api` moves with `rust-toolchain.toml`.

use std::{env, error::Error, fmt::Write, fs, path::Path, process::ExitCode};

const CRATES: [&str; 5] = ["tool_command", "tool_core", "tool_derive", "tool_mcp", "tool_providers"];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let [documented, kept] = <[String; 2]>::try_from(env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "two arguments: the folder of rustdoc's JSON, and the folder of the listings")?;
    let overwrite = env::var_os("API").is_some_and(|word| word == "overwrite");
    let mut same = true;
    for name in CRATES {
        let listed = listing(&Path::new(&documented).join(format!("{name}.json")))?;
        let file = Path::new(&kept).join(format!("{name}.txt"));
        if overwrite {
            fs::write(&file, &listed)?;
            continue;
        }
        let before = fs::read_to_string(&file).unwrap_or_default();
        let (gone, new) = (only_in(&before, &listed), only_in(&listed, &before));
        for (mark, line) in gone.iter().map(|line| ('-', line)).chain(new.iter().map(|line| ('+', line))) {
            eprintln!("{mark} {line}");
        }
        same &= before == listed;
    }
    if same {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "the public items are not those of {kept}; run `API=overwrite scripts/check api`, and read the difference"
    );
    Ok(ExitCode::FAILURE)
}

/// Returns one line for each public item, in order. Implementations that every type has, or that a derive writes, are
/// left out.
fn listing(json: &Path) -> Result<String, Box<dyn Error>> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    let mut text = String::new();
    for item in api.items() {
        writeln!(text, "{item}")?;
    }
    Ok(text)
}

fn only_in<'t>(text: &'t str, other: &str) -> Vec<&'t str> {
    let known: std::collections::BTreeSet<_> = other.lines().collect();
    text.lines().filter(|line| !known.contains(line)).collect()
}
