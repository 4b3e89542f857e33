/** `deadwood reduce --html`: a page about the reduction, however it ends. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { pageDataIn } from "../../support/read-page.ts";
import { deadwood } from "../support.ts";
import { directoryInput, FINDS_NEEDLE, jarInput, reduce } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

const ENV = { PATH: process.env["PATH"] ?? "" };

const dataIn = (file: string): unknown => pageDataIn(readFileSync(file, "utf8"));

test("has the result, what became of each part, and the command that made it", async () => {
  const { root, input, out } = directoryInput();
  const html = join(root, "page.html");
  const argv = [input, "-o", out, "--html", html, "--keep", "p.Fails", ...FINDS_NEEDLE];
  const { exitCode, err } = await reduce(argv);
  expect(exitCode, err).toBe(0);
  expect(dataIn(html)).toMatchObject({
    input,
    isComplete: true,
    limit: null,
    predicate: { kind: "command", words: FINDS_NEEDLE.slice(1) },
    provenance: {
      command: `deadwood reduce ${input} -o ${out} --html ${html} --keep p.Fails -- grep -rq needle {}`,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
      machine: { node: process.version, cores: expect.any(Number) },
    },
    results: [
      {
        inputClasses: 3,
        classes: 1,
        tree: expect.arrayContaining([
          expect.objectContaining({ kind: "package", name: "p" }),
          expect.objectContaining({ kind: "package", name: "q", fate: "removed" }),
          expect.objectContaining({ kind: "file", name: "notes.txt", fate: "removed" }),
        ]),
      },
    ],
  });
});

test("is written when Ctrl-C ends the reduction, with the best so far", async () => {
  const { root, input, out } = jarInput();
  const html = join(root, "page.html");
  const argv = ["reduce", input, "-o", out, "--html", html, ...FINDS_NEEDLE];
  const { exitCode } = await deadwood(argv, { env: ENV, directory: "/", interruptAtFlush: 8 });
  expect(exitCode).toBe(3);
  expect(existsSync(out)).toBe(true);
  expect(dataIn(html)).toMatchObject({
    isComplete: false,
    results: [{ stopped: expect.stringContaining("Ctrl-C"), inputClasses: 3 }],
  });
});

test("continues the history of an earlier process", async () => {
  const { root, input, out } = jarInput();
  const html = join(root, "page.html");
  const argv = ["reduce", input, "-o", out, "--html", html];
  await deadwood([...argv, ...FINDS_NEEDLE], { env: ENV, directory: "/", interruptAtFlush: 8 });
  const { exitCode } = await reduce([...argv.slice(1), "--resume", ...FINDS_NEEDLE]);
  expect(exitCode).toBe(0);
  const data = dataIn(html);
  expect(data).toMatchObject({ results: [{ stopped: null, lacksNames: false }] });
  expect(data).not.toMatchObject({ results: [{ history: { earlierRuns: 0 } }] });
});

test("is refused before the reduction if it cannot be written", async () => {
  const { root, input, out } = jarInput();
  mkdirSync(join(root, "taken"));
  const html = join(root, "taken");
  const { exitCode, err } = await reduce([input, "-o", out, "--html", html, ...FINDS_NEEDLE]);
  expect(exitCode).toBe(2);
  expect(err).toContain(`cannot write ${html}`);
  expect(existsSync(out)).toBe(false);
});
