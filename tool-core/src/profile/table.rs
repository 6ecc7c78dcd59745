//! Which provider demands what, and who says so. Data only: a vendor's change is a change of a row here, and of nothing
//! else. Vendors change without notice, and their services were not called; each row names what it was read from.

use super::{
    Profile,
    grammar::{Grammar, Start},
    rule::{Demand, NoArguments, Rule, Untyped},
};
use crate::schema::keyword::CANONICAL;

/// What the `Schema` type of python-genai has a field for, and what the changes below take away.
const GEMINI_KEYWORDS: [&str; 24] = with(&CANONICAL, &["nullable", "propertyOrdering"]);

/// Formats that both strict modes take.
const STRICT_FORMATS: [&str; 9] =
    ["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"];

const OPENAI_NAME: Rule = rule(
    Demand::ToolName(Grammar::new(Start::Anything, "_-", 64)),
    "OpenAI, function calling reference; openai/codex#8174, onyx-dot-app/onyx#12694",
);
const OPENAI_DESCRIPTION: Rule =
    rule(Demand::Description(0, 1024), "OpenHands/OpenHands#4838 (Azure and older models)");
const OPENAI_ROOT: Rule = rule(
    Demand::RootWithout(&["allOf", "anyOf", "enum", "not", "oneOf"]),
    "opencode#35516, Kilo-Org/kilocode#12905, PostHog/posthog#61359",
);
const OPENAI_ITEMS: Rule = rule(Demand::ItemsStated, "microsoft/vscode#244467, ReMe#84");
const OPENAI_LOOKAROUND: Rule = rule(Demand::NoLookaround, "cline/cline#14019, Dokploy/mcp#45");
const STRUCTURED_OUTPUTS: &str = "OpenAI, structured outputs guide, supported schemas";

const ANTHROPIC_ROOT: Rule =
    rule(Demand::RootWithout(&["allOf", "anyOf", "oneOf"]), "anthropics/claude-code#40075, mobile-mcp#344");
const ANTHROPIC_PROPERTIES: Rule = rule(
    Demand::PropertyName(Grammar::new(Start::Anything, "_.-", 64)),
    "Anthropic, tool use; unusual-whales-mcp#57, gestalt#272",
);
const ANTHROPIC_NUMBERS: Rule =
    rule(Demand::NumbersFit, "anthropics/claude-code#48332 (int too big to convert)");
const ANTHROPIC_NULLABLE: Rule =
    rule(Demand::Without(&["nullable"]), "tadata-org/fastapi_mcp#218 (not a keyword)");
const ANTHROPIC_NAME: Rule = rule(
    Demand::ToolName(Grammar::new(Start::Anything, "_-", 128)),
    "Anthropic, tool use; github/copilot-cli#1879",
);
const TRANSFORM_SCHEMA: &str = "anthropic-sdk-python 2.14, transform_schema";

const BEDROCK_NAME: Rule = rule(
    Demand::ToolName(Grammar::new(Start::Letter, "_-", 64)),
    "Amazon Bedrock, ToolSpecification; a letter first, as its agent API and CloudFormation ask for",
);
const BEDROCK_DESCRIPTION: Rule = rule(
    Demand::Description(1, usize::MAX),
    "Amazon Bedrock, ToolSpecification; danny-avila/LibreChat#13209",
);

const GEMINI_NAME: Rule = rule(
    // 64 is what is documented, and 63 what is safe.
    Demand::ToolName(Grammar::new(Start::LetterOrUnderscore, "_.-:", 63)),
    "Gemini API, FunctionDeclaration; DesktopCommanderMCP#79, gemini-cli",
);

const MCP: &[Rule] = &[rule(
    Demand::ToolName(Grammar::new(Start::Anything, "_-.", 128)),
    "MCP 2026-07-28, server/tools, tool names; SEP-986",
)];

const OPENAI: &[Rule] = &[OPENAI_ROOT, OPENAI_ITEMS, OPENAI_LOOKAROUND, OPENAI_NAME, OPENAI_DESCRIPTION];

