/** `deadwood explore`: one line with the address, a clean end, and clear words about bad input. */
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import { deadwood, directoryOf, type Ran } from "./support.ts";

const ADDRESS = /^http:\/\/127\.0\.0\.1:(\d+)\/\?token=[\w-]{24}\n$/;
const PROGRAM = ["DiningPhilosophers", "naive", "2", "1"];

/** Ctrl-C comes as soon as the address has been printed. */
const explore = (...argv: readonly string[]): Promise<Ran> =>
  deadwood(["explore", ...argv], { interruptAtFlush: 1 });

/** A port that some server has, for as long as the test runs. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("prints its address alone, and Ctrl-C ends it", async () => {
  const { exitCode, out, err } = await explore(...PROGRAM);
  expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: "" });
  expect(out).toMatch(ADDRESS);
});

test("each session has another token", async () => {
  const [one, other] = [await explore(...PROGRAM), await explore(...PROGRAM)];
  expect(one.out.split("token=")[1]).not.toBe(other.out.split("token=")[1]);
});

test("serves on the port that was asked for", async () => {
  // The port of a session that has ended is free again.
  const { out } = await explore(...PROGRAM);
  const port = ADDRESS.exec(out)?.[1] ?? "";
  const again = await explore("--port", port, ...PROGRAM);
  expect(again.out).toContain(`http://127.0.0.1:${port}/`);
});

test("a trace is explored from its end, and may be followed by options", async () => {
  const trace = join(directoryOf({}), "trace.json");
  await deadwood(["check", "--quiet", "--trace", trace, ...PROGRAM]);
  const { exitCode, out, err } = await explore(trace, "--port", "0");
  expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: "" });
  expect(out).toMatch(ADDRESS);
});

describe("bad input", () => {
  test("a port in use", async () => {
    const port = String(await takenPort());
    const { exitCode, out, err } = await explore("--port", port, ...PROGRAM);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain(`cannot serve on port ${port}: another program uses it`);
    expect(err).toContain("hint: Choose another --port");
  });

  test.each([
    [["--port", "x", ...PROGRAM], "--port x is not a whole number"],
    [["--port", "70000", ...PROGRAM], "--port 70000 is too large"],
    [["--max-states", "0", ...PROGRAM], "--max-states 0 is not a positive whole number"],
    [["NoSuchProgram"], "class NoSuchProgram was not found"],
    [["missing.json"], "missing.json"],
    [[], "name"],
  ])("%j", async (argv, message) => {
    const { exitCode, out, err } = await explore(...argv);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain(message);
  });

  test("a trace that is none, and words after a trace", async () => {
    const directory = directoryOf({});
    const file = join(directory, "trace.json");
    writeFileSync(file, "{}");
    const { exitCode, err } = await explore(file);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toContain("is not a trace");
    expect((await explore(file, "stray")).err).toContain("stray: a trace takes no arguments");
    expect(readdirSync(directory)).toEqual(["trace.json"]);
  });
});
