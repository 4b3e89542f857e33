/** Mistakes about what other threads can see, which reductions of schedules rest on. */

import type { Machine } from "../../../src/vm/machine.ts";
import { REDUCTIONS } from "../../../src/vm/machine-options.ts";
import { HEAP_BASE } from "../../../src/vm/memory/memory.ts";
import { HASH_WORD, LEAKED, SHARED } from "../../../src/vm/memory/object-layout.ts";
import { changed, type Mutant, mutant, type Patch } from "./mutant.ts";

const nothing = () => ({});

/** A final field of an object that is not marked is noticed when it is written: here nobody does. */
const withoutWatch = (m: Machine) => {
  m.sharing.refuteFinalFields = () => {};
  return {};
};

/** A write that makes an object shared, told from other writes by the bits that it sets. */
const isSharing = (m: Machine, address: number, value: number): boolean =>
  address >= HEAP_BASE &&
  (value & SHARED) !== 0 &&
  (m.H[address]! & SHARED) === 0 &&
  m.program.classes[m.H[address - HASH_WORD]!] !== undefined;

function setWord(m: Machine, change: (address: number, value: number) => number): Patch {
  return () => {
    const original = m.setWord.bind(m);
    m.setWord = (address, value) => {
      original(address, isSharing(m, address, value) ? change(address, value) : value);
    };
    return () => {
      Reflect.deleteProperty(m, "setWord");
    };
  };
}

/** What an object refers to when it becomes shared is not looked at. */
function shallow(m: Machine): Patch {
  return () => {
    let shared = 0;
    const undo = setWord(m, (address, value) => {
      shared = address - HASH_WORD;
      return value;
    })();
    const original = m.classOf.bind(m);
    m.classOf = (ref) => {
      const cls = original(ref);
      const isFirst = ref === shared;
      shared = 0;
      if (!isFirst) return cls;
      return changed(cls, { referenceOffsets: [], component: null });
    };
    return () => {
      undo();
      Reflect.deleteProperty(m, "classOf");
    };
  };
}

export const SHARING_MUTANTS: readonly Mutant[] = [
  mutant({
    name: "sharing: final fields are settled from the start",
    traps: [14],
    reductions: ["private", "final"],
    setup: withoutWatch,
    patch: (m) => setWord(m, (_, value) => value & ~LEAKED),
  }),
  mutant({
    name: "sharing: only what is stored is shared, not what it refers to",
    traps: [15],
    reductions: ["private", "final"],
    setup: nothing,
    patch: shallow,
  }),
  mutant({
    name: "discipline: what was guarded so far is guarded",
    traps: [16],
    reductions: ["private", "final", "discipline"],
    setup: nothing,
    patch: (m) => () => {
      m.sharing.field = () => false;
      return () => {};
    },
  }),
  mutant({
    name: "discipline: static fields keep to their rules",
    traps: [16],
    reductions: ["private", "final", "discipline"],
    setup: nothing,
    patch: (m) => () => {
      m.sharing.staticField = () => false;
      return () => {};
    },
  }),
  mutant({
    name: "discipline: nobody interrupts, asks or peeks",
    traps: [16],
    reductions: REDUCTIONS,
    setup: nothing,
    patch: (m) => () => {
      m.sharing.threads.refuteAll = () => {};
      return () => {};
    },
  }),
];
