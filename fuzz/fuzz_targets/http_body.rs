//! Any bytes as the body of a request.

#![no_main]

#[expect(dead_code, reason = "the other target's half")]
#[path = "../../tests/it/fuzzed/subject.rs"]
mod subject;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| subject::body(bytes));
