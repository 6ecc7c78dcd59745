"""What a client does with the example `notes`, whichever official client of Python it is. Nothing here opens a connection."""

import json
import sys

TOOLS = [
    "cancel_operation", "create_note", "create_project", "delete_note", "export_project", "import_notes", "list_projects",
    "operation_status", "read_note", "search_notes", "update_note", "wait_for_operation",
]


def server():
    """The address, the token and the command of the command line: the same service over HTTP and over stdio."""
    if len(sys.argv) < 4:
        sys.exit("usage: python SCRIPT URL TOKEN COMMAND [ARG...]")
    url, token, command, *args = sys.argv[1:]
    return url, token, command, args


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def wire(result):
    """A result as it was sent: the two lines of the client name its fields differently."""
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


def text(result):
    return "\n".join(block["text"] for block in result["content"])


async def failure(awaitable):
    try:
        result = await awaitable
    except Exception as error:
        return error
    raise AssertionError(f"it should have been an error: {result}")


async def drive(client, uri=str):
    """A connected client, as alice. `uri` makes an address what the client takes for one."""

    async def call(name, **arguments):
        return wire(await client.call_tool(name, arguments))

    tools = {tool["name"]: tool for tool in wire(await client.list_tools())["tools"]}
    assert sorted(tools) == TOOLS, tools.keys()
    assert tools["search_notes"]["annotations"]["readOnlyHint"] is True
    assert tools["search_notes"]["inputSchema"]["required"] == ["project_id"]

    found = await call("search_notes", project_id="p_alice", query="apples")
    assert found["structuredContent"]["items"][0]["title"] == "Apples", found
    assert json.loads(text(found)) == found["structuredContent"], found

    foreign = await call("search_notes", project_id="p_bob")
    assert foreign["isError"] and text(foreign).startswith("not-found: no such project"), foreign

    fault = await call("create_note", project_id="p_alice", title="", body="")
    assert fault["isError"], fault
    assert text(fault).startswith("invalid-arguments: /title: expected a string of 1 to 200 characters"), fault

    started = await call("export_project", project_id="p_alice")
    waited = await call("wait_for_operation", operation=started["structuredContent"]["operation"])
    assert waited["structuredContent"]["state"] == "succeeded", waited

    unknown = await failure(client.call_tool("no_such_tool", {}))
    assert unknown.error.code == -32602, unknown

    resources = wire(await client.list_resources())["resources"]
    assert [resource["uri"] for resource in resources] == ["app://context"], resources
    context = wire(await client.read_resource(uri("app://context")))
    assert json.loads(context["contents"][0]["text"])["user"] == "alice", context
    note = wire(await client.read_resource(uri("notes://p_alice/n_alice_1")))
    assert note["contents"][0]["text"] == "# Apples\n\nRed ones, from the tree behind the house.", note
    await failure(client.read_resource(uri("notes://p_bob/n_bob_1")))

    prompt = wire(await client.get_prompt("summarise_project", {"project": "p_alice"}))
    assert prompt["messages"][0]["content"]["text"].startswith("Summarise these notes"), prompt
