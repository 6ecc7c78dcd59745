// The official TypeScript client of the 2.x line, in both eras of the protocol.
import assert from "node:assert/strict";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { bearer, drive, refused, server } from "./notes.mjs";

const { url, token, command, args } = server();

for (const [mode, revision] of [["legacy", "2025-11-25"], [{ pin: "2026-07-28" }, "2026-07-28"]]) {
  const client = () => new Client({ name: "typescript-2", version: "1.0.0" }, { versionNegotiation: { mode } });

  await refused(client().connect(new StreamableHTTPClientTransport(url, bearer("wrong"))));
  for (const transport of [
    new StreamableHTTPClientTransport(url, bearer(token)),
    new StdioClientTransport({ command, args, stderr: "ignore" }),
  ]) {
    const connected = client();
    await connected.connect(transport);
    assert.equal(connected.getNegotiatedProtocolVersion(), revision);
    await drive(connected);
    await connected.close();
  }
}