const OPENAI_STRICT: &[Rule] = &[
    rule(Demand::Strict, STRUCTURED_OUTPUTS),
    OPENAI_ROOT,
    rule(
        Demand::Keywords(&CANONICAL),
        "OpenAI, structured outputs guide, keywords not supported; pydantic-ai openai profile",
    ),
    rule(
        Demand::Closed,
        "OpenAI, structured outputs guide: additionalProperties must be false; openai-agents-python#4310",
    ),
    rule(Demand::AllRequired, "OpenAI, structured outputs guide: all fields must be required; openai-python"),
    rule(Demand::Typed(Untyped::Refused), "OpenAI, structured outputs guide, supported types"),
    rule(Demand::PlainReferences, "openai/openai-agents-python#4354"),
    OPENAI_ITEMS,
    OPENAI_LOOKAROUND,
    rule(Demand::Said(&["default", "maxLength", "minLength"]), "pydantic-ai openai profile; openai-python"),
    rule(Demand::Formats(&STRICT_FORMATS), STRUCTURED_OUTPUTS),
    rule(Demand::Depth(10), "OpenAI, structured outputs guide, limits (an older text says 5)"),
    rule(Demand::Properties(5_000), "OpenAI, structured outputs guide, limits (an older text says 100)"),
    rule(Demand::EnumValues(1_000), "OpenAI, structured outputs guide, limits"),
    rule(Demand::LongEnum(250, 15_000), "OpenAI, structured outputs guide, limits"),
    rule(Demand::Letters(120_000), "OpenAI, structured outputs guide, limits"),
    OPENAI_NAME,
    OPENAI_DESCRIPTION,
];

const ANTHROPIC: &[Rule] =
    &[ANTHROPIC_ROOT, ANTHROPIC_PROPERTIES, ANTHROPIC_NUMBERS, ANTHROPIC_NULLABLE, ANTHROPIC_NAME];

const ANTHROPIC_STRICT: &[Rule] = &[
    rule(Demand::Strict, "Anthropic, structured outputs"),
    ANTHROPIC_ROOT,
    rule(Demand::Keywords(&CANONICAL), TRANSFORM_SCHEMA),
    rule(Demand::Closed, TRANSFORM_SCHEMA),
    rule(Demand::NoRecursion, "Anthropic, structured outputs, JSON Schema limitations"),
    rule(Demand::Typed(Untyped::Refused), TRANSFORM_SCHEMA),
    rule(Demand::OneTypeWord, "anthropic-sdk-python 2.14, transform_schema: fails on a list of types"),
    rule(
        Demand::Said(&[
            "default",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "maxItems",
            "maxLength",
            "maximum",
            "minLength",
            "minimum",
            "multipleOf",
            "pattern",
        ]),
        TRANSFORM_SCHEMA,
    ),
    rule(Demand::MinItems(1), TRANSFORM_SCHEMA),
    rule(Demand::Formats(&with::<10>(&STRICT_FORMATS, &["uri"])), TRANSFORM_SCHEMA),
    ANTHROPIC_PROPERTIES,
    ANTHROPIC_NUMBERS,
    ANTHROPIC_NAME,
];

