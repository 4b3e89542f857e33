import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, systemDisk } from "../../../../src/core/disk.ts";
import {
  BadArchiveError,
  BadSessionError,
  DiskFullError,
  OutputUnwritableError,
} from "../../../../src/core/errors.ts";
import { readJar } from "../../../../src/reduce/files/candidate.ts";
import { Session, type SessionPlan } from "../../../../src/reduce/session/session.ts";
import type { LoggedStep } from "../../../../src/reduce/session/step-log.ts";
import { candidateOf, ManualClock, scratch, systemError } from "../predicate/helpers.ts";

const BEST = candidateOf({ a: "the best so far" });
const BETTER = candidateOf({ a: "better" });

const planIn = (directory: string): SessionPlan => ({
  directory,
  inputHash: "1234",
  options: { command: ["./fails.sh", "{}"], timeout: 10 },
});

const world = () => ({ disk: systemDisk, clock: new ManualClock() });

const STEP: LoggedStep = {
  time: 1.5,
  run: 3,
  strategy: "gbr",
  items: 10,
  classes: 2,
  bytes: 100,
  verdict: "boring",
  known: false,
  best: 200,
};

describe("a session", () => {
  test("begins in a directory that need not exist", () => {
    const directory = join(scratch(), "a/b");
    const session = Session.create(planIn(directory), world());
    expect(session.best).toBeNull();
    expect(session.earlierRuns).toBe(0);
    expect(Session.exists(world(), directory)).toBe(true);
  });

  test("has its best on disk when it has been told", () => {
    const directory = scratch();
    const session = Session.create(planIn(directory), world());
    for (const best of [BEST, BETTER]) {
      session.improve(best);
      expect(session.best).toBe(best);
      expect(readJar(join(directory, "best.jar")).hash).toBe(best.hash);
    }
  });

  test("is not begun where there is one", () => {
    const directory = scratch();
    Session.create(planIn(directory), world()).improve(BEST);
    expect(() => Session.create(planIn(directory), world())).toThrow(BadSessionError);
    expect(readJar(join(directory, "best.jar")).hash).toBe(BEST.hash);
  });

  test("logs its steps as CSV and as JSON", () => {
    const directory = scratch();
    const session = Session.create(planIn(directory), world());
    session.log(STEP);
    session.log({ ...STEP, run: 4, strategy: 'a "b", c', verdict: "interesting", best: 100 });
    expect(readFileSync(join(directory, "steps.csv"), "utf8")).toBe(
      [
        "time,run,strategy,items,classes,bytes,verdict,known,best",
        "1.5,3,gbr,10,2,100,boring,false,200",
        '1.5,4,"a ""b"", c",10,2,100,interesting,false,100',
        "",
      ].join("\n"),
    );
    const lines = readFileSync(join(directory, "steps.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      STEP,
      { ...STEP, run: 4, strategy: 'a "b", c', verdict: "interesting", best: 100 },
    ]);
  });

  test("counts time by the clock it is given", () => {
    const clock = new ManualClock();
    clock.advance(5000);
    const session = Session.create(planIn(scratch()), { disk: systemDisk, clock });
    expect(session.time).toBe(0);
    clock.advance(1234.4);
    expect(session.time).toBe(1.234);
  });
});

