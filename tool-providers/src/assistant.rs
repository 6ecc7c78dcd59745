//! A first-party surface in one provider's format: what a host decides once. What belongs to one turn is `turn`.

use std::{error::Error, fmt};

use tool_core::{Caller, Origin, Surface};

use crate::{Format, Offer, Turn};

/// The product's own assistant: a first-party surface in the format of the model provider behind it. A clone is a handle
/// to the same surface.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
/// use tool_providers::{Assistant, Format};
///
/// /// Counts notes.
/// #[tool(effect = read_only)]
/// fn count_notes() -> u32 {
///     3
/// }
///
/// let invoker = Invoker::builder(Registry::builder(()).tool(count_notes_tool()).build()?).unlimited().build()?;
/// let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
/// let assistant = Assistant::builder(&surface, Format::AnthropicMessages).build()?;
/// let turn = assistant.turn(Caller::new("alice"));
/// assert_eq!(turn.offer().fields()["tools"][0]["name"], "count_notes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Assistant {
    pub(crate) surface: Surface,
    pub(crate) format: Format,
    strict: bool,
    images: bool,
}

impl Assistant {
    /// Starts an assistant on a first-party surface.
    pub fn builder(surface: &Surface, format: Format) -> AssistantBuilder {
        AssistantBuilder { surface: surface.clone(), format, strict: None, images: None }
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Starts a turn of a conversation for this caller, with the tools that the surface lists for it at this moment.
    pub fn turn(&self, caller: Caller) -> Turn {
        let offer = Offer::of(&self.surface, &caller, self.format, self.strict);
        Turn::new(self.clone(), caller, offer)
    }

    /// Returns the media types of pictures that results show.
    pub(crate) fn images(&self) -> &'static [&'static str] {
        if self.images { self.format.wire().images() } else { &[] }
    }
}

/// Collects what an assistant is; [`build`](AssistantBuilder::build) names every fault at once.
#[derive(Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct AssistantBuilder {
    surface: Surface,
    format: Format,
    strict: Option<bool>,
    images: Option<bool>,
}

impl AssistantBuilder {
    /// Says whether the provider is asked for arguments that fit the schema exactly. A tool whose schema has no strict form
    /// is offered in the ordinary one; [`Offered::not_strict`](crate::Offered::not_strict) says why.
    ///
    /// Unless said, OpenAI's tools are strict. Anthropic's are not: a request with more than 20 strict tools, 24 optional
    /// properties or 16 unions in them is refused as a whole, and so is one whose grammar is too large, at a size that is
    /// not documented. With `true`, tools are strict in the order of their names until one of the three is used up.
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = Some(strict);
        self
    }

    /// Says whether results show pictures. Where they do not, the model reads the media type and the size.
    ///
    /// Unless said, they do with Anthropic, also on Bedrock, and with OpenAI's Responses API. Say `true` for Gemini 3 and
    /// later and for Amazon Nova; older and other models refuse the request.
    pub fn images(mut self, images: bool) -> Self {
        self.images = Some(images);
        self
    }

    /// Returns the assistant.
    ///
    /// # Errors
    ///
    /// Every fault at once: a surface for outside callers, strict tools or pictures that the format does not have.
    pub fn build(self) -> Result<Assistant, AssistantErrors> {
        let Self { surface, format, strict, images } = self;
        let mut faults = Vec::new();
        if surface.origin() != Origin::FirstParty {
            let surface = surface.name().to_owned();
            faults.push(AssistantError::OutsideSurface { surface });
        }
        if strict == Some(true) && format.strict_profile().is_none() {
            faults.push(AssistantError::NoStrict { format });
        }
        if images == Some(true) && format.wire().images().is_empty() {
            faults.push(AssistantError::NoImages { format });
        }
        if !faults.is_empty() {
            return Err(AssistantErrors(faults));
        }
        let strict = strict.unwrap_or(format.is_strict_by_itself());
        let images = images.unwrap_or(format.shows_images_by_itself());
        Ok(Assistant { surface, format, strict, images })
    }
}

/// Why there is no assistant.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Invoker, Registry, Surface};
/// use tool_providers::{Assistant, AssistantError, Format};
///
/// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
/// let outside = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let errors = Assistant::builder(&outside, Format::Gemini).strict(true).build().unwrap_err();
/// let surface = AssistantError::OutsideSurface { surface: "mcp".to_owned() };
/// assert!(errors.faults().contains(&surface));
/// assert!(errors.faults().contains(&AssistantError::NoStrict { format: Format::Gemini }), "all at once");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssistantError {
    /// The format has no place for pictures in results.
    NoImages {
        /// The format.
        format: Format,
    },
    /// The format has no strict tools.
    NoStrict {
        /// The format.
        format: Format,
    },
    /// The surface is for outside callers.
    OutsideSurface {
        /// The surface's name.
        surface: String,
    },
}

impl fmt::Display for AssistantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoImages { format } => {
                write!(f, "results have no place for pictures in {format}; leave `images(true)` out")
            }
            Self::NoStrict { format } => write!(f, "no tool is strict in {format}; leave `strict(true)` out"),
            Self::OutsideSurface { surface } => write!(
                f,
                "the surface `{surface}` is for outside callers; make the assistant's with `Surface::first_party`"
            ),
        }
    }
}

impl Error for AssistantError {}

/// Every reason why there is no assistant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssistantErrors(Vec<AssistantError>);

impl AssistantErrors {
    /// Returns the faults, of which there is at least one.
    pub fn faults(&self) -> &[AssistantError] {
        &self.0
    }
}

impl fmt::Display for AssistantErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Error for AssistantErrors {}
