/** The objects of the machine's present state, with what is live and why: what a session shows of the heap. */

import { observe } from "../../liveness/code/used-library.ts";
import { describeType } from "../../program/linking/java-names.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Invariants } from "../../search/properties/invariant.ts";
import { type ObjectNames, simpleName } from "../../search/trace/object-names.ts";
import { ALL_LIVE } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import type { BootWatch } from "../boot-changes.ts";
import { instanceFields } from "../future/cell-table.ts";
import { findObjects } from "../reachable-objects.ts";
import { cellOf, indexOf, isStaticCell } from "./heap-cells.ts";
import type { HeapCell, HeapObjectView, HeapView } from "./heap-data.ts";
import { HeapLiveness } from "./heap-liveness.ts";
import { isValue, type ToldCell, type ToldObject } from "./told-cells.ts";

const MAX_OBJECTS = 80;
const MAX_CELLS = 12;

/** A machine that stands in some state of a path. */
export interface StandingMachine {
  readonly machine: Machine;
  readonly boot: BootWatch;
  /** The number of steps that led here. */
  readonly depth: number;
  copyNames(): ObjectNames;
}

/** Makes views of one machine. The analyses of its code are kept as long as it uses no more of the library. */
export class HeapViews {
  readonly #live: StandingMachine;
  readonly #observers: ConstructorParameters<typeof HeapLiveness>[2];
  #liveness: HeapLiveness | null = null;
  #classes = -1;

  constructor(live: StandingMachine, observers: Invariants["observers"]) {
    this.#live = live;
    this.#observers = observers;
  }

  view(): HeapView {
    const m = this.#live.machine;
    const liveness = this.#analyses();
    liveness.look();
    const names = this.#live.copyNames();
    const all = [...findObjects(m, this.#live.boot, { liveness: ALL_LIVE, all: false })];
    const told = all.filter((ref) => ref >= HEAP_BASE && isShown(m, ref));
    const ranked = told.toSorted((a, b) => rankOf(m, a) - rankOf(m, b));
    const shown = new Set(ranked.slice(0, MAX_OBJECTS));
    const maker = new ViewMaker(m, names, liveness, shown);
    return {
      at: this.#live.depth,
      objects: [
        ...statics(m).map((each) => maker.object(each)),
        ...told.filter((ref) => shown.has(ref)).map((ref) => maker.object(objectAt(m, ref))),
      ],
      omitted: told.length - shown.size,
    };
  }

  #analyses(): HeapLiveness {
    const m = this.#live.machine;
    const { length } = m.program.classes;
    if (this.#liveness === null || length !== this.#classes) {
      this.#liveness = new HeapLiveness(m, this.#live.boot, this.#observers, observe(m));
      this.#classes = m.program.classes.length;
    }
    return this.#liveness;
  }
}

/** What a string holds is shown as the string. */
const isShown = (m: Machine, ref: number): boolean => {
  const cls = m.classOf(ref);
  return !isValue(cls) && cls.name !== "[C" && cls.name !== "java/lang/ThreadGroup";
};

/** The program's own objects first. */
const rankOf = (m: Machine, ref: number): number => {
  const { origin, component } = m.classOf(ref);
  if (origin === "application") return 0;
  return component === null ? 2 : 1;
};

const isThread = (owner: RuntimeClass): boolean => owner.name === "java/lang/Thread";

function objectAt(m: Machine, ref: number): ToldObject {
  const cls = m.classOf(ref);
  if (cls.component === null) {
    const all = instanceFields(cls).filter(({ owner }) => !isThread(owner));
    const cells = all.slice(0, MAX_CELLS).map((field) => ({
      key: cellOf(ref, field.offset),
      name: field.name,
      descriptor: field.descriptor,
      field,
    }));
    return { ref, cls, kind: "object", cells, omittedCells: all.length - cells.length };
  }
  const length = m.H[ref + ARRAY_LENGTH]!;
  const descriptor = descriptorOf(cls.component);
  const cells = Array.from({ length: Math.min(length, MAX_CELLS) }, (_, i) => ({
    key: cellOf(ref, i),
    name: `[${i}]`,
    descriptor,
    field: null,
  }));
  return { ref, cls, kind: "array", cells, omittedCells: length - cells.length };
}

/** The static fields of the program's classes, without constants and what the compiler made. */
function statics(m: Machine): ToldObject[] {
  return m.program.classes.flatMap((cls) => {
    if (cls?.origin !== "application" || !m.isInitialized(cls)) return [];
    const fields = cls.fields.filter(
      ({ isStatic, name, info }) => isStatic && !name.startsWith("$") && info.constantValue === 0,
    );
    if (fields.length === 0) return [];
    const cells = fields.slice(0, MAX_CELLS).map((field) => ({
      key: STATIC_BASE + field.offset,
      name: field.name,
      descriptor: field.descriptor,
      field,
    }));
    const omittedCells = fields.length - cells.length;
    return [{ ref: 0, cls, kind: "static" as const, cells, omittedCells }];
  });
}

class ViewMaker {
  readonly #m: Machine;
  readonly #names: ObjectNames;
  readonly #liveness: HeapLiveness;
  readonly #shown: ReadonlySet<number>;

  constructor(m: Machine, names: ObjectNames, liveness: HeapLiveness, shown: ReadonlySet<number>) {
    this.#m = m;
    this.#names = names;
    this.#liveness = liveness;
    this.#shown = shown;
  }

  object(told: ToldObject): HeapObjectView {
    const { ref, cls, kind, cells, omittedCells } = told;
    const owner = ref === 0 ? -1 : lockOwner(this.#m, ref);
    return {
      name: ref === 0 ? simpleName(cls) : this.#names.object(ref),
      className: cls.component === null ? cls.externalName : describeType(cls.name),
      kind,
      lockedBy: owner < 0 ? null : this.#names.threadNumbered(owner),
      cells: cells.map((cell) => this.#cell(told, cell)),
      omittedCells,
    };
  }

  #cell(told: ToldObject, cell: ToldCell): HeapCell {
    const isLive = this.#liveness.isLive(told, cell);
    const ref = this.#reference(told, cell);
    return {
      name: cell.name,
      value: this.#value(told, cell),
      refersTo: this.#shown.has(ref) ? this.#names.object(ref) : null,
      isLive,
      why: this.#liveness.whyOf(told, cell),
    };
  }

  #value(told: ToldObject, { key, descriptor, field }: ToldCell): string {
    if (field === null) return this.#names.element(told.ref, indexOf(key));
    const at = isStaticCell(key) ? key : told.ref + indexOf(key);
    return this.#names.word(at, descriptor);
  }

  #reference({ ref }: ToldObject, { key, descriptor, field }: ToldCell): number {
    if (!descriptor.startsWith("L") && !descriptor.startsWith("[")) return 0;
    if (field === null) return this.#m.H[ref + ARRAY_DATA + indexOf(key)]!;
    return this.#m.H[isStaticCell(key) ? key : ref + indexOf(key)]!;
  }
}
