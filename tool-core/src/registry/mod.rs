//! Everything that exists. Hands out definitions, never anything that runs.

mod builder;
mod collected;
#[cfg(feature = "linked")]
pub(crate) mod linked;
mod registered;
mod snapshot;
mod source;
mod update;

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

pub(crate) use self::registered::Binding;
pub use self::{
    builder::RegistryBuilder, registered::Registered, snapshot::Snapshot, source::Source, update::Update,
};
use crate::BuildErrors;

/// All tools that exist in a system, whoever may call them. A clone is a handle to the same registry.
///
/// A registry never hands out anything that can run a tool; for that there is the [`Invoker`](crate::Invoker).
///
/// # Examples
///
/// ```
/// use tool_core::{Registry, tool};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(
///     /// The first number.
///     a: i32,
///     /// The second number.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// let registry = Registry::builder(()).tool(add_tool()).build()?;
/// let snapshot = registry.snapshot();
/// assert_eq!(snapshot.get("add").unwrap().definition().description, "Adds two numbers.");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

struct Shared {
    current: RwLock<Arc<Snapshot>>,
    // Beside the snapshot, so that a surface can ask whether it is stale without a lock.
    generation: AtomicU64,
    writer: Mutex<()>,
}

impl Registry {
    /// Starts a registry whose tools work on this state.
    pub fn builder<S: Send + Sync + 'static>(state: S) -> RegistryBuilder<S> {
        Self::builder_shared(Arc::new(state))
    }

    /// Starts a registry whose tools work on a state that others hold as well.
    pub fn builder_shared<S: Send + Sync + 'static>(state: Arc<S>) -> RegistryBuilder<S> {
        RegistryBuilder::new(state)
    }

    fn new(snapshot: Snapshot) -> Self {
        let generation = AtomicU64::new(snapshot.generation());
        Self(Arc::new(Shared {
            current: RwLock::new(Arc::new(snapshot)),
            generation,
            writer: Mutex::new(()),
        }))
    }

    /// Returns the tools as they are now. The snapshot stays as it is when the registry changes.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a number that grows with each change.
    pub fn generation(&self) -> u64 {
        self.0.generation.load(Ordering::Acquire)
    }

    /// Changes the registry at run time: all of the change, or none of it. Calls that run already are not touched.
    ///
    /// Returns the new generation. Changes are made one after the other, so a change must not make another.
    ///
    /// # Errors
    ///
    /// Every fault of the registry as it would be; it then stays as it was.
    pub fn update(&self, change: impl FnOnce(&mut Update)) -> Result<u64, BuildErrors> {
        let _only_writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Readers go on, the change itself being one: only the swap below is exclusive.
        let current = self.snapshot();
        let mut update = Update::of(&current);
        change(&mut update);
        let next = update.finish(current.generation() + 1)?;
        let generation = next.generation();
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
        self.0.generation.store(generation, Ordering::Release);
        Ok(generation)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.snapshot()).finish()
    }
}
