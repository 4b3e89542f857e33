/**
 * The action and the workflows of docs/ci.md: what they name exists, and their shell steps do what they say. Steps that
 * use other actions are left out.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { BUILD_TIMEOUT, requireBuild } from "../cli/built.ts";
import { deadwood } from "../cli/support.ts";
import { installedJdk } from "../support/java.ts";
import { githubErrors, type SarifLog, sarifErrors } from "../support/schemas/validators.ts";
import { ROOT, readDocument } from "./sources.ts";

vi.setConfig({ testTimeout: 120_000 });
beforeAll(requireBuild, BUILD_TIMEOUT);

const OPTION = /(?<![\w-])--[a-z][a-z-]*[a-z]/g;
/** Of the tools that the workflows also call. */
const OF_OTHERS = new Set(["--no-audit", "--no-fund"]);
const STEP = z.looseObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.string()).default({}),
  "working-directory": z.string().optional(),
});
type Step = z.infer<typeof STEP>;

const ACTION = z
  .object({
    name: z.string(),
    description: z.string(),
    inputs: z.record(
      z.string(),
      z.object({
        description: z.string(),
        required: z.boolean().optional(),
        default: z.string().optional(),
      }),
    ),
    outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
    runs: z.object({ using: z.literal("composite"), steps: z.array(STEP) }),
  })
  .loose()
  .parse(parse(readDocument("action.yml")));

const WORKFLOW = z.looseObject({
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(STEP) })),
});

const GUIDE = readDocument("docs/ci.md");
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, text = ""]) => text,
  );

async function knownOptions(): Promise<Set<string>> {
  const { out } = await deadwood(["check", "--help"]);
  return new Set(out.match(OPTION));
}

describe("the options that are named", () => {
  test.each(["action.yml", "docs/ci.md"])("in %s are known to check", async (document) => {
    const known = await knownOptions();
    const named = new Set(readDocument(document).match(OPTION));
    expect(named.size).toBeGreaterThan(4);
    const unknown = [...named].filter((option) => !known.has(option) && !OF_OTHERS.has(option));
    expect(unknown).toEqual([]);
  });
});

const INPUT_NAME = /\binputs\.([\w-]+)/g;

describe("the action", () => {
  const { inputs, outputs, runs } = ACTION;

  test("uses each of its inputs, and no other", () => {
    const used = new Set([...JSON.stringify(runs).matchAll(INPUT_NAME)].map(([, name]) => name));
    expect(used).toEqual(new Set(Object.keys(inputs)));
  });

  test("has outputs of steps that it has", () => {
    const ids = runs.steps.flatMap(({ id }) => id ?? []);
    for (const { value } of Object.values(outputs)) {
      const [, id, name] = /^\$\{\{ steps\.([\w-]+)\.outputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      expect(ids).toContain(id);
      expect(runs.steps.find((step) => step.id === id)!.run).toContain(`${name}=`);
    }
  });

  test("puts no text of an input into a script", () => {
    const scripts = runs.steps.flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
    for (const { run, shell } of runs.steps)
      expect(shell).toBe(run === undefined ? undefined : "bash");
  });

  test("is described by the guide", () => {
    for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) {
      expect(GUIDE, name).toContain(`\`${name}\``);
    }
  });
});

interface Ran {
  readonly status: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Replaces what GitHub would, of the expressions that the action uses. */
function evaluated(
  text: string,
  inputs: Readonly<Record<string, string>>,
  outputs: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(/\$\{\{ ([^}]*) \}\}/g, (_, expression: string) => {
    const input = /^inputs\.([\w-]+)$/.exec(expression)?.[1];
    if (input !== undefined) return inputs[input] ?? "";
    const output = /^steps\.check\.outputs\.([\w-]+)$/.exec(expression)?.[1];
    if (output !== undefined) return outputs[output] ?? "";
    if (expression === "github.action_path") return ROOT;
    throw new Error(`unknown expression ${expression}`);
  });
}

/** Runs the shell steps of the action as GitHub runs them, in a workspace. */
function runAction(workspace: string, given: Readonly<Record<string, string>>): Ran {
  const inputs = {
    ...Object.fromEntries(
      Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default ?? ""]),
    ),
    ...given,
  };
  const files = { GITHUB_OUTPUT: `${workspace}.out`, GITHUB_STEP_SUMMARY: `${workspace}.md` };
  for (const file of Object.values(files)) writeFileSync(file, "");
  onTestFinished(() => {
    for (const file of Object.values(files)) rmSync(file);
  });
  let log = "";
  let status: number | null = 0;
  const outputs = (): Record<string, string> =>
    Object.fromEntries(
      readFileSync(files.GITHUB_OUTPUT, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
  const steps = ACTION.runs.steps.filter(({ uses }) => uses === undefined);
  for (const step of steps) {
    if (status !== 0) break;
    const value = (text: string): string => evaluated(text, inputs, outputs());
    const env = Object.entries(step.env).map(([name, text]) => [name, value(text)]);
    const script = join(dirname(files.GITHUB_OUTPUT), "step.sh");
    writeFileSync(script, step.run ?? "");
    const ran = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: join(workspace, value(step["working-directory"] ?? ".")),
      env: { ...process.env, ...files, ...Object.fromEntries(env) },
      encoding: "utf8",
    });
    rmSync(script);
    log += ran.stdout + ran.stderr;
    ({ status } = ran);
  }
  const summary = readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
  return { status, log, outputs: outputs(), summary };
}

