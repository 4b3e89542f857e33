/* oxlint-disable unicorn/consistent-function-scoping -- each test reads best with its program in it */
/**
 * Programs in which a slot looks dead and is not: a search that forgot it would
 * take two states for one, and lose an outcome. And what the machine itself
 * reads of a frame.
 */
import { describe, expect, test } from "vitest";
import type { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { livenessOf } from "../../../../src/liveness/reductions.ts";
import { LocalLiveness } from "../../../../src/liveness/slots/local-liveness.ts";
import { BreadthFirst } from "../../../../src/search/breadth-first.ts";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { replay } from "../../../../src/search/replay/replay.ts";
import { preemptionsNeeded } from "../../../../src/search/simplify/simplify.ts";
import { linkMethod } from "../../../../src/vm/interpreter/calls.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import type { Reduction } from "../../../../src/vm/machine-options.ts";
import { STATIC_BASE } from "../../../../src/vm/memory/memory.ts";
import {
  type Emit,
  get,
  invoke,
  put,
  twoThreads,
} from "../../../support/generators/two-threads.ts";
import { machineOf } from "../../../support/machine.ts";
import { endsOf } from "../../../support/search-ends.ts";
import { exhaust, firstViolation } from "../../../support/searches.ts";

/** Every access to a static field is a stop. */
const REDUCTIONS: ReadonlySet<Reduction> = new Set(["private", "final"]);

const LIMITS = { states: 10_000, depth: 10_000 };

const machine = (classes: readonly ClassAssembler[]): Machine =>
  machineOf({
    mainClass: "Main",
    classes,
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    reductions: REDUCTIONS,
  }).m;

interface Found {
  readonly ends: readonly string[];
  readonly states: number;
}

/** What is in Main.seen at the ends, or where the program is stuck. */
function search(classes: readonly ClassAssembler[], isReduced: boolean): Found {
  const m = machine(classes);
  const liveness = livenessOf(isReduced ? "local" : "none", m);
  const explorer = new DepthFirst(m, LIMITS, { liveness });
  const seen = m.program.find("Main")!.fields.find(({ name }) => name === "seen")!;
  const ends = endsOf(
    explorer,
    (violation) => `${m.H[STATIC_BASE + seen.offset]} ${violation?.details.join() ?? ""}`,
  );
  return { ends: [...ends].toSorted(), states: explorer.counts.states };
}

/** A stop, whose result nobody needs. */
const stop = (code: CodeBuilder): CodeBuilder => get(code, "other").emit("pop");
/** Waits for ever: whoever is alone would not stop any more, and could go all the way with each value. */
const rest = (code: CodeBuilder): CodeBuilder =>
  get(code, "a")
    .emit("dup")
    .emit("monitorenter")
    .emit("invokevirtual", { owner: "java/lang/Object", name: "wait", descriptor: "()V" });
const setFlag: Emit = (code) => rest(put(code.emit("iconst_1"), "flag"));
const divideByZero = (code: CodeBuilder): CodeBuilder =>
  code.emit("iconst_1").emit("iconst_0").emit("idiv").emit("pop");

/** local 1 = flag; try { body } catch (Throwable) { seen = local 1 } */
const seenInHandler =
  (body: Emit): Emit =>
  (code) => {
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    get(code, "flag").emit("istore_1");
    const start = code.mark();
    body(code);
    code.mark(end);
    code.emit("goto", done).mark(handler);
    put(code.emit("pop").emit("iload_1"), "seen").mark(done);
    code.handler(start, end, handler, null);
  };

describe("a slot that is read only", () => {
  const bothEnds = (classes: readonly ClassAssembler[]): void => {
    const { ends } = search(classes, false);
    expect(ends.map((end) => end[0])).toEqual(["0", "1"]);
    expect(search(classes, true).ends).toEqual(ends);
  };

  test("in the handler of an instruction that throws, behind the stop", () => {
    bothEnds(
      twoThreads(
        seenInHandler((code) => divideByZero(stop(code))),
        setFlag,
      ),
    );
  });

  test("in the handler of the instruction that the thread stands in front of", () => {
    const body: Emit = (code) => {
      get(code, "other").emit("pop");
      code.emit("aconst_null").emit("athrow");
    };
    bothEnds(twoThreads(seenInHandler(body), setFlag));
  });

  test("in a handler of the caller", () => {
    const call: Emit = (code) => invoke(code, "Main", "helper", "()V");
    bothEnds(twoThreads(seenInHandler(call), setFlag, (code) => divideByZero(stop(code))));
  });

  test("behind a call", () => {
    const body: Emit = (code) => {
      get(code, "flag").emit("istore_1");
      invoke(code, "Main", "helper", "()V");
      put(code.emit("iload_1"), "seen");
    };
    bothEnds(twoThreads(body, setFlag, stop));
  });

  test("as an operand that waits behind a call", () => {
    const body: Emit = (code) => put(invoke(get(code, "flag"), "Main", "helper", "()V"), "seen");
    bothEnds(twoThreads(body, setFlag, stop));
  });

  test("as a copy of an operand", () => {
    const body: Emit = (code) => put(stop(get(code, "flag").emit("dup")).emit("pop"), "seen");
    bothEnds(twoThreads(body, setFlag));
  });

  test("as a divisor, whose quotient nobody needs", () => {
    const body: Emit = (code) => {
      const [end, handler, done] = [code.label(), code.label(), code.label()];
      const start = code.mark();
      get(code, "flag").emit("istore_1");
      stop(code).emit("iconst_1").emit("iload_1").emit("idiv").emit("pop").mark(end);
      code.emit("goto", done).mark(handler);
      put(code.emit("pop").emit("iconst_1"), "seen").mark(done);
      code.handler(start, end, handler, null);
    };
    bothEnds(twoThreads(body, setFlag));
  });

  test.each([
    ["low", 1n, 0],
    ["high", 1n << 32n, 32],
  ])("as the %s half of a long", (_, value, shift) => {
    const body: Emit = (code) => {
      get(code, "wide").emit("lstore_1");
      stop(code).emit("lload_1").pushInt(shift).emit("lushr").emit("l2i");
      put(code, "seen");
    };
    bothEnds(twoThreads(body, (code) => rest(put(code.pushLong(value), "wide"))));
  });

  test("as half of a long that waits as an operand", () => {
    const body: Emit = (code) => {
      stop(get(code, "wide").emit("dup2")).emit("pop2");
      put(code.pushInt(32).emit("lushr").emit("l2i"), "seen");
    };
    bothEnds(twoThreads(body, (code) => rest(put(code.pushLong(1n << 32n), "wide"))));
  });

  test("by the machine, which takes the lock of a synchronized method", () => {
    // The other thread keeps b's monitor and goes round for ever, so who calls b.locked() is stuck.
    const body: Emit = (code) => {
      const [isA, chosen] = [code.label(), code.label()];
      get(code, "flag").emit("ifeq", isA);
      get(code, "b").emit("goto", chosen).mark(isA);
      get(code, "a").mark(chosen);
      code.emit("invokevirtual", { owner: "Cell", name: "locked", descriptor: "()V" });
    };
    const other: Emit = (code) => {
      get(code, "b").emit("monitorenter");
      put(code.emit("iconst_1"), "flag");
      const start = code.mark();
      stop(code).emit("goto", start);
    };
    const cycles = (isReduced: boolean): string[] => {
      const m = machine(twoThreads(body, other));
      const liveness = livenessOf(isReduced ? "local" : "none", m);
      const { violations } = exhaust(new DepthFirst(m, LIMITS, { liveness }));
      return violations.map(({ kind, details }) => `${kind} ${details.length}`).toSorted();
    };
    expect(cycles(false)).toEqual(["endless 1", "endless 2"]);
    expect(cycles(true)).toEqual(cycles(false));
  });
});

describe("states that differ in dead slots only are one", () => {
  test("a local that is overwritten, an operand that is popped, and an object that only these refer to", () => {
    const bodies: readonly Emit[] = [
      (code) => {
        get(code, "flag").emit("istore_1");
        stop(code).emit("iconst_0").emit("istore_1");
      },
      (code) => {
        stop(get(code, "flag")).emit("pop");
      },
      (code) => {
        get(code, "flag").emit("newarray", 10).emit("astore_1");
        stop(code);
      },
      (code) => {
        get(code, "flag").emit("newarray", 10).emit("dup").emit("arraylength").emit("pop");
        stop(code).emit("pop");
      },
    ];
    for (const body of bodies) {
      const none = search(twoThreads(body, setFlag), false);
      const local = search(twoThreads(body, setFlag), true);
      expect(local.ends).toEqual(none.ends);
      expect(local.states).toBeLessThan(none.states);
    }
  });
});

describe("an endless cycle with a counter that nobody reads", () => {
  const classes = twoThreads((code) => {
    code.emit("iconst_0").emit("istore_1");
    const start = code.mark();
    stop(code).emit("iinc", 1, 1).emit("goto", start);
  }, rest);
  const limits = { states: 500, depth: 10_000 };

  test("is found, replayed and made shorter; without the reduction no state comes again", () => {
    expect(firstViolation(new DepthFirst(machine(classes), limits))).toBeNull();
    for (const make of [DepthFirst, BreadthFirst]) {
      const m = machine(classes);
      const found = firstViolation(new make(m, limits, { liveness: livenessOf("local", m) }))!;
      expect(found.kind).toBe("endless");
      const { trace: steps, cycle = 0, message } = found;
      const criteria = { properties: [], cycle };
      const again = replay(machine(classes), steps, null, criteria);
      expect(again.violation).toMatchObject({ kind: "endless", cycle });
      const goal = { kind: "endless", message, steps, criteria } as const;
      expect(preemptionsNeeded(machine(classes), goal, 2, { states: 1000 }).isExact).toBe(true);
    }
  });
});

describe("what the machine reads of a frame", () => {
  const m = machine(
    twoThreads(
      () => {},
      () => {},
    ),
  );
  const liveness = new LocalLiveness(m);
  const cls = m.program.find("Cell")!;
  const codeOf = (name: string) => {
    const method = cls.methods.find((each) => each.name === name)!;
    linkMethod(m, method.id);
    return m.space.codes[method.id]!;
  };

  test("a synchronized method's object, until its lock is taken", () => {
    const locked = codeOf("locked");
    expect(liveness.isLive(locked, locked.start, 0)).toBe(true);
    expect(liveness.isLive(locked, locked.pcs[1]!, 0)).toBe(false);
    const plain = codeOf("plain");
    expect(liveness.isLive(plain, plain.start, 0)).toBe(false);
  });

  test("what is constructed, as long as its constructor runs", () => {
    const init = codeOf("<init>");
    for (const pc of init.pcs) expect(liveness.isLive(init, pc, 0)).toBe(true);
  });
});
