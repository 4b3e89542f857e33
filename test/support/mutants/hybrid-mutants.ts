/** Mistakes about which fields are live. */

import { u1, u2 } from "../../../src/classfile/code/bytecode-scan.ts";
import { CallGraph } from "../../../src/liveness/code/call-graph.ts";
import { type CodeEffect, CodeEffects } from "../../../src/liveness/code/instruction-effects.ts";
import { NativeReads } from "../../../src/liveness/code/native-reads.ts";
import { CellFacts, NEVER_READ } from "../../../src/liveness/fields/cell-facts.ts";
import { FrameAnalysis } from "../../../src/liveness/fields/frame-reads.ts";
import { LibraryWatch } from "../../../src/liveness/fields/library-watch.ts";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import type { RuntimeClass, RuntimeMethod } from "../../../src/program/linking/runtime-class.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import {
  changed,
  type Mutant,
  type MutantParts,
  mutant,
  type Patch,
  replaced,
  withDvr,
} from "./mutant.ts";

const hybrid = (parts: Omit<MutantParts, "setup" | "cutsFields">): Mutant =>
  mutant({ reductions: [], ...parts, cutsFields: true, setup: withDvr("hybrid") });

interface Instruction {
  readonly op: number;
  /** The method that is called, if it is a call. */
  readonly callee: string;
}

function instructionAt(method: RuntimeMethod, bytes: Uint8Array, offset: number): Instruction {
  const op = u1(bytes, offset);
  const isCall = op >= 182 && op <= 185;
  const ref = isCall ? method.owner.file!.constants.member(u2(bytes, offset + 1)) : null;
  return { op, callee: ref === null ? "" : `${ref.owner}.${ref.name}` };
}

/** What an instruction does is seen otherwise. */
const effects = (
  see: (look: () => CodeEffect | null, of: Instruction) => CodeEffect | null,
): Patch =>
  replaced(
    CodeEffects.prototype,
    "at",
    (original) =>
      function at(this: CodeEffects, method, code, offsets, i) {
        const look = (): CodeEffect | null => original.call(this, method, code, offsets, i);
        return see(look, instructionAt(method, code.bytes, offsets[i]!));
      },
  );

const withoutInitialiser = (wanted: (op: number) => boolean): Patch =>
  effects((look, { op }) => {
    const effect = look();
    return effect !== null && wanted(op) ? { ...effect, init: -1 } : effect;
  });

const without = (wanted: (of: Instruction) => boolean): Patch =>
  effects((look, of) => (wanted(of) ? null : look()));

/** The sets before instructions, or after calls, as if there were no handlers. */
const carefree = (which: "before" | "after"): Patch =>
  replaced(
    FrameAnalysis.prototype,
    "run",
    (original) =>
      function run(this: FrameAnalysis, code, method) {
        const right = original.call(this, code, method);
        const info = { ...code.info, handlers: [] };
        const wrong = original.call(this, { ...code, info }, method);
        return { ...right, [which]: wrong[which] };
      },
  );

/** Facts of the words of objects, changed for a class. */
const facts = (change: (words: Int32Array, cls: RuntimeClass, cells: CellFacts) => void): Patch => {
  const seen = new WeakSet<Int32Array>();
  return replaced(
    CellFacts.prototype,
    "ofInstance",
    (original) =>
      function ofInstance(this: CellFacts, classId) {
        const words = original.call(this, classId);
        if (!seen.has(words)) {
          seen.add(words);
          const cls = current?.program.classes[classId];
          if (cls !== undefined) change(words, cls, this);
        }
        return words;
      },
  );
};

/** The machine of the search that works. */
let current: Machine | null = null;
const of =
  (patch: Patch) =>
  (m: Machine): Patch =>
  () => {
    current = m;
    return patch();
  };

function eachField(cls: RuntimeClass, see: (owner: RuntimeClass, i: number) => void): void {
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    for (let i = 0; i < c.fields.length; i++) if (!c.fields[i]!.isStatic) see(c, i);
  }
}

/** What a native of a class has run in its place, or on its thread, is not declared. */
const uncalled = (className: string, name: string): Patch =>
  replaced(
    NativeReads.prototype,
    "declare",
    (original) =>
      function declare(this: NativeReads, node, method, native) {
        const isWanted = method.owner.name === className && method.name === name;
        original.call(this, node, method, isWanted ? changed(native, { calls: [] }) : native);
      },
  );

