use tool_core::tools;

#[derive(Default, serde::Deserialize, schemars::JsonSchema)]
struct Note;

#[tools]
impl Note {
    /// Merges.
    #[tool]
    fn merge(&self, #[serde(default)] other: Self, #[serde(default = "Self::ten")] times: u8) {
        let _ = (other, times);
    }

    fn ten() -> u8 {
        10
    }
}

fn main() {}
