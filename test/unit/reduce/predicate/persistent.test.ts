import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../../src/core/clock.ts";
import { systemDisk } from "../../../../src/core/disk.ts";
import {
  BadUsageError,
  PredicateProtocolError,
  PredicateUnusableError,
} from "../../../../src/core/errors.ts";
import { PersistentRunner } from "../../../../src/reduce/runners/persistent.ts";
import { Workplace } from "../../../../src/reduce/runners/run-directory.ts";
import {
  candidateOf,
  isAlive,
  ManualClock,
  never,
  pidsIn,
  scratch,
  script,
  until,
} from "./helpers.ts";

// Processes take as long as they take.
vi.setConfig({ testTimeout: 60_000 });

const GOOD = candidateOf({ a: "yes" });
const BAD = candidateOf({ a: "no" });
const INTERESTING = { kind: "answered", interesting: true };
const BORING = { kind: "answered", interesting: false };

interface Fixture {
  readonly runner: PersistentRunner;
  readonly parent: string;
  /** A file to which the process writes a number each time it begins. */
  readonly pids: string;
  readonly clock: ManualClock;
}

/** `body` is what the process does after it has said its number. */
function fixture(body: (folder: string) => string): Fixture {
  const folder = scratch();
  const parent = scratch();
  const pids = join(folder, "pids");
  const program = script(folder, "predicate.sh", `echo $$ >> ${pids}\n${body(folder)}`);
  const clock = new ManualClock();
  const runner = new PersistentRunner({
    command: { program, args: [] },
    workplace: new Workplace(systemDisk, "directory", parent),
    env: process.env,
    directory: "/",
    clock,
    timeoutMillis: 1000,
  });
  onTestFinished(() => runner.close());
  return { runner, parent, pids, clock };
}

const judging = (yes: string, no: string) => (): string =>
  `while read path; do if grep -q yes "$path/a"; then echo ${yes}; else echo ${no}; fi; done`;

