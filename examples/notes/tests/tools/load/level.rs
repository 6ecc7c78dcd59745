//! What a process has of what the system gives it.

use std::{fs, path::PathBuf};

/// Counted at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Open files, connections included.
    pub(super) files: usize,
    /// Threads.
    pub(super) threads: u64,
    /// Memory that is present, in kilobytes.
    pub(super) memory_kb: u64,
}

impl Level {
    pub(super) fn of(process: u32) -> Self {
        let of = |what: &str| PathBuf::from(format!("/proc/{process}/{what}"));
        let status = fs::read_to_string(of("status")).unwrap();
        let number = |key: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        Self {
            files: fs::read_dir(of("fd")).unwrap().count(),
            threads: number("Threads:"),
            memory_kb: number("VmRSS:"),
        }
    }
}
