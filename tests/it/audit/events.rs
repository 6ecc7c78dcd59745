//! What a host's log has: records as events, what a restart found, and nothing of a caller's in it.

use std::{
    fs,
    io::{self, Write},
    sync::{Arc, Mutex},
};

use serde_json::json;
use tool_core::{AuditLog, AuditRecord, AuditSink, AuditTarget, Caller, Events, JsonLines};

use super::{
    durable::{on, reading},
    path_in,
};

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns what is logged meanwhile on this thread, at every level.
fn logged(function: impl FnOnce()) -> String {
    let memory = Memory::default();
    let writer = memory.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, function);
    String::from_utf8(memory.0.lock().unwrap().clone()).unwrap()
}

/// Makes a call, is refused one, and switches the tool off.
async fn some_records() -> Vec<AuditRecord> {
    let kept = Arc::<Mutex<Vec<AuditRecord>>>::default();
    let keeps = Arc::clone(&kept);
    let target = move |records: &[AuditRecord]| -> io::Result<()> {
        keeps.lock().unwrap().extend_from_slice(records);
        Ok(())
    };
    let log = AuditLog::to(target).start().unwrap();
    let surface = on(&log, [reading()]);
    let caller = || Caller::new("alice\nINFO mallory");
    surface.call(surface.request(caller(), "reads", Some(json!({})))).await;
    surface.call(surface.request(caller(), "secret_name", Some(json!({})))).await;
    surface.invoker().registry().disable("reads", "incident 42").unwrap();
    log.flush().await;
    let kept = kept.lock().unwrap();
    kept.clone()
}

#[tokio::test]
async fn each_record_is_one_event_with_the_fields_of_its_json() {
    let records = some_records().await;
    let text = logged(|| Events.write(&records).unwrap());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), records.len()), (5, 5), "a caller's line break makes no line: {text}");
    for (line, record) in lines.iter().zip(&records) {
        assert!(line.trim_start().starts_with("INFO tool_core::audit: "), "{line}");
        for (field, value) in json!(record).as_object().unwrap() {
            // Ids and durations have no quotes there, and texts have the same.
            let (plain, quoted) = (value.as_str().unwrap_or_default(), value.to_string());
            let has = |value: &str| line.contains(&format!("{field}={value}"));
            assert!(
                field == "time_ms" || has(&quoted) || (field == "call" && has(plain)),
                "{field} in {line}"
            );
        }
    }
    assert!(!text.contains("secret_name"), "{text}");
    assert!(!text.contains("parent=") && !text.contains("late=") && !text.contains("repairs="), "{text}");
}

#[test]
fn a_restart_says_what_it_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    let open = r#"{"record":"decision","call":"00000000000000aa","caller":"alice"}"#;
    fs::write(&path, format!("{open}\n{{\"secret\":1}}\n{{\"rec")).unwrap();
    let text = logged(|| drop(JsonLines::append(&path).unwrap()));
    assert!(text.contains("the audit file was not ended in order"), "{text}");
    assert!(text.contains("unknown=1 skipped=2 torn=true"), "{text}");
    assert!(!text.contains("secret") && !text.contains("alice"), "{text}");
    let text = logged(|| drop(JsonLines::append(&path).unwrap()));
    assert!(text.contains("unknown=0 skipped=2 torn=false"), "{text}");

    let fresh = directory.path().join("fresh.jsonl");
    assert_eq!(logged(|| drop(JsonLines::append(&fresh).unwrap())), "");
}

#[tokio::test]
async fn nothing_of_a_record_is_in_what_the_types_print() {
    let directory = tempfile::tempdir().unwrap();
    let lines = JsonLines::append(path_in(&directory)).unwrap();
    let log = AuditLog::to(lines).start().unwrap();
    let surface = on(&log, [reading()]);
    surface.call(surface.request(Caller::new("alice"), "reads", None)).await;
    let printed = format!("{log:?}");
    assert!(
        printed.contains("capacity") && !printed.contains("alice") && !printed.contains("reads"),
        "{printed}"
    );
}
