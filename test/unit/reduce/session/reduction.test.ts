import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { describe, expect, test, vi } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_FINAL,
  ACC_PUBLIC,
  ACC_SYNTHETIC,
  ACC_TRANSIENT,
  ACC_VOLATILE,
} from "../../../../src/classfile/format/access-flags.ts";
import { type Disk, systemDisk } from "../../../../src/core/disk.ts";
import { Candidate, readJar } from "../../../../src/reduce/files/candidate.ts";
import type { Runner, RunOutcome } from "../../../../src/reduce/predicate/outcome.ts";
import { judgeBy } from "../../../../src/reduce/predicate/verdict.ts";
import { SpeculativeOracle } from "../../../../src/reduce/runners/speculative-oracle.ts";
import {
  LoggedOracle,
  type ReductionObserver,
} from "../../../../src/reduce/session/logged-oracle.ts";
import { SideFinds } from "../../../../src/reduce/session/other-failures.ts";
import { Session } from "../../../../src/reduce/session/session.ts";
import type { LoggedStep } from "../../../../src/reduce/session/step-log.ts";
import {
  candidateOf,
  ManualClock,
  never,
  runnerFor,
  scratch,
  script,
} from "../predicate/helpers.ts";

// Processes take as long as they take.
vi.setConfig({ testTimeout: 60_000 });

const LINES = ["one", "two", "bug", "four", "five"];
const of = (lines: readonly string[]): Candidate => candidateOf({ "Main.class": lines.join("\n") });
const without = (line: string): string[] => LINES.filter((other) => other !== line);

/** Interesting is what still has the bug. */
class InProcess implements Runner {
  readonly ran: string[] = [];

  async run(candidate: Candidate): Promise<RunOutcome> {
    this.ran.push(candidate.hash);
    const text = Buffer.from(candidate.files[0]!.bytes).toString();
    return { kind: "answered", interesting: text.includes("bug") };
  }

  async close(): Promise<void> {}
}

interface Fixture {
  readonly reduction: LoggedOracle;
  readonly session: Session;
  readonly oracle: SpeculativeOracle;
  readonly runner: InProcess;
}

function begin(
  directory: string,
  disk: Disk = systemDisk,
  observer: ReductionObserver = {},
): Fixture {
  const world = { disk, clock: new ManualClock() };
  const plan = { directory, inputHash: of(LINES).hash, options: { command: ["bug"] } };
  const session = Session.exists(world, directory)
    ? Session.resume(plan, world)
    : Session.create(plan, world);
  const runner = new InProcess();
  const judge = judgeBy({ exitCode: null, stdout: "", stderr: "", message: null });
  const oracle = new SpeculativeOracle({
    runners: [runner],
    judge,
    cache: session.cache,
    signal: never(),
  });
  return { reduction: new LoggedOracle(oracle, session, observer), session, oracle, runner };
}

/** Takes away line after line; the candidates that were asked for. */
async function reduceLines(reduction: LoggedOracle): Promise<Candidate[]> {
  let lines = LINES;
  const asked = [of(lines)];
  await reduction.ask(of(lines), { strategy: "input", items: lines.length });
  for (const line of LINES) {
    const fewer = lines.filter((other) => other !== line);
    asked.push(of(fewer));
    if (await reduction.ask(of(fewer), { strategy: "lines", items: fewer.length })) lines = fewer;
  }
  return asked;
}

