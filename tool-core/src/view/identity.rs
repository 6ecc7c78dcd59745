//! Whether two catalogues show the same. Everything that a caller sees counts, and nothing else does.

use std::io::{self, Write};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Catalogue, Listed};
use crate::{canonical_json, random};

impl Catalogue {
    /// Returns the identity of what the caller is shown: a SHA-256 of it, as 64 hexadecimal digits.
    ///
    /// The same tools, shown in the same way, are the same identity, in every process and after every restart of the same
    /// release. [Omissions](Catalogue::omissions) and the [generation](Catalogue::generation) do not count: callers do not
    /// see them.
    pub fn identity(&self) -> String {
        let mut hash = Hashed(Sha256::new());
        for tool in &self.tools {
            // Neither a hash nor JSON of values can fail to be written.
            let _ = canonical_json::write(&shown(tool), &mut hash).and_then(|()| hash.write_all(b"\n"));
        }
        random::hex(&hash.0.finalize())
    }
}

/// Returns a tool as JSON, with all that callers can see of it.
fn shown(tool: &Listed) -> Value {
    // Named one by one, so that what is added to a listing is added here.
    let Listed {
        name,
        title,
        description,
        input_schema,
        output_schema,
        result_schema,
        effect,
        idempotent,
        open_world,
        icons,
        meta,
        headers,
        tags,
        deprecated,
    } = tool;
    let icons: Vec<_> = icons.iter().map(|icon| json!([icon.src, icon.mime_type, icon.sizes])).collect();
    json!({
        "name": name,
        "title": title,
        "description": description,
        "input_schema": **input_schema,
        "output_schema": output_schema.as_deref(),
        "result_schema": result_schema.as_deref(),
        "effect": format!("{effect:?}"),
        "idempotent": idempotent,
        "open_world": open_world,
        "icons": icons,
        "meta": meta,
        "headers": headers,
        "tags": tags,
        "deprecated": deprecated,
    })
}

struct Hashed(Sha256);

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
