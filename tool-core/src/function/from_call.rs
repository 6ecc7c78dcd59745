//! What a function may take from an admitted call with `#[context]`. Arguments of the model are `arguments`, not this.

use tokio_util::sync::CancellationToken;

use crate::{Caller, CommitPoint, Progress, Target, ToolCall, ToolError};

/// A value that a function takes from the call with `#[context]`: it comes from the host, never from the model.
///
/// The caller, the target, the cancellation token, the progress, the commit point, the [inputs](crate::Inputs) and the
/// call itself are ready to take. A host adds its own types in a few lines, and its functions and their tests go on
/// making such values as before. The type is implemented as the function takes it: `SiteId` for `site: SiteId`, and `&'a User` for `user: &User`.
///
/// ```
/// use tool_core::{FromCall, ToolCall, ToolError};
///
/// /// What authentication attached, with `Caller::with`.
/// struct User {
///     name: String,
/// }
///
/// impl<'a> FromCall<'a> for &'a User {
///     fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
///         call.caller().extension().ok_or_else(|| ToolError::internal("the caller has no User"))
///     }
/// }
///
/// /// What ownership attached, with `Target::with`.
/// #[derive(Clone, Copy)]
/// struct SiteId(u64);
///
/// impl<'a> FromCall<'a> for SiteId {
///     fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
///         call.target_as().copied()
///     }
/// }
/// ```
///
/// What middleware set on the request is as near: [`ToolCall::extension`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from a call",
    label = "`#[context]` needs `impl FromCall` for `{Self}`",
    note = "a call has a `Caller`, `CancellationToken`, `CommitPoint`, `Completion`, `Inputs`, `Log`, `Progress` and `Target`, and is a `&ToolCall`",
    note = "mark the parameter `#[state]` when it is part of the registry's state, or leave it unmarked when the model supplies it"
)]
pub trait FromCall<'a>: Sized {
    /// Returns the value.
    ///
    /// # Errors
    ///
    /// Whatever the implementation finds missing. [`ToolError::internal`] is right when the host forgot something;
    /// [`ToolError::new`] when the caller can mend it.
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError>;
}

// The note above names what there is. The compiler's own list of implementations is cut after eight, so each of them is
// kept off it.
#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a ToolCall<'a> {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call)
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a Caller {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.caller())
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a CancellationToken {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.cancellation())
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a Progress {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.progress())
    }
}

/// Taking it promises that nothing is changed before [`CommitPoint::reach`].
#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for CommitPoint {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.commit_point())
    }
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for &'a Target {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.target().ok_or_else(|| {
            let tool = call.tool();
            ToolError::internal(format!(
                "`{tool}` takes a target and names none; write target = \"...\" on the tool"
            ))
        })
    }
}

/// Makes the owned form of a value that can be borrowed from the call.
macro_rules! owned {
    ($($part:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a> FromCall<'a> for $part {
            fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
                <&Self>::from_call(call).cloned()
            }
        }
    )*};
}

owned!(Caller, CancellationToken, Progress, Target);
