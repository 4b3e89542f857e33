/**
 * The objects of a state, found from the threads and from the changed words of boot objects. A walk that
 * follows only live references finds fewer objects; the difference is what only dead references hold. The
 * order is that of state vectors (state/vector/canonicalizer.ts). State vectors also follow the words that
 * guard memory, which are not references of the program.
 */
import { MappedFrame, REFERENCE_SLOT, SLOT_KIND, SLOT_SHIFT } from "../state/frame-map.ts";
import type { LiveCells } from "../state/live-cells.ts";
import type { ThreadView } from "../vm/code/thread-view.ts";
import { RECORD_REFERENCES } from "../vm/heap/heap-roots.ts";
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../vm/memory/object-layout.ts";
import type { BootWatch } from "./boot-changes.ts";

export interface FindOptions {
  readonly liveness: LiveCells;
  /** Include boot objects that have not changed. */
  readonly all: boolean;
  /** Made with the same liveness; for callers that look at many states. */
  readonly frame?: MappedFrame;
}

/** In the order of discovery. */
export function findObjects(
  m: Machine,
  boot: BootWatch,
  options: FindOptions,
): ReadonlySet<number> {
  return new Finder(m, boot, options).run();
}

class Finder {
  readonly #m: Machine;
  readonly #boot: BootWatch;
  readonly #options: FindOptions;
  readonly #frame: MappedFrame;
  readonly #found = new Set<number>();
  /** The live fields. */
  readonly #set: number;

  constructor(m: Machine, boot: BootWatch, options: FindOptions) {
    this.#m = m;
    this.#boot = boot;
    this.#options = options;
    this.#frame = options.frame ?? new MappedFrame(m, options.liveness.frames);
    this.#set = options.liveness.fields?.ofState() ?? 0;
  }

  run(): ReadonlySet<number> {
    const m = this.#m;
    for (let thread = 0; thread < m.threadCount; thread++) this.#thread(m.threadAt(thread));
    const { references } = m.program.statics;
    if (this.#options.all) {
      for (const index of references) this.#static(STATIC_BASE + index);
    } else {
      for (const address of this.#boot.changed()) {
        if (address >= PERM_BASE) continue;
        if (references.includes(address - STATIC_BASE)) this.#static(address);
      }
    }
    for (const object of this.#boot.changedObjects()) this.#found.add(object);
    // The set grows during this loop.
    for (const object of this.#found) this.#object(object);
    return this.#found;
  }

  #add(ref: number): void {
    if (ref !== 0 && (ref >= this.#boot.top || this.#options.all)) this.#found.add(ref);
  }

  #static(address: number): void {
    const { fields } = this.#options.liveness;
    if (fields?.isStaticLive(this.#set, address) !== false) this.#add(this.#m.H[address]!);
  }

  #thread(thread: ThreadView): void {
    const { H } = this.#m;
    if (thread.hasEnded) return;
    // A thread that waits for a class names it by a word of the static area, which is not an object.
    for (const word of RECORD_REFERENCES) {
      const ref = H[thread.record + word]!;
      if (ref >= PERM_BASE) this.#add(ref);
    }
    this.#threadFrames(thread);
  }

  #threadFrames(thread: ThreadView): void {
    const { S } = this.#m;
    const frame = this.#frame;
    for (let found = frame.top(thread); found; found = frame.caller()) {
      for (const slot of frame.slots.subarray(frame.begin, frame.end)) {
        const at = frame.fp + (slot >> SLOT_SHIFT);
        if ((slot & SLOT_KIND) === REFERENCE_SLOT) this.#add(S[at]!);
      }
    }
  }

  #object(ref: number): void {
    const m = this.#m;
    const { H } = m;
    // Boot objects belong to a state wherever they were written to.
    const fields = ref < this.#boot.top ? null : this.#options.liveness.fields;
    const cls = m.classOf(ref);
    if (cls.component === null) {
      for (const offset of cls.referenceOffsets) {
        if (fields?.isFieldLive(this.#set, cls.id, offset) !== false) this.#add(H[ref + offset]!);
      }
    } else if (!cls.component.isPrimitive) {
      if (fields?.areElementsLive(this.#set, cls.id) === false) return;
      const end = ref + ARRAY_DATA + H[ref + ARRAY_LENGTH]!;
      for (let at = ref + ARRAY_DATA; at < end; at++) this.#add(H[at]!);
    }
  }
}
