//! `check`, `list` and `call`, and what each ends with.

use serde_json::{Value, json};

use crate::support::{World, ended, script};

fn world() -> World {
    let world = World::new();
    let echo = "\n[[tool]]\nid = \"words::echo\"\ntitle = \"Echo\"\nsummary = \"Prints words.\"\nexposure = \"both\"\neffect = \"read_only\"\n\
        run.command = { program = \"printf\", arguments = [\"%s,\"] }\n\
        input = [{ name = \"words\", description = \"Words.\", type = \"id\", repeated = true, travels = \"positional\" }]\n";
    let free = "\n[[tool]]\nid = \"free\"\ntitle = \"Free\"\nsummary = \"Takes anything.\"\nrun.command = { program = \"true\" }\n\
        input = [{ name = \"text\", description = \"Any.\", type = \"text\", travels = \"positional\" }]\n";
    world.write("good.toml", &format!("version = 1\n{echo}{}", script("fails", "echo why >&2; exit 3")));
    world.write("bad.toml", &format!("version = 1\n{free}{}", echo.replace("words::", "")));
    world.write("broken.toml", "version = 1\n[[tool]]\nid = \"a\"\ntitel = \"A\"\n");
    world
}

#[tokio::test]
async fn check_says_what_is_offered_and_ends_with_what_ci_wants_to_know() {
    let world = world();
    let (status, printed, said) = world.run(&["check", "good.toml"]).await;
    assert_eq!(
        (status, printed.as_str(), said.as_str()),
        (
            0,
            "good.toml:3: `words::echo` is offered: command, read_only\ngood.toml:12: `fails` is offered: command, read_only\n",
            ""
        )
    );
    let (status, printed, _) = world.run(&["check", "bad.toml", "good.toml"]).await;
    assert_eq!(status, 1);
    assert!(
        printed.contains("bad.toml:3: `free` is not offered: any text would become an argument"),
        "{printed}"
    );
    assert!(printed.contains("bad.toml:10: `echo` is offered"), "{printed}");
    for (limit, said) in [("51", "it may take 51 s"), ("0", "it may take any time")] {
        let slow = script("slow", "true") + &format!("time_limit_secs = {limit}\n");
        world.write("slow.toml", &format!("version = 1\n{slow}"));
        let (status, printed, _) = world.run(&["check", "slow.toml"]).await;
        assert_eq!(status, 1);
        assert!(printed.starts_with(&format!("slow.toml:3: `slow` is not offered: {said}")), "{printed}");
    }
    let (status, printed, said) = world.run(&["check", "broken.toml", "good.toml"]).await;
    assert_eq!((status, printed.as_str()), (2, ""));
    assert!(said.starts_with("broken.toml:4: unknown field `titel`"), "{said}");
}

#[tokio::test]
async fn check_fails_on_what_no_server_could_start_with() {
    let world = world();
    let said = async |arguments: &[&str]| {
        let (status, printed, said) = world.run(&[&["check"], arguments].concat()).await;
        assert_eq!((status, printed.as_str()), (2, ""), "{arguments:?}");
        said
    };
    assert_eq!(said(&[]).await, "there is no manifest to check; write tool-serve check MANIFEST\n");
    let slow = script("slow", "true").replace("effect =", "operation = true\neffect =");
    world.write("taken.toml", &format!("version = 1\n{slow}{}", script("operation_status", "true")));
    let of_check = said(&["taken.toml"]).await;
    assert!(of_check.contains("operation_status"), "{of_check}");
    assert_eq!(world.run(&["list", "taken.toml"]).await, (2, String::new(), of_check));
}

#[tokio::test]
async fn check_does_not_say_that_an_internal_tool_is_offered() {
    let world = World::new();
    let tool = script("inside", "true").replace("exposure = \"external\"\n", "");
    world.write("m.toml", &format!("version = 1\n{tool}"));
    let (status, printed, _) = world.run(&["check", "m.toml"]).await;
    assert_eq!(status, 0);
    assert!(printed.starts_with("m.toml:3: `inside` is internal: command, read_only\n"), "{printed}");
    assert!(!printed.contains("is offered"), "{printed}");
    let (_, listed, _) = world.run(&["list", "m.toml"]).await;
    let why = "inside: internal, which no outside caller sees; exposure = \"external\" shows it";
    assert_eq!(listed.lines().last(), Some(why), "{listed}");
}

#[tokio::test]
async fn list_is_a_table_for_people_and_json_for_programs() {
    let world = world();
    let (status, printed, _) = world.run(&["list", "good.toml"]).await;
    assert_eq!(status, 0);
    assert_eq!(
        printed,
        "NAME         WAY         EFFECT       TITLE\n\
         fails        command     read_only    Title\n\
         words__echo  command     read_only    Echo\n"
    );
    let (_, printed, _) = world.run(&["list", "--json", "bad.toml"]).await;
    let listed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        (&listed["tools"][0]["name"], &listed["tools"][0]["way"]),
        (&json!("echo"), &json!("command"))
    );
    assert_eq!(listed["tools"][0]["input_schema"]["properties"]["words"]["type"], "array");
    assert!(listed["omitted"][0].as_str().unwrap().contains("`free` is not offered"));
}