const GEMINI: &[Rule] = &[
    rule(Demand::NoArguments(NoArguments::Omitted), "vercel/ai#3371, langchain-ai/langchain-google#416"),
    rule(Demand::RootProperties, "vercel/ai#3371 (properties: should be non-empty for OBJECT type)"),
    rule(Demand::Keywords(&GEMINI_KEYWORDS), "python-genai 3.6.1, types.Schema; jeremychone/rust-genai#223"),
    rule(Demand::NoRecursion, "python-genai 3.6.1, types.Schema; pydantic-ai google profile"),
    rule(Demand::OneTypeWord, "python-genai 3.6.1, types.Schema; t8y2/dbx#6233"),
    rule(
        Demand::Typed(Untyped::Union(&["string", "number", "boolean"])),
        "opencode#11952, ogx#3004 (no union was tried)",
    ),
    OPENAI_ITEMS,
    rule(Demand::RestDropped, "python-genai#2393, python-genai#2476; pydantic-ai google profile"),
    rule(Demand::BareEmptyObjects, "vercel/ai#3371"),
    rule(Demand::StringEnums, "google-gemini/gemini-cli#4127"),
    rule(
        Demand::Said(&["exclusiveMaximum", "exclusiveMinimum", "multipleOf"]),
        "python-genai 3.6.1, types.Schema; pydantic-ai google profile",
    ),
    rule(Demand::Formats(&["date-time"]), "cherry-studio#4153, python-genai#1045, gemini-cli#6949"),
    rule(Demand::NoNullType, "python-genai 3.6.1, types.Schema"),
    rule(
        Demand::UnionAlone,
        "Vertex AI 400 text in Graphenium#37, opencode#14788, pi-commandcode-provider#103",
    ),
    rule(
        Demand::PropertyName(Grammar::new(Start::LetterOrUnderscore, "_", 64)),
        "Gemini API, Schema, property names",
    ),
    GEMINI_NAME,
];

const GEMINI_JSON: &[Rule] = &[GEMINI_NAME];

const BEDROCK_ANTHROPIC: &[Rule] = &[
    ANTHROPIC_ROOT,
    ANTHROPIC_PROPERTIES,
    ANTHROPIC_NUMBERS,
    ANTHROPIC_NULLABLE,
    BEDROCK_NAME,
    BEDROCK_DESCRIPTION,
];

const BEDROCK_OTHER: &[Rule] = &[
    ANTHROPIC_ROOT,
    ANTHROPIC_PROPERTIES,
    ANTHROPIC_NUMBERS,
    ANTHROPIC_NULLABLE,
    rule(Demand::RestDropped, "opensre#2404"),
    BEDROCK_NAME,
    BEDROCK_DESCRIPTION,
];

const MOONSHOT: &[Rule] = &[
    rule(
        Demand::Keywords(&CANONICAL),
        "aaif-goose/goose#10577 (a reference to oneOf is taken for recursion)",
    ),
    rule(
        Demand::Typed(Untyped::Union(&["object", "array", "string", "number", "boolean"])),
        "NousResearch/hermes-agent#14805, MoonshotAI/kimi-cli#2061",
    ),
    rule(Demand::PlainReferences, "MoonshotAI/kimi-cli#1595"),
    OPENAI_NAME,
];

const LLAMA: &[Rule] = &[
    rule(Demand::NoArguments(NoArguments::Bare), "ggml-org/llama.cpp#25923"),
    rule(
        Demand::Keywords(&CANONICAL),
        "ollama/ollama#10328, #11444: other keywords are dropped without a word",
    ),
    rule(Demand::OneTypeWord, "ollama/ollama#10328"),
    rule(
        Demand::Said(&["format", "maxItems", "maxLength", "minItems", "minLength", "pattern"]),
        "ggml-org/llama.cpp#22314, #25746, #26596",
    ),
    rule(Demand::BareEmptyObjects, "ggml-org/llama.cpp#25923"),
];

/// Returns the words of two lists.
const fn with<const N: usize>(words: &[&'static str], others: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut next = 0;
    while next < N {
        all[next] = if next < words.len() { words[next] } else { others[next - words.len()] };
        next += 1;
    }
    all
}

const fn rule(demand: Demand, source: &'static str) -> Rule {
    Rule { demand, source }
}

/// Returns what a provider demands.
pub(super) const fn rules(profile: Profile) -> &'static [Rule] {
    match profile {
        Profile::Anthropic => ANTHROPIC,
        Profile::AnthropicStrict => ANTHROPIC_STRICT,
        Profile::BedrockAnthropic => BEDROCK_ANTHROPIC,
        Profile::BedrockOther => BEDROCK_OTHER,
        Profile::Gemini => GEMINI,
        Profile::GeminiJson => GEMINI_JSON,
        Profile::Llama => LLAMA,
        Profile::Mcp => MCP,
        Profile::Moonshot => MOONSHOT,
        Profile::OpenAi => OPENAI,
        Profile::OpenAiStrict => OPENAI_STRICT,
    }
}
