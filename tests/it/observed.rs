//! Everything that a subscriber at TRACE is told: spans, their fields, events. What is looked for is the test's concern.

use std::{
    collections::BTreeMap,
    fmt::{Debug, Write},
    io,
    sync::{Arc, Mutex},
};

use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::DefaultGuard,
};
use tracing_subscriber::{
    Layer, Registry,
    fmt::format::FmtSpan,
    layer::{Context, SubscriberExt},
    registry::LookupSpan,
};

/// What the subscriber of this thread has been told, without rmcp's own.
#[derive(Clone, Default)]
pub(crate) struct Observed(Arc<Mutex<Vec<Seen>>>);

/// A span or an event.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) is_span: bool,
    pub(crate) target: &'static str,
    pub(crate) name: &'static str,
    pub(crate) fields: BTreeMap<&'static str, String>,
    /// Place of the span around it.
    pub(crate) parent: Option<usize>,
}

impl Seen {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }
}

impl Observed {
    /// Observes this thread until the guard is dropped.
    pub(crate) fn start() -> (Self, DefaultGuard) {
        let observed = Self::default();
        let subscriber = Registry::default().with(observed.clone());
        (observed, tracing::subscriber::set_default(subscriber))
    }

    pub(crate) fn all(&self) -> Vec<Seen> {
        self.0.lock().unwrap().clone()
    }

    /// The spans of this name, in the order in which they began.
    pub(crate) fn spans(&self, name: &str) -> Vec<Seen> {
        self.all().into_iter().filter(|seen| seen.is_span && seen.name == name).collect()
    }

    /// The only span of this name.
    pub(crate) fn span(&self, name: &str) -> Seen {
        let spans = self.spans(name);
        assert_eq!(spans.len(), 1, "{spans:?}");
        spans.into_iter().next().unwrap()
    }

    /// The span around a span or an event.
    pub(crate) fn around(&self, seen: &Seen) -> Option<Seen> {
        seen.parent.map(|place| self.all()[place].clone())
    }

    /// Everything, to be searched.
    pub(crate) fn text(&self) -> String {
        self.all().iter().fold(String::new(), |mut text, seen| {
            writeln!(text, "{seen:?}").unwrap();
            text
        })
    }

    fn push(&self, seen: Seen) -> usize {
        let mut all = self.0.lock().unwrap();
        all.push(seen);
        all.len() - 1
    }
}

/// Where a span is in the list.
struct Place(usize);

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Observed {
    fn on_new_span(&self, attributes: &span::Attributes<'_>, id: &span::Id, context: Context<'_, S>) {
        let target = attributes.metadata().target();
        if target.starts_with("rmcp") {
            return;
        }
        let span = context.span(id).expect("the span is new");
        let parent = span.scope().skip(1).find_map(|span| Some(span.extensions().get::<Place>()?.0));
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let name = attributes.metadata().name();
        let place = self.push(Seen { is_span: true, target, name, fields: fields.0, parent });
        span.extensions_mut().insert(Place(place));
    }

    fn on_record(&self, id: &span::Id, values: &span::Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).expect("the span is open");
        if let Some(Place(place)) = span.extensions().get::<Place>() {
            let mut fields = Fields::default();
            values.record(&mut fields);
            self.0.lock().unwrap()[*place].fields.extend(fields.0);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let target = event.metadata().target();
        if target.starts_with("rmcp") {
            return;
        }
        let scope = context.event_scope(event).into_iter().flatten();
        let parent = scope.into_iter().find_map(|span| Some(span.extensions().get::<Place>()?.0));
        let mut fields = Fields::default();
        event.record(&mut fields);
        let name = event.metadata().name();
        self.push(Seen { is_span: false, target, name, fields: fields.0, parent });
    }
}

#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

/// What is logged on this thread, as lines of text.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Starts with what the filter lets through.
    pub(crate) fn start(filter: &str) -> (Self, DefaultGuard) {
        let log = Self::default();
        let sink = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_span_events(FmtSpan::FULL)
            .with_writer(move || sink.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        io::Write::write(&mut *self.0.lock().unwrap(), text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
