/**
 * Which values of the machine's present state are dead, as the code analyses say: those that no thread can read, or
 * whose value affects nothing observable. The analyses of the code are made once and answer for every state. They
 * cover the program and what it uses of the library: the whole library takes seconds to analyse, and reflection in it
 * mostly makes everything live.
 */

import type { UsedLibrary } from "../../liveness/code/used-library.ts";
import { FaintLiveness } from "../../liveness/faint/faint-liveness.ts";
import { HybridLiveness } from "../../liveness/fields/hybrid-liveness.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { MappedFrame } from "../../state/frame-map.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import type { BootWatch } from "../boot-changes.ts";
import { PossibleReads } from "../code/possible-readers.ts";
import { findObjects } from "../reachable-objects.ts";
import { indexOf, isStaticCell } from "./heap-cells.ts";
import type { ToldCell, ToldObject } from "./told-cells.ts";

export class HeapLiveness {
  /** The number of objects found in the present state: how much work a state is. */
  lastWork = 0;
  readonly #m: Machine;
  readonly #boot: BootWatch;
  readonly #faint: HybridLiveness;
  readonly #live: LiveCells;
  readonly #frame: MappedFrame;
  #reads: PossibleReads | null = null;
  #set = 0;
  #objects: ReadonlySet<number> = new Set();

  /** `used`: all of the library that the program will use in the states to look at. */
  constructor(m: Machine, boot: BootWatch, observers: readonly RuntimeMethod[], used: UsedLibrary) {
    this.#m = m;
    this.#boot = boot;
    this.#faint = new HybridLiveness(m, observers, true);
    this.#faint.begin(used, { isFirstState: false });
    this.#live = { frames: new FaintLiveness(m, this.#faint), fields: this.#faint };
    this.#frame = new MappedFrame(m, this.#live.frames);
  }

  /** The fields that may be read: another number, if they are others. */
  get set(): number {
    return this.#set;
  }

  /** The machine is in another state. */
  look(): void {
    this.#reads = null;
    this.#set = this.#faint.ofState();
    this.#objects = findObjects(this.#m, this.#boot, {
      liveness: this.#live,
      all: false,
      frame: this.#frame,
    });
    this.lastWork = this.#objects.size;
  }

  /** Live references lead to the object. */
  isReached(ref: number): boolean {
    return ref === 0 || ref < this.#boot.top || this.#objects.has(ref);
  }

  isLive({ ref, cls }: ToldObject, { key, field }: ToldCell): boolean {
    if (!this.isReached(ref)) return false;
    if (isStaticCell(key)) return this.#faint.isStaticLive(this.#set, key);
    if (field === null) return this.#faint.areElementsLive(this.#set, cls.id);
    return this.#faint.isFieldLive(this.#set, cls.id, indexOf(key));
  }

  /** Why a value is live or dead, in a sentence. */
  whyOf(told: ToldObject, cell: ToldCell): string {
    if (!this.isReached(told.ref)) return "Dead: only dead references lead to the object.";
    if (!this.isLive(told, cell)) return "Dead: no thread can read it before it is overwritten.";
    const facts = this.#factsOf(told, cell);
    this.#reads ??= new PossibleReads(this.#m, this.#faint.fields);
    const [first] = this.#reads.of(facts);
    if (first === undefined) return "Live: the machine may read it.";
    const { thread, path } = first;
    const place = path.at(-1) ?? "";
    if (thread === null) return `Live: ${place} may read it.`;
    return `Live: ${thread} may read it at ${place}.`;
  }

  #factsOf({ cls }: ToldObject, { field }: ToldCell): readonly number[] {
    const { cells } = this.#faint.fields;
    return field === null ? cells.ofElements(cls.id) : [cells.ofField(field)];
  }
}
