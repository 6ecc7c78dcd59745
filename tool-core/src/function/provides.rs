//! What a tool needs from the host's state. Whose data a call is about is `from_call`, not this.

/// A registry's state that has a `T` for the tools that ask for one with `#[state]`.
///
/// Every type provides itself. Implement the trait for each part of the state that a tool takes:
///
/// ```
/// use tool_core::Provides;
///
/// struct NoteStore;
///
/// struct App {
///     notes: NoteStore,
/// }
///
/// impl Provides<NoteStore> for App {
///     fn provide(&self) -> &NoteStore {
///         &self.notes
///     }
/// }
/// ```
///
/// A state that is shared as `Arc<App>` goes to [`Registry::builder_shared`](crate::Registry::builder_shared), and `App` is
/// asked as above.
///
/// `#[state] store: &NoteStore` borrows the part for the call, `#[state] pool: Pool` clones it, and
/// `#[state] index: &mut Index` locks it: the state then provides a `std::sync::Mutex<Index>`.
///
/// A part behind a trait is written with its whole lifetime:
///
/// ```
/// use tool_core::Provides;
///
/// trait Clock: Send + Sync {}
///
/// struct App {
///     clock: Box<dyn Clock>,
/// }
///
/// impl Provides<dyn Clock> for App {
///     fn provide(&self) -> &(dyn Clock + 'static) {
///         &*self.clock
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the registry's state `{Self}` does not provide `{T}`",
    label = "this tool needs `{T}`",
    note = "write `impl Provides<{T}> for {Self}`, or start the registry with a state that has one; a state in an `Arc` goes to `Registry::builder_shared`"
)]
pub trait Provides<T: ?Sized> {
    /// Returns the part.
    fn provide(&self) -> &T;
}

#[diagnostic::do_not_recommend]
impl<S: ?Sized> Provides<S> for S {
    fn provide(&self) -> &S {
        self
    }
}
