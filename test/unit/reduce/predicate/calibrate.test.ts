import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import {
  FlakyPredicateError,
  PredicateFailsOnInputError,
  PredicateUnusableError,
} from "../../../../src/core/errors.ts";
import type { Candidate } from "../../../../src/reduce/files/candidate.ts";
import type { Runner, RunOutcome } from "../../../../src/reduce/predicate/outcome.ts";
import type { Baseline } from "../../../../src/reduce/predicate/verdict.ts";
import { type CalibrationOptions, calibrate } from "../../../../src/reduce/runners/calibrate.ts";
import { candidateOf, never, runnerFor, scratch, script } from "./helpers.ts";

// Processes take as long as they take.
vi.setConfig({ testTimeout: 60_000 });

const INPUT = candidateOf({ a: "input" });

/** Runs a script in which $n is the number of the run, from 1. */
function calibrated(body: string, options: CalibrationOptions = {}): Promise<Baseline> {
  const count = join(scratch(), "count");
  const numbered = `echo >> ${count}; n=$(($(wc -l < ${count})))\n${body}`;
  const { runner } = runnerFor([script(scratch(), "cmd.sh", numbered)]);
  return calibrate([runner], INPUT, never(), options);
}

/** Gives these outcomes in turn. */
class Recited implements Runner {
  readonly #outcomes: RunOutcome[];
  runs = 0;

  constructor(...outcomes: RunOutcome[]) {
    this.#outcomes = outcomes;
  }

  async run(_: Candidate, signal: AbortSignal): Promise<RunOutcome> {
    signal.throwIfAborted();
    this.runs++;
    const outcome = this.#outcomes.shift();
    if (outcome === undefined) throw new Error("nothing left to recite");
    return outcome;
  }

  async close(): Promise<void> {}
}

const ended = (exitCode: number): RunOutcome => ({
  kind: "ended",
  exitCode,
  signal: null,
  stdout: "",
  stderr: "",
});

describe("the first runs", () => {
  test("say what is looked for", async () => {
    expect(await calibrated("echo out; echo; echo err >&2; exit 3")).toEqual({
      exitCode: 3,
      stdout: "out\n\n",
      stderr: "err\n",
      message: "err",
    });
    expect(await calibrated("echo; echo '  out '; exit 0")).toMatchObject({
      exitCode: 0,
      message: "out",
    });
    expect(await calibrated("exit 1")).toMatchObject({ message: null });
  });

  test("are three, or as many as asked for", async () => {
    const three = new Recited(...Array.from({ length: 9 }, () => ended(1)));
    await calibrate([three], INPUT, never());
    expect(three.runs).toBe(3);
    const five = new Recited(...Array.from({ length: 9 }, () => ended(1)));
    await calibrate([five], INPUT, never(), { tries: 5 });
    expect(five.runs).toBe(5);
  });

  test("are shared out among the runners", async () => {
    const runners = [1, 2].map(() => new Recited(...Array.from({ length: 9 }, () => ended(1))));
    await calibrate(runners, INPUT, never(), { tries: 4 });
    expect(runners.map(({ runs }) => runs)).toEqual([2, 2]);
  });

  test("end all at once when one fails", async () => {
    const failing = new Recited();
    const waiting: Runner = {
      run: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("given up")));
        }),
      close: async () => {},
    };
    await expect(calibrate([waiting, failing], INPUT, never())).rejects.toThrow("nothing left");
  });

  test("end when the user says so", async () => {
    const runner = new Recited(ended(1), ended(1), ended(1));
    const stopped = AbortSignal.abort(new Error("Ctrl-C"));
    await expect(calibrate([runner], INPUT, stopped)).rejects.toThrow("Ctrl-C");
  });
});

describe("a flaky predicate", () => {
  test("is told with both exit codes", async () => {
    const failure = calibrated("test $n -lt 3");
    await expect(failure).rejects.toBeInstanceOf(FlakyPredicateError);
    await expect(failure).rejects.toThrow("run 1 gave exit code 0, run 3 gave exit code 1");
    await expect(failure).rejects.toMatchObject({ exitCode: 2, code: "E505_PREDICATE_FLAKY" });
  });

  test("is told with both endings", async () => {
    const runner = new Recited(ended(1), { kind: "timed-out", millis: 2000 }, ended(1));
    await expect(calibrate([runner], INPUT, never())).rejects.toThrow(
      "run 1 gave exit code 1, run 2 gave no end after 2 s",
    );
    const answers = [true, false, true].map(
      (interesting) => ({ kind: "answered", interesting }) as const,
    );
    await expect(calibrate([new Recited(...answers)], INPUT, never())).rejects.toThrow(
      "run 1 gave interesting, run 2 gave boring",
    );
  });

  test.each(["stdout", "stderr"] as const)(
    "is told with both lines of %s if compared",
    async (stream) => {
      const body = `exec ${stream === "stdout" ? "2>&1" : ">&2"}; echo same; echo "took $n ms"; exit 1`;
      const failure = calibrated(body, { compare: { [stream]: true } });
      await expect(failure).rejects.toBeInstanceOf(FlakyPredicateError);
      await expect(failure).rejects.toThrow(
        `run 1 gave the line "took 1 ms" on ${stream}, run 2 gave the line "took 2 ms" there`,
      );
    },
  );

  test("is none if only what is not compared differs, but then no message is known", async () => {
    expect(await calibrated('echo "took $n ms"; exit 1')).toMatchObject({
      exitCode: 1,
      message: null,
    });
    const later = await calibrated('echo same; echo "took $n ms"; exit 1');
    expect(later.message).toBe("same");
  });
});

describe("a predicate that fails on the input itself", () => {
  test("has another exit code than expected", async () => {
    const failure = calibrated("echo no such file >&2; exit 2", { exitCode: 1 });
    await expect(failure).rejects.toBeInstanceOf(PredicateFailsOnInputError);
    await expect(failure).rejects.toThrow("exit code 2 where 1 is expected, saying: no such file");
    await expect(failure).rejects.toMatchObject({ exitCode: 2 });
    expect(await calibrated("exit 1", { exitCode: 1 })).toMatchObject({ exitCode: 1 });
  });

  test("does not end", async () => {
    const late: RunOutcome = { kind: "timed-out", millis: 500 };
    const failure = calibrate([new Recited(late, late, late)], INPUT, never());
    await expect(failure).rejects.toBeInstanceOf(PredicateFailsOnInputError);
    await expect(failure).rejects.toThrow("after 0.5 s");
  });

  test("finds it boring", async () => {
    const boring: RunOutcome = { kind: "answered", interesting: false };
    const failure = calibrate([new Recited(boring, boring, boring)], INPUT, never());
    await expect(failure).rejects.toBeInstanceOf(PredicateFailsOnInputError);
  });

  test("is a script that calls what is not there", async () => {
    const failure = calibrated("no-such-command-anywhere");
    await expect(failure).rejects.toBeInstanceOf(PredicateUnusableError);
    await expect(failure).rejects.toThrow(/exit code 127.*no-such-command-anywhere/);
    expect(await calibrated("exit 127", { exitCode: 127 })).toMatchObject({ exitCode: 127 });
  });
});
