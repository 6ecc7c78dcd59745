// Runs MCP's official conformance suite against a server, and compares what it says with expected.txt.
//
//   node suite.mjs URL FOLDER
//
// FOLDER gets the suite's own reports. The exit status of the suite is not looked at, because warnings, and a server that
// does not answer, are successes to it; every check of every scenario is.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const REVISIONS = ["2025-06-18", "2025-11-25", "2026-07-28"];
const EXTENSION = "extension";
// These two pass on the text of any error, also on that of an unknown tool; so the tools must be there.
const NEEDED = ["test_simple_text", "test_error_handling"];

const [url, folder] = process.argv.slice(2);
if (!folder) fail("usage: node suite.mjs URL FOLDER");

const suite = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")), "dist/index.js");
const run = (...args) => spawnSync(process.execPath, [suite, ...args], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;

function fail(why) {
  console.error(`conformance: ${why}`);
  process.exit(1);
}

// The tools of the server, which also tells whether there is one.
async function tools() {
  const version = "2026-07-28", method = "tools/list";
  const key = (name) => `io.modelcontextprotocol/${name}`;
  const _meta = { [key("protocolVersion")]: version, [key("clientCapabilities")]: {} };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json", accept: "application/json, text/event-stream",
      "mcp-protocol-version": version, "mcp-method": method,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta } }),
  });
  return (await response.json()).result.tools.map((tool) => tool.name);
}

// The scenarios of the suite, each with the revisions that it is for.
function scenarios() {
  const lines = run("list", "--server").matchAll(/^ +- (\S+) \[(.*)\]$/gm);
  return [...lines].map(([, name, revisions]) => ({ name, revisions: revisions.split(",") }));
}

// The checks of a scenario; none when it did not run.
function checks(revision, scenario) {
  const under = join(folder, revision);
  const report = existsSync(under) && readdirSync(under).find((name) => name.startsWith(`server-${scenario}-2`));
  return report ? JSON.parse(readFileSync(join(under, report, "checks.json"), "utf8")) : [];
}

// What is to be read about one scenario: every check that did not succeed, and that there was none.
function findings(revision, scenario) {
  const all = checks(revision, scenario);
  const found = all.filter((check) => !["SUCCESS", "INFO"].includes(check.status))
    .map((check) => ({ line: `${check.status} ${revision} ${scenario} ${check.id}`, why: check.errorMessage ?? "" }));
  // That what was answered has the form of the specification is checked beside every scenario, and is none.
  const judged = all.some((check) => check.status === "SUCCESS" && check.id !== "wire-schema-valid");
  if (!judged && found.length === 0) found.push({ line: `NOTHING ${revision} ${scenario}`, why: "no check has succeeded" });
  return { successes: all.filter((check) => check.status === "SUCCESS").length, found };
}

const listed = await tools().catch((error) => fail(`no server answers at ${url}: ${error.message}`));
for (const name of NEEDED) if (!listed.includes(name)) fail(`the server has no tool ${name}`);

const known = scenarios();
if (known.length === 0) fail("the suite lists no scenarios");
for (const revision of REVISIONS) {
  run("server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", join(folder, revision));
}
for (const { name, revisions } of known) {
  if (revisions.includes(EXTENSION)) run("server", "--url", url, "--scenario", name, "-o", join(folder, EXTENSION));
}

let successes = 0, count = 0;
const found = new Map();
for (const { name, revisions } of known) {
  for (const revision of revisions.filter((revision) => [...REVISIONS, EXTENSION].includes(revision))) {
    const one = findings(revision, name);
    successes += one.successes;
    count += 1;
    for (const { line, why } of one.found) found.set(line, why);
  }
}

const lines = readFileSync(new URL("expected.txt", import.meta.url), "utf8").split("\n");
const expected = lines.filter((line) => line && !line.startsWith("#"));
// A line that ends in a star is about every check of its scenario.
const fits = (line, pattern) => pattern.endsWith(" *") ? line.startsWith(pattern.slice(0, -1)) : line === pattern;
const surprises = [...found].filter(([line]) => !expected.some((pattern) => fits(line, pattern)));
const gone = expected.filter((pattern) => ![...found.keys()].some((line) => fits(line, pattern)));
for (const [line, why] of surprises) console.error(`not expected: ${line}: ${why}`);
for (const pattern of gone) console.error(`expected, and not so: ${pattern}`);
console.log(`conformance: ${successes} checks of ${count} scenarios succeed; ${found.size - surprises.length} others are expected`);
if (surprises.length + gone.length > 0) fail("this is not what tests/conformance/expected.txt says");
