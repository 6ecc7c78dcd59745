//! Catalogues within the process, and how long a registry takes to become one.

use std::{error::Error, hint::black_box};

use bench_subject::{rounds, say};
use tool_core::{Caller, Surface};

use crate::{notes, surfaces};

/// Runs the contender of this name, if there is one.
pub(crate) fn run(contender: &str, tools: usize) -> Result<bool, Box<dyn Error>> {
    match contender {
        "catalogue" => catalogue(&surfaces::plain(tools)?)?,
        "catalogue-asking" => catalogue(&surfaces::asking(tools)?)?,
        "registry" => registry(tools)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn catalogue(surface: &Surface) -> Result<(), Box<dyn Error>> {
    let caller = Caller::new("alice");
    say(&surface.catalogue(&caller).tools.len().to_string())?;
    Ok(rounds(|times| {
        for _ in 0..times {
            drop(black_box(surface.catalogue(&caller)));
        }
    })?)
}

fn registry(tools: usize) -> Result<(), Box<dyn Error>> {
    say(&notes::registry(tools)?.snapshot().iter().count().to_string())?;
    Ok(rounds(|times| {
        for _ in 0..times {
            drop(black_box(notes::registry(tools)));
        }
    })?)
}
