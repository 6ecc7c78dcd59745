//! What every process that is measured says and is told. Nothing but the standard library: a dependency here would be one of every
//! peer.

use std::{
    env,
    io::{self, BufRead, Write},
    net::{Ipv4Addr, TcpListener},
    process, thread,
    time::Instant,
};

/// The words after the program's name: what to be, and how many tools to have.
///
/// # Errors
///
/// When one of them is missing.
pub fn told() -> io::Result<(String, usize)> {
    let mut words = env::args().skip(1);
    match (words.next(), words.next().and_then(|count| count.parse().ok())) {
        (Some(what), Some(tools)) => Ok((what, tools)),
        _ => Err(io::Error::other("expected what to be, and a number of tools")),
    }
}

/// Binds an address of this machine, says which, and ends the process as soon as whoever started it is gone.
///
/// # Errors
///
/// When there is no address, or nobody to say it to.
pub fn listen() -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    say(&listener.local_addr()?.to_string())?;
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0);
    });
    Ok(listener)
}

/// Runs as often as each line says, and answers with the nanoseconds that it took; ends with the input.
///
/// # Errors
///
/// When a line is no number, or nobody reads the answer.
pub fn rounds(mut run: impl FnMut(u64)) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let times = line?.trim().parse().map_err(io::Error::other)?;
        let start = Instant::now();
        run(times);
        say(&start.elapsed().as_nanos().to_string())?;
    }
    Ok(())
}

/// Writes one line for whoever started this process.
///
/// # Errors
///
/// When nobody reads it.
pub fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
