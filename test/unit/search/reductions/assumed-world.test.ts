/**
 * Library code that no run has used is assumed not to run. If it does run, the search restarts, because
 * states that it considered equal were not.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HybridLiveness } from "../../../../src/liveness/fields/hybrid-liveness.ts";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import { BreadthFirst } from "../../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { Invariants } from "../../../../src/search/properties/invariant.ts";
import type { StateProperty } from "../../../../src/search/properties/property.ts";
import { AssumedWorld } from "../../../../src/search/reductions/assumed-world.ts";
import { replay } from "../../../../src/search/replay/replay.ts";
import type { Search } from "../../../../src/search/search.ts";
import { prepareForSteps } from "../../../../src/search/step.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { type MemoryConsole, machineOf } from "../../../support/machine.ts";
import { exhaust, firstViolation } from "../../../support/searches.ts";
import { simplified } from "../../../support/simplified.ts";

const MINUTE = 60_000;
const SOURCE = join(import.meta.dirname, "../programs/RareCases.java");
const VERIFY = join(import.meta.dirname, "../../../../models/library/deadwood/Verify.java");
const REPORT = "deadwood/internal/Launcher.report(Ljava/lang/Throwable;)V";
/** What a search has done that left its analyses out. */
const workOf = (search: Search): number => search.counts.effortNotes!.at(-1)!.gain;
const LIMITS = { states: 1_000_000, depth: 100_000 };

