//! Expansions of one item of each shape, as people can read them.
//!
//! After a change: `BLESS=1 cargo test -p tool-derive`, and read the difference.

use std::{env, fs, path::PathBuf};

use proc_macro2::TokenStream;
use quote::quote;

use crate::attribute;

#[track_caller]
fn check(name: &str, expansion: TokenStream) {
    let file = syn::parse2(expansion).expect("an expansion is a list of items");
    let printed = prettyplease::unparse(&file);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/snapshots/{name}.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &printed).expect("the snapshot can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(printed == expected, "{name} expands differently; it is now:\n{printed}");
}

#[test]
fn an_async_function() {
    let args = quote!(title = "Search notes", exposure = both, effect = read_only);
    let item = quote! {
        /// Finds notes that contain every given word.
        pub async fn search_notes(
            #[state] store: &NoteStore,
            #[context] user: UserId,
            /// Words to look for; all must match.
            query: &str,
            /// Only notes with this tag.
            tag: Option<&str>,
            /// At most this many notes.
            #[serde(default = "twenty")] #[schemars(range(min = 1, max = 100))] limit: u32,
        ) -> Result<Vec<Note>, NoteError> {
            store.search(user, query, tag, limit).await
        }
    };
    check("async_function", attribute::tool(args, item));
}

#[test]
fn a_function_with_every_key() {
    let args = quote!(
        name = "add",
        title = "Add",
        description = WORDS,
        exposure = external,
        effect = additive,
        idempotent,
        open_world = false,
        headless(not_yet = "it asks"),
        target = "project",
        scopes = ["write"],
        timeout = "2m",
        kind = immediate,
        control = waits,
        parallelism = parallel,
        error = explain,
        icons = ["a.svg", icon(src = "b.png", mime_type = "image/png", sizes = ["any"])],
        meta = { "rank": 1 },
        tags = ["numbers"],
        deprecated = "use plus",
        companion = adding,
        collect = App,
        crate = crate::tools,
    );
    let item = quote! {
        fn add(
            /// One.
            a: u8,
            /// Another.
            b: u8,
            #[context] ledger: &Ledger,
        ) -> Fallible<u16> {
            sum(a, b)
        }
    };
    check("every_key", attribute::tool(args, item));
}

#[test]
fn a_blocking_function() {
    let item = quote! {
        /// Reads a file.
        pub(crate) fn read(#[state] root: Root, #[state] cache: &mut Cache, path: &Path) -> String {
            cache.read(root.join(path))
        }
    };
    check("blocking_function", attribute::tool(quote!(blocking), item));
}

#[test]
fn a_function_with_a_conditional_parameter() {
    let item = quote! {
        /// Counts.
        #[cfg(feature = "count")]
        fn count(word: String, #[cfg(unix)] #[state] sockets: &Sockets) -> usize {
            word.len()
        }
    };
    check("conditional_function", attribute::tool(TokenStream::new(), item));
}

#[test]
fn methods() {
    let item = quote! {
        impl Notes {
            const LIMIT: usize = 10;

            /// Reads a note.
            #[tool(effect = read_only)]
            pub async fn read(&self, id: NoteId) -> Result<Note, NoteError> {
                self.store.read(id).await
            }

            /// Watches for changes.
            #[cfg(feature = "watch")]
            #[tool]
            fn watch(&self, #[state] watcher: &Watcher) {}

            fn helper(&self) {}
        }
    };
    check("methods", attribute::tools(TokenStream::new(), item));
}

#[test]
fn methods_of_a_generic_block() {
    let item = quote! {
        impl<'a, D: Db, const N: usize> Service<'a, D, N>
        where
            D::Error: Send,
        {
            /// Gets a value.
            #[tool]
            fn get(&self, key: &str) -> Result<String, D::Error> {
                self.0.get(key)
            }
        }
    };
    check("generic_methods", attribute::tools(TokenStream::new(), item));
}

#[test]
fn a_struct() {
    let item = quote! {
        /// Deletes a note.
        #[derive(Deserialize, JsonSchema, Tool)]
        #[serde(deny_unknown_fields)]
        #[tool(title = "Delete a note", exposure = both)]
        pub struct DeleteNote {
            /// Id of the note.
            note: String,
        }
    };
    check("structure", attribute::derive(item));
}

#[test]
fn an_error() {
    let item = quote! {
        #[tool_error(crate = crate::tools)]
        pub enum NoteError<'a, T: Display> where T: Debug {
            #[tool_error("there is no note {id:>4} in {{{within}}}")]
            NoteGone { id: u64, within: T, cause: io::Error },
            #[tool_error("{0} is {0}, and not {1:?}", code = "note-taken")]
            Taken(&'a str, T),
            #[tool_error]
            Locked,
            #[deprecated]
            Store(io::Error),
        }
    };
    check("error_type", attribute::derive_into_tool_error(item));
}

#[test]
fn an_unfinished_function_with_mistakes() {
    let item = quote! {
        pub fn search(#[state] store: &Store, words: Vec<&str>) -> Vec<Note> {
            let found = ;
            if 1
        }
    };
    let printed = attribute::tool(quote!(titel = "Search", effect = none), item).to_string();
    // An unfinished body cannot be printed as a file: the item is compared by its tokens.
    let survives = quote! {
        pub fn search(store: &Store, words: Vec<&str>) -> Vec<Note> {
            let found = ;
            if 1
        }
    };
    assert!(printed.starts_with(&survives.to_string()), "{printed}");
    assert!(
        printed.contains("pub fn search_tool < __ToolState > () -> :: tool_core :: ToolDef"),
        "{printed}"
    );
    for mistake in ["unknown key titel", "unknown effect none", "owns its parts", "needs a description"] {
        assert!(printed.contains(mistake), "{mistake}: {printed}");
    }
    assert_eq!(printed.matches("compile_error").count(), 4, "{printed}");
}

#[test]
fn an_unfinished_signature_is_left_to_the_compiler() {
    let item = quote!(fn search(query: ) {});
    let printed = attribute::tool(TokenStream::new(), item.clone()).to_string();
    assert!(printed.starts_with(&item.to_string()), "{printed}");
    assert_eq!(printed.matches("compile_error").count(), 1, "{printed}");
}
