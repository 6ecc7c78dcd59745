use tool_core::tool;

/// Searches.
#[tool]
fn search(
    #[cfg(unix)] one: u8,
    #[cfg(windows)] two: u8,
    #[cfg(target_os = "linux")] three: u8,
) {
    let _ = (one, three);
}

fn main() {}