describe.skipIf(installedJdk === null)("what was observed", () => {
  let compiled = { folder: "", remove: () => {} };

  beforeAll(() => {
    compiled = compileJava([SOURCE, VERIFY]);
  }, MINUTE);

  afterAll(() => compiled.remove());

  function machine(mainClass: string): { m: Machine; console: MemoryConsole } {
    return machineOf({
      mainClass,
      classPath: compiled.folder,
      heapWords: 1 << 18,
      stackWords: 1 << 13,
      undo: true,
      checking: true,
      // Nothing else is assumed that could break.
      reductions: new Set(),
    });
  }

  interface Found {
    readonly search: Search;
    readonly messages: readonly string[];
  }

  /** All violations of a search that is over, those that it has taken back left out. */
  function run(search: Search): Found {
    return { search, messages: exhaust(search, 1).violations.map(({ message }) => message) };
  }

  const explore = (
    Strategy: typeof DepthFirst | typeof BreadthFirst,
    { m }: { m: Machine },
    inspected: readonly StateProperty[] = [],
  ): Found => {
    const observers = inspected.flatMap((property) => property.observers ?? []);
    const liveness = livenessOf("hybrid", m, observers);
    return run(new Strategy(m, LIMITS, { liveness, inspected }));
  };

  describe("a patient search", () => {
    const NEVER = 1_000_000;

    function patient(name: string, patience: number): Found & { readonly analyses: number } {
      const { m } = machine(name);
      let analyses = 0;
      const aside = (work: () => void): void => {
        analyses++;
        work();
      };
      const liveness = livenessOf("full", m);
      const setup = { liveness, dynamic: true, patience, aside };
      const found = run(new DepthFirst(m, LIMITS, setup));
      return { ...found, analyses };
    }

    const plain = (name: string): readonly string[] => {
      const { m } = machine(name);
      return run(new DepthFirst(m, LIMITS)).messages;
    };

    test.each(["RareRead", "RareCopy", "RareCall"])("of %s", { timeout: MINUTE }, (name) => {
      const messages = new Set(plain(name));
      const short = patient(name, NEVER);
      expect(short.analyses).toBe(0);
      expect(new Set(short.messages)).toEqual(messages);
      expect(short.search.observed).toBe(null);
      const work = workOf(short.search);
      for (const patience of [1, Math.floor(work / 2)]) {
        const long = patient(name, patience);
        expect(long.analyses).toBeGreaterThan(0);
        expect(new Set(long.messages)).toEqual(messages);
        expect(long.search.observed).not.toBe(null);
      }
      expect(patient(name, work + 1).analyses).toBe(0);
    });

    test("that restarts in the middle of a round", { timeout: MINUTE }, () => {
      const messages = new Set(plain("Turning"));
      expect(messages.size).toBe(1);
      const work = workOf(patient("Turning", NEVER).search);
      let begun = 0;
      for (let part = 0; part < 20; part++) {
        const late = patient("Turning", Math.ceil((work * part) / 20));
        begun += late.analyses;
        expect(new Set(late.messages), `part ${part}`).toEqual(messages);
      }
      expect(begun).toBeGreaterThan(10);
    });
  });

  describe.each([DepthFirst, BreadthFirst])("%o", (Strategy) => {
    test("restarts when a method runs that was assumed not to", { timeout: MINUTE }, () => {
      const { search, messages } = explore(Strategy, machine("RareRead"));
      expect(messages).toEqual([
        "uncaught exception: java.lang.IllegalStateException: the bad one",
      ]);
      expect(search.counts.restarts).toBeGreaterThan(0);
    });

    test("restarts when a copy reads elements", { timeout: MINUTE }, () => {
      const { search, messages } = explore(Strategy, machine("RareCopy"));
      expect(messages.join()).toContain("ArrayStoreException");
      expect(search.counts.restarts).toBeGreaterThan(0);
    });

    test("restarts when a native reads them", { timeout: MINUTE }, () => {
      const { search, messages } = explore(Strategy, machine("RareCall"));
      expect(messages.join()).toContain("InvocationTargetException");
      expect(search.counts.restarts).toBeGreaterThan(0);
    });

    test("restarts when an invariant runs it", { timeout: MINUTE }, () => {
      const started = machine("RareInvariant");
      const muffler = { isMuffled: false };
      const invariants = new Invariants(started.m, ["RareInvariant.isFine"], muffler);
      const { search, messages } = explore(Strategy, started, [invariants]);
      expect(new Set(messages)).toEqual(new Set(["invariant RareInvariant.isFine is false"]));
      expect(search.counts.restarts).toBeGreaterThan(0);
    });

    test("ends, however often it restarts", { timeout: 2 * MINUTE }, () => {
      const { search, messages } = explore(Strategy, machine("RareMany"));
      const { m } = machine("RareMany");
      const plain = run(new Strategy(m, LIMITS));
      expect(messages.toSorted()).toEqual(plain.messages.toSorted());
      expect(messages.length).toBeGreaterThan(5);
      expect(search.counts.restarts).toBeGreaterThan(5);
      expect(search.counts.restarts).toBeLessThan(12);
    });

    test("reports an error at once", () => {
      const { m } = machine("RareRead");
      const search = new Strategy(m, LIMITS, { liveness: livenessOf("hybrid", m) });
      let told = 0;
      while (firstViolation(search) !== null) {
        // Nobody had seen an exception that is not caught.
        if (told++ === 0) expect(search.observed?.natives.has(REPORT)).toBe(false);
      }
      expect(told).toBe(2);
      expect(search.observed?.natives.has(REPORT)).toBe(true);
    });

    test("finds a livelock that other searches find, too", { timeout: MINUTE }, () => {
      const { m } = machine("Spinning");
      const search = new Strategy(m, LIMITS, { liveness: livenessOf("hybrid", m) });
      const { kind, message, cycle = 0, trace: steps } = firstViolation(search)!;
      expect(kind).toBe("endless");
      const criteria = { properties: [], cycle };
      const again = replay(machine("Spinning").m, steps, null, criteria);
      expect(again.violation?.kind).toBe("endless");
      const goal = { kind, message, steps, criteria, observed: search.observed ?? null };
      const simple = simplified(machine("Spinning").m, goal, 20_000);
      const shorter = replay(machine("Spinning").m, simple.steps, null, criteria);
      expect(shorter.violation?.kind).toBe("endless");
    });

    test("reports what it assumed", () => {
      const { search } = explore(Strategy, machine("RareRead"));
      const get = "java/util/concurrent/atomic/AtomicReference.get()Ljava/lang/Object;";
      expect(search.observed?.methods?.has(get)).toBe(true);
      expect(run(new Strategy(machine("RareRead").m, LIMITS)).search.observed).toBeNull();
    });
  });

  test("invariants are evaluated before any code is assumed not to run", () => {
    const { m } = machine("RareInvariant");
    const invariants = new Invariants(m, ["RareInvariant.isFine"], { isMuffled: false });
    const liveness = livenessOf("hybrid", m, invariants.observers);
    prepareForSteps(m);
    const world = AssumedWorld.begin(m, { liveness, inspected: [invariants] });
    expect(world.isBroken).toBe(false);
    invariants.inspect(m, () => []);
    expect(world.isBroken).toBe(false);
  });

  test("probes do not count as part of the search and leave no trace", () => {
    const { m } = machine("RareRead");
    const liveness = livenessOf("hybrid", m);
    prepareForSteps(m);
    m.approximations.add("from the start");
    const before = [m.logTop, m.heapTop, m.threadCount];
    let asides = 0;
    AssumedWorld.begin(m, {
      liveness,
      aside: (work) => {
        asides++;
        work();
      },
    });
    expect(asides).toBe(1);
    expect([m.logTop, m.heapTop, m.threadCount]).toEqual(before);
    expect([...m.approximations]).toEqual(["from the start"]);
    expect(m.sharing.isRefuted).toBe(false);
  });

  test("an unsupported operation is reported by the search, after earlier findings", () => {
    const { m } = machine("Unsupported");
    const search = new DepthFirst(m, LIMITS, { liveness: livenessOf("hybrid", m) });
    expect(firstViolation(search)?.message).toContain("before");
    expect(() => run(search)).toThrow("native method Unsupported.missing");
  });

  test("live sets of different analyses are never confused", () => {
    const { m } = machine("RareRead");
    const fields = new HybridLiveness(m);
    prepareForSteps(m);
    const world = AssumedWorld.begin(m, { liveness: { frames: null, fields } });
    const first = fields.ofState();
    fields.begin(world.observed!);
    const second = fields.ofState();
    fields.giveUp();
    expect(new Set([first, second, fields.ofState()]).size).toBe(3);
  });

  test("nothing is observed where no fields are dead", () => {
    const { m } = machine("RareRead");
    prepareForSteps(m);
    expect(AssumedWorld.begin(m, { liveness: livenessOf("local", m) }).isActive).toBe(false);
    expect(AssumedWorld.begin(m, {}).isActive).toBe(false);
  });
});
