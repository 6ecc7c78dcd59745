//! The three states: projected, omitted for a reason, and not to be found out.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};

use serde_json::json;
use tool_command::Projection;
use tool_core::{Effect, Exposure, Tool};

use crate::support::{World, projection};

/// One tool over `true`, with more lines.
pub(crate) fn tool(more: &str) -> String {
    format!("version = 1\n\n[[tool]]\nid = \"probe\"\ntitle = \"Probe\"\nsummary = \"Probes.\"\n{more}\n")
}

pub(crate) const RUN: &str = "run.command = { program = \"true\" }\n";

pub(crate) async fn of(more: &str) -> Result<Projection, String> {
    let world = World::new();
    projection(&tool(more), &world.host()).await.map_err(|errors| errors.to_string())
}

async fn omitted(more: &str) -> String {
    let projection = of(more).await.unwrap();
    assert!(projection.tools.is_empty());
    projection.omitted[0].reason.to_string()
}

#[tokio::test]
async fn a_tool_says_what_is_written_and_is_restrictive_in_the_rest() {
    let projection = of(&format!("{RUN}satisfies = [\"REQ-7\"]")).await.unwrap();
    let tool = &projection.tools[0];
    let (definition, host) = (tool.definition(), tool.host());
    assert_eq!((definition.name.as_str(), definition.description.as_str()), ("probe", "Probes."));
    assert_eq!(
        definition.input_schema,
        json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false })
    );
    assert_eq!(definition.output_schema, None);
    assert_eq!(
        (host.exposure, host.effect, host.open_world),
        (Exposure::Internal, Effect::Destructive, true)
    );
    assert_eq!(host.title.as_deref(), Some("Probe"));
    assert_eq!((tool.satisfies(), tool.way()), (&["REQ-7".to_owned()][..], "command"));
    assert!(!definition.description.contains("REQ-7"));
    assert_eq!(
        projection.remarks[0].to_string(),
        "test.toml:3: `probe` is internal, which no outside caller sees; exposure = \"external\" shows it"
    );
}

#[tokio::test]
async fn what_is_omitted_says_why() {
    let text = "input = [{ name = \"words\", description = \"Words.\", type = \"text\", travels = \"positional\" }]\n";
    let any = text.replace("\"text\"", "\"pattern\", pattern = \".*\"");
    let unconstrained = "any text would become an argument of the program through `words`; give it a type that bounds it (of a pattern, neither `.` nor `[^…]`, nor blanks beside quotes), or let it travel on stdin";
    for (more, reason) in [
        (format!("{text}{RUN}"), unconstrained),
        (format!("{any}{RUN}"), unconstrained),
        (
            "run.mcp = { server = \"s\", tool = \"t\" }".to_owned(),
            "it is reached over MCP already, and a server that offers it again would be one in front of itself",
        ),
        (
            format!("{RUN}time_limit_secs = 51"),
            "it may take 51 s, and hosts drop a call after a minute; write operation = true, or time_limit_secs = 50 or less",
        ),
        (
            format!("{RUN}time_limit_secs = 0"),
            "it may take any time, and hosts drop a call after a minute; write operation = true, or time_limit_secs = 50 or less",
        ),
        (
            "run.command = { program = \"no-such-program\" }\nrun.in_process = { function = \"f\" }"
                .to_owned(),
            "there is no function f in this process; the program no-such-program is not there",
        ),
        ("run.command = {}".to_owned(), "it names no program, and none was given to the server"),
        (
            format!("{RUN}requires = [{{ program = {{ name = \"nope\" }} }}]"),
            "the program nope is not on the path",
        ),
        (format!("{RUN}requires = [{{ file = \"nope.txt\" }}]"), "there is no nope.txt"),
        (format!("{RUN}requires = [{{ environment = \"NOPE_NOPE\" }}]"), "the variable NOPE_NOPE is not set"),
    ] {
        assert_eq!(omitted(&more).await, reason);
    }
}

#[tokio::test]
async fn a_version_is_compared_with_the_one_that_the_program_prints() {
    let requires = |lowest: &str| {
        format!("{RUN}requires = [{{ program = {{ name = \"git\", minimum_version = \"{lowest}\" }} }}]")
    };
    assert_eq!(of(&requires("1.5")).await.unwrap().tools.len(), 1);
    let reason = omitted(&requires("999.0")).await;
    assert!(
        reason.starts_with("the program git is version ") && reason.ends_with("and 999.0 at least is needed"),
        "{reason}"
    );
}

#[tokio::test]
async fn an_operation_may_take_its_time() {
    assert_eq!(of(&format!("{RUN}operation = true\ntime_limit_secs = 0")).await.unwrap().tools.len(), 1);
    assert_eq!(of(&format!("{RUN}time_limit_secs = 50")).await.unwrap().tools.len(), 1);
}

