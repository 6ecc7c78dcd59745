//! Tools made of the methods of a type.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_core::{Provides, Registry, tools};

use super::surface;

struct NoteService {
    prefix: &'static str,
}

struct Audit(Mutex<Vec<String>>);

struct App {
    notes: NoteService,
    audit: Audit,
}

impl Provides<NoteService> for App {
    fn provide(&self) -> &NoteService {
        &self.notes
    }
}

impl Provides<Audit> for App {
    fn provide(&self) -> &Audit {
        &self.audit
    }
}

#[tools]
impl NoteService {
    const SIGN: char = '!';

    /// Reads a note.
    #[tool]
    async fn read(&self, #[state] audit: &Audit, note: &str) -> String {
        tokio::task::yield_now().await;
        audit.0.lock().unwrap().push(note.to_owned());
        self.loud(note)
    }

    /// Counts letters.
    #[tool_core::tool(name = "count_letters")]
    fn count(note: String) -> usize {
        note.len()
    }

    /// Is compiled out.
    #[tool]
    #[cfg(any())]
    fn absent(&self, #[state] missing: &NoSuchState) -> NoSuchType {}

    /// Takes what is compiled in.
    #[tool]
    fn partly(&self, #[cfg(test)] word: &str, #[cfg(any())] other: NoSuchType) -> String {
        self.loud(word)
    }

    fn loud(&self, text: &str) -> String {
        format!("{}{text}{}", self.prefix, Self::SIGN)
    }
}

fn app() -> App {
    App { notes: NoteService { prefix: "note:" }, audit: Audit(Mutex::new(Vec::new())) }
}

#[tokio::test]
async fn methods_borrow_their_receiver_from_the_state() {
    let surface = surface(Registry::builder(app()).tools::<NoteService>());
    assert_eq!(surface.names(), ["count_letters", "partly", "read"]);
    assert_eq!(surface.call("read", json!({ "note": "a" })).await.text(), "note:a!");
    assert_eq!(surface.call("count_letters", json!({ "note": "abc" })).await.structured()["result"], 3);
    assert_eq!(surface.call("partly", json!({ "word": "b" })).await.text(), "note:b!");
}

trait Store: Send + Sync + 'static {
    type Error: std::fmt::Display;

    fn get(&self, key: &str) -> Result<String, Self::Error>;
}

struct Memory;

impl Store for Memory {
    type Error = String;

    fn get(&self, key: &str) -> Result<String, String> {
        Ok(format!("value of {key}"))
    }
}

impl Provides<Service<Memory>> for App2 {
    fn provide(&self) -> &Service<Memory> {
        &self.0
    }
}

struct Service<D>(D);

struct App2(Service<Memory>);

#[tools]
impl<D> Service<D>
where
    D: Store<Error: Send>,
{
    /// Gets a value.
    #[tool]
    fn get(&self, key: &str) -> Result<String, D::Error> {
        self.0.get(key)
    }
}

#[tokio::test]
async fn a_generic_block_is_registered_when_its_type_is_concrete() {
    let surface = surface(Registry::builder(App2(Service(Memory))).tools::<Service<Memory>>());
    assert_eq!(surface.call("get", json!({ "key": "k" })).await.text(), "value of k");
}

#[derive(Clone)]
struct Shared(Arc<str>);

#[tools]
impl Shared {
    /// Takes itself.
    #[tool]
    fn owned(self) -> String {
        self.0.to_string()
    }
}

struct Counted;

#[tools]
impl Counted {
    /// Takes a handle to itself.
    #[tool]
    async fn by_handle(self: Arc<Self>) -> usize {
        Arc::strong_count(&self)
    }
}

struct Handles(Arc<Counted>);

impl Provides<Arc<Counted>> for Handles {
    fn provide(&self) -> &Arc<Counted> {
        &self.0
    }
}

#[tokio::test]
async fn receivers_by_value_and_by_handle_are_cloned() {
    let own = surface(Registry::builder(Shared("x".into())).tools::<Shared>());
    assert_eq!(own.call("owned", json!({})).await.text(), "x");
    let handles = surface(Registry::builder(Handles(Arc::new(Counted))).tools::<Counted>());
    assert_eq!(handles.call("by_handle", json!({})).await.structured()["result"], 2);
}

struct Stock {
    left: u32,
}

#[tools]
impl Stock {
    /// Takes some.
    #[tool]
    fn take(&mut self, amount: u32) -> u32 {
        self.left -= amount;
        self.left
    }
}

#[tokio::test]
async fn a_type_behind_a_shared_mutex_is_the_state() {
    let stock = Arc::new(Mutex::new(Stock { left: 5 }));
    let surface = surface(Registry::builder_shared(Arc::clone(&stock)).tools::<Stock>());
    assert_eq!(surface.call("take", json!({ "amount": 2 })).await.structured()["result"], 3);
    assert_eq!(stock.lock().unwrap().left, 3);
}
