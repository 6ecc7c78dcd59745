//! Everything that exists. Hands out definitions, never anything that runs.

mod addresses;
mod builder;
mod collected;
mod exchange;
#[cfg(feature = "linked")]
pub(crate) mod linked;
mod mirrored;
mod registered;
mod snapshot;
mod undone;
mod update;

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError, RwLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use tokio::sync::watch;

pub(crate) use self::registered::Binding;
pub use self::{builder::RegistryBuilder, registered::Registered, snapshot::Snapshot, update::Update};
use crate::{AuditSink, BuildError, BuildErrors, SwitchRecord, nearest, panic_wall};

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
    /// Tells of each change.
    changes: watch::Sender<u64>,
    writer: Mutex<()>,
    /// Who is to be told when a tool is switched off or on.
    audits: Mutex<Vec<Weak<dyn AuditSink>>>,
}

impl Registry {
    /// Starts a registry whose tools work on this state. One that is an `Arc` already goes to
    /// [`builder_shared`](Registry::builder_shared).
    pub fn builder<S: Send + Sync + 'static>(state: S) -> RegistryBuilder<S> {
        Self::builder_shared(Arc::new(state))
    }

    /// Starts a registry whose tools work on a state that others hold as well. What the tools take is asked of `S`, not of
    /// `Arc<S>`: `impl Provides<Store> for App` serves an `Arc<App>`. Tools that take the `Arc` itself need
    /// [`builder`](Registry::builder) with it.
    pub fn builder_shared<S: Send + Sync + 'static>(state: Arc<S>) -> RegistryBuilder<S> {
        RegistryBuilder::new(state)
    }

    fn new(snapshot: Snapshot) -> Self {
        let generation = AtomicU64::new(snapshot.generation());
        Self(Arc::new(Shared {
            current: RwLock::new(Arc::new(snapshot)),
            changes: watch::Sender::new(generation.load(Ordering::Relaxed)),
            generation,
            writer: Mutex::new(()),
            audits: Mutex::default(),
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
        Ok(self.publish(next))
    }

    /// Switches a tool off: from now on it is listed for nobody and every call of it is refused. Calls that run already
    /// are not touched.
    ///
    /// The reason is for operators: it is in the audit records and among a catalogue's omissions. A caller that could
    /// see the tool reads that it was switched off. The name stays off until [`enable`](Registry::enable), also when the
    /// tool is registered anew. Returns the new generation.
    ///
    /// # Errors
    ///
    /// When no tool has this name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Registry, tool};
    /// # /// Exports everything.
    /// # #[tool]
    /// # fn export_all() {}
    /// let registry = Registry::builder(()).tool(export_all_tool()).build()?;
    /// registry.disable("export_all", "incident 42: exports hold other users' rows")?;
    /// registry.enable("export_all")?;
    /// assert!(registry.disable("export", "").is_err());
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn disable(&self, name: &str, reason: &str) -> Result<u64, BuildErrors> {
        self.switch(name, Some(reason))
    }

    /// Switches a tool on again. Returns the new generation.
    ///
    /// # Errors
    ///
    /// When no tool has this name.
    pub fn enable(&self, name: &str) -> Result<u64, BuildErrors> {
        self.switch(name, None)
    }

    fn switch(&self, name: &str, reason: Option<&str>) -> Result<u64, BuildErrors> {
        let generation = self.switched(name, reason)?;
        let record = SwitchRecord {
            time: SystemTime::now(),
            tool: name.to_owned(),
            enabled: reason.is_none(),
            reason: reason.map(str::to_owned),
        };
        // Told without a lock: whoever is told may look at the registry, and change it.
        let mut audits = self.0.audits.lock().unwrap_or_else(PoisonError::into_inner);
        audits.retain(|audit| audit.strong_count() > 0);
        let told: Vec<_> = audits.iter().filter_map(Weak::upgrade).collect();
        drop(audits);
        for audit in told {
            if panic_wall::walled(|| audit.switched(record.clone())).is_err() {
                tracing::error!(tool = name, "the switch of a tool could not be recorded");
            }
        }
        Ok(generation)
    }

    fn switched(&self, name: &str, reason: Option<&str>) -> Result<u64, BuildErrors> {
        let _only_writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.snapshot();
        let Some(tool) = current.entry(name) else {
            let nearest = nearest::nearest(name, current.all().map(|tool| tool.name().as_str()));
            let nearest = nearest.map(str::to_owned);
            let list = if reason.is_some() { "Registry::disable" } else { "Registry::enable" };
            return Err(BuildErrors::of(BuildError::UnknownTool { name: name.to_owned(), list, nearest }));
        };
        Ok(self.publish(current.switched(tool.name(), reason)))
    }

    /// Begins to listen for changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    /// Tells this sink of every switch from now on, for as long as somebody else holds it.
    pub(crate) fn audited_by(&self, sink: &Arc<dyn AuditSink>) {
        self.0.audits.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(sink));
    }

    /// Makes a snapshot the current one. The caller holds the writer's lock.
    fn publish(&self, next: Snapshot) -> u64 {
        let generation = next.generation();
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
        self.0.generation.store(generation, Ordering::Release);
        self.0.changes.send_replace(generation);
        generation
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.snapshot()).finish()
    }
}
