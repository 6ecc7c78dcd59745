//! An engine that belongs to a registry: listed when it is attached, again after each change, and gone with its handle.

use std::{
    collections::BTreeMap,
    fmt,
    panic::Location,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Mutex as AsyncMutex, watch},
    task::JoinHandle,
};

use super::{OmittedEntry, Source, SourceEntry, SourceReport, convert::Conversion};
use crate::{BoxError, Registered, Registry, error::chain, panic_wall};

/// How long an engine that could not be listed is left alone at first, and at most. An engine that restarts is back within
/// seconds, and one that is down is not asked more than once a minute.
const RETRY: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

/// How long one listing may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long an engine is left alone after it was listed, however much it says that it has changed: each listing makes every
/// surface show everything anew.
const PAUSE: Duration = Duration::from_millis(250);

/// The most entries of one engine: more than any host shows, and compared with each other within a second.
const MOST: usize = 2000;

/// A source that is about to be attached; made by [`Registry::attach`](crate::Registry::attach).
#[must_use = "nothing is attached until `start` is called"]
pub struct Attaching {
    registry: Registry,
    source: Arc<dyn Source>,
    conversion: Conversion,
}

impl Registry {
    /// Attaches an engine that has tools, resources and prompts of its own; see [`Source`](crate::Source).
    #[track_caller]
    pub fn attach(&self, source: impl Source) -> Attaching {
        let location = Location::caller().into();
        let conversion = Conversion { namespace: None, require_expose: true, location };
        Attaching { registry: self.clone(), source: Arc::new(source), conversion }
    }
}

impl Attaching {
    /// Puts everything of the engine into a namespace: `todos::create` becomes `engine::todos::create`. Two engines that
    /// have the same names need it.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.conversion.namespace = Some(namespace.into());
        self
    }

    /// Exposes also what says nothing about it. What says no stays internal, and what a surface hides stays hidden.
    ///
    /// Whoever adds a function to the engine then adds it to everything that lists the registry.
    pub fn expose_unless_denied(mut self) -> Self {
        self.conversion.require_expose = false;
        self
    }

    /// Lists the engine, and goes on listening to it for as long as the handle lives.
    ///
    /// An engine that cannot be listed is attached all the same, without entries; the
    /// [report](AttachedSource::report) says why, and it is asked again.
    ///
    /// # Panics
    ///
    /// When it is not called within a tokio runtime.
    pub async fn start(self) -> AttachedSource {
        let Self { registry, source, conversion } = self;
        let attachment = Arc::new(Attachment {
            registry,
            source,
            conversion,
            entries: Mutex::default(),
            refreshing: AsyncMutex::default(),
            report: watch::Sender::new(SourceReport::default()),
        });
        attachment.refresh().await;
        let listening = tokio::spawn(Arc::clone(&attachment).listen());
        AttachedSource { attachment, listening }
    }
}

impl fmt::Debug for Attaching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attaching").field("conversion", &self.conversion).finish_non_exhaustive()
    }
}

/// An engine that belongs to a registry. Dropped, it takes its entries away: a call of one of them is a call of something
/// unknown from then on, and calls that run are not touched.
#[must_use = "dropped, a source takes its entries away"]
pub struct AttachedSource {
    attachment: Arc<Attachment>,
    listening: JoinHandle<()>,
}

impl AttachedSource {
    /// Lists the engine now, whether or not it said that something changed, and returns what came of it.
    pub async fn refresh(&self) -> SourceReport {
        self.attachment.refresh().await;
        self.report()
    }

    /// Returns what came of listing it the last time.
    pub fn report(&self) -> SourceReport {
        self.attachment.report.borrow().clone()
    }

    /// Begins to listen for reports: there is one after each listing.
    pub fn reports(&self) -> watch::Receiver<SourceReport> {
        self.attachment.report.subscribe()
    }
}

impl Drop for AttachedSource {
    fn drop(&mut self) {
        self.listening.abort();
        self.attachment.leave();
    }
}

impl fmt::Debug for AttachedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttachedSource").field("report", &self.report()).finish_non_exhaustive()
    }
}

struct Attachment {
    registry: Registry,
    source: Arc<dyn Source>,
    conversion: Conversion,
    entries: Mutex<Entries>,
    /// One listing at a time, so that an older one never comes last.
    refreshing: AsyncMutex<()>,
    report: watch::Sender<SourceReport>,
}