#[tokio::test]
async fn a_path_of_a_manifest_stays_below_the_folder_of_its_tool() {
    let outside = "is outside of the folder that it belongs to; write a relative path that stays below it";
    let container = |writable: &str| {
        let image = format!("a@sha256:{}", "0".repeat(64));
        format!("run.container = {{ image = \"{image}\", program = \"ls\", writable = [\"{writable}\"] }}")
    };
    for path in ["/", "/etc", "..", "../../../etc", "../nope"] {
        for (more, text) in [
            (
                format!("{RUN}working_directory = \"{path}\""),
                format!("the working directory {path} {outside}"),
            ),
            (
                format!("{RUN}requires = [{{ file = \"{path}\" }}]"),
                format!("the file that it requires, {path}, {outside}"),
            ),
            (container(path), format!("the writable folder, {path}, {outside}")),
            (
                format!(
                    "{RUN}input = [{{ name = \"a\", description = \"A.\", type = \"path\", root = \"{path}\", travels = \"positional\" }}]"
                ),
                format!("input `a` has a root that {outside}"),
            ),
            (
                format!("{RUN}output = {{ form = \"json\", schema_file = \"{path}\" }}"),
                format!("{path} {outside}"),
            ),
        ] {
            assert_eq!(of(&more).await.unwrap_err(), format!("test.toml:3: `probe`: {text}"));
        }
    }
}

#[tokio::test]
async fn a_path_input_stays_below_the_working_directory_of_its_tool() {
    let world = World::new();
    for folder in ["in/docs", "docs"] {
        fs::create_dir_all(world.path().join(folder)).unwrap();
    }
    fs::write(world.path().join("in/docs/a.txt"), "").unwrap();
    fs::write(world.path().join("docs/secret.txt"), "").unwrap();
    fs::write(world.path().join("secret.txt"), "").unwrap();
    symlink("../docs", world.path().join("in/link")).unwrap();
    let more = |root: &str| {
        tool(&format!(
            "{RUN}working_directory = \"in\"\nrequires = [{{ file = \"docs/a.txt\" }}]\n\
             input = [{{ name = \"a\", description = \"A.\", type = \"path\", travels = \"positional\"{root} }}]"
        ))
    };
    for (root, inside, outside) in
        [("", "docs/a.txt", "secret.txt"), (", root = \"docs\"", "a.txt", "secret.txt")]
    {
        let projection = projection(&more(root), &world.host()).await.unwrap();
        let argv = |path: &str| projection.tools[0].argv(json!({ "a": path }).as_object().unwrap());
        let inside = argv(inside).unwrap().elements.remove(0);
        assert_eq!(Path::new(&inside), world.path().canonicalize().unwrap().join("in/docs/a.txt"));
        assert!(argv(outside).is_err() && argv("link/secret.txt").is_err(), "{root}");
    }
    for root in ["../docs", "link"] {
        let text = more(&format!(", root = \"{root}\""));
        let text = projection(&text, &world.host()).await.unwrap_err().to_string();
        assert!(text.contains("input `a` has a root that is outside of the folder"), "{text}");
    }
}

