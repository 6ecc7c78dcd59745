//! Standard output for the protocol alone: whatever else the process prints goes to standard error, and that it did is said
//! there once. Never a line of the protocol.
//!
//! The descriptor is taken, so it holds for `println!`, for libraries in C, and for programs that inherit it. On Windows
//! there is none to take: what prints there breaks the protocol.

use std::{
    fs::File,
    io::{self, PipeReader, Read, Write},
    os::fd::{AsFd, OwnedFd},
    sync::mpsc,
    thread,
    time::Duration,
};

use tokio::io::AsyncWrite;

/// Where the protocol is written.
pub(super) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// How long the end waits for what was printed last. Only a program that was started and still runs keeps it waiting.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Ends the diversion when it is dropped: standard output is then what it was.
pub(super) struct Diversion {
    original: OwnedFd,
    ended: mpsc::Receiver<()>,
}

/// Takes standard output for the protocol, and returns it; `server` is who says that something was printed.
pub(super) fn divert(server: String) -> io::Result<(Output, Diversion)> {
    let original = io::stdout().as_fd().try_clone_to_owned()?;
    let output = output(&original)?;
    let (printed, end) = io::pipe()?;
    let (ends, ended) = mpsc::channel();
    thread::Builder::new().name("printed".to_owned()).spawn(move || {
        show(printed, &server);
        // Whoever waited may be gone.
        let _ = ends.send(());
    })?;
    // What was printed before is the protocol's client's already.
    io::stdout().flush()?;
    rustix::stdio::dup2_stdout(&end)?;
    Ok((output, Diversion { original, ended }))
}

impl Drop for Diversion {
    fn drop(&mut self) {
        // What is left of a line that was never ended.
        let _ = io::stdout().flush();
        if rustix::stdio::dup2_stdout(&self.original).is_ok() {
            let _ = self.ended.recv_timeout(LAST_WORDS);
        }
    }
}

/// Returns a writer of its own to standard output.
fn output(original: &OwnedFd) -> io::Result<Output> {
    // A pipe, which is what clients start servers with, can be waited for without a thread. It is opened anew: the mark
    // for it belongs to all who share the description, such as programs that the process starts.
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;

        let path = format!("/proc/self/fd/{}", original.as_raw_fd());
        if let Ok(pipe) = tokio::net::unix::pipe::OpenOptions::new().open_sender(path) {
            return Ok(Box::new(pipe));
        }
    }
    Ok(Box::new(tokio::fs::File::from_std(File::from(original.try_clone()?))))
}

/// Shows what is printed, until nobody can print any more.
fn show(mut printed: PipeReader, server: &str) {
    let mut said = false;
    let mut text = [0; 4096];
    loop {
        match printed.read(&mut text) {
            Ok(0) => return,
            Ok(length) => {
                let mut errors = io::stderr().lock();
                // Nobody may read standard error, which is no reason to hold up whoever prints.
                if !said {
                    said = true;
                    let _ = writeln!(
                        errors,
                        "{server}: something was printed to standard output, which belongs to the protocol; it is shown here"
                    );
                }
                let _ = errors.write_all(&text[..length]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
