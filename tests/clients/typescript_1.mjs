// The official TypeScript client of the 1.x line, which has revisions with a handshake only.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { bearer, drive, refused, server } from "./notes.mjs";

const { url, token, command, args } = server();
const client = () => new Client({ name: "typescript-1", version: "1.0.0" });

await refused(client().connect(new StreamableHTTPClientTransport(url, bearer("wrong"))));
for (const transport of [
  new StreamableHTTPClientTransport(url, bearer(token)),
  new StdioClientTransport({ command, args, stderr: "ignore" }),
]) {
  const connected = client();
  await connected.connect(transport);
  await drive(connected);
  await connected.close();
}
