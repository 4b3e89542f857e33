/**
 * What a walk over the live part of a state says of references and objects,
 * seen while it is put together and changed. The parts of the walk that say it
 * are private: they are told from other words by what is called before them.
 */

import { HAS_ENDED, HAS_HEADER } from "../../../src/liveness/dynamic/object-header-word.ts";
import {
  QUESTION,
  KIND as QUESTION_KIND,
  REFERENCE_ELEMENT,
  REFERENCE_FIELD,
} from "../../../src/liveness/dynamic/questions.ts";
import { StateProjection } from "../../../src/liveness/dynamic/state-projection.ts";
import { PART_REF_COUNT, ThreadParts } from "../../../src/liveness/dynamic/thread-parts.ts";
import { objectAround } from "../../../src/state/boot-words.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import {
  GLOBAL_HASH_GUARD,
  GLOBAL_NEXT_HASH,
  PERM_BASE,
  STATIC_BASE,
} from "../../../src/vm/memory/memory.ts";
import { ARRAY_DATA } from "../../../src/vm/memory/object-layout.ts";
import { type Patch, replaced } from "./mutant.ts";

/** A word that a walk hashes. */
export type WalkWord =
  /** A reference to an object that has a number already, to none, or to what was there from the start. */
  "reference" | "head" | "lock" | "hash" | "ended" | "interrupted" | "other";

/** The word to hash instead; null for none. */
export type Rewrite = (word: WalkWord, value: number) => number | null;

/** Of the word for a new object (liveness/dynamic/object-header-word.ts). */
const IS_NEW = 2;
const KIND = 3;
/** Words before the first thread's: how many there are, what the state waits for, and counters. */
const FIRST_WORDS = 2 + GLOBAL_HASH_GUARD - GLOBAL_NEXT_HASH + 1;

/** For searches without the discipline of accesses: nothing has a guard then. */
export const walkWords = (m: Machine, rewrite: Rewrite): Patch => {
  /** What the next words are; behind these, references if any are to come. */
  let next: WalkWord[] = [];
  let references = 0;
  let isHeader = false;

  const kindOf = (value: number): WalkWord => {
    const known = next.shift();
    if (known !== undefined) return known;
    if (references === 0) return "other";
    references--;
    if (!isHeader) return "reference";
    isHeader = false;
    if ((value & KIND) !== IS_NEW) throw new Error("the walk does not go as was thought");
    if ((value & HAS_HEADER) !== 0) next.push("lock", "hash");
    if ((value & HAS_ENDED) !== 0) next.push("ended", "interrupted");
    return "head";
  };
  const put = replaced(
    StateProjection.prototype,
    "put",
    (original) =>
      function patched(this: StateProjection, value) {
        const word = rewrite(kindOf(value), value);
        if (word !== null) original.call(this, word);
      },
  );
  const start = replaced(
    StateProjection.prototype,
    "start",
    (original) =>
      function patched(this: StateProjection, pending) {
        references = 0;
        next = Array.from({ length: FIRST_WORDS }, () => "other");
        original.call(this, pending);
        references = 0;
        next = [];
      },
  );
  const threads = replaced(
    ThreadParts.prototype,
    "of",
    (original) =>
      function patched(this: ThreadParts, thread) {
        const part = original.call(this, thread);
        next = ["other", "other"];
        references = this.words[part + PART_REF_COUNT]!;
        return part;
      },
  );
  const ask = replaced(
    StateProjection.prototype,
    "readAll",
    (original) =>
      function patched(this: StateProjection, questions, from, end, found, list, first, last) {
        let listed = first ?? 0;
        for (let at = from; at < end; at += QUESTION, listed += 2) {
          const question = questions.slice(at, at + QUESTION);
          const kind = question[2]! & QUESTION_KIND;
          references = kind === REFERENCE_FIELD || kind === REFERENCE_ELEMENT ? 1 : 0;
          next = [];
          const to = original.call(this, question, 0, QUESTION, found, list, listed, last);
          references = 0;
          next = [];
          if (to === 0) return at;
        }
        return end;
      },
  );
  /** As if each question were asked by itself. */
  const readNew = replaced(
    StateProjection.prototype,
    "readNew",
    (original) =>
      function patched(this: StateProjection, list, from, to, into) {
        for (let at = from; at < to; at += 2) {
          references = isReference(m, list[at]!, list[at + 1]!) ? 1 : 0;
          next = [];
          const isAsked = original.call(this, list, at, at + 2, into);
          references = 0;
          next = [];
          if (!isAsked) return false;
        }
        return true;
      },
  );
  const header = (): (() => void) => {
    const original = m.guards.wordOf.bind(m.guards);
    m.guards.wordOf = (ref) => {
      isHeader = references > 0 && next.length === 0;
      return original(ref);
    };
    return () => {
      Reflect.deleteProperty(m.guards, "wordOf");
    };
  };
  return () => {
    const undo = [put, start, threads, ask, readNew, header].map((patch) => patch());
    return () => {
      for (const each of undo.toReversed()) each();
    };
  };
};

/** True when the word of an object is a reference; of no object, when the static field or word at the address is one. */
export function isReference(m: Machine, object: number, offset: number): boolean {
  if (offset < 0) return false;
  if (object === 0) {
    if (offset < PERM_BASE) return isStaticReference(m, offset - STATIC_BASE);
    const holder = objectAround(m, offset);
    return isReference(m, holder, offset - holder);
  }
  // To ask the machine would be noted as a read.
  const cls = m.program.classes[m.H[object]!]!;
  if (cls.component !== null) return offset >= ARRAY_DATA && !cls.component.isPrimitive;
  return cls.referenceOffsets.includes(offset);
}

const isStaticReference = (m: Machine, at: number): boolean =>
  m.program.classes.some((cls) =>
    cls?.fields.some(
      ({ isStatic, offset, isReference: refers }) => isStatic && offset === at && refers,
    ),
  );
