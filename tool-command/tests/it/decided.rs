//! What is decided about a tool that is projected: its way, where it is offered, and what is remarked on.

use tool_command::{CommandTool, Format, Host, Manifest, Projection};
use tool_core::{Exposure, Tool, ToolOutput};

use crate::{
    projected::{RUN, of, tool},
    support::{World, projection},
};

#[tokio::test]
async fn a_title_that_is_the_id_is_remarked_on() {
    let world = World::new();
    let text = tool(RUN).replace("title = \"Probe\"", "title = \"probe\"");
    let remarks = projection(&text, &world.host()).await.unwrap().remarks;
    assert_eq!(
        remarks[0].to_string(),
        "test.toml:3: the title of `probe` is its id; say it in words for people"
    );
}

#[tokio::test]
async fn the_network_is_said_and_not_tried() {
    let needs = format!("{RUN}exposure = \"external\"\nrequires = [{{ network = \"the tracker answers\" }}]");
    let projection = of(&needs).await.unwrap();
    assert_eq!(projection.tools.len(), 1);
    assert_eq!(
        projection.remarks[0].to_string(),
        "test.toml:3: `probe` needs the network, which is not tried: the tracker answers"
    );
}

#[tokio::test]
async fn of_several_ways_the_first_that_runs_here_is_used_and_mcp_never() {
    let container = format!("{{ image = \"a@sha256:{}\", program = \"ls\" }}", "0".repeat(64));
    let all = format!(
        "run.mcp = {{ server = \"s\", tool = \"t\" }}\nrun.container = {container}\n{RUN}run.in_process = {{ function = \"f\" }}"
    );
    let world = World::new();
    let way = async |text: &str, host: &Host| {
        let projection = projection(&tool(text), host).await.unwrap();
        projection.tools.first().map(CommandTool::way)
    };
    let engine = || world.with_program("docker", "");
    let with_function = engine().with_function("f", |_| async { Ok(ToolOutput::empty()) });
    assert_eq!(way(&all, &with_function).await, Some("in process"));
    assert_eq!(way(&all, &engine()).await, Some("command"));
    assert_eq!(way(&all.replace("\"true\"", "\"no-such-program\""), &engine()).await, Some("container"));
    let without = all.replace("\"true\"", "\"no-such-program\"");
    assert_eq!(way(&without, &world.host().with_path("/nowhere")).await, None);
}

#[tokio::test]
async fn what_an_engine_says_of_exposing_is_kept_to() {
    let world = World::new();
    let exposure = async |more: &str, unless_denied: bool| {
        let manifest = Manifest::parse(&tool(&format!("{RUN}{more}")), Format::Toml, "test.toml").unwrap();
        let manifest = if unless_denied { manifest.expose_unless_denied() } else { manifest };
        let projection = Projection::of(&[manifest], &world.host()).await;
        projection.map(|all| all.tools[0].host().exposure).map_err(|errors| errors.to_string())
    };
    for (more, kept, unless_denied) in [
        ("", Exposure::Internal, Exposure::Both),
        ("metadata.mcp.expose = true", Exposure::Both, Exposure::Both),
        ("metadata.mcp.expose = false", Exposure::Internal, Exposure::Internal),
        ("metadata = { owner = \"x\", mcp = { expose = \"yes\" } }", Exposure::Internal, Exposure::Internal),
        ("exposure = \"internal\"", Exposure::Internal, Exposure::Internal),
        ("exposure = \"external\"", Exposure::External, Exposure::External),
    ] {
        assert_eq!(exposure(more, false).await, Ok(kept), "{more}");
        assert_eq!(exposure(more, true).await, Ok(unless_denied), "{more}");
    }
    assert_eq!(
        exposure("exposure = \"internal\"\nmetadata.mcp.expose = true", true).await.unwrap_err(),
        "test.toml:3: `probe`: exposure = \"internal\" and metadata.mcp.expose, which is true, differ; leave one of them out"
    );
    // Neither a title nor a description says anything of it.
    let text = tool(&format!("{RUN}metadata = {{ mcp = {{ expose = true }}, secret = \"s3\" }}"));
    let tool = &projection(&text, &world.host()).await.unwrap().tools[0];
    assert!(!format!("{:?} {:?}", tool.definition(), tool.host()).contains("s3"));
}
