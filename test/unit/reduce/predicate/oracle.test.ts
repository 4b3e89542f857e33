import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FlakyPredicateError } from "../../../../src/core/errors.ts";
import type { Candidate } from "../../../../src/reduce/files/candidate.ts";
import type { Runner, RunOutcome } from "../../../../src/reduce/predicate/outcome.ts";
import { judgeBy } from "../../../../src/reduce/predicate/verdict.ts";
import {
  type OracleObserver,
  SpeculativeOracle,
} from "../../../../src/reduce/runners/speculative-oracle.ts";
import { VerdictCache } from "../../../../src/reduce/session/verdict-cache.ts";
import {
  candidateOf,
  isAlive,
  never,
  pidsIn,
  runnerFor,
  scratch,
  script,
  until,
} from "./helpers.ts";

// Processes take as long as they take.
vi.setConfig({ testTimeout: 60_000 });

const judge = judgeBy({ exitCode: null, stdout: "", stderr: "", message: null });
const named = (name: string): Candidate => candidateOf({ name });
const nameOf = ({ files }: Candidate): string => Buffer.from(files[0]!.bytes).toString();

/** Runs end when the test says so. */
class Stage {
  readonly #open = new Map<
    string,
    { end: (outcome: RunOutcome) => void; fail: (error: Error) => void }
  >();
  readonly begun: string[] = [];
  readonly givenUp: string[] = [];
  readonly prepared: string[] = [];
  readonly #prepares: boolean;
  isClosed = false;

  constructor(prepares: boolean) {
    this.#prepares = prepares;
  }