#[tokio::test]
async fn call_runs_one_tool_through_the_door() {
    let world = world();
    let call = async |arguments: &[&str]| world.run(&[&["call"], arguments].concat()).await;
    let good = call(&["words::echo", "good.toml", "--arg", "words=a", "--arg", "words=b"]).await;
    assert_eq!(good, (0, "a,b,\n".to_owned(), String::new()));
    let refused = call(&["words__echo", "good.toml", "--arg", "words=-a"]).await;
    assert_eq!(refused.0, 1);
    assert!(refused.1.starts_with("invalid-arguments: /words/0: "), "{refused:?}");
    assert_eq!(
        call(&["fails", "good.toml"]).await.1,
        "command-exit-status: the program ended with status 3\n"
    );
    let unknown = call(&["words::eco", "good.toml"]).await;
    assert_eq!(
        unknown,
        (2, String::new(), "no tool words::eco is offered; tool-serve list says which are\n".to_owned())
    );
}

#[tokio::test]
async fn an_operation_is_waited_for() {
    let world = World::new();
    let tool = script("slow", "echo done").replace("effect =", "operation = true\neffect =");
    world.write("m.toml", &format!("version = 1\n{tool}"));
    let (status, printed, said) = world.run(&["call", "slow", "m.toml"]).await;
    assert_eq!(
        (status, printed.as_str(), said.as_str()),
        (0, "done\n", "slow is an operation; waiting for its end\n")
    );
    let (_, printed, _) = world.run(&["list", "m.toml"]).await;
    assert!(printed.contains("wait_for_operation") && printed.contains("built in"), "{printed}");
}

#[tokio::test]
async fn every_call_has_its_record() {
    let world = world();
    world.run(&["call", "fails", "good.toml", "--audit", "audit.jsonl"]).await;
    let records = std::fs::read_to_string(world.path("audit.jsonl")).unwrap();
    assert!(records.contains(r#""tool":"fails""#) && records.contains("command-exit-status"), "{records}");
}

#[tokio::test]
async fn what_cannot_be_used_ends_with_two_and_says_what_to_write() {
    let world = world();
    for (arguments, said) in [
        (&["serve"][..], "serve is no command; see tool-serve --help"),
        (&[], "say what to do: check, list, call, stdio or http; see tool-serve --help"),
        (&["list", "--addr", "127.0.0.1:1"], "--addr is for another command; see tool-serve --help"),
        (&["list", "--wat"], "there is no flag --wat; see tool-serve --help"),
        (&["list", "--cwd", "a", "--cwd", "b"], "--cwd is given more than once; give it once"),
        (
            &["list", "--timeout-secs", "-1"],
            "--timeout-secs is \"-1\", which is not a whole number from 0 on",
        ),
        (
            &["list", "--reads-per-minute", "0"],
            "--reads-per-minute is \"0\", which is not a whole number from 1 on",
        ),
        (&["list", "--running", "0"], "--running is \"0\", which is not a whole number from 1 on"),
        (&["list", "--hide", ""], "an empty prefix hides everything; leave it out"),
        (&["list", "--unhide", "engin::"], "--unhide engin:: takes off what is not hidden anyway"),
        (&["list", "good.toml", "--", "a 'b'"], "the program has the word \"'b'\", and no shell reads it"),
        (&["list", "good.toml", "--", "~/a"], "the program has the word \"~/a\", and no shell reads it"),
        (&["list", "good.toml", "--", "a*"], "the program has the word \"a*\", and no shell reads it"),
        (&["call", "echo", "--arg", "x"], "--arg has no `=`; write --arg name=value"),
        (&["list", "nope.toml"], "nope.toml: the manifest cannot be read: No such file or directory"),
        (&["list", "--cwd", "nope"], "programs cannot run in nope: No such file or directory"),
    ] {
        let (status, printed, text) = world.run(arguments).await;
        assert_eq!((status, printed.as_str()), (2, ""), "{arguments:?}");
        assert!(text.starts_with(said), "{text}");
    }
    for (variable, value, said) in [
        (
            "TOOL_SERVE_TIMEOUT_SECS",
            "soon",
            "TOOL_SERVE_TIMEOUT_SECS is \"soon\", which is not a whole number from 0 on",
        ),
        (
            "TOOL_SERVE_COMMAND",
            "my \"program\"",
            "the program has the word \"\\\"program\\\"\", and no shell reads it",
        ),
    ] {
        let mut command = world.program(&["list", "good.toml"]);
        command.env(variable, value);
        let (status, _, text) = ended(command).await;
        assert_eq!(status, 2);
        assert!(text.starts_with(said), "{text}");
    }
}

#[tokio::test]
async fn the_program_of_a_manifest_is_given_on_the_line_or_in_the_environment() {
    let world = World::new();
    let tool = script("say", "")
        .replace(r#"{ program = "sh", arguments = ["-c", ""] }"#, r#"{ arguments = ["end"] }"#);
    world.write("m.toml", &format!("version = 1\n{tool}"));
    let (_, printed, _) = world.run(&["call", "say", "m.toml", "--", "echo", "a b", "c"]).await;
    assert_eq!(printed, "a b c end\n");
    let mut command = world.program(&["call", "say", "m.toml"]);
    command.env("TOOL_SERVE_COMMAND", "echo  -x $").env("TOOL_SERVE_CWD", ".");
    assert_eq!(ended(command).await.0, 2);
    let mut command = world.program(&["call", "say", "m.toml"]);
    command.env("TOOL_SERVE_COMMAND", "echo  x ");
    assert_eq!(ended(command).await.1, "x end\n");
}
