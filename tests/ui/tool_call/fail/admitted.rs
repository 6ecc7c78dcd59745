//! The parts of a call are as unreachable as the call.
fn main() {
    let _: tool_core::call::Admitted = todo!();
}