#[tokio::test]
async fn folders_of_the_path_that_depend_on_where_the_server_starts_are_not_looked_in() {
    let world = World::new();
    let file = world.path().join("here");
    fs::write(&file, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let text = tool("run.command = { program = \"here\" }");
    let folder = world.path().to_str().unwrap().to_owned();
    let depth = "../".repeat(std::env::current_dir().unwrap().components().count() - 1);
    let relative = format!("{depth}{}", &folder[1..]);
    assert!(Path::new(&relative).is_dir());
    for (path, count) in [(folder.as_str(), 1), (&relative, 0), ("", 0), (":.", 0)] {
        let projection = projection(&text, &world.host().with_path(path)).await.unwrap();
        assert_eq!(projection.tools.len(), count, "{path}");
    }
}

#[tokio::test]
async fn a_hidden_tool_is_none() {
    let world = World::new();
    let host = world.host().with_hidden(["pro"]);
    let projection = projection(&tool(RUN), &host).await.unwrap();
    assert_eq!(
        (projection.tools.len(), projection.omitted[0].reason.to_string().as_str()),
        (0, "ids that begin with `pro` are hidden here")
    );
    // Public names have `__` for `::`, and whoever reads them tells neither case nor signs apart.
    for id in ["Engine::x", "engine__x", "ENGINE--x", "Engine-_x"] {
        let text = tool(RUN).replace("\"probe\"", &format!("{id:?}"));
        let host = world.host().with_hidden(["engine::"]);
        assert_eq!(crate::support::projection(&text, &host).await.unwrap().tools.len(), 0, "{id}");
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table of mistakes and texts")]
async fn what_cannot_be_found_out_is_an_error_with_its_place() {
    let input = |rest: &str| format!("{RUN}input = [{{ name = \"a\", description = \"A.\", {rest} }}]");
    for (more, text) in [
        (
            "run = {}".to_owned(),
            "there is no way to run it; write run.command, run.container, run.in_process or run.mcp",
        ),
        (input("type = \"id\""), "input `a` does not say how it reaches the program; write `travels`"),
        (
            input("type = \"id\", minimum = 1, travels = \"positional\""),
            "input `a` has `minimum`, which its type does not have; leave it out",
        ),
        (
            input("type = \"integer\", minimum = 5, maximum = 1, travels = \"positional\""),
            "input `a` needs a whole `minimum` and a whole `maximum`, in this order",
        ),
        (input("type = \"enum\", travels = \"positional\""), "input `a` needs `values`, one word at least"),
        (
            input("type = \"enum\", values = [\"-x\"], travels = \"positional\""),
            "input `a` has the word `-x`, which a program reads as a flag; write a boolean input with that flag, or travel joined",
        ),
        (
            input("type = \"pattern\", pattern = \"(\", travels = \"positional\""),
            "input `a` has a pattern that cannot be read: error: unclosed group",
        ),
        (
            input("type = \"boolean\", travels = \"positional\""),
            "input `a` is a boolean, which only a flag can say",
        ),
        (
            input("type = \"id\", travels = { flag = \"x\" }"),
            "input `a` has the flag `x`; write `-x` or `--long-name`",
        ),
        (
            input("type = \"id\", travels = { joined = \"-x\" }"),
            "input `a` joins `-x` and its value with `=`, which only long flags take; write `--long-name`",
        ),
        (
            format!("{RUN}output = {{ form = \"json\", schema_file = \"nope.json\" }}"),
            "nope.json cannot be read: No such file or directory (os error 2)",
        ),
        (
            format!("{RUN}output = {{ schema = {{}} }}"),
            "the output has a schema, and its form has none; write form = \"json\"",
        ),
        (
            "run.container = { image = \"alpine:latest\", program = \"ls\" }".to_owned(),
            "the image \"alpine:latest\" is not pinned; write its digest, name@sha256: and 64 digits",
        ),
        (
            format!("{RUN}environment = [\"A=B\"]"),
            "\"A=B\" cannot be the name of a variable; write letters, digits and `_`, no digit first",
        ),
        (
            format!("{RUN}environment = [\"1A\"]"),
            "\"1A\" cannot be the name of a variable; write letters, digits and `_`, no digit first",
        ),
        (
            format!("{RUN}set_environment = {{ A = \"\\u0000\" }}"),
            "the variable A has a NUL character, which no variable can hold",
        ),
        (
            input("type = \"id\", travels = { joined = \"--a\" }")
                .replace("\"true\" }", "\"true\", arguments = [\"x\", \"--\"] }"),
            "the arguments have `--`, after which the flag of input `a` would be no flag; write separator = true instead",
        ),
    ] {
        assert_eq!(of(&more).await.unwrap_err(), format!("test.toml:3: `probe`: {text}"));
    }
}

#[tokio::test]
async fn positionals_are_told_apart_by_their_place() {
    let inputs = |first: &str, second: &str| {
        format!(
            "{RUN}input = [{{ name = \"a\", description = \"A.\", type = \"id\", travels = \"positional\"{first} }}, {{ name = \"b\", description = \"B.\", type = \"id\", travels = \"positional\"{second} }}]"
        )
    };
    let required = ", required = true";
    assert_eq!(of(&inputs(required, ", repeated = true")).await.unwrap().tools.len(), 1);
    let text = of(&inputs(", required = true, repeated = true", required)).await.unwrap_err();
    assert!(text.contains("input `a` is a repeated positional that is not the last"), "{text}");
    let text = of(&inputs("", "")).await.unwrap_err();
    assert!(text.contains("input `b` is a positional after one that may be left out"), "{text}");
}

#[tokio::test]
async fn one_error_does_not_hide_another_and_nothing_is_projected() {
    let world = World::new();
    let text = format!("{}\n{}", tool(RUN), tool(RUN).replace("version = 1\n", ""));
    let text =
        format!("{text}\n{}", tool("run = {}").replace("version = 1\n", "").replace("\"probe\"", "\"a b\""));
    let errors = projection(&text, &world.host()).await.unwrap_err();
    assert_eq!(
        errors.to_string(),
        "test.toml:11: `probe` is described a second time, after test.toml:3; rename one\n\
         test.toml:19: `a b`: there is no way to run it; write run.command, run.container, run.in_process or run.mcp"
    );
}

#[tokio::test]
async fn what_a_registry_would_refuse_is_an_error_of_the_manifest() {
    let world = World::new();
    let text = tool(RUN).replace("\"probe\"", "\"a b\"");
    assert_eq!(
        projection(&text, &world.host()).await.unwrap_err().to_string(),
        "test.toml:3: `a b`: it cannot be the name of a tool: it may contain only a-z, A-Z, 0-9, _ and - between `::`; found ' '"
    );
}

#[tokio::test]
async fn a_tool_without_words_is_an_error_of_the_manifest() {
    let world = World::new();
    for (key, words) in [("title", "title = \"Probe\""), ("summary", "summary = \"Probes.\"")] {
        for empty in ["", " \\t"] {
            let manifest = tool(RUN).replace(words, &format!("{key} = \"{empty}\""));
            let errors = projection(&manifest, &world.host()).await.map(|_| ()).unwrap_err().to_string();
            assert!(errors.contains(&format!("the {key} is empty; people and models read it")), "{errors}");
        }
    }
}
