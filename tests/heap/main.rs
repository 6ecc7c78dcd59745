//! What ten thousand calls at once cost, and ten thousand waiters, by a counting allocator; it counts the process, so it
//! has one of its own, and one test at a time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod waiters;

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use peak_alloc::PeakAlloc;
use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet};
use tool_core::{
    Allow, Answer, Caller, Concurrency, Exposure, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

static ALONE: Mutex<()> = Mutex::new(());

const CALLS: usize = 10_000;
const MIB: usize = 1024 * 1024;

/// Begins, and ends when it may.
struct Held {
    inside: Arc<AtomicUsize>,
    may_end: Arc<Semaphore>,
}

#[tool_core::async_trait]
impl Tool for Held {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("held", "Waits.").with_input_schema(json!({
            "type": "object",
            "properties": { "word": { "type": "string", "description": "A word." } },
            "required": ["word"],
            "additionalProperties": false
        }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Held").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.inside.fetch_add(1, Ordering::SeqCst);
        self.may_end.acquire().await.unwrap().forget();
        Ok(ToolOutput::json(call.arguments()["word"].clone()))
    }
}

async fn rush(surface: &Surface, inside: &AtomicUsize, may_end: &Semaphore) -> usize {
    let mut calls = JoinSet::new();
    for number in 0..CALLS {
        let caller = Caller::new(format!("caller-{}", number % 100));
        let request = surface.request(caller, "held", Some(json!({ "word": "ten thousand at once" })));
        let surface = surface.clone();
        calls.spawn(async move { surface.call(request).await });
    }
    while inside.load(Ordering::SeqCst) < CALLS {
        tokio::task::yield_now().await;
    }
    let held = HEAP.current_usage();
    may_end.add_permits(CALLS);
    while let Some(answer) = calls.join_next().await {
        let Answer::Reply(reply) = answer.unwrap() else { panic!("no reply") };
        assert!(!reply.is_error(), "{}", reply.text());
    }
    inside.store(0, Ordering::SeqCst);
    held
}

#[test]
fn ten_thousand_waiters_for_one_operation_cost_under_4_kib_and_one_wake_up_each() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    waiters::cost_under_4_kib_and_one_wake_up_each();
}

#[test]
fn ten_thousand_calls_at_once_fit_into_64_mib_and_leave_nothing_behind() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let (inside, may_end) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let held = Held { inside: Arc::clone(&inside), may_end: Arc::clone(&may_end) };
        let registry = Registry::builder(()).register(held).build().unwrap();
        let concurrency = Concurrency::default().with_running(NonZeroUsize::new(CALLS).unwrap());
        let invoker = Invoker::builder(registry).unlimited().concurrency(concurrency).build().unwrap();
        let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
        // The runtime keeps the queue that it once needed, so it is made to need it before.
        let mut tasks = JoinSet::new();
        (0..CALLS).for_each(|_| drop(tasks.spawn(tokio::task::yield_now())));
        while tasks.join_next().await.is_some() {}
        drop(tasks);
        may_end.add_permits(1);
        surface.call(surface.request(Caller::new("first"), "held", Some(json!({ "word": "x" })))).await;
        inside.store(0, Ordering::SeqCst);

        let idle = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let held = rush(&surface, &inside, &may_end).await;
        let (peak, after) = (HEAP.peak_usage(), HEAP.current_usage());
        println!(
            "idle {idle} B, {CALLS} calls {held} B, peak {peak} B ({} B a call), after {after} B",
            (peak - idle) / CALLS
        );
        assert!(peak - idle < 64 * MIB, "a peak of {} MiB", (peak - idle) / MIB);
        assert!(after <= idle + idle / 20, "{} B more than before", after - idle);
    });
}
