//! What each row measures of this project's crates. A row starts this process with what it is to be, and with how many tools.

mod calls;
mod lists;
mod notes;
mod serve;
mod surfaces;
mod telemetry;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (what, tools) = bench_subject::told()?;
    if calls::run(&what, tools)? || lists::run(&what, tools)? || serve::run(&what, tools)? {
        Ok(())
    } else {
        Err(format!("there is no {what}").into())
    }
}