/**
 * Code that nobody foresaw is noticed when it runs, and the search begins again with all
 * of it. That makes up for mistakes about what calls run: they show without it only, and
 * so the search with nothing wrong is without it too.
 */
const unwatched = replaced(LibraryWatch.prototype, "violation", () => () => null);

export const HYBRID_MUTANTS: readonly Mutant[] = [
  hybrid({
    name: "hybrid: a frame below goes on behind its call only",
    traps: [1],
    patch: of(carefree("after")),
  }),
  hybrid({
    name: "hybrid: instructions do not throw",
    traps: [2],
    patch: of(carefree("before")),
  }),
  hybrid({
    name: "hybrid: getstatic and putstatic run no initialiser",
    isBroad: true,
    traps: [3],
    patch: of(withoutInitialiser((op) => op === 178 || op === 179)),
  }),
  hybrid({
    name: "hybrid: new runs no initialiser",
    isBroad: true,
    traps: [3],
    patch: of(withoutInitialiser((op) => op === 187)),
  }),
  hybrid({
    name: "hybrid: invokestatic runs no initialiser",
    isBroad: true,
    traps: [3],
    patch: of(withoutInitialiser((op) => op === 184)),
  }),
  hybrid({
    name: "hybrid: arrays are of their own type only",
    traps: [4, 9],
    patch: of(
      replaced(
        CellFacts.prototype,
        "ofElements",
        (original) =>
          function ofElements(this: CellFacts, classId) {
            return original.call(this, classId).slice(0, 1);
          },
      ),
    ),
  }),
  hybrid({
    name: "hybrid: a call runs the method that it names",
    isBroad: true,
    traps: [5],
    without: unwatched,
    patch: of(
      replaced(
        CallGraph.prototype,
        "select",
        () =>
          function select(this: CallGraph, _holder, resolved) {
            return this.reach(resolved);
          },
      ),
    ),
  }),
  hybrid({
    name: "hybrid: lambdas are not called",
    isBroad: true,
    traps: [5],
    without: unwatched,
    patch: of(without(({ op }) => op === 186)),
  }),
  hybrid({
    name: "hybrid: threads that are started read nothing",
    isBroad: true,
    traps: [6],
    without: unwatched,
    patch: of(uncalled("java/lang/Thread", "start0")),
  }),
  hybrid({
    name: "hybrid: exceptions that main does not catch are told nobody",
    isBroad: true,
    traps: [2, 6],
    without: unwatched,
    patch: of(uncalled("deadwood/internal/Launcher", "uncaught")),
  }),
  hybrid({
    name: "hybrid: arraycopy reads nothing",
    traps: [6],
    patch: of(without(({ callee }) => callee === "java/lang/System.arraycopy")),
  }),
  hybrid({
    name: "hybrid: the start of a thread reads nothing of it",
    traps: [6],
    patch: of(
      replaced(
        NativeReads.prototype,
        "declare",
        (original) =>
          function declare(this: NativeReads, node, method, native) {
            const reads = method.name === "start0" ? [] : native.reads;
            original.call(this, node, method, changed(native, { reads }));
          },
      ),
    ),
  }),
  hybrid({
    name: "hybrid: fields of the same name are one",
    traps: [9],
    patch: of(
      facts((words, cls, cells) => {
        eachField(cls, (owner, i) => {
          const field = owner.fields[i]!;
          const above = owner.superclass?.fields.find(({ name }) => name === field.name);
          if (above !== undefined) words[field.offset] = cells.ofField(above);
        });
      }),
    ),
  }),
  hybrid({
    name: "hybrid: what an invariant reads is dead",
    traps: [10],
    watches: true,
    wrongSetup: (m) => ({ liveness: livenessOf("hybrid", m, []) }),
    // It is known to run: else its code would come as a surprise, and everything be live.
    patch: of(
      replaced(
        CallGraph.prototype,
        "run",
        (original) =>
          function run(this: CallGraph) {
            const method = this.world.method("Main.invariant()Z");
            if (method !== null) this.reach(method);
            original.call(this);
          },
      ),
    ),
  }),
  hybrid({
    name: "hybrid: half of a long is cut",
    traps: [13],
    patch: of(
      facts((words, cls) => {
        eachField(cls, (owner, i) => {
          const { isWide, offset } = owner.fields[i]!;
          if (isWide) words[offset + 1] = NEVER_READ;
        });
      }),
    ),
  }),
];
