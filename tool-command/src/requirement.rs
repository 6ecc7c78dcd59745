//! Whether what a tool needs is there. It is looked at when a manifest is projected, and each time anew.

use std::{path::Path, time::Duration};

use regex::Regex;
use semver::Version;
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    below::below,
    manifest::{Requirement, Requires},
    run::Program,
};

/// The longest that a program may take to print its version.
const VERSION_TIME: Duration = Duration::from_secs(10);

/// Bytes of a version that are looked at.
const VERSION_LENGTH: usize = 4096;

/// Returns what is missing, in words. Files are looked for below `folder`, the one that the tool runs in.
pub(crate) async fn unmet(requirement: &Requirement, folder: &Path, host: &Host) -> Option<String> {
    match requirement {
        Requirement::Environment(name) => {
            host.environment([name.as_str()]).is_empty().then(|| format!("the variable {name} is not set"))
        }
        Requirement::File(file) => {
            below(folder, file).is_err().then(|| format!("there is no {}", file.display()))
        }
        // Said, and not tried: whether it is there changes from one minute to the next.
        Requirement::Network(_) => None,
        Requirement::Program(requires) => program(requires, host).await,
    }
}

/// Returns whether a lowest version can be read.
pub(crate) fn is_version(text: &str) -> bool {
    version(text).is_some()
}

async fn program(requires: &Requires, host: &Host) -> Option<String> {
    let Requires { name, minimum_version, version_arguments } = requires;
    let Some(path) = host.find(name) else { return Some(format!("the program {name} is not on the path")) };
    let lowest = minimum_version.as_deref()?;
    let asked = Program {
        path,
        arguments: version_arguments.iter().map(Into::into).collect(),
        folder: host.folder().to_owned(),
        environment: host.environment(["PATH", "HOME"]),
        stdin: None,
        output_limit: VERSION_LENGTH,
        time_limit: Some(VERSION_TIME),
        on_kill: None,
    };
    let unknown = || format!("the program {name} does not say its version, and {lowest} at least is needed");
    let Ok(ended) = asked.run(&CancellationToken::new(), host.running()).await else {
        return Some(unknown());
    };
    let printed = [ended.stdout.text(), ended.stderr.text()];
    let Some(found) = printed.into_iter().flatten().find_map(version) else { return Some(unknown()) };
    let is_enough = version(lowest).is_some_and(|lowest| found >= lowest);
    (!is_enough).then(|| format!("the program {name} is version {found}, and {lowest} at least is needed"))
}

/// Finds the first version in a text: two or three numbers with points between.
fn version(text: &str) -> Option<Version> {
    let numbers = Regex::new(r"([0-9]{1,9})\.([0-9]{1,9})(?:\.([0-9]{1,9}))?").ok()?.captures(text)?;
    let number = |index| numbers.get(index).map_or(Some(0), |text| text.as_str().parse().ok());
    Some(Version::new(number(1)?, number(2)?, number(3)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_the_first_numbers_with_points() {
        for (text, found) in [
            ("git version 2.47.3\n", Some((2, 47, 3))),
            ("podman 5.1", Some((5, 1, 0))),
            ("Python 3.12.0a1 of 2023.01.02", Some((3, 12, 0))),
            ("no number 7", None),
        ] {
            let found = found.map(|(major, minor, patch)| Version::new(major, minor, patch));
            assert_eq!(version(text), found, "{text}");
        }
    }
}
