//! Figures with what they should be, as a table for people and as JSON.

use std::{fmt::Write, fs, path::Path};

use serde::Serialize;

use crate::Fallible;

/// What a figure should be.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Target {
    AtLeast(f64),
    AtMost(f64),
    /// Nothing is promised; it is there to compare with.
    None,
}

#[derive(Serialize)]
struct Figure {
    row: &'static str,
    what: String,
    value: f64,
    unit: &'static str,
    target: Target,
    met: Option<bool>,
    /// The absolute figures behind it, of this machine and this hour.
    detail: String,
}

#[derive(Default, Serialize)]
pub(crate) struct Report(Vec<Figure>);

impl Report {
    pub(crate) fn add(
        &mut self,
        row: &'static str,
        what: impl Into<String>,
        (value, unit): (f64, &'static str),
        target: Target,
        detail: impl Into<String>,
    ) {
        let met = match target {
            Target::AtLeast(least) => Some(value >= least),
            Target::AtMost(most) => Some(value <= most),
            Target::None => None,
        };
        let figure = Figure { row, what: what.into(), value, unit, target, met, detail: detail.into() };
        eprintln!("  {}", figure.line());
        self.0.push(figure);
    }

    pub(crate) fn table(&self) -> String {
        let mut table =
            "| row | what | measured | target | met | detail |\n|---|---|---|---|---|---|\n".to_owned();
        for figure in &self.0 {
            let _ = writeln!(table, "{}", figure.line());
        }
        table
    }

    pub(crate) fn write(&self, path: &Path) -> Fallible<()> {
        fs::write(path, serde_json::to_string_pretty(self)?)?;
        Ok(())
    }
}

impl Figure {
    fn line(&self) -> String {
        let Self { row, what, value, unit, detail, .. } = self;
        let target = match self.target {
            Target::AtLeast(least) => format!("at least {least}"),
            Target::AtMost(most) => format!("at most {most}"),
            Target::None => String::new(),
        };
        let met = self.met.map_or("", |met| if met { "yes" } else { "**no**" });
        format!("| {row} | {what} | {}{unit} | {target} | {met} | {detail} |", rounded(*value))
    }
}

/// Three figures are more than a run repeats.
fn rounded(value: f64) -> String {
    match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