describe("a session that is taken up again", () => {
  test("has its best, its verdicts, its time and its runs", () => {
    const directory = scratch();
    const first = Session.create(planIn(directory), world());
    first.improve(BEST);
    const verdict = { interesting: true, isTimeout: false, exitCode: 1, slippedTo: null };
    first.cache.set(BEST.hash, verdict);
    first.log(STEP);
    const clock = new ManualClock();
    const second = Session.resume(planIn(directory), { disk: systemDisk, clock });
    expect(second.best?.hash).toBe(BEST.hash);
    expect(second.cache.get(BEST.hash)).toEqual(verdict);
    expect(second.earlierRuns).toBe(3);
    clock.advance(1000);
    expect(second.time).toBe(2.5);
    second.log({ ...STEP, time: 2.5 });
    const rows = readFileSync(join(directory, "steps.csv"), "utf8").trimEnd().split("\n");
    expect(rows.map((row) => row.split(",")[0])).toEqual(["time", "1.5", "2.5"]);
  });

  test("need not have a best", () => {
    const directory = scratch();
    Session.create(planIn(directory), world());
    expect(Session.resume(planIn(directory), world()).best).toBeNull();
  });

  test("must be there", () => {
    expect(() => Session.resume(planIn(scratch()), world())).toThrow(BadSessionError);
    expect(() => Session.resume(planIn(join(scratch(), "none")), world())).toThrow(BadSessionError);
  });

  test("must have the same input and the same options", () => {
    const directory = scratch();
    const plan = planIn(directory);
    Session.create(plan, world());
    const resume = (changed: Partial<SessionPlan>) => () =>
      Session.resume({ ...plan, ...changed }, world());
    expect(resume({ inputHash: "5678" })).toThrow("has another input");
    expect(resume({ options: { ...plan.options, timeout: 20 } })).toThrow(
      "another timeout: 10, now 20",
    );
    expect(resume({ options: { command: plan.options["command"] } })).toThrow(
      "another timeout: 10, now none",
    );
    expect(resume({ options: { ...plan.options, extra: true } })).toThrow(
      "another extra: none, now true",
    );
    expect(resume({ options: { timeout: 10, command: ["./fails.sh", "{}"] } })).not.toThrow();
  });

  test.each(["", "{", "null", "{}", '{"format":"deadwood-reduce-session/9"}'])(
    "must have a file that can be read, not %j",
    (text) => {
      const directory = scratch();
      Session.create(planIn(directory), world());
      writeFileSync(join(directory, "session.json"), text);
      expect(() => Session.resume(planIn(directory), world())).toThrow(BadSessionError);
    },
  );

  test("must have a best that can be read", () => {
    const directory = scratch();
    Session.create(planIn(directory), world());
    writeFileSync(join(directory, "best.jar"), "not a jar");
    expect(() => Session.resume(planIn(directory), world())).toThrow(BadArchiveError);
  });

  test("goes on after lines that were cut off", () => {
    const directory = scratch();
    Session.create(planIn(directory), world()).log(STEP);
    for (const name of ["steps.csv", "steps.jsonl"]) appendFileSync(join(directory, name), '9,"x');
    const session = Session.resume(planIn(directory), world());
    expect(session.earlierRuns).toBe(3);
    session.log({ ...STEP, run: 4 });
    const csv = readFileSync(join(directory, "steps.csv"), "utf8").trimEnd().split("\n");
    expect(csv.map((row) => row.split(",")[1])).toEqual(["run", "3", "4"]);
  });
});

describe("what the disk refuses", () => {
  test("leaves the best that was there", () => {
    const directory = scratch();
    let isFull = false;
    const disk: Disk = {
      ...systemDisk,
      writeDurably(path, bytes) {
        if (!isFull) return systemDisk.writeDurably(path, bytes);
        writeFileSync(path, bytes.subarray(0, 10));
        throw systemError("ENOSPC");
      },
    };
    const session = Session.create(planIn(directory), { disk, clock: new ManualClock() });
    session.improve(BEST);
    const before = readdirSync(directory).toSorted();
    isFull = true;
    expect(() => session.improve(BETTER)).toThrow(DiskFullError);
    expect(session.best).toBe(BEST);
    expect(readJar(join(directory, "best.jar")).hash).toBe(BEST.hash);
    expect(readdirSync(directory).toSorted()).toEqual(before);
    isFull = false;
    session.improve(BETTER);
    expect(readJar(join(directory, "best.jar")).hash).toBe(BETTER.hash);
  });

  test("when the log is full is told with what to do", () => {
    const disk: Disk = {
      ...systemDisk,
      append(path, text) {
        if (!text.startsWith("time,")) throw systemError("ENOSPC");
        appendFileSync(path, text);
      },
    };
    const session = Session.create(planIn(scratch()), { disk, clock: new ManualClock() });
    expect(() => session.log(STEP)).toThrow(DiskFullError);
    expect(() => session.log(STEP)).toThrow("no space is left");
  });

  test("is told when the directory cannot be made", () => {
    const file = join(scratch(), "file");
    writeFileSync(file, "precious");
    for (const directory of [file, join(file, "session")]) {
      expect(() => Session.create(planIn(directory), world())).toThrow(OutputUnwritableError);
    }
    expect(readFileSync(file, "utf8")).toBe("precious");
    const closed: Disk = {
      ...systemDisk,
      makeDirectory() {
        throw systemError("EACCES");
      },
    };
    const directory = join(scratch(), "session");
    expect(() =>
      Session.create(planIn(directory), { disk: closed, clock: new ManualClock() }),
    ).toThrow(OutputUnwritableError);
    expect(existsSync(directory)).toBe(false);
  });
});