describe("a persistent predicate", () => {
  test.each([
    ["interesting", "boring"],
    ["1", "0"],
  ])("says %s or %s of each path, from one process", async (yes, no) => {
    const { runner, pids, parent } = fixture(judging(yes, no));
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    expect(await runner.run(BAD, never())).toEqual(BORING);
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    const [pid, ...others] = await pidsIn(pids, 1);
    expect(others).toEqual([]);
    const places = (): string[] =>
      readdirSync(parent, { recursive: true, encoding: "utf8" }).filter((path) =>
        /run-[^/]*$/.test(path),
      );
    expect(places().length, "that of the last question").toBeLessThanOrEqual(1);
    await runner.close();
    expect(places()).toEqual([]);
    await until(() => !isAlive(pid!));
  });

  test("that dies is started once more and asked again", async () => {
    const { runner, pids } = fixture(
      (folder) => `read path
if [ -e ${folder}/died ]; then echo 1; read path; echo 0; else touch ${folder}/died; exit 3; fi`,
    );
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    expect(await pidsIn(pids, 2)).toHaveLength(2);
    expect(await runner.run(GOOD, never())).toEqual(BORING);
  });

  test("that dies again is an error with its last words", async () => {
    const { runner, pids } = fixture(() => "read path; echo out of luck >&2; exit 3");
    const failure = runner.run(GOOD, never());
    await expect(failure).rejects.toBeInstanceOf(PredicateProtocolError);
    await expect(failure).rejects.toThrow("ended with exit code 3 instead of answering");
    await expect(failure).rejects.toThrow("out of luck");
    expect(await pidsIn(pids, 2)).toHaveLength(2);
  });

  test("that dies takes with it whom it has left behind", async () => {
    const { runner, pids } = fixture(
      (folder) => `read path; sleep 3600 & echo $! >> ${folder}/pids; exit 3`,
    );
    await expect(runner.run(GOOD, never())).rejects.toThrow("ended with exit code 3");
    const family = await pidsIn(pids, 4);
    await until(() => !family.some(isAlive));
  });

  test("that a signal ends is an error that names it", async () => {
    const { runner } = fixture(() => "read path; kill -KILL $$");
    await expect(runner.run(GOOD, never())).rejects.toThrow("died of SIGKILL");
  });

  test("that talks nonsense is an error that quotes it", async () => {
    const { runner, pids } = fixture(() => "while read path; do echo perhaps; done");
    const failure = runner.run(GOOD, never());
    await expect(failure).rejects.toBeInstanceOf(PredicateProtocolError);
    await expect(failure).rejects.toThrow('said "perhaps"');
    await expect(failure).rejects.toMatchObject({ exitCode: 2 });
    const [first, second] = await pidsIn(pids, 2);
    await until(() => !isAlive(first!) && !isAlive(second!));
  });

  test("that never ends its line is an error and takes no more memory", async () => {
    const { runner } = fixture(() => "read path; while :; do printf xxxxxxxxxxxxxxxx; done");
    await expect(runner.run(GOOD, never())).rejects.toThrow("xxxx");
  });

  test("that says more than it was asked is begun anew before it is asked again", async () => {
    const { runner, pids } = fixture(() => 'while read path; do printf "1\\nand more\\n"; done');
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    expect(await pidsIn(pids, 1)).toHaveLength(1);
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    expect(await pidsIn(pids, 2)).toHaveLength(2);
  });

  test("that says something before it is asked is an error", async () => {
    const { runner } = fixture(() => "echo ready; while read path; do echo 1; done");
    await expect(runner.run(GOOD, never())).rejects.toThrow('said "ready"');
  });

  test("that takes too long is ended, with all it started, and begun anew", async () => {
    const { runner, pids, clock } = fixture(
      (folder) => `if [ -e ${folder}/late ]; then read path; echo 1; read path; fi
touch ${folder}/late; sleep 3600 & echo $! >> ${folder}/pids; wait`,
    );
    const late = runner.run(GOOD, never());
    const family = await pidsIn(pids, 2);
    clock.advance(1000);
    expect(await late).toEqual({ kind: "timed-out", millis: 1000 });
    await until(() => !family.some(isAlive));
    expect(await runner.run(GOOD, never())).toEqual(INTERESTING);
    expect(clock.timers).toBe(0);
  });

  test("stays when a run is given up, and the next one waits for its answer", async () => {
    const { runner, pids } = fixture(
      (folder) => `while read path; do
  touch ${folder}/asked
  while [ ! -e ${folder}/go ]; do sleep 0.01; done
  grep -q yes "$path/a" && echo 1 || echo 0
done`,
    );
    const folder = join(pids, "..");
    const controller = new AbortController();
    const unwanted = runner.run(GOOD, controller.signal);
    await until(() => existsSync(join(folder, "asked")));
    controller.abort(new Error("not needed"));
    await expect(unwanted).rejects.toThrow("not needed");
    const wanted = runner.run(BAD, never());
    const neverBegun = runner.run(GOOD, AbortSignal.abort(new Error("nor this")));
    script(folder, "go", "");
    expect(await wanted).toEqual(BORING);
    await expect(neverBegun).rejects.toThrow("nor this");
    expect(await pidsIn(pids, 1)).toHaveLength(1);
  });

  test("that cannot be started is refused as a command is", async () => {
    const runner = new PersistentRunner({
      command: { program: "/nowhere/predicate", args: [] },
      workplace: new Workplace(systemDisk, "directory", scratch()),
      env: process.env,
      directory: "/",
      clock: systemClock,
      timeoutMillis: 1000,
    });
    await expect(runner.run(GOOD, never())).rejects.toBeInstanceOf(PredicateUnusableError);
    await runner.close();
  });

  test("has no use for {}", () => {
    const workplace = new Workplace(systemDisk, "directory", scratch());
    const usual = { workplace, directory: "/", env: {}, clock: systemClock, timeoutMillis: 1000 };
    const command = { program: "/bin/sh", args: ["{}"] };
    expect(() => new PersistentRunner({ ...usual, command })).toThrow(BadUsageError);
  });
});
