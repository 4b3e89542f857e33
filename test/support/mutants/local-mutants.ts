/** Mistakes about which locals and operands are live. */

import { LocalLiveness } from "../../../src/liveness/slots/local-liveness.ts";
import { analyzeSlots, type SlotLiveness } from "../../../src/liveness/slots/slot-liveness.ts";
import { SlotKind } from "../../../src/program/types/verification-type.ts";
import type { SearchSetup } from "../../../src/search/search.ts";
import type { FrameLiveness } from "../../../src/state/live-cells.ts";
import type { TranslatedMethod } from "../../../src/vm/code/code-space.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { changed, type Mutant, type MutantParts, mutant, withDvr } from "./mutant.ts";

type Right = (code: TranslatedMethod, pc: number, slot: number) => boolean;

/** Asks the analysis, and does not believe it. */
function frames(m: Machine, isLive: (right: Right, ...of: Parameters<Right>) => boolean) {
  const local = new LocalLiveness(m);
  const right: Right = (code, pc, slot) => local.isLive(code, pc, slot);
  const liveness: FrameLiveness = { isLive: (code, pc, slot) => isLive(right, code, pc, slot) };
  return { liveness: { frames: liveness, fields: null } };
}

/** The analysis of code that has no handlers of exceptions. */
class Carefree {
  readonly #m: Machine;
  readonly #methods = new Map<TranslatedMethod, SlotLiveness | null>();

  constructor(m: Machine) {
    this.#m = m;
  }

  isLive(code: TranslatedMethod, pc: number, slot: number): boolean {
    let method = this.#methods.get(code);
    if (method === undefined) {
      const types = this.#m.typesOf(code);
      const bare = changed(types, { code: { ...types.code, handlers: [] } });
      method = analyzeSlots(bare, code.method.owner.file!.constants);
      this.#methods.set(code, method);
    }
    const offset = code.offsets[this.#m.space.instructionAt(code, pc)]!;
    return method === null || method.isLive(offset, slot);
  }
}

const opcodeAt = (m: Machine, code: TranslatedMethod, pc: number): number =>
  code.info.bytes[code.offsets[m.space.instructionAt(code, pc)]!]!;

const isCall = (op: number): boolean => op >= 182 && op <= 186;

const local = (
  parts: Omit<MutantParts, "setup" | "wrongSetup"> & { wrong?: (m: Machine) => SearchSetup },
): Mutant => {
  const { wrong, ...rest } = parts;
  return mutant({
    // Many stops, so that there is one where it matters.
    reductions: [],
    ...rest,
    setup: withDvr("local"),
    ...(wrong === undefined ? {} : { wrongSetup: wrong }),
  });
};

/** Kinds of slots in which a long is an int. */
function shortened(m: Machine): () => () => void {
  return () => {
    const original = m.typesOf.bind(m);
    m.typesOf = (code) => {
      const types = original(code);
      const narrow = (kind: number): number => (kind === SlotKind.long ? SlotKind.int : kind);
      return changed(types, {
        kindsAt: (at) => {
          const kinds = types.kindsAt(at);
          if (kinds === null) return null;
          return { locals: kinds.locals.map(narrow), stack: kinds.stack.map(narrow) };
        },
      });
    };
    return () => {
      Reflect.deleteProperty(m, "typesOf");
    };
  };
}

export const LOCAL_MUTANTS: readonly Mutant[] = [
  local({
    name: "local: a call that throws is followed by nothing",
    traps: [1],
    wrong: (m) => {
      const carefree = new Carefree(m);
      return frames(m, (right, code, pc, slot) =>
        isCall(opcodeAt(m, code, pc)) ? carefree.isLive(code, pc, slot) : right(code, pc, slot),
      );
    },
  }),
  local({
    name: "local: instructions do not throw",
    traps: [2],
    wrong: (m) => {
      const carefree = new Carefree(m);
      return frames(m, (right, code, pc, slot) =>
        isCall(opcodeAt(m, code, pc)) ? right(code, pc, slot) : carefree.isLive(code, pc, slot),
      );
    },
  }),
  local({
    name: "local: half of a long is cut",
    traps: [13],
    patch: shortened,
  }),
  local({
    name: "local: a synchronized method locks nothing",
    traps: [7, 8],
    wrong: (m) =>
      frames(m, (right, code, pc, slot) => {
        const { isSynchronized, isStatic } = code.method;
        if (slot === 0 && isSynchronized && !isStatic && pc === code.start) return false;
        return right(code, pc, slot);
      }),
  }),
  local({
    name: "local: operands are dead",
    traps: [13],
    wrong: (m) =>
      frames(m, (right, code, pc, slot) => slot < code.info.maxLocals && right(code, pc, slot)),
  }),
];
