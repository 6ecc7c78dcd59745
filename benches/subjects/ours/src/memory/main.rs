//! What a registry keeps in memory for each of its tools, beside what its schemas are as text. A process of its own, because counting
//! makes every allocation slower.

#[path = "../notes.rs"]
#[expect(dead_code, reason = "the registry alone is weighed")]
mod notes;

use std::error::Error;

use peak_alloc::PeakAlloc;
use tool_core::{Allow, Caller, Invoker, Surface};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> Result<(), Box<dyn Error>> {
    let (_, tools) = bench_subject::told()?;
    // What is made once, such as the schemas of the checker itself, is nobody's share.
    drop(notes::registry(2)?);
    let before = HEAP.current_usage();
    let registry = notes::registry(tools)?;
    let kept = HEAP.current_usage() - before;
    let invoker = Invoker::builder(registry.clone()).unlimited().build()?;
    let surface = Surface::outside("notes", &invoker, Allow::exposed()).build()?;
    // A surface renders the registry when it is asked.
    drop(surface.catalogue(&Caller::new("alice")));
    let kept_with_surface = HEAP.current_usage() - before;
    let mut written = 0;
    for tool in registry.snapshot().iter() {
        let definition = tool.definition();
        written += serde_json::to_string(&definition.input_schema)?.len();
        written += definition
            .output_schema
            .as_ref()
            .map(serde_json::to_string)
            .transpose()?
            .map_or(0, |text| text.len());
    }
    bench_subject::say(&format!("{} {}", kept / tools, written / tools))?;
    bench_subject::say(&format!("{} {}", kept_with_surface / tools, written / tools))?;
    Ok(())
}
