use tool_core::Tool;

/// Lists.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct List {
    #[serde(alias = "first")]
    first_word: String,
    #[serde(rename = "last", alias = "z")]
    last_word: String,
}

impl tool_core::Run<()> for List {
    type Output = String;
    type Error = std::convert::Infallible;

    async fn run(self, (): &(), _: &tool_core::ToolCall<'_>) -> Result<String, Self::Error> {
        Ok(self.first_word + &self.last_word)
    }
}

fn main() {}