function workspaceOf(files: Readonly<Record<string, string>>): string {
  const parent = mkdtempSync(join(tmpdir(), "deadwood-action-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const workspace = join(parent, "work space");
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  return workspace;
}

describe("the action's steps", () => {
  test("of a program with a violation fail, after all reports are written", () => {
    const workspace = workspaceOf({ "app/x": "" });
    const ran = runAction(workspace, {
      program: "DiningPhilosophers naive\n 2 1",
      "working-directory": "app",
    });
    expect(ran.status).toBe(1);
    expect(ran.outputs).toEqual({
      verdict: "violated",
      "exit-code": "1",
      sarif: "app/deadwood.sarif",
    });
    expect(ran.log).toMatch(/^::error file=/m);
    expect(ran.summary).toContain("### ❌ Deadwood: `DiningPhilosophers naive 2 1`");
    const app = join(workspace, "app");
    expect(readdirSync(app).toSorted()).toEqual([
      "deadwood-junit.xml",
      "deadwood-trace.json",
      "deadwood.sarif",
      "x",
    ]);
    const log: SarifLog = JSON.parse(readFileSync(join(app, "deadwood.sarif"), "utf8"));
    expect([...sarifErrors(log), ...githubErrors(log)]).toEqual([]);
  });

  test.each([
    { verdict: "safe", program: "DiningPhilosophers ordered 2 1", status: 0, "fail-on": "" },
    { verdict: "violated", program: "DiningPhilosophers naive 2 1", status: 0, "fail-on": "error" },
    {
      verdict: "incomplete",
      program: "DiningPhilosophers ordered 3 1",
      options: "--max-states 5",
      status: 1,
      "fail-on": "violated, incomplete",
    },
    {
      verdict: "incomplete",
      program: "DiningPhilosophers ordered 3 1",
      options: "--max-states 5",
      status: 0,
      "fail-on": "violated",
    },
    { verdict: "error", program: "NoSuchProgram", status: 1, "fail-on": "error" },
    { verdict: "error", program: "Hello", options: "--nope", status: 1, "fail-on": "error" },
  ])("say $verdict, and fail on $fail-on: $status", ({ verdict, status, ...inputs }) => {
    const ran = runAction(workspaceOf({}), inputs);
    expect(ran.outputs["verdict"]).toBe(verdict);
    expect(ran.status).toBe(status);
  });

  test("write no file that was not asked for", () => {
    const workspace = workspaceOf({});
    const none = { sarif: "", junit: "", trace: "", summary: "false", annotations: "false" };
    const ran = runAction(workspace, { program: "DiningPhilosophers naive 2 1", ...none });
    expect(ran.outputs).toEqual({ verdict: "violated", "exit-code": "1" });
    expect(ran.log).not.toContain("::error");
    expect(ran.summary).toBe("");
    expect(readdirSync(workspace)).toEqual([]);
  });

  test("take an input for what it is, whatever it says", () => {
    const workspace = workspaceOf({});
    const evil = "$(touch evil) `touch evil`; touch evil * && touch evil";
    const ran = runAction(workspace, { program: evil, "class-path": evil, sarif: "a b.sarif" });
    expect(ran.outputs).toMatchObject({ verdict: "error", sarif: "./a b.sarif" });
    expect(existsSync(join(workspace, "evil"))).toBe(false);
  });

  test("refuse a verdict that there is none of", () => {
    const ran = runAction(workspaceOf({}), {
      program: "DiningPhilosophers ordered 2 1",
      "fail-on": "broken",
    });
    expect(ran.status).toBe(1);
    expect(ran.log).toContain("there is no verdict broken");
  });
});

/** A lost update, as in the guide. */
const BANK = `public class Bank {
  static int balance;
  public static void main(String[] args) throws Exception {
    Thread[] clerks = new Thread[Integer.parseInt(args[0])];
    for (int i = 0; i < clerks.length; i++) {
      clerks[i] = new Thread(() -> balance += 10);
      clerks[i].start();
    }
    for (Thread clerk : clerks) clerk.join();
    assert balance == 10 * clerks.length : "balance " + balance;
  }
}
`;

/** Runs shell lines with `deadwood` and the JDK on the path. */
function runLines(
  workspace: string,
  lines: readonly string[],
): { status: number | null; log: string } {
  const bin = join(dirname(workspace), "bin");
  mkdirSync(bin, { recursive: true });
  const tool = join(bin, "deadwood");
  writeFileSync(
    tool,
    `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "bin/deadwood.js")}" "$@"\n`,
  );
  chmodSync(tool, 0o755);
  const javac = installedJdk === null ? [] : [join(installedJdk.home, "bin")];
  const path = [bin, ...javac, process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-eo", "pipefail", "-c", lines.join("\n")],
    {
      cwd: workspace,
      env: { ...process.env, PATH: path, GITHUB_STEP_SUMMARY: join(workspace, "summary.md") },
      encoding: "utf8",
    },
  );
  return { status, log: stdout + stderr };
}

describe("the guide", () => {
  const [github = "", gitlab = ""] = blocks("yaml");
  const steps: readonly Step[] = Object.values(WORKFLOW.parse(parse(github)).jobs).flatMap(
    (job) => job.steps,
  );

  test("gives the action inputs that it has", () => {
    const [step] = steps.filter(({ uses }) => uses?.startsWith("OWNER/deadwood@") === true);
    const names = Object.keys(step!.with);
    expect(names).toContain("program");
    expect(names.filter((name) => ACTION.inputs[name] === undefined)).toEqual([]);
    const outputs = [...github.matchAll(/steps\.deadwood\.outputs\.([\w-]+)/g)].map(
      (each) => each[1]!,
    );
    expect(outputs.length).toBeGreaterThan(0);
    expect(outputs.filter((name) => ACTION.outputs[name] === undefined)).toEqual([]);
  });

  test("says the defaults of the inputs", () => {
    const [, ...rows] = GUIDE.split("| input | meaning | default |")[1]!.split("\n");
    for (const [name, input] of Object.entries(ACTION.inputs)) {
      if ((input.default ?? "") === "") continue;
      const row = rows.find((line) => line.includes(`\`${name}\``));
      expect(row, name).toContain(`\`${input.default}\``);
    }
  });

  const lines = {
    GitHub: [...steps.flatMap(({ run }) => run ?? []), ...blocks("sh")],
    GitLab: z
      .object({ deadwood: z.looseObject({ script: z.array(z.string()) }) })
      .parse(parse(gitlab)).deadwood.script,
    Jenkins: [
      ...blocks("groovy")
        .join("")
        .matchAll(/(?:\bsh |script: )'([^']*)'/g),
    ].map(([, line = ""]) => line),
  };

  test.skipIf(installedJdk === null).each(Object.entries(lines))(
    "has lines for %s that find the lost update",
    (_, commands) => {
      expect(commands.length).toBeGreaterThan(1);
      const workspace = workspaceOf({ "src/Bank.java": BANK });
      const { status, log } = runLines(workspace, commands);
      expect(log).toContain("violated: uncaught exception: java.lang.AssertionError: balance 10");
      expect(status).toBe(1);
      // Each file that the lines name was written.
      const named = commands.join(" ").match(/(?<=--(?:json|sarif|junit|trace) )\S+/g) ?? [];
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((file) => !existsSync(join(workspace, file)))).toEqual([]);
    },
  );

  test.skipIf(installedJdk === null)("has a workflow whose action marks the line", () => {
    const workspace = workspaceOf({ "src/Bank.java": BANK });
    expect(runLines(workspace, [steps.find(({ run }) => run !== undefined)!.run!]).status).toBe(0);
    const [step] = steps.filter(({ uses }) => uses?.startsWith("OWNER/deadwood@") === true);
    const ran = runAction(workspace, step!.with);
    expect(ran).toMatchObject({ status: 1, outputs: { verdict: "violated" } });
    expect(ran.log).toMatch(/^::error file=src\/Bank\.java,line=\d+,title=Deadwood%3A/m);
  });
});
