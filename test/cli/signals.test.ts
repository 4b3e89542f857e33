/**
 * Ctrl-C, SIGTERM and SIGHUP end every command in the same way: it reports what is known by then, and leaves
 * no process and no temporary file behind.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import { readJar } from "../../src/reduce/files/candidate.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { inputFiles, jarInput, script } from "./reduce/support.ts";
import { directoryOf, mainClass, print } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });
beforeAll(requireBuild, BUILD_TIMEOUT);

const TOOL = join(ROOT, "bin/deadwood.js");
/** A search that nobody waits for the end of. */
const LONG = ["--max-depth", "100000", "DiningPhilosophers", "naive", "9", "9"];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Left where temporary files are. */
  readonly left: readonly string[];
}

/** Starts the tool, waits until something has happened, and sends it a signal. */
async function interrupted(
  argv: readonly string[],
  signal: NodeJS.Signals,
  ready: (child: ChildProcess, temporary: string) => Promise<void>,
): Promise<Ended> {
  const temporary = join(directoryOf({}), "tmp");
  mkdirSync(temporary);
  const child = spawn(process.execPath, [TOOL, ...argv], {
    env: { ...process.env, TMPDIR: temporary },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    err += data.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  await ready(child, temporary);
  child.kill(signal);
  const code = await ended;
  return { code, out, err, left: readdirSync(temporary) };
}

const soon = { timeout: 60_000, interval: 20 };

/** The search has its handlers when its process has used this much of the processor. */
const atWork = (child: ChildProcess): Promise<void> =>
  vi.waitFor(() => {
    const stat = readFileSync(`/proc/${child.pid}/stat`, "latin1");
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    expect(user + system).toBeGreaterThan(60);
  }, soon);

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return false;
  }
}

describe.skipIf(process.platform !== "linux")("a signal", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends a run as the shell has it", async (signal, code) => {
    const endless = mainClass((each) => {
      print("started")(each);
      const again = each.mark();
      each.emit("goto", again);
      each.mark();
    });
    const root = directoryOf({ "Main.class": endless });
    const ran = await interrupted(
      ["run", "--heap", "4m", "-cp", root, "Main"],
      signal,
      (child) =>
        new Promise((resolve) => {
          child.stdout?.once("data", () => resolve());
        }),
    );
    expect(ran).toEqual({ code, out: "started\n", err: "", left: [] });
  });

  test.each(["SIGTERM", "SIGHUP"] as const)("%s ends a check with its report", async (signal) => {
    const root = directoryOf({});
    const [json, sarif, junit] = [join(root, "json"), join(root, "sarif"), join(root, "junit")];
    const ran = await interrupted(
      [
        "check",
        "--json",
        json,
        "--sarif",
        sarif,
        "--junit",
        junit,
        "--annotations",
        "github",
        "--no-deadlock",
        ...LONG,
      ],
      signal,
      atWork,
    );
    expect(ran).toMatchObject({ code: ExitCode.incomplete, err: "", left: [] });
    expect(ran.out).toMatch(new RegExp(`^incomplete: stopped at ${signal} with`));
    const report: unknown = JSON.parse(readFileSync(json, "utf8"));
    expect(report).toMatchObject({ verdict: "incomplete", limit: signal });
    expect(JSON.parse(readFileSync(sarif, "utf8"))).toMatchObject({
      runs: [{ invocations: [{ executionSuccessful: false, properties: { limit: signal } }] }],
    });
    expect(readFileSync(junit, "utf8")).toContain('<error type="incomplete"');
    expect(ran.out).toMatch(new RegExp(`^::warning title=.*stopped at ${signal}`, "m"));
  });

  test("ends the checks of a comparison", async () => {
    const argv = ["compare", "--configurations", "none", "--no-deadlock", ...LONG];
    const ran = await interrupted(argv, "SIGTERM", async (_, temporary) => {
      await vi.waitFor(() => expect(readdirSync(temporary)).toHaveLength(1), soon);
    });
    expect(ran).toMatchObject({ code: ExitCode.incomplete, left: [] });
    expect(ran.out).toContain("stopped by Ctrl-C or a signal");
  });

  test("ends the processes of a fuzzing campaign", async () => {
    const argv = ["fuzz", "--programs", "100000", "--jobs", "2", "--kind", "unrestricted"];
    const ran = await interrupted(argv, "SIGTERM", atWorkTogether);
    expect(ran).toMatchObject({ code: ExitCode.incomplete, left: [] });
    expect(ran.out).toContain("stopped at SIGTERM");
  });

  test.each(["SIGTERM", "SIGHUP"] as const)(
    "%s ends a reduction, its command and all that this has started",
    async (signal) => {
      const { root, input, out } = jarInput();
      // The tenth run takes an hour.
      const command = script(
        { root },
        "tool.sh",
        `echo x >> ${root}/runs
if [ $(wc -l < ${root}/runs) -eq 10 ]; then sleep 3600 & echo $! > ${root}/pids; echo $$ >> ${root}/pids; wait; fi
grep -q needle "$1"`,
      );
      const pids = (): number[] =>
        existsSync(`${root}/pids`)
          ? readFileSync(`${root}/pids`, "utf8").trim().split("\n").map(Number)
          : [];
      const argv = [
        "reduce",
        input,
        "-o",
        out,
        "--tries",
        "1",
        "--timeout",
        "3600",
        "--",
        command,
        "{}",
      ];
      const ran = await interrupted(argv, signal, async () => {
        await vi.waitFor(() => expect(pids()).toHaveLength(2), soon);
      });
      expect(ran).toMatchObject({ code: ExitCode.incomplete, left: [] });
      expect(ran.err).toBe(
        `stopped: the reduction was interrupted by ${signal}; the best result so far is kept. Use --resume to continue\n`,
      );
      expect(pids().filter(isRunning)).toEqual([]);
      expect(readJar(out).bytes).toBeLessThan(inputFiles().bytes);
      expect(existsSync(`${out}.session/lock`)).toBe(false);
    },
  );
});

/** Its processes have been at work: a campaign's own process only waits for them. */
async function atWorkTogether(child: ChildProcess): Promise<void> {
  await vi.waitFor(() => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "latin1");
    const pids = children
      .trim()
      .split(" ")
      .filter((pid) => pid !== "");
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1").split(" ");
      expect(Number(stat[13])).toBeGreaterThan(50);
    }
  }, soon);
}

test("after an error the process ends before its time limit", async () => {
  const { root, input, out } = jarInput();
  writeFileSync(join(root, "plain"), "");
  const argv = ["reduce", input, "-o", out, "--time-limit", "3600", "--", "no-such-tool", "{}"];
  const child = spawn(process.execPath, [TOOL, ...argv], { stdio: "ignore" });
  const code = await new Promise((resolve) => {
    child.on("close", resolve);
  });
  expect(code).toBe(ExitCode.badInput);
}, 60_000);
