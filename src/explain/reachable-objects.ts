/**
 * The objects of a state, found from the threads and from the changed words of boot objects. A walk that
 * follows only live references finds fewer objects; the difference is what only dead references hold. The
 * order is that of state vectors (state/vector/canonicalizer.ts). State vectors also follow the words that
 * guard memory, which are not references of the program.
 */
import {
  FrameMaps,
  MAP_CALL_WORDS,
  MAP_END,
  MAP_LINKAGE,
  MAP_SLOTS,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "../state/frame-map.ts";
import type { LiveCells } from "../state/live-cells.ts";
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE, STATIC_BASE, threadRecord } from "../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../vm/memory/object-layout.ts";
import {
  MAX_HELD,
  T_FP,
  T_HELD,
  T_OBJECT,
  T_PC,
  T_SP,
  T_STATUS,
  T_TARGET,
} from "../vm/memory/thread-record.ts";
import { ThreadStatus } from "../vm/memory/thread-status.ts";
import type { BootWatch } from "./boot-changes.ts";

export interface FindOptions {
  readonly liveness: LiveCells;
  /** Include boot objects that have not changed. */
  readonly all: boolean;
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
  readonly #frames: FrameMaps;
  readonly #found = new Set<number>();
  /** The live fields. */
  readonly #set: number;

  constructor(m: Machine, boot: BootWatch, options: FindOptions) {
    this.#m = m;
    this.#boot = boot;
    this.#options = options;
    this.#frames = new FrameMaps(m, options.liveness.frames);
    this.#set = options.liveness.fields?.ofState() ?? 0;
  }

  run(): ReadonlySet<number> {
    const m = this.#m;
    for (let thread = 0; thread < m.threadCount; thread++) this.#thread(threadRecord(thread));
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

  #thread(record: number): void {
    const { H } = this.#m;
    const status = H[record + T_STATUS]!;
    if (status === ThreadStatus.terminated) return;
    // If the thread waits for a class, the target is not an object.
    if (status !== ThreadStatus.initializing) this.#add(H[record + T_TARGET]!);
    this.#add(H[record + T_OBJECT]!);
    for (let i = 0; i < MAX_HELD; i++) this.#add(H[record + T_HELD + i]!);
    this.#threadFrames(record);
  }

  #threadFrames(record: number): void {
    const { H, S } = this.#m;
    let pc = H[record + T_PC]!;
    let fp = H[record + T_FP]!;
    let sp = H[record + T_SP]!;
    while (pc !== 0) {
      const map = this.#frames.at(pc, sp - fp);
      const { words } = this.#frames;
      for (let i = map + MAP_SLOTS; i < words[map + MAP_END]!; i++) {
        const slot = words[i]!;
        if ((slot & SLOT_KIND) === REFERENCE_SLOT) this.#add(S[fp + (slot >> SLOT_SHIFT)]!);
      }
      const linkage = fp + words[map + MAP_LINKAGE]!;
      const returnPc = S[linkage]!;
      pc = returnPc === 0 ? 0 : returnPc - words[map + MAP_CALL_WORDS]!;
      sp = fp;
      fp = S[linkage + 1]!;
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
