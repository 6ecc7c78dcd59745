//! Tools that return each kind of block, at once.

use tool_core::{Content, RegistryBuilder, ToolError, ToolOutput, tool};

use crate::App;

/// A picture of one red pixel.
pub(crate) const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00,
    0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x08, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01,
    0x01, 0x00, 0x18, 0xdd, 0x8d, 0xb0, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60,
    0x82,
];

/// A sound without samples: the head of a WAVE file.
const WAV: &[u8] = &[
    0x52, 0x49, 0x46, 0x46, 0x24, 0x00, 0x00, 0x00, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6d, 0x74, 0x20, 0x10,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x40, 0x1f, 0x00, 0x00, 0x80, 0x3e, 0x00, 0x00, 0x02, 0x00,
    0x10, 0x00, 0x64, 0x61, 0x74, 0x61, 0x00, 0x00, 0x00, 0x00,
];

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .tool(test_simple_text_tool())
        .tool(test_image_content_tool())
        .tool(test_audio_content_tool())
        .tool(test_embedded_resource_tool())
        .tool(test_multiple_content_types_tool())
        .tool(test_error_handling_tool())
}

pub(crate) fn image() -> Content {
    Content::Image { data: PNG.to_vec(), mime_type: "image/png".into() }
}

/// Returns one text.
#[tool(title = "Simple text", exposure = both, effect = read_only, open_world = false)]
fn test_simple_text() -> String {
    "This is a simple text response for testing.".to_owned()
}

/// Returns one picture.
#[tool(title = "Image", exposure = both, effect = read_only, open_world = false)]
fn test_image_content() -> ToolOutput {
    ToolOutput::empty().with_content(image())
}

/// Returns one sound.
#[tool(title = "Audio", exposure = both, effect = read_only, open_world = false)]
fn test_audio_content() -> ToolOutput {
    ToolOutput::empty().with_content(Content::Audio { data: WAV.to_vec(), mime_type: "audio/wav".into() })
}

/// Returns one embedded document.
#[tool(title = "Embedded resource", exposure = both, effect = read_only, open_world = false)]
fn test_embedded_resource() -> ToolOutput {
    ToolOutput::empty().with_content(Content::Resource {
        uri: "test://embedded-resource".into(),
        mime_type: Some("text/plain".into()),
        text: "This is an embedded resource content.".into(),
    })
}

/// Returns a text, a picture and an embedded document.
#[tool(title = "Multiple content types", exposure = both, effect = read_only, open_world = false)]
fn test_multiple_content_types() -> ToolOutput {
    ToolOutput::text("Multiple content types test:").with_content(image()).with_content(Content::Resource {
        uri: "test://mixed-content-resource".into(),
        mime_type: Some("application/json".into()),
        text: r#"{"test":"data","value":123}"#.into(),
    })
}

/// Always fails.
#[tool(title = "Error handling", exposure = both, effect = read_only, open_world = false)]
fn test_error_handling() -> Result<String, ToolError> {
    Err(ToolError::new("test-error", "This tool intentionally returns an error for testing"))
}
