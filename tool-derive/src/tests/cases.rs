//! Every key has a case that compiles, wherever it applies.

use crate::keys::{KEYS, Place};

#[test]
fn every_key_has_a_case_that_compiles() {
    for (place, case) in [
        (Place::Block, include_str!("../../../tests/ui/tools/pass/every_key.rs")),
        (Place::ErrorEnum, include_str!("../../../tests/ui/tool_error/pass/every_key.rs")),
        (Place::ErrorStruct, include_str!("../../../tests/ui/tool_error/pass/every_key.rs")),
        (Place::Function, include_str!("../../../tests/ui/tool/pass/every_key.rs")),
        (Place::Method, include_str!("../../../tests/ui/tools/pass/every_key.rs")),
        (Place::Struct, include_str!("../../../tests/ui/derive/pass/every_key.rs")),
        (Place::Variant, include_str!("../../../tests/ui/tool_error/pass/every_key.rs")),
    ] {
        for key in KEYS.iter().filter(|key| key.applies(place)) {
            let written = case
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .any(|word| word == key.name);
            assert!(written, "{place:?} {}", key.name);
        }
    }
}
