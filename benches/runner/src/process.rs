//! Processes of subjects: where their programs are, and that none outlives this one.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::Fallible;

/// Returns the path of a file in the folder of this program, where cargo puts the subjects as well.
pub(crate) fn beside(name: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(name))
}

/// A subject that is running, and what it says.
pub(crate) struct Process {
    child: Child,
    /// Taken when the process is to end by itself.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a subject, which is told what to be and how many tools to have.
    pub(crate) fn start(program: &str, what: &str, tools: usize) -> Fallible<Self> {
        let mut command = Command::new(beside(program)?);
        command.args([what, &tools.to_string()]);
        Self::spawn(command)
    }

    pub(crate) fn spawn(mut command: Command) -> Fallible<Self> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = spawned.map_err(|error| format!("{command:?}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a process has no input or output".into());
        };
        Ok(Self { child, input: Some(input), output: BufReader::new(output) })
    }

    /// Returns the next line that it says.
    pub(crate) fn line(&mut self) -> Fallible<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("a process ended before it said anything; run it by hand to see why".into());
        }
        Ok(line.trim_end().to_owned())
    }

    pub(crate) fn tell(&mut self, line: &str) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(io::Error::other("its input is closed")) };
        writeln!(input, "{line}")?;
        input.flush()
    }

    /// Ends its input, and waits until it has ended.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.input = None;
        self.child.wait().map(drop)
    }

    /// Returns the time that all its threads have had on a processor, in nanoseconds. Linux counts it in `schedstat`.
    pub(crate) fn cpu_ns(&self) -> Fallible<u64> {
        let mut sum = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            // A thread may end in between.
            let Ok(text) = fs::read_to_string(thread?.path().join("schedstat")) else { continue };
            sum += text.split_whitespace().next().unwrap_or_default().parse::<u64>()?;
        }
        Ok(sum)
    }

    /// Returns the memory that is resident, in KiB.
    pub(crate) fn resident_kib(&self) -> Fallible<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
