//! The only place that starts a program. It gets a list of arguments, the named part of an environment and two pipes, and
//! whatever becomes of it, nothing of it is left.

mod captured;
mod caretaker;
mod group;
mod running;

use std::{
    ffi::OsString,
    io,
    path::PathBuf,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    process::{Child, ChildStdin, Command},
};
use tokio_util::sync::CancellationToken;

use self::group::Group;
pub(crate) use self::{captured::Captured, group::OnKill};
pub use self::{caretaker::Caretaker, running::Running};

/// How long is read on after a program has ended, when something that left its group still holds a pipe.
const DRAIN: Duration = Duration::from_secs(1);

/// One run of a program.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) folder: PathBuf,
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// What it reads; `None` closes its standard input.
    pub(crate) stdin: Option<String>,
    /// Bytes that are kept of each stream.
    pub(crate) output_limit: usize,
    pub(crate) time_limit: Option<Duration>,
    /// What else is to be stopped when the program is.
    pub(crate) on_kill: Option<OnKill>,
}

/// What a program left behind.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Captured,
    pub(crate) stderr: Captured,
}

/// Why there is nothing that a program left behind.
#[derive(Debug)]
pub(crate) enum NotEnded {
    /// It could not be started.
    NotStarted(io::ErrorKind),
    /// Nobody waits for it any more.
    Stopped,
    /// It took too long.
    TimedOut(Duration),
}

impl Program {
    /// Runs the program to its end, or stops it with everything that it started. Being dropped stops it too.
    pub(crate) async fn run(
        self,
        cancellation: &CancellationToken,
        running: &Running,
    ) -> Result<Ended, NotEnded> {
        let Some(_counted) = running.counted() else { return Err(NotEnded::Stopped) };
        let failed = |error: io::Error| NotEnded::NotStarted(error.kind());
        let mut child = self.start().map_err(failed)?;
        // Dropped after the group, which kills: what is not known any more is not left either.
        let mut known = child.id().and_then(|id| running.known(id, self.on_kill.as_ref()));
        // Dropped before the child, so that it kills what is not reaped yet.
        let mut group = Group::of(&child, self.on_kill);
        let leader = group.leader();
        let (mut stdout, mut stderr) = (Captured::new(self.output_limit), Captured::new(self.output_limit));
        let (stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let to_its_end = async {
            let talk = async {
                tokio::join!(write(stdin, self.stdin), read(out, &mut stdout), read(err, &mut stderr));
            };
            let without = async {
                leader.ended().await;
                leader.kill_group();
                tokio::time::sleep(DRAIN).await;
            };
            tokio::select! {
                biased;
                () = talk => {}
                () = without => {}
            }
            leader.ended().await;
            // What it left running goes with it; before it is reaped, so that its number is nobody else's yet.
            leader.kill_group();
            // For the same reason.
            drop(known.take());
            child.wait().await
        };
        let stopped = tokio::select! {
            biased;
            status = to_its_end => {
                group.is_over();
                return status.map(|status| Ended { status, stdout, stderr }).map_err(failed);
            }
            () = cancellation.cancelled() => NotEnded::Stopped,
            () = running.stopped() => NotEnded::Stopped,
            limit = passed(self.time_limit) => NotEnded::TimedOut(limit),
        };
        drop(group);
        // A program that was killed and does not go is the system's; nobody waits for it.
        let _ = tokio::time::timeout(DRAIN, child.wait()).await;
        Err(stopped)
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.path);
        command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(if self.stdin.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        command.spawn()
    }
}

/// Writes what the program reads. That it does not read all of it is its own affair.
async fn write(stdin: Option<ChildStdin>, text: Option<String>) {
    if let (Some(mut stdin), Some(text)) = (stdin, text) {
        let _ = stdin.write_all(text.as_bytes()).await;
    }
}

/// Reads to the end, so that the program is never kept waiting, and keeps as much as there is room for.
async fn read(stream: Option<impl AsyncRead + Unpin>, captured: &mut Captured) {
    let Some(mut stream) = stream else { return };
    // On the heap: the future of a call is moved.
    let mut chunk = vec![0; 8192];
    while let Ok(length @ 1..) = stream.read(&mut chunk).await {
        captured.push(&chunk[..length]);
    }
}

async fn passed(limit: Option<Duration>) -> Duration {
    match limit {
        Some(limit) => {
            tokio::time::sleep(limit).await;
            limit
        }
        None => std::future::pending().await,
    }
}
