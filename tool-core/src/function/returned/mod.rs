//! What a function returned: which part of it is the result of the tool, and which part an error.
//!
//! Every choice is made by the type and not by how it is spelled, so an alias of `Result` is a `Result`. An inherent
//! method wins over one that is reached through `Deref`: that is the whole of the mechanism, and it needs no trait that
//! generated code would have to import.

mod failure;
mod finite;
mod output;

use std::{
    convert::Infallible,
    future::{Ready, ready},
    marker::PhantomData,
    ops::Deref,
    pin::Pin,
};

pub use failure::{Fail, hidden};
pub use output::{Okay, Output, Rendering, rendering};

/// The return type of a function.
// Not public API. Used by generated code.
#[derive(Debug)]
pub struct Returned<R>(Plain<R>);

/// A return type that is neither a `Result` nor a boxed future.
#[derive(Debug)]
#[expect(unnameable_types, reason = "generated code reaches it through `Returned`")]
pub struct Plain<R>(PhantomData<fn() -> R>);

impl<R> Returned<R> {
    /// Returns the return type.
    #[expect(clippy::new_without_default, reason = "generated code is the only caller")]
    pub const fn new() -> Self {
        Self(Plain(PhantomData))
    }
}

impl<T, E> Returned<Result<T, E>> {
    /// Returns what success holds.
    pub const fn okay(&self) -> Okay<T> {
        Okay::new()
    }

    /// Returns what failure holds.
    pub const fn fail(&self) -> Fail<E> {
        Fail::new()
    }

    /// Tells success from failure.
    ///
    /// # Errors
    ///
    /// The function's own.
    pub fn split(&self, returned: Result<T, E>) -> Result<T, E> {
        returned
    }
}

impl<'run, R> Returned<Pin<Box<dyn Future<Output = R> + Send + 'run>>> {
    /// Returns what the future holds.
    pub const fn settled(&self) -> Returned<R> {
        Returned::new()
    }

    /// Concludes the run when the future is ready.
    pub async fn conclude<C>(
        &self,
        returned: Pin<Box<dyn Future<Output = R> + Send + 'run>>,
        conclusion: impl FnOnce(R) -> C,
    ) -> C {
        conclusion(returned.await)
    }
}

impl<R> Deref for Returned<R> {
    type Target = Plain<R>;

    fn deref(&self) -> &Plain<R> {
        &self.0
    }
}

#[expect(
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "the type of `self` chooses the method; its value says nothing"
)]
impl<R> Plain<R> {
    /// Returns the whole: nothing can fail.
    pub const fn okay(&self) -> Okay<R> {
        Okay::new()
    }

    /// Returns the failure that never is.
    pub const fn fail(&self) -> Fail<Infallible> {
        Fail::new()
    }

    /// Returns success.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn split(&self, returned: R) -> Result<R, Infallible> {
        Ok(returned)
    }

    /// Returns the same: nothing is awaited.
    pub const fn settled(&self) -> Returned<R> {
        Returned::new()
    }

    /// Concludes the run now. What was returned need not be `Send`: it does not outlive this call.
    pub fn conclude<C>(&self, returned: R, conclusion: impl FnOnce(R) -> C) -> Ready<C> {
        ready(conclusion(returned))
    }
}
