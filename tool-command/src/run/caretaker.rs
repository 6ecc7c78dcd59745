//! A process beside a server, for the one end at which the server runs no code any more: being killed by force. It is told
//! of each program that runs, and kills what is left when the server is gone.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, BufRead, Write},
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use rustix::{
    io::ioctl_fionbio,
    process::{Pid, Signal, kill_process_group},
};
use serde::{Deserialize, Serialize};

use super::OnKill;

/// A process that kills the programs of a server that was itself killed by force.
///
/// It is a program of the host's, most simply the same one with an argument of its own, that calls
/// [`watch`](Caretaker::watch) on its standard input and does nothing else. It ends when the server does.
///
/// It is told of a program right after that was started: one that was started in the very moment in which the server is
/// killed is missed, since its number is not known before.
///
/// # Examples
///
/// ```no_run
/// use std::{env, io, process::Command};
///
/// use tool_command::{Caretaker, Host};
///
/// # fn main() -> io::Result<()> {
/// if env::args().nth(1).as_deref() == Some("take-care") {
///     Caretaker::watch(io::stdin().lock());
///     return Ok(());
/// }
/// let mut same_program = Command::new(env::current_exe()?);
/// let host = Host::new(".")?.with_caretaker(Caretaker::start(same_program.arg("take-care"))?);
/// # let _ = host;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Caretaker(Arc<Mutex<Process>>);

/// The process; none any more when it could not be told something.
struct Process(Option<Child>);

/// What a caretaker is told, one line each.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum News {
    Started(i32, Option<Stop>),
    Ended(i32),
}

/// What else is to be stopped than a process group.
#[derive(Deserialize, Serialize)]
struct Stop {
    program: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

/// That a program runs, as far as the caretaker knows. Dropped, it has ended.
pub(super) struct Known {
    caretaker: Caretaker,
    pid: i32,
}

impl Caretaker {
    /// Starts the process. What stops this one, in a terminal or as a service's group, is not to stop it.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        // Pipes of this process, held by it, would keep whoever reads them waiting.
        let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Process(Some(command.process_group(0).spawn()?));
        if let Some(stdin) = process.0.as_ref().and_then(|child| child.stdin.as_ref()) {
            // A caretaker that does not read keeps no call waiting.
            ioctl_fionbio(stdin, true)?;
        }
        Ok(Self(Arc::new(Mutex::new(process))))
    }

    /// Does what a caretaker does, until its input ends.
    pub fn watch(input: impl BufRead) {
        let mut left = BTreeMap::new();
        for line in input.lines().map_while(Result::ok) {
            match serde_json::from_str(&line) {
                Ok(News::Started(pid, stop)) => drop(left.insert(pid, stop)),
                Ok(News::Ended(pid)) => drop(left.remove(&pid)),
                // From nobody who writes what this version reads.
                Err(_) => return,
            }
        }
        for (pid, stop) in left {
            if let Some(pid) = Pid::from_raw(pid).filter(|pid| !pid.is_init()) {
                // There is nothing to be done about a group that is gone.
                let _ = kill_process_group(pid, Signal::KILL);
            }
            if let Some(Stop { program, arguments, environment }) = stop {
                let mut command = Command::new(program);
                command.args(arguments).env_clear().envs(environment).stdin(Stdio::null());
                // Nobody is left who could be told.
                let _ = command.status();
            }
        }
    }

    /// Tells of a program that was started.
    pub(super) fn knows(&self, pid: i32, on_kill: Option<&OnKill>) -> Known {
        self.tell(&News::Started(pid, on_kill.and_then(Stop::of)));
        Known { caretaker: self.clone(), pid }
    }

    fn tell(&self, news: &News) {
        let Ok(mut line) = serde_json::to_string(news) else { return };
        line.push('\n');
        let mut process = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(child) = &mut process.0 else { return };
        let told = child.stdin.as_mut().map(|stdin| stdin.write_all(line.as_bytes()));
        if !matches!(told, Some(Ok(()))) {
            // It would act on what it was told last.
            *process = Process(None);
            tracing::warn!(
                "the caretaker does not listen: programs would outlive a server that is killed by force"
            );
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        // Before its input ends: either no program is left, or it does not know which.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        self.caretaker.tell(&News::Ended(self.pid));
    }
}

impl Stop {
    fn of(on_kill: &OnKill) -> Option<Self> {
        let text = |text: &std::ffi::OsStr| text.to_str().map(str::to_owned);
        let pairs = on_kill.environment.iter();
        Some(Self {
            program: text(on_kill.program.as_os_str())?,
            arguments: on_kill.arguments.iter().map(|argument| text(argument)).collect::<Option<_>>()?,
            environment: pairs.filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect(),
        })
    }
}

impl fmt::Debug for Caretaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caretaker").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeping() -> Child {
        Command::new("sleep").arg("600").process_group(0).spawn().unwrap()
    }

    #[test]
    fn what_is_left_at_the_end_is_killed_and_nothing_else() {
        let world = tempfile::TempDir::new().unwrap();
        let file = world.path().join("stopped");
        let (mut left, mut over) = (sleeping(), sleeping());
        let number = |child: &Child| i32::try_from(child.id()).unwrap();
        let stop = Stop {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), "echo $WORD >\"$FILE\"".into()],
            environment: vec![("WORD".into(), "gone".into()), ("FILE".into(), file.to_str().unwrap().into())],
        };
        let news = [
            News::Started(number(&left), Some(stop)),
            News::Started(number(&over), None),
            News::Ended(number(&over)),
        ];
        let lines: Vec<_> = news.iter().map(|news| serde_json::to_string(news).unwrap()).collect();
        Caretaker::watch(lines.join("\n").as_bytes());
        assert!(!left.wait().unwrap().success());
        assert_eq!(std::fs::read_to_string(file).unwrap(), "gone\n");
        assert!(over.try_wait().unwrap().is_none());
        over.kill().unwrap();
        over.wait().unwrap();
    }

    #[test]
    fn a_caretaker_that_does_not_listen_keeps_nobody_waiting_and_is_ended() {
        let caretaker = Caretaker::start(Command::new("sleep").arg("600")).unwrap();
        let is_there = || caretaker.0.lock().unwrap().0.is_some();
        // More than a pipe holds.
        for pid in 1000..20_000 {
            drop(caretaker.knows(pid, None));
        }
        assert!(!is_there());
    }

    #[test]
    fn words_that_it_does_not_know_kill_nothing() {
        let mut other = sleeping();
        let line = serde_json::to_string(&News::Started(i32::try_from(other.id()).unwrap(), None)).unwrap();
        Caretaker::watch(format!("{line}\nwhat?\n").as_bytes());
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
