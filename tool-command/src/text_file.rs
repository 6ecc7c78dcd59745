//! A file of text, read to a limit. What is no file, such as a pipe, would be waited for, and is refused.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// Bytes of a manifest, and of what it refers to: 4 MiB, thousands of tools.
const LONGEST: u64 = 4 * 1024 * 1024;

/// Reads a file of text.
pub(crate) fn read(file: &Path) -> io::Result<String> {
    let refused = |text: String| Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    // Looked at before it is opened: opening a pipe waits for somebody who writes.
    if !fs::metadata(file)?.is_file() {
        return refused("it is no file".to_owned());
    }
    let mut text = String::new();
    File::open(file)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST {
        return refused(format!("it is longer than {LONGEST} bytes"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_an_end() {
        let world = tempfile::TempDir::new().unwrap();
        let file = world.path().join("a");
        let longest = usize::try_from(LONGEST).unwrap();
        fs::write(&file, vec![b'a'; longest]).unwrap();
        assert_eq!(read(&file).unwrap().len(), longest);
        fs::write(&file, vec![b'a'; longest + 1]).unwrap();
        assert_eq!(read(&file).unwrap_err().to_string(), "it is longer than 4194304 bytes");
        for endless in [Path::new("/dev/zero"), world.path()] {
            assert_eq!(read(endless).unwrap_err().to_string(), "it is no file");
        }
    }
}
