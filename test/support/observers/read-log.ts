/**
 * Which fields a machine really reads, instruction by instruction. The machine
 * is stepped one instruction at a time and not changed for it: what an
 * instruction has read follows from its linked form, the objects it had on the
 * stack, and, for natives, from their declared effects.
 */
import type { RuntimeClass, RuntimeField } from "../../../src/program/linking/runtime-class.ts";
import { wake } from "../../../src/vm/code/suspension.ts";
import { interpret } from "../../../src/vm/interpreter/dispatch.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { STATIC_BASE, threadRecord } from "../../../src/vm/memory/memory.ts";
import { SLOT } from "../../../src/vm/memory/object-layout.ts";
import { T_ATOMIC, T_SECTION, T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import { type Access, parseEffects, resolvePath } from "../../../src/vm/native-api/effect-paths.ts";
import { endThread } from "../../../src/vm/threads/end-thread.ts";
import { updateConcurrency } from "../../../src/vm/threads/round-robin.ts";

/** A field, or the elements of an array class. */
export type Read = RuntimeField | RuntimeClass;

export interface Taken {
  readonly stop: Stop;
  readonly reads: readonly Read[];
}

export class ReadLog {
  readonly #m: Machine;
  readonly #classes = new Map<string, RuntimeClass>();
  readonly #statics = new Map<number, RuntimeField>();
  #seen = 0;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** Lets a thread execute one instruction; `choose` picks one of so many alternatives. */
  step(thread: number, choose: (count: number) => number): Taken {
    const m = this.#m;
    m.loadRegisters(thread);
    m.beginTransition(m.fp, m.sp);
    wake(m, thread);
    updateConcurrency(m);
    const { pc, sp } = m;
    const before = m.S.slice(Math.max(0, sp - 64), sp);
    m.nativeMethod = -1;
    let stop = interpret(m, 1);
    while (stop === Stop.choice) {
      m.choice = choose(m.choices);
      stop = interpret(m, 1);
    }
    m.choice = -1;
    const reads = this.#reads(pc, sp, before);
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    m.commit();
    return { stop, reads };
  }

  /** A thread that is inside a section must not be interrupted. */
  mayInterrupt(thread: number): boolean {
    const record = threadRecord(thread);
    const { H } = this.#m;
    if (H[record + T_STATUS] === ThreadStatus.terminated) return true;
    return H[record + T_ATOMIC] === 0 && H[record + T_SECTION] === 0;
  }

  #learn(): void {
    const { classes } = this.#m.program;
    for (; this.#seen < classes.length; this.#seen++) {
      const cls = classes[this.#seen];
      if (cls === undefined) continue;
      this.#classes.set(cls.name, cls);
      for (const field of cls.fields) {
        if (field.isStatic) this.#statics.set(STATIC_BASE + field.offset, field);
      }
    }
  }

  #reads(pc: number, sp: number, stack: Int32Array): Read[] {
    const m = this.#m;
    this.#learn();
    const { code } = m.space;
    const at = (depth: number): number => stack[stack.length - depth] ?? 0;
    const op = code[pc]!;
    if (m.nativeMethod > 0) return this.#native(m.nativeMethod, sp, at);
    if ([204, 205, 241, 242, 256, 257].includes(op)) {
      const field = this.#fieldOf(at(2), code[pc + 1]!);
      return field === null ? [] : [field];
    }
    if ((op >= 46 && op <= 53) || (op >= 246 && op <= 250)) {
      return at(4) === 0 ? [] : [m.classOf(at(4))];
    }
    if ([208, 209, 212, 213, 258, 259].includes(op)) {
      const field = this.#statics.get(code[pc + 1]!);
      if (field === undefined) throw new Error(`no static field at ${code[pc + 1]}`);
      return [field];
    }
    return op === 228 ? this.#variable(pc, sp, at) : [];
  }

  #fieldOf(object: number, offset: number): RuntimeField | null {
    if (object === 0) return null;
    for (let c: RuntimeClass | null = this.#m.classOf(object); c !== null; c = c.superclass) {
      const field = c.fields.find(
        (each) =>
          !each.isStatic && (each.offset === offset || (each.isWide && each.offset + 1 === offset)),
      );
      if (field !== undefined) return field;
    }
    throw new Error(`no field at ${offset} of ${this.#m.classOf(object).name}`);
  }

  /** An access through a VarHandle, which is the first argument. */
  #variable(pc: number, sp: number, at: (depth: number) => number): Read[] {
    const m = this.#m;
    const site = m.linked.handleSites[m.space.code[pc + 1]!]!;
    if (!site.name.startsWith("var:")) return [];
    const slots = [
      ...site.descriptor.slice(1, site.descriptor.indexOf(")")).matchAll(/\[*(?:L[^;]*;|[A-Z])/g),
    ];
    const words = slots.reduce((sum, [type]) => sum + (type === "J" || type === "D" ? 4 : 2), SLOT);
    const handle = at(words);
    if (handle === 0 || sp < words) return [];
    const member = m.H[handle + m.fieldOffset("java/lang/invoke/VarHandle", "member")]!;
    if (member >= 0) return [m.program.classes[member >>> 10]!.fields[member & 1023]!];
    const array = at(words - SLOT);
    return array === 0 ? [] : [m.classOf(array)];
  }

  #native(id: number, sp: number, at: (depth: number) => number): Read[] {
    const m = this.#m;
    const method = m.program.methods[id]!;
    const native = m.nativeFor(method)!;
    const words = method.argSlots * SLOT;
    const { name } = method.owner;
    // A copy is no read unless elements are looked at: what is in it counts where that is read.
    if (method.key === "clone()Ljava/lang/Object;") return [];
    if (name === "java/lang/System" && method.name === "arraycopy") {
      const [from, to] = [at(words), at(words - 2 * SLOT)];
      if (from === 0 || to === 0) return [];
      return m.classOf(from).isSubtypeOf(m.classOf(to)) ? [] : [m.classOf(from)];
    }
    if (name === "jdk/internal/misc/Unsafe" && native.reads.includes("heap")) {
      const object = at(words - SLOT);
      if (object === 0) return [];
      if (m.classOf(object).isArray) return [m.classOf(object)];
      return [this.#unsafeField(object, at(words - 2 * SLOT) >>> 2)];
    }
    const reads: Read[] = [];
    for (const path of parseEffects(native).reads) {
      if (path.kind === "heap") continue;
      const { way, target } = resolvePath(path, method, (each) => m.requireClass(each));
      for (const access of target === null ? way : [...way, target]) this.#add(reads, access);
    }
    if (sp < words) throw new Error("a native without its arguments");
    return reads;
  }

  #unsafeField(object: number, offset: number): RuntimeField {
    const m = this.#m;
    if (m.classOf(object).name === "java/lang/Class") {
      for (const [word, field] of this.#statics) if (word - object === offset) return field;
    }
    return this.#fieldOf(object, offset)!;
  }

  /** Arrays of an unknown type are left out: which was read is not known. */
  #add(reads: Read[], access: Access): void {
    if (access.kind === "field") reads.push(access.field);
    else if (access.kind === "elements" && access.array !== null) {
      const cls = this.#classes.get(access.array);
      if (cls !== undefined) reads.push(cls);
    }
  }
}
