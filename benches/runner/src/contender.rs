//! A subject that runs calls within its own process: so many at a time, and says how long they took.

use crate::{Fallible, process::Process};

/// How long a round of one contender takes, about.
const ROUND_NS: f64 = 30e6;

pub(crate) struct Contender {
    pub(crate) name: String,
    /// What one run results in, for a comparison with the others.
    pub(crate) result: String,
    process: Process,
    times: u64,
}

impl Contender {
    /// Starts it, and finds out how often it runs in a round.
    pub(crate) fn start(program: &str, what: &str, tools: usize) -> Fallible<Self> {
        let mut process = Process::start(program, what, tools)?;
        let result = process.line().map_err(|error| format!("{program} {what}: {error}"))?;
        let mut contender = Self { name: what.to_owned(), result, process, times: 1 };
        loop {
            let ns = contender.ns()? * contender.times as f64;
            if ns > ROUND_NS / 4.0 || contender.times > 1 << 30 {
                contender.times = ((contender.times as f64 * ROUND_NS / ns) as u64).max(1);
                return Ok(contender);
            }
            contender.times *= 4;
        }
    }

    /// Runs one round and returns the nanoseconds of one run.
    pub(crate) fn ns(&mut self) -> Fallible<f64> {
        self.process.tell(&self.times.to_string())?;
        Ok(self.process.line()?.parse::<f64>()? / self.times as f64)
    }
}