describe("a reduction", () => {
  test("answers, logs and keeps the best", async () => {
    const steps: LoggedStep[] = [];
    const bests: string[] = [];
    const directory = scratch();
    const { reduction } = begin(directory, systemDisk, {
      onStep: (step) => steps.push(step),
      onBest(best) {
        expect(readJar(join(directory, "best.jar")).hash, "on disk already").toBe(best.hash);
        bests.push(Buffer.from(best.files[0]!.bytes).toString());
      },
    });
    await reduceLines(reduction);
    expect(bests).toEqual([
      "one\ntwo\nbug\nfour\nfive",
      "two\nbug\nfour\nfive",
      "bug\nfour\nfive",
      "bug\nfive",
      "bug",
    ]);
    expect(
      steps.map(({ run, items, bytes, verdict, best }) => [run, items, bytes, verdict, best]),
    ).toEqual([
      [1, 5, 21, "interesting", 21],
      [2, 4, 17, "interesting", 17],
      [3, 3, 13, "interesting", 13],
      [4, 2, 9, "boring", 13],
      [5, 2, 8, "interesting", 8],
      [6, 1, 3, "interesting", 3],
    ]);
    const logged = readFileSync(join(directory, "steps.jsonl"), "utf8").trimEnd().split("\n");
    expect(logged.map((line): unknown => JSON.parse(line))).toEqual(steps);
  });

  test("keeps a best that something larger cannot replace", async () => {
    const { reduction } = begin(scratch());
    await reduction.ask(of(["bug"]), { strategy: "lines", items: 1 });
    await reduction.ask(of(without("one")), { strategy: "lines", items: 4 });
    expect(reduction.best?.hash).toBe(of(["bug"]).hash);
  });

  test("of as many bytes, the one with fewer access flags is the best", async () => {
    const { reduction } = begin(scratch());
    const flagged = (flags: number, fieldFlags: number): Candidate => {
      const one = new ClassAssembler({ name: "bug", accessFlags: flags, majorVersion: 49 });
      const bytes = one.field(fieldFlags, "f", "I").toBytes();
      return new Candidate([{ path: "bug.class", bytes }]);
    };
    const whole = flagged(ACC_PUBLIC | ACC_FINAL, ACC_VOLATILE);
    const other = flagged(ACC_FINAL | ACC_SYNTHETIC, ACC_TRANSIENT);
    const fewer = flagged(ACC_FINAL, ACC_VOLATILE);
    const fewest = flagged(ACC_FINAL, 0);
    for (const [asked, best] of [
      [whole, whole],
      [other, whole],
      [fewer, fewer],
      [fewest, fewest],
      [fewer, fewest],
    ] as const) {
      expect(asked.bytes).toBe(whole.bytes);
      expect(await reduction.ask(asked, { strategy: "items", items: 0 })).toBe(true);
      expect(reduction.best?.hash).toBe(best.hash);
    }
  });

  test("counts a candidate as run once, foreseen or not", async () => {
    const known: boolean[] = [];
    const { reduction, oracle } = begin(scratch(), systemDisk, {
      onStep: (step) => known.push(step.known),
    });
    reduction.expect([of(["bug"])]);
    const question = { strategy: "lines", items: 1 };
    await oracle.ask(of(["bug"]));
    await reduction.ask(of(["bug"]), question);
    await reduction.ask(of(["bug"]), question);
    await reduction.ask(of(["two"]), question);
    expect(known).toEqual([false, true, false]);
    expect(reduction.runs).toBe(2);
  });
});

/** Does not wait for the disk: a process's death does not need it. */
const quickDisk: Disk = {
  ...systemDisk,
  writeDurably: (path, bytes) => writeFileSync(path, bytes),
};

/** The process is killed in the middle of its n-th change to the disk: nothing happens after it. */
function dyingDisk(n: number): { disk: Disk; isDead: () => boolean } {
  let left = n;
  const change = (whole: () => void, half: () => void = () => {}): void => {
    left--;
    if (left > 0) whole();
    else {
      if (left === 0) half();
      throw new Error("killed");
    }
  };
  const disk: Disk = {
    ...systemDisk,
    makeDirectory: (path) => change(() => systemDisk.makeDirectory(path)),
    writeDurably: (path, bytes) =>
      change(
        () => quickDisk.writeDurably(path, bytes),
        () => writeFileSync(path, bytes.subarray(0, bytes.length / 2)),
      ),
    append: (path, text) =>
      change(
        () => systemDisk.append(path, text),
        () => appendFileSync(path, text.slice(0, text.length / 2)),
      ),
    truncate: (path, length) => change(() => systemDisk.truncate(path, length)),
    rename: (from, to) => change(() => systemDisk.rename(from, to)),
    remove: (path) => change(() => systemDisk.remove(path)),
  };
  return { disk, isDead: () => left <= 0 };
}

describe("a reduction that is killed", () => {
  test("at any change to the disk has a whole best and goes on to the same end", async () => {
    let deaths = 0;
    for (let n = 1; ; n++) {
      const directory = join(scratch(), "session");
      const { disk, isDead } = dyingDisk(n);
      const offered: string[] = [];
      const written: string[] = [];
      try {
        const { reduction, session } = begin(directory, disk);
        const improve = session.improve.bind(session);
        session.improve = (candidate) => {
          offered.push(candidate.hash);
          improve(candidate);
          written.push(candidate.hash);
        };
        await reduceLines(reduction);
      } catch (error) {
        if (!(error instanceof Error && error.message === "killed")) throw error;
      }
      if (!isDead()) break;
      deaths++;

      const best = join(directory, "best.jar");
      const found = systemDisk.exists(best) ? readJar(best).hash : null;
      expect([written.at(-1) ?? null, offered.at(-1) ?? null]).toContain(found);

      const again = begin(directory, quickDisk);
      const saved = again.session.cache.size;
      const asked = await reduceLines(again.reduction);
      expect(again.runner.ran, `run again after death ${n}`).toHaveLength(asked.length - saved);
      expect(readJar(best).hash).toBe(of(["bug"]).hash);
      const rows = readFileSync(join(directory, "steps.csv"), "utf8").trimEnd().split("\n");
      expect(new Set(rows.map((row) => row.split(",").length))).toEqual(new Set([9]));
    }
    expect(deaths).toBeGreaterThan(25);
  });
});