  runner(): Runner {
    const prepare = (candidate: Candidate): number => this.prepared.push(nameOf(candidate));
    return {
      ...(this.#prepares ? { prepare } : {}),
      run: (candidate, signal) =>
        new Promise((resolve, reject) => {
          const name = nameOf(candidate);
          this.begun.push(name);
          this.#open.set(name, { end: resolve, fail: reject });
          signal.addEventListener("abort", () => {
            this.givenUp.push(name);
            this.#open.delete(name);
            reject(new Error("given up"));
          });
        }),
      close: async () => {
        this.isClosed = true;
      },
    };
  }

  get running(): string[] {
    return [...this.#open.keys()];
  }

  async end(name: string, interesting = true): Promise<void> {
    await settle();
    this.#open.get(name)!.end({ kind: "answered", interesting });
    this.#open.delete(name);
    await settle();
  }

  async fail(name: string, error: Error): Promise<void> {
    await settle();
    this.#open.get(name)!.fail(error);
    this.#open.delete(name);
    await settle();
  }
}

/** Until every promise that can be settled is, and runners without work have looked for some. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

interface Fixture {
  readonly oracle: SpeculativeOracle;
  readonly stage: Stage;
  readonly cache: VerdictCache;
  readonly stop: AbortController;
}

function fixture(jobs: number, observer: OracleObserver = {}, prepares = false): Fixture {
  const stage = new Stage(prepares);
  const cache = VerdictCache.inMemory();
  const stop = new AbortController();
  const runners = Array.from({ length: jobs }, () => stage.runner());
  const oracle = new SpeculativeOracle({ runners, judge, cache, signal: stop.signal, observer });
  onTestFinished(() => oracle.close());
  return { oracle, stage, cache, stop };
}

describe("an oracle", () => {
  test("runs the predicate and remembers", async () => {
    const { oracle, stage } = fixture(1);
    const a = oracle.ask(named("a"));
    await stage.end("a", true);
    expect(await a).toBe(true);
    const b = oracle.ask(named("b"));
    await stage.end("b", false);
    expect(await b).toBe(false);
    expect(await oracle.ask(named("a"))).toBe(true);
    expect(await oracle.ask(named("b"))).toBe(false);
    expect(stage.begun).toEqual(["a", "b"]);
    expect(oracle.counts).toMatchObject({ runs: 2, remembered: 2 });
  });

  test("runs no more at once than it has runners, in the order asked", async () => {
    const { oracle, stage } = fixture(2);
    const all = Promise.all(["a", "b", "c", "d"].map((name) => oracle.ask(named(name))));
    await settle();
    expect(stage.running).toEqual(["a", "b"]);
    await stage.end("b");
    expect(stage.running).toEqual(["a", "c"]);
    await stage.end("a");
    await stage.end("d");
    await stage.end("c");
    expect(await all).toEqual([true, true, true, true]);
  });

  test("runs once what is asked twice at a time", async () => {
    const { oracle, stage } = fixture(2);
    const both = Promise.all([oracle.ask(named("a")), oracle.ask(named("a"))]);
    await stage.end("a");
    expect(await both).toEqual([true, true]);
    expect(stage.begun).toEqual(["a"]);
  });

  test("tells who asks of an error, and can be asked again", async () => {
    const { oracle, stage } = fixture(1);
    const first = oracle.ask(named("a"));
    const refused = expect(first).rejects.toThrow("broken");
    await stage.fail("a", new Error("broken"));
    await refused;
    const second = oracle.ask(named("a"));
    await stage.end("a");
    expect(await second).toBe(true);
  });

  test("shows each run that ended", async () => {
    const seen: string[] = [];
    const { oracle, stage } = fixture(1, {
      onRun: (candidate, { interesting }) => seen.push(`${nameOf(candidate)} ${interesting}`),
    });
    const a = oracle.ask(named("a"));
    await stage.end("a", false);
    await a;
    await oracle.ask(named("a"));
    expect(seen).toEqual(["a false"]);
  });
});

describe("speculation", () => {
  test("begins on what is foreseen and shares it with who asks later", async () => {
    const { oracle, stage } = fixture(3);
    const a = oracle.ask(named("a"));
    oracle.expect([named("b"), named("c"), named("d")]);
    await settle();
    expect(stage.running).toEqual(["a", "b", "c"]);
    await stage.end("a");
    expect(await a).toBe(true);
    expect(stage.running).toEqual(["b", "c", "d"]);
    const b = oracle.ask(named("b"));
    await settle();
    expect(stage.begun, "not begun twice").toEqual(["a", "b", "c", "d"]);
    await stage.end("b", false);
    expect(await b).toBe(false);
    expect(oracle.counts).toMatchObject({ runs: 4, foreseen: 3, shared: 1, abandoned: 0 });
  });

  test("is remembered when it has ended before it is asked for", async () => {
    const { oracle, stage } = fixture(2);
    oracle.expect([named("a")]);
    await stage.end("a", true);
    expect(await oracle.ask(named("a"))).toBe(true);
    expect(stage.begun).toEqual(["a"]);
  });

  test("gives way to a question, the least likely first", async () => {
    const { oracle, stage } = fixture(2);
    oracle.expect([named("b"), named("c")]);
    await settle();
    expect(stage.running).toEqual(["b", "c"]);
    const a = oracle.ask(named("a"));
    await settle();
    expect(stage.givenUp).toEqual(["c"]);
    expect(stage.running).toEqual(["b", "a"]);
    await stage.end("a");
    expect(await a).toBe(true);
    expect(oracle.counts.abandoned).toBe(1);
  });

  test("gives way with one runner for one question, however often it is asked", async () => {
    const { oracle, stage } = fixture(2);
    oracle.expect([named("b"), named("c")]);
    await settle();
    const both = Promise.all([oracle.ask(named("a")), oracle.ask(named("a"))]);
    await settle();
    expect(stage.givenUp).toEqual(["c"]);
    await stage.end("a");
    expect(await both).toEqual([true, true]);
  });

  test("that has not begun is forgotten by the next forecast", async () => {
    const { oracle, stage } = fixture(1);
    oracle.expect([named("a")]);
    await settle();
    oracle.expect([named("b")]);
    oracle.expect([named("c")]);
    await settle();
    expect(stage.begun).toEqual(["a", "c"]);
    expect(stage.givenUp).toEqual(["a"]);
  });

  test("does not take the only runner from who asks again at once", async () => {
    const { oracle, stage } = fixture(1);
    const both = (async () => [await oracle.ask(named("a")), await oracle.ask(named("b"))])();
    oracle.expect([named("c"), named("b")]);
    await stage.end("a");
    expect(stage.running).toEqual(["b"]);
    await stage.end("b");
    expect(await both).toEqual([true, true]);
    expect(oracle.counts).toMatchObject({ abandoned: 0 });
  });

  test("that has not begun is begun when it is asked for", async () => {
    const { oracle, stage } = fixture(1);
    oracle.expect([named("a")]);
    await settle();
    oracle.expect([named("b")]);
    const b = oracle.ask(named("b"));
    oracle.expect([named("c")]);
    await stage.end("b");
    expect(await b).toBe(true);
    expect(stage.begun).toEqual(["a", "b", "c"]);
    expect(oracle.counts).toMatchObject({ shared: 0, foreseen: 2 });
  });

  test("that nobody foresees any more gives way to what is foreseen now", async () => {
    const { oracle, stage } = fixture(3);
    oracle.expect([named("a"), named("b"), named("c")]);
    await settle();
    oracle.expect([named("b"), named("d")]);
    await settle();
    expect(stage.givenUp, "one runner was needed").toEqual(["a"]);
    expect(stage.running).toEqual(["b", "c", "d"]);
    const e = oracle.ask(named("e"));
    await settle();
    expect(stage.givenUp, "c was foreseen no more").toEqual(["a", "c"]);
    await stage.end("e");
    expect(await e).toBe(true);
  });

  test("goes on unwanted while nobody needs its runner", async () => {
    const { oracle, stage, cache } = fixture(2);
    oracle.expect([named("a")]);
    await settle();
    oracle.expect([]);
    await settle();
    expect(stage.running).toEqual(["a"]);
    await stage.end("a");
    expect(cache.get(named("a").hash)).toMatchObject({ interesting: true });
  });

  test("that somebody has asked for is given up for nobody", async () => {
    const { oracle, stage } = fixture(1);
    oracle.expect([named("a")]);
    await settle();
    const a = oracle.ask(named("a"));
    const b = oracle.ask(named("b"));
    oracle.expect([named("c")]);
    await settle();
    expect(stage.givenUp).toEqual([]);
    await stage.end("a");
    await stage.end("b");
    expect(await Promise.all([a, b])).toEqual([true, true]);
    await settle();
    expect(stage.running, "now there is time for it").toEqual(["c"]);
  });

  test("that was given up is run anew when it is asked for after all", async () => {
    const { oracle, stage } = fixture(1);
    oracle.expect([named("a")]);
    await settle();
    const b = oracle.ask(named("b"));
    const a = oracle.ask(named("a"));
    await stage.end("b");
    await stage.end("a");
    expect(await Promise.all([a, b])).toEqual([true, true]);
    expect(stage.begun).toEqual(["a", "b", "a"]);
  });

  test("takes of a forecast only what there are runners for, and skips what is known", async () => {
    const { oracle, stage } = fixture(2);
    const a = oracle.ask(named("a"));
    await stage.end("a");
    await a;
    const made: string[] = [];
    function* forecast(): Generator<Candidate> {
      for (const name of ["a", "b", "c", "d", "e"]) {
        made.push(name);
        yield named(name);
      }
    }
    oracle.expect(forecast());
    await settle();
    expect(made).toEqual(["a", "b", "c"]);
    expect(stage.running).toEqual(["b", "c"]);
    await stage.end("b");
    expect(made).toEqual(["a", "b", "c", "d"]);
  });

  test("makes a few ready while all runners work, where that is of use", async () => {
    const { oracle, stage } = fixture(1, {}, true);
    const made: string[] = [];
    function* forecast(): Generator<Candidate> {
      for (const name of ["b", "c", "d", "e"]) {
        made.push(name);
        yield named(name);
      }
    }
    const a = oracle.ask(named("a"));
    oracle.expect(forecast());
    expect(made, "the question goes first").toEqual([]);
    await settle();
    await settle();
    expect(stage.running, "and is not disturbed").toEqual(["a"]);
    expect(stage.prepared).toEqual(["b", "c"]);
    expect(made).toEqual(["b", "c"]);
    const c = (async () => (await a) && oracle.ask(named("c")))();
    await stage.end("a");
    expect(stage.running).toEqual(["c"]);
    await stage.end("c", false);
    expect(await c).toBe(false);
    expect(oracle.counts).toMatchObject({ foreseen: 1, abandoned: 0 });
    expect(stage.running, "nobody asks for anything").toEqual(["b"]);
  });

  test("of what cannot be made ends there, and disturbs nobody", async () => {
    const { oracle, stage } = fixture(1, {}, true);
    function* forecast(): Generator<Candidate> {
      yield named("b");
      throw new Error("cannot be made");
    }
    const a = oracle.ask(named("a"));
    oracle.expect(forecast());
    await settle();
    await settle();
    expect(stage.prepared).toEqual(["b"]);
    await stage.end("a");
    expect(await a).toBe(true);
    oracle.expect([named("c")]);
    await stage.end("c");
    expect(await oracle.ask(named("c"))).toBe(true);
  });

  test("that fails is nobody's trouble until somebody asks", async () => {
    const { oracle, stage } = fixture(2);
    oracle.expect([named("a")]);
    await stage.fail("a", new Error("broken"));
    const a = oracle.ask(named("a"));
    await stage.end("a");
    expect(await a).toBe(true);
  });

  test("of real processes is ended when the runner is needed", async () => {
    const pids = join(scratch(), "pids");
    // What is called "slow" would take an hour.
    const body = `grep -q slow "$1/name" || exit 1; sleep 3600 & echo $! >> ${pids}; wait`;
    const { runner } = runnerFor([script(scratch(), "cmd.sh", body)]);
    const oracle = new SpeculativeOracle({
      runners: [runner],
      judge: judgeBy({ exitCode: 1, stdout: "", stderr: "", message: null }),
      cache: VerdictCache.inMemory(),
      signal: never(),
    });
    oracle.expect([named("slow")]);
    const [sleeper] = await pidsIn(pids, 1);
    expect(isAlive(sleeper!)).toBe(true);
    expect(await oracle.ask(named("quick"))).toBe(true);
    await until(() => !isAlive(sleeper!));
    expect(oracle.counts).toMatchObject({ runs: 2, abandoned: 1 });
    await oracle.close();
  });
});

describe("the end of an oracle", () => {
  test("by the user is that of all questions and runs", async () => {
    const { oracle, stage, stop } = fixture(2);
    const questions = ["a", "b", "c"].map((name) => oracle.ask(named(name)));
    const refused = questions.map((question) => expect(question).rejects.toThrow("Ctrl-C"));
    await settle();
    stop.abort(new Error("Ctrl-C"));
    await Promise.all(refused);
    expect(stage.givenUp).toEqual(["a", "b"]);
    await expect(oracle.ask(named("d"))).rejects.toThrow("Ctrl-C");
    oracle.expect([named("e")]);
    await settle();
    expect(stage.begun).toEqual(["a", "b"]);
  });

  test("closes the runners and leaves nobody waiting", async () => {
    const { oracle, stage } = fixture(1);
    const refused = expect(oracle.ask(named("a"))).rejects.toThrow("closed");
    await settle();
    await oracle.close();
    await refused;
    expect(stage.isClosed).toBe(true);
    expect(stage.givenUp).toEqual(["a"]);
  });

  test("is confirmed by one more run, whatever is known", async () => {
    const { oracle, stage } = fixture(1);
    const first = oracle.ask(named("a"));
    await stage.end("a", true);
    await first;
    const again = oracle.confirm(named("a"));
    await stage.end("a", true);
    expect(await again).toMatchObject({ interesting: true });
    expect(stage.begun).toEqual(["a", "a"]);
    const otherwise = oracle.confirm(named("a"));
    const refused = expect(otherwise).rejects.toBeInstanceOf(FlakyPredicateError);
    await stage.end("a", false);
    await refused;
    await expect(otherwise).rejects.toThrow("was interesting and, when tried once more, is boring");
  });
});
