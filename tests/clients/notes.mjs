// What a client does with the example `notes`, whichever client of TypeScript it is. Nothing here opens a connection.
import assert from "node:assert/strict";

const TOOLS = [
  "cancel_operation", "create_note", "create_project", "delete_note", "export_project", "import_notes", "list_projects",
  "operation_status", "read_note", "search_notes", "update_note", "wait_for_operation",
];

// A server as the command line names it: an address, a token, and a command that serves the same over stdio.
export function server() {
  const [url, token, command, ...args] = process.argv.slice(2);
  if (!command) throw new Error("usage: node SCRIPT URL TOKEN COMMAND [ARG...]");
  return { url: new URL(url), token, command, args };
}

// Headers of a request as this user.
export const bearer = (token) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

const text = (result) => result.content.map((block) => block.text).join("\n");

async function failure(promise) {
  const succeeded = Symbol();
  const error = await promise.then(() => succeeded, (error) => error);
  assert.notEqual(error, succeeded, "it should have been an error");
  return error;
}

// A wrong token does not connect.
export async function refused(connecting) {
  const error = await failure(connecting);
  assert.equal(error.status ?? error.code, 401);
}

// A connected client, as alice.
export async function drive(client) {
  const call = (name, args) => client.callTool({ name, arguments: args });

  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), TOOLS);
  const search = tools.find((tool) => tool.name === "search_notes");
  assert.equal(search.annotations.readOnlyHint, true);
  assert.deepEqual(search.inputSchema.required, ["project_id"]);

  const found = await call("search_notes", { project_id: "p_alice", query: "apples" });
  assert.equal(found.structuredContent.items[0].title, "Apples");
  assert.deepEqual(JSON.parse(text(found)), found.structuredContent);

  const foreign = await call("search_notes", { project_id: "p_bob" });
  assert.equal(foreign.isError, true);
  assert.match(text(foreign), /^not-found: no such project/);

  const fault = await call("create_note", { project_id: "p_alice", title: "", body: "" });
  assert.equal(fault.isError, true);
  assert.match(text(fault), /^invalid-arguments: \/title: expected a string of 1 to 200 characters/);

  const started = await call("export_project", { project_id: "p_alice" });
  const { operation } = started.structuredContent;
  const waited = await call("wait_for_operation", { operation });
  assert.equal(waited.structuredContent.state, "succeeded");

  assert.equal((await failure(call("no_such_tool", {}))).code, -32602);

  const { resources } = await client.listResources();
  assert.deepEqual(resources.map((resource) => resource.uri), ["app://context"]);
  const context = await client.readResource({ uri: "app://context" });
  assert.equal(JSON.parse(context.contents[0].text).user, "alice");
  const note = await client.readResource({ uri: "notes://p_alice/n_alice_1" });
  assert.equal(note.contents[0].text, "# Apples\n\nRed ones, from the tree behind the house.");
  await failure(client.readResource({ uri: "notes://p_bob/n_bob_1" }));

  const prompt = await client.getPrompt({ name: "summarise_project", arguments: { project: "p_alice" } });
  assert.match(prompt.messages[0].content.text, /^Summarise these notes/);
}
