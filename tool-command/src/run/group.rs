//! A program and everything that it started, as one thing that can be stopped: a process group. A process that leaves its
//! group, as daemons do, is not found any more.

use std::{ffi::OsString, path::PathBuf, process::Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use tokio::{
    process::{Child, Command},
    runtime::Handle,
    signal::unix::{SignalKind, signal},
};

/// A program that stops something outside of the group: a container, which the engine's client only looks at.
pub(crate) struct OnKill {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) environment: Vec<(OsString, OsString)>,
}

/// The group of a program that runs. Dropped before its end, it is killed.
pub(super) struct Group {
    leader: Leader,
    on_kill: Option<OnKill>,
    is_over: bool,
}

/// The program that leads a group, until it is reaped.
#[derive(Clone, Copy)]
pub(super) struct Leader {
    /// `None` when it has been reaped already.
    pid: Option<Pid>,
}

impl Group {
    /// Takes charge of a program that was started as the leader of its group.
    pub(super) fn of(child: &Child, on_kill: Option<OnKill>) -> Self {
        let pid = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        Self { leader: Leader { pid }, on_kill, is_over: false }
    }

    pub(super) fn leader(&self) -> Leader {
        self.leader
    }

    /// Says that the program has ended and been reaped: nothing is to be killed under its number any more.
    pub(super) fn is_over(&mut self) {
        self.is_over = true;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.leader.kill_group();
        if let (Some(on_kill), Ok(runtime)) = (&self.on_kill, Handle::try_current()) {
            let _inside = runtime.enter();
            let mut command = Command::new(&on_kill.program);
            command.args(&on_kill.arguments).env_clear().envs(on_kill.environment.iter().cloned());
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            // Not waited for: the runtime reaps what it started.
            if command.spawn().is_err() {
                tracing::error!("a container could not be stopped: its engine does not start");
            }
        }
    }
}

impl Leader {
    /// Waits until the program has ended, and leaves it to be reaped.
    pub(super) async fn ended(self) {
        let Some(pid) = self.pid else { return };
        // Before the first look, so that no end is missed.
        let Ok(mut ends) = signal(SignalKind::child()) else { return std::future::pending().await };
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        while let Ok(None) = waitid(WaitId::Pid(pid), look) {
            ends.recv().await;
        }
    }

    /// Kills whatever is in the group. Only before the program is reaped.
    pub(super) fn kill_group(self) {
        if let Some(pid) = self.pid {
            // There is nothing to be done about a group that is gone.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}