/** A process that takes away line after line of 300, says so, and would go on. */
const DRIVER = `
import { Candidate } from "SRC/files/candidate.ts";
import { systemClock } from "SRC/../core/clock.ts";
import { systemDisk } from "SRC/../core/disk.ts";
import { SpeculativeOracle } from "SRC/runners/speculative-oracle.ts";
import { judgeBy } from "SRC/predicate/verdict.ts";
import { LoggedOracle } from "SRC/session/logged-oracle.ts";
import { Session } from "SRC/session/session.ts";
const of = (lines) => new Candidate([{ path: "Main.class", bytes: Buffer.from(lines.join("\\n")) }]);
let lines = [...Array.from({ length: 300 }, (_, at) => "line " + at), "bug"];
const runner = {
  run: async (candidate) => ({
    kind: "answered",
    interesting: Buffer.from(candidate.files[0].bytes).toString().includes("bug"),
  }),
  close: async () => {},
};
const session = Session.create(
  { directory: process.argv[2], inputHash: of(lines).hash, options: {} },
  { disk: systemDisk, clock: systemClock },
);
const judge = judgeBy({ exitCode: null, stdout: "", stderr: "", message: null });
const signal = new AbortController().signal;
const oracle = new SpeculativeOracle({ runners: [runner], judge, cache: session.cache, signal });
const reduction = new LoggedOracle(oracle, session);
for (const line of lines) {
  const fewer = lines.filter((other) => other !== line);
  if (await reduction.ask(of(fewer), { strategy: "lines", items: fewer.length })) lines = fewer;
  process.stdout.write(reduction.best.hash + "\\n");
}
setInterval(() => {}, 1000);
`;

test("a process that is killed leaves a session that can be gone on with", async () => {
  const folder = scratch();
  const source = join(folder, "driver.ts");
  writeFileSync(
    source,
    DRIVER.replaceAll("SRC", join(import.meta.dirname, "../../../../src/reduce")),
  );
  const program = join(folder, "driver.mjs");
  await build({ input: source, platform: "node", logLevel: "silent", output: { file: program } });
  const directory = join(folder, "session");
  const child = spawn(process.execPath, [program, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let told = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    told += String(text);
    if (told.split("\n").length > 20) child.kill("SIGKILL");
  }
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  const steps = told.split("\n").slice(0, -1);
  expect(steps.length).toBeGreaterThanOrEqual(20);

  const input = of([...Array.from({ length: 300 }, (_, at) => `line ${at}`), "bug"]);
  const session = Session.resume(
    { directory, inputHash: input.hash, options: {} },
    { disk: systemDisk, clock: new ManualClock() },
  );
  expect(session.cache.size).toBeGreaterThanOrEqual(steps.length);
  expect(session.earlierRuns).toBeGreaterThanOrEqual(steps.length);
  const text = Buffer.from(session.best!.files[0]!.bytes).toString();
  expect(text.endsWith("bug")).toBe(true);
  expect(text.split("\n").length).toBeLessThanOrEqual(Math.max(1, 301 - steps.length));
  expect(session.cache.get(session.best!.hash)).toMatchObject({ interesting: true });
});

describe("a reduction by a command", () => {
  test("warns of a message that changed, and keeps side finds", async () => {
    const body = `grep -q bug "$1/Main.class" || exit 5
grep -q two "$1/Main.class" || { echo "other failure in $1" >&2; exit 1; }
echo "the failure" >&2; exit 1`;
    const { runner } = runnerFor([script(scratch(), "cmd.sh", body)]);
    const directory = scratch();
    const world = { disk: systemDisk, clock: new ManualClock() };
    const session = Session.create({ directory, inputHash: "", options: {} }, world);
    const finds = new SideFinds(systemDisk, join(directory, "also-interesting"), [5]);
    const kept: string[] = [];
    const baseline = { exitCode: 1, stdout: "", stderr: "the failure\n", message: "the failure" };
    const oracle = new SpeculativeOracle({
      runners: [runner],
      judge: judgeBy(baseline),
      cache: session.cache,
      signal: never(),
      observer: {
        onRun(candidate, { exitCode }) {
          const path = finds.offer(candidate, exitCode);
          if (path !== null) kept.push(path);
        },
      },
    });
    const warnings: string[] = [];
    const reduction = new LoggedOracle(oracle, session, {
      onSlippage: (message) => warnings.push(message),
    });
    const question = { strategy: "lines", items: 1 };
    const answers: boolean[] = [];
    for (const lines of [LINES, without("one"), without("two"), ["bug"], ["bug"], without("bug")]) {
      answers.push(await reduction.ask(of(lines), question));
    }
    expect(answers).toEqual([true, true, true, true, true, false]);
    expect(warnings).toEqual(["other failure in {}/input"]);
    expect([...reduction.slips]).toEqual([["other failure in {}/input", 2]]);
    expect(kept.map((path) => readJar(path).hash)).toEqual([of(without("bug")).hash]);
  });
});