/// What of the engine is in the registry, by its own ids.
#[derive(Default)]
struct Entries {
    kept: Arc<BTreeMap<String, (SourceEntry, Arc<Registered>)>>,
    /// Whether the handle is gone: a listing that comes late adds nothing.
    left: bool,
}

impl Attachment {
    async fn listen(self: Arc<Self>) {
        let mut wait = RETRY.0;
        loop {
            let failed = self.report.borrow().failure.is_some();
            let changed = panic_wall::walled_future(self.source.changed());
            tokio::select! {
                ended = changed => {
                    if ended.is_err() {
                        tracing::error!(source = self.source.name(), "a source panicked while it was listened to");
                        tokio::time::sleep(RETRY.0).await;
                    }
                }
                () = tokio::time::sleep(wait), if failed => {}
            }
            self.refresh().await;
            tokio::time::sleep(PAUSE).await;
            let failed = self.report.borrow().failure.is_some();
            wait = if failed { (wait * 2).min(RETRY.1) } else { RETRY.0 };
        }
    }

    /// Lists the engine, and makes the registry have what it has.
    async fn refresh(&self) {
        let _one = self.refreshing.lock().await;
        let kept = self.listed().await.and_then(|listed| {
            panic_wall::walled(|| self.keep(listed))
                .map_err(|_| "it panicked while its entries were read".into())
        });
        let report = kept.unwrap_or_else(|failure: BoxError| {
            let mut report = self.keep(Vec::new());
            report.failure = Some(failure.to_string());
            report
        });
        if report.failure.is_some() || !report.omitted.is_empty() {
            tracing::warn!(
                source = self.source.name(),
                omitted = report.omitted.len(),
                failed = report.failure.is_some(),
                "not all of a source is offered; its report says why"
            );
        }
        self.report.send_replace(report);
    }

    async fn listed(&self) -> Result<Vec<SourceEntry>, BoxError> {
        let list = panic_wall::walled_future(self.source.list());
        match tokio::time::timeout(PATIENCE, list).await {
            Ok(Ok(Ok(listed))) => Ok(listed),
            Ok(Ok(Err(error))) => Err(chain(&*error).into()),
            Ok(Err(_)) => Err("it panicked while it was listed".into()),
            Err(_) => Err(format!("it was not listed within {} s", PATIENCE.as_secs()).into()),
        }
    }

    /// Makes the registry have exactly these entries of the engine, as far as they can be had: one change.
    fn keep(&self, listed: Vec<SourceEntry>) -> SourceReport {
        // Reading a schema takes time, and whoever drops the handle does not wait for it.
        let known = Arc::clone(&self.entries().kept);
        let mut omitted = Vec::new();
        let mut wanted = BTreeMap::new();
        for (place, entry) in listed.into_iter().enumerate() {
            let id = entry.id.clone();
            if place >= MOST {
                let reason = format!("one engine has {MOST} entries at most");
                omitted.push(OmittedEntry { id, reason });
                continue;
            }
            if wanted.contains_key(&id) {
                omitted.push(OmittedEntry { id, reason: "it is listed twice; the first one counts".into() });
                continue;
            }
            // The same entry stays the same: calls on their way are not disturbed.
            let kept = known.get(&id).filter(|(known, _)| *known == entry);
            let registered = match kept {
                Some((_, registered)) => Ok(Arc::clone(registered)),
                None => self.conversion.registered(&self.source, &entry),
            };
            match registered {
                Ok(registered) => drop(wanted.insert(id, (entry, registered))),
                Err(faults) => {
                    let reason = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                    omitted.push(OmittedEntry { id, reason });
                }
            }
        }
        let mut entries = self.entries();
        if entries.left {
            return SourceReport::default();
        }
        let before: Vec<_> = known.values().map(|(_, registered)| Arc::clone(registered)).collect();
        let after = wanted.iter().map(|(id, (_, registered))| (id.as_str(), Arc::clone(registered)));
        for (id, fault) in self.registry.exchange(&before, after.collect()) {
            wanted.remove(&id);
            omitted.push(OmittedEntry { id, reason: fault.to_string() });
        }
        omitted.sort_by(|one, other| one.id.cmp(&other.id));
        entries.kept = Arc::new(wanted);
        SourceReport { entries: entries.kept.len(), omitted, failure: None }
    }

    fn leave(&self) {
        let mut entries = self.entries();
        entries.left = true;
        let kept = std::mem::take(&mut entries.kept);
        let before: Vec<_> = kept.values().map(|(_, registered)| Arc::clone(registered)).collect();
        self.registry.exchange(&before, Vec::new());
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
