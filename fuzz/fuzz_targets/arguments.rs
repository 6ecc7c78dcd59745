//! Any text as arguments of a tool.

#![no_main]

#[expect(dead_code, reason = "the other target's half")]
#[path = "../../tests/it/fuzzed/subject.rs"]
mod subject;

libfuzzer_sys::fuzz_target!(|text: &str| {
    subject::arguments(text);
});
