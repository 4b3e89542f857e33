/**
 * Chooses the objects and the cells of a story: those that the schedule names and uses, the last used first, and what
 * they refer to. A page with more of them would be no picture of anything.
 */
import { boxedPrimitive } from "../../program/linking/boxes.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { instanceFields } from "../future/cell-table.ts";
import type { AccessHistory } from "./access-history.ts";
import { cellOf, indexOf, isStaticCell, objectOf } from "./heap-cells.ts";

const MAX_OBJECTS = 150;
const MAX_CLASSES = 40;
/** Of an object of the program: this many fields. */
const MAX_FIELDS = 24;
/** Of an array: the first elements, and this many others that the schedule touches. */
const FIRST_ELEMENTS = 12;
const MAX_ELEMENTS = 32;

/** A cell that the story follows. */
export interface ToldCell {
  /** As in heap-cells.ts. */
  readonly key: number;
  readonly name: string;
  readonly descriptor: string;
  /** Null for an element. */
  readonly field: RuntimeField | null;
}

export interface ToldObject {
  /** Its address; 0 for the static fields of a class. */
  readonly ref: number;
  readonly cls: RuntimeClass;
  readonly kind: "object" | "array" | "static";
  readonly cells: readonly ToldCell[];
  readonly omittedCells: number;
}

export interface Told {
  readonly objects: readonly ToldObject[];
  /** Objects that the schedule uses and that found no place. */
  readonly omitted: number;
}

/** Their content is their name. */
export const isValue = (cls: RuntimeClass): boolean =>
  cls.name === "java/lang/String" ||
  cls.name === "java/lang/Class" ||
  boxedPrimitive(cls.name) !== undefined;

/** `m` stands behind the schedule; `named` are the objects that the trace mentions. */
export const chooseTold = (m: Machine, history: AccessHistory, named: readonly number[]): Told =>
  new Choice(m, history, new Set(named)).make();

class Choice {
  readonly #m: Machine;
  readonly #history: AccessHistory;
  readonly #named: ReadonlySet<number>;
  /** By object: its touched cells. */
  readonly #touched = new Map<number, Set<number>>();
  readonly #touchedStatics = new Set<number>();
  /** Objects below existed before the program started. */
  readonly #bootTop: number;

  constructor(m: Machine, history: AccessHistory, named: ReadonlySet<number>) {
    this.#m = m;
    this.#history = history;
    this.#named = named;
    this.#bootTop = history.bootTop;
    for (const key of history.events.keys()) {
      if (isStaticCell(key)) this.#touchedStatics.add(key);
      else this.#cellsOf(objectOf(key)).add(indexOf(key));
    }
  }

