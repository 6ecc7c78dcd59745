//! Check: is the caller within its limits? Keyed by who calls, never by a session or a connection.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

use super::{Policies, Stop};
use crate::{BoxError, Caller, Control, Effect, Refusal, Registered, Reservation, error::chain, panic_wall};

/// What is to be counted: the name of what is done, and what it may change.
///
/// Admission makes it from a tool; a REST handler makes the same for the same function.
///
/// # Examples
///
/// ```
/// use tool_core::{Effect, Usage};
///
/// let usage = Usage::new("notes::search", Effect::ReadOnly);
/// assert_eq!((usage.name(), usage.effect()), ("notes::search", Effect::ReadOnly));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage<'a> {
    name: &'a str,
    effect: Effect,
}

impl<'a> Usage<'a> {
    /// Returns the usage of something of this name, a tool's name in the registry, and effect.
    pub fn new(name: &'a str, effect: Effect) -> Self {
        Self { name, effect }
    }

    /// Returns the name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Returns what it may change.
    pub fn effect(&self) -> Effect {
        self.effect
    }
}

/// Says how much a caller may do: one interface for the whole product, asked by REST handlers as well.
///
/// It is asked after every check before it, so a call that is refused costs nothing: limits bound work, and not guesses.
/// Ids that must not be guessed are long and random ones. Tools of [`Control`] are never asked about.
/// [`Quotas`](crate::Quotas) is an implementation, with feature `quotas`.
///
/// # Examples
///
/// ```
/// use std::{sync::Mutex, collections::HashMap, time::Duration};
///
/// use tool_core::{Caller, LimitError, Limits, Reservation, Usage};
///
/// /// Three calls per caller, until the program ends.
/// struct Three(Mutex<HashMap<String, u32>>);
///
/// #[tool_core::async_trait]
/// impl Limits for Three {
///     async fn reserve(&self, caller: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
///         let mut used = self.0.lock().unwrap();
///         let used = used.entry(caller.id().to_owned()).or_default();
///         if *used == 3 {
///             return Err(LimitError::Exceeded { retry_after: Duration::from_secs(86_400) });
///         }
///         *used += 1;
///         Ok(Reservation::kept())
///     }
/// }
/// ```
#[async_trait]
pub trait Limits: Send + Sync + 'static {
    /// Takes one use out of the caller's budget. Dropping the reservation gives it back.
    ///
    /// # Errors
    ///
    /// [`LimitError::Exceeded`] when nothing is left; [`LimitError::Undetermined`] when it cannot be found out, and
    /// nothing runs then.
    async fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError>;
}

/// The same value for REST handlers and for the invoker.
#[async_trait]
impl<T: Limits + ?Sized> Limits for Arc<T> {
    async fn reserve(&self, caller: &Caller, usage: &Usage<'_>) -> Result<Reservation, LimitError> {
        T::reserve(self, caller, usage).await
    }
}

/// Why nothing was reserved.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::LimitError;
///
/// /// What a REST handler might make of it.
/// fn status(error: &LimitError) -> (u16, Option<u64>) {
///     match error {
///         LimitError::Exceeded { retry_after } => (429, Some(retry_after.as_secs())),
///         LimitError::Undetermined(_) => (503, None),
///     }
/// }
///
/// assert_eq!(status(&LimitError::Exceeded { retry_after: Duration::from_secs(60) }), (429, Some(60)));
/// // `?` makes the other one of any error.
/// assert_eq!(status(&LimitError::from("the counter is gone")), (503, None));
/// ```
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "hosts make it, and whoever asks must handle both")]
pub enum LimitError {
    /// The caller has used up its budget.
    Exceeded {
        /// How long until there is something again.
        retry_after: Duration,
    },
    /// It cannot be found out.
    Undetermined(BoxError),
}

impl<E: Into<BoxError>> From<E> for LimitError {
    fn from(error: E) -> Self {
        Self::Undetermined(error.into())
    }
}

/// What a deployment said about limits. That there are none is a word that somebody has to write.
pub(crate) enum Budget {
    Limited(Arc<dyn Limits>),
    Unlimited,
}

/// Takes the call out of the caller's budget. Control is exempt: whoever is at the limit can still stop things.
pub(super) async fn check(
    policies: &Policies,
    caller: &Caller,
    tool: &Registered,
) -> Result<Reservation, Stop> {
    if tool.host().control != Control::No {
        return Ok(Reservation::kept());
    }
    let limits = match &policies.budget {
        Some(Budget::Limited(limits)) => limits,
        Some(Budget::Unlimited) => return Ok(Reservation::kept()),
        None => {
            return Err(Stop::undecided(
                tool.name(),
                "the invoker has neither limits nor the word `unlimited`",
            ));
        }
    };
    let usage = Usage::new(tool.name().as_str(), tool.host().effect);
    match panic_wall::walled_future(limits.reserve(caller, &usage)).await {
        Ok(Ok(reservation)) => Ok(reservation),
        Ok(Err(LimitError::Exceeded { retry_after })) => Err(Refusal::LimitExceeded { retry_after }.into()),
        Ok(Err(LimitError::Undetermined(error))) => Err(Stop::undecided(tool.name(), chain(&*error))),
        Err(panicked) => Err(Stop::undecided(tool.name(), panicked)),
    }
}
