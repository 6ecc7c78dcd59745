//! Writes the servers whose tools are rmcp's macros, one for each number of tools and each of the two forms.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut text = format!("{}{}", bench_source::RMCP_USES, bench_source::FOUND);
    for tools in [1, 10, 30, 100] {
        text += &bench_source::rmcp(&format!("Rebuilt{tools}"), tools, false, 0);
        text += &bench_source::rmcp(&format!("Kept{tools}"), tools, true, 0);
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("macros.rs"), text)?;
    Ok(())
}
