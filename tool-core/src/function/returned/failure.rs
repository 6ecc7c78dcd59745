//! The failed part of what a function returned. An error reaches the model only when somebody wrote that it does.
//!
//! One line of code makes an error visible, `impl From<E> for ToolError`; without it everything that is known about the
//! error goes to the host's log, and the model reads a correlation id.

#![expect(unnameable_types, reason = "generated code reaches every step through `Fail`")]

use std::{
    any::type_name,
    error::Error,
    fmt::{self, Debug, Display, Write},
    marker::PhantomData,
    ops::Deref,
};

use crate::ToolError;

/// Makes a step of the ladder: it answers when its bound holds, and else hands on to the next step.
macro_rules! step {
    ($(#[$doc:meta])* $step:ident -> $next:ident, [$($bound:tt)*], $error:ident => $explained:expr) => {
        $(#[$doc])*
        pub struct $step<E>($next<E>);

        impl<E> $step<E> {
            pub(super) const fn new() -> Self {
                Self($next::new())
            }
        }

        impl<E: $($bound)*> $step<E> {
            /// Returns what the model and the host's log read.
            pub fn explain(&self, $error: E) -> ToolError {
                $explained
            }
        }

        impl<E> Deref for $step<E> {
            type Target = $next<E>;

            fn deref(&self) -> &$next<E> {
                &self.0
            }
        }

        impl<E> Debug for $step<E> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($step))
            }
        }
    };
}

step! {
    /// The error type of a function: the most that can be said about it wins.
    // Not public API. Used by generated code.
    Fail -> Chain, [Into<ToolError>], error => error.into()
}
step! {
    /// An error that is not for the model; its whole chain of sources is logged.
    Chain -> Pointer, [Error], error => ToolError::internal(chain(&error))
}
step! {
    /// A pointer to an error, such as `Box<dyn Error>` or `anyhow::Error`.
    Pointer -> Text, [Deref<Target: Error>], error => ToolError::internal(chain(&*error))
}
step! {
    /// An error that is text, such as `String`.
    Text -> Dump, [Display], error => ToolError::internal(format_args!("{error:#}"))
}
step! {
    /// An error that has nothing but `Debug`.
    Dump -> Named, [Debug], error => ToolError::internal(format_args!("{error:?}"))
}

/// Returns the step from which nothing of an error reaches the model, whatever conversion it has.
// Not public API. Used by generated code, inside of the conversion itself.
pub const fn hidden<E>() -> Chain<E> {
    Chain::new()
}

/// An error of which only the name of the type is known.
pub struct Named<E>(PhantomData<fn() -> E>);

impl<E> Named<E> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }

    /// Returns what the model and the host's log read.
    #[expect(clippy::unused_self, reason = "called as on every other step")]
    pub fn explain(&self, _: E) -> ToolError {
        ToolError::internal(type_name::<E>())
    }
}

impl<E> Debug for Named<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Named")
    }
}

fn chain(error: &(impl Error + ?Sized)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        // Writing to a string cannot fail.
        let _ = write!(text, ": {error}");
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! detail {
        ($error:expr, $ty:ty) => {{
            let explained = Fail::<$ty>::new().explain($error);
            assert_eq!(explained.code(), "internal");
            explained.detail().map(|(_, detail)| detail.to_owned()).expect("it is internal")
        }};
    }

    #[derive(Debug)]
    struct Outer(std::fmt::Error);

    impl Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("outer")
        }
    }

    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn everything_is_hidden_with_the_most_that_is_known_about_it() {
        #[derive(Debug)]
        struct OnlyDebug;
        struct Nothing;

        let chained = format!("outer: {}", std::fmt::Error);
        assert_eq!(detail!(Outer(std::fmt::Error), Outer), chained);
        assert_eq!(detail!(Outer(std::fmt::Error).into(), Box<dyn Error>), chained);
        assert_eq!(detail!(Outer(std::fmt::Error).into(), Box<dyn Error + Send + Sync>), chained);
        assert_eq!(detail!("text".to_owned(), String), "text");
        assert_eq!(detail!("text", &'static str), "text");
        assert_eq!(detail!(OnlyDebug, OnlyDebug), "OnlyDebug");
        assert!(detail!(Nothing, Nothing).ends_with("::Nothing"));
    }

    #[test]
    fn one_written_conversion_makes_an_error_visible() {
        struct Chosen;

        impl From<Chosen> for ToolError {
            fn from(_: Chosen) -> Self {
                Self::new("chosen", "words for the model")
            }
        }

        assert_eq!(Fail::<Chosen>::new().explain(Chosen).code(), "chosen");
        assert_eq!(Fail::<ToolError>::new().explain(ToolError::new("own", "words")).code(), "own");
    }

    #[test]
    fn what_a_conversion_hides_is_logged_with_its_sources() {
        #[derive(Debug)]
        struct Converted(std::fmt::Error);

        impl Display for Converted {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("converted")
            }
        }

        impl Error for Converted {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                Some(&self.0)
            }
        }

        impl From<Converted> for ToolError {
            fn from(error: Converted) -> Self {
                hidden::<Converted>().explain(error)
            }
        }

        assert_eq!(detail!(Converted(std::fmt::Error), Converted), format!("converted: {}", std::fmt::Error));
    }

    #[test]
    fn in_a_generic_context_only_written_bounds_count() {
        fn explained<E>(error: E) -> ToolError {
            Fail::<E>::new().explain(error)
        }

        fn explained_when_written<E: Into<ToolError>>(error: E) -> ToolError {
            Fail::<E>::new().explain(error)
        }

        assert_eq!(explained(ToolError::new("own", "words")).code(), "internal");
        assert_eq!(explained_when_written(ToolError::new("own", "words")).code(), "own");
    }
}