  make(): Told {
    const { lastUse } = this.#history;
    const rank = (ref: number): number =>
      (this.#named.has(ref) ? 1e9 : 0) + (lastUse.get(ref) ?? -1);
    const used = [...new Set([...this.#named, ...lastUse.keys()])]
      .filter((ref) => this.#isTold(ref))
      .toSorted((a, b) => rank(b) - rank(a) || a - b);
    const chosen = new Set(used.slice(0, MAX_OBJECTS));
    // What they refer to at the end completes the picture.
    for (const ref of chosen) {
      if (chosen.size >= MAX_OBJECTS) break;
      for (const to of this.#referred(ref)) {
        if (chosen.size < MAX_OBJECTS && this.#isTold(to) && this.#isOfProgram(to)) chosen.add(to);
      }
    }
    const objects = [...chosen].toSorted((a, b) => a - b).map((ref) => this.#object(ref));
    return {
      objects: [...this.#statics(), ...objects],
      omitted: Math.max(0, used.length - MAX_OBJECTS),
    };
  }

  #cellsOf(ref: number): Set<number> {
    const cells = this.#touched.get(ref) ?? new Set();
    this.#touched.set(ref, cells);
    return cells;
  }

  #isTold(ref: number): boolean {
    if (ref < HEAP_BASE) return false;
    const cls = this.#m.classOf(ref);
    if (isValue(cls)) return false;
    if (this.#named.has(ref) || cls.origin === "application") return true;
    // What a string holds is shown as the string, and the library's own objects are no part of the program.
    return cls.name !== "[C" && ref >= this.#bootTop;
  }

  #isOfProgram(ref: number): boolean {
    const { origin, component } = this.#m.classOf(ref);
    return origin === "application" || component !== null;
  }

  #referred(ref: number): number[] {
    const m = this.#m;
    const cls = m.classOf(ref);
    if (cls.component === null) {
      if (cls.origin !== "application") return [];
      return cls.referenceOffsets.map((offset) => m.H[ref + offset]!);
    }
    if (cls.component.isPrimitive) return [];
    const first = ref + ARRAY_DATA;
    return [...m.H.subarray(first, first + Math.min(FIRST_ELEMENTS, m.H[ref + ARRAY_LENGTH]!))];
  }

  #object(ref: number): ToldObject {
    const cls = this.#m.classOf(ref);
    return cls.component === null ? this.#instance(ref, cls) : this.#array(ref, cls, cls.component);
  }

  #instance(ref: number, cls: RuntimeClass): ToldObject {
    const touched = this.#cellsOf(ref);
    const all = instanceFields(cls);
    // Of the library's fields, only those that the schedule uses mean something to the program.
    const shown = all.filter(
      ({ owner, offset }) =>
        owner.origin === "application" || (touched.has(offset) && !isThread(owner)),
    );
    const own = all.filter(({ owner }) => owner.origin === "application").length;
    const kept = new Set(
      shown
        .toSorted((a, b) => Number(touched.has(b.offset)) - Number(touched.has(a.offset)))
        .slice(0, MAX_FIELDS),
    );
    const cells = shown
      .filter((field) => kept.has(field))
      .map((field) => ({ ...named(field), key: cellOf(ref, field.offset) }));
    return {
      ref,
      cls,
      kind: "object",
      cells,
      omittedCells: Math.max(0, own - cells.length),
    };
  }

  #array(ref: number, cls: RuntimeClass, component: RuntimeClass): ToldObject {
    const length = this.#m.H[ref + ARRAY_LENGTH]!;
    const touched = [...this.#cellsOf(ref)].filter((index) => index < length);
    const firsts = Array.from({ length: Math.min(length, FIRST_ELEMENTS) }, (_, i) => i);
    const kept = [...new Set([...firsts, ...touched])].slice(0, MAX_ELEMENTS);
    const descriptor = descriptorOf(component);
    const cells = kept
      .toSorted((a, b) => a - b)
      .map((i) => ({ key: cellOf(ref, i), name: `[${i}]`, descriptor, field: null }));
    return { ref, cls, kind: "array", cells, omittedCells: length - cells.length };
  }

  /** The static fields of the program's classes that can change, or that the schedule uses. */
  #statics(): ToldObject[] {
    const told: ToldObject[] = [];
    for (const cls of this.#m.program.classes) {
      if (cls === undefined || cls.origin !== "application") continue;
      const all = cls.fields.filter((field) => field.isStatic && !isHidden(field));
      const shown = all.filter(
        (field) => this.#touchedStatics.has(STATIC_BASE + field.offset) || isReference(field),
      );
      const fields = shown.slice(0, MAX_FIELDS);
      if (fields.length === 0) continue;
      const cells = fields.map((field) => ({ ...named(field), key: STATIC_BASE + field.offset }));
      const omittedCells = shown.length - fields.length;
      told.push({ ref: 0, cls, kind: "static", cells, omittedCells });
    }
    return told.slice(0, MAX_CLASSES);
  }
}

const named = (field: RuntimeField): Pick<ToldCell, "name" | "descriptor" | "field"> => ({
  name: field.name,
  descriptor: field.descriptor,
  field,
});

/** A compiler's own: "$VALUES", "$assertionsDisabled". */
const isHidden = ({ name }: RuntimeField): boolean => name.startsWith("$");

const isReference = ({ descriptor }: RuntimeField): boolean =>
  descriptor.startsWith("L") || descriptor.startsWith("[");

const isThread = ({ name }: RuntimeClass): boolean => name === "java/lang/Thread";
