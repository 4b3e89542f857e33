/** What instructions that stay in their frame do to what is known of its slots: all but calls of methods, returns and exceptions. */
import { instructionLength, u1, u2 } from "../../../classfile/code/bytecode-scan.ts";
import { SLOTS_POPPED, SLOTS_PUSHED } from "../../../classfile/format/opcodes.ts";
import type { TranslatedMethod } from "../../../vm/code/code-space.ts";
import { I } from "../../../vm/code/instructions.ts";
import type { Machine } from "../../../vm/machine.ts";
import { SLOT } from "../../../vm/memory/object-layout.ts";
import { NOTHING, type Reads, union } from "./accesses.ts";
import type { Branches } from "./branches.ts";
import type { CellAccess } from "./cell-access.ts";
import {
  endsChoice,
  isCall,
  isDecision,
  isReturn,
  localOf,
  PUTFIELD,
  slotsMoved,
  WIDE,
} from "./opcodes.ts";
import type { ReadsAndWrites } from "./reads-and-writes.ts";
import type { Slots } from "./slots.ts";

/** The instruction that has been executed, as it was before. */
export interface Executed {
  readonly pc: number;
  readonly fp: number;
  readonly sp: number;
  /** The method that it called; -1 for none. */
  readonly called: number;
  /** What it accessed; its object may have been collected since. */
  readonly access: CellAccess;
  readonly isAccessKnown: boolean;
}

export class FrameEffects {
  readonly #m: Machine;
  readonly #slots: Slots;
  readonly #branches: Branches;
  readonly #history: ReadsAndWrites;
  /** Where the value that the last instruction read has gone. */
  readAt = 0;
  #now!: Executed;

  constructor(
    m: Machine,
    parts: { readonly slots: Slots; readonly branches: Branches; readonly history: ReadsAndWrites },
  ) {
    this.#m = m;
    this.#slots = parts.slots;
    this.#branches = parts.branches;
    this.#history = parts.history;
  }

  /**
   * The machine is behind the instruction, or behind a pair that is executed as one. Returns where the operands should
   * end now.
   */
  apply(code: TranslatedMethod, index: number, now: Executed): number {
    this.#now = now;
    const sp = this.#simulate(code, code.offsets[index]!, now.sp);
    const op = this.#m.space.code[now.pc]!;
    const isPair = op === I.loadLoad || op === I.loadPush;
    if (!isPair || this.#m.pc !== code.pcs[index + 2]) return sp;
    return this.#simulate(code, code.offsets[index + 1]!, sp);
  }

  /** Returns where the operands end afterwards. */
  #simulate(code: TranslatedMethod, offset: number, sp: number): number {
    const { bytes } = code.info;
    const slots = this.#slots;
    const op = u1(bytes, offset);
    const popped = SLOTS_POPPED[op] ?? 0;
    const pushed = SLOTS_PUSHED[op] ?? 0;
    if (op <= 0x14) return slots.push(sp, pushed, this.#chosen(bytes, offset));
    if (op <= 0x2d) return this.#load(op, localOf(bytes, offset, op), sp);
    if (op <= 0x35) {
      this.#slots.put(sp - 2 * SLOT, slots.range(sp - 2 * SLOT, sp)); // array and index
      return this.#read(sp - 2 * SLOT, pushed);
    }
    if (op <= 0x4e) return this.#store(op, localOf(bytes, offset, op), sp);
    if (op <= 0x56) return this.#write(sp - SLOT, sp - popped * SLOT);
    if (op <= 0x5f) return slots.shuffle(op, this.#now.fp, sp);
    if (op === 0x84) return this.#increment(u1(bytes, offset + 1), sp);
    if (op === WIDE) return this.#wide(bytes, offset, sp);
    if (isDecision(op)) return this.#decide(code, offset, sp - popped * SLOT, sp);
    if (op >= 0xb2 && op <= PUTFIELD) return this.#field(op, sp);
    if (isCall(op)) return this.#call(sp);
    if (op === 0xc0) return sp; // checkcast leaves its operand
    const isMultiArray = op === 0xc5;
    const base = sp - (isMultiArray ? u1(bytes, offset + 3) : popped) * SLOT;
    return slots.push(base, isMultiArray ? 1 : pushed, slots.range(base, sp));
  }

  /** A constant that is returned or stored under a condition says as much as the condition. */
  #chosen(bytes: Uint8Array, offset: number): Reads {
    const { thread } = this.#m;
    const { fp } = this.#now;
    const next = offset + instructionLength(bytes, offset);
    if (isReturn(u1(bytes, next))) return this.#branches.all(thread, fp);
    return endsChoice(u1(bytes, next)) ? this.#branches.innermost(thread, fp) : NOTHING;
  }

  #load(op: number, local: number, sp: number): number {
    return this.#slots.push(sp, slotsMoved(op), this.#slots.at(this.#now.fp + local * SLOT));
  }

  #store(op: number, local: number, sp: number): number {
    const moved = slotsMoved(op);
    const base = sp - moved * SLOT;
    this.#slots.push(this.#now.fp + local * SLOT, moved, this.#slots.at(base));
    return base;
  }

  /** How often something is counted depends on the condition under which it is. */
  #increment(local: number, sp: number): number {
    const { fp } = this.#now;
    const at = fp + local * SLOT;
    const condition = this.#branches.innermost(this.#m.thread, fp);
    this.#slots.put(at, union(this.#slots.at(at), condition));
    return sp;
  }

  #wide(bytes: Uint8Array, offset: number, sp: number): number {
    const op = u1(bytes, offset + 1);
    const local = u2(bytes, offset + 2);
    if (op === 0x84) return this.#increment(local, sp);
    if (op >= 0x15 && op <= 0x19) return this.#load(op, local, sp);
    return op >= 0x36 && op <= 0x3a ? this.#store(op, local, sp) : sp;
  }

  #decide(code: TranslatedMethod, offset: number, base: number, sp: number): number {
    const { pc, fp } = this.#now;
    const from = this.#slots.range(base, sp);
    this.#branches.decide(this.#m.thread, code, { offset, pc, fp, sp: base, from });
    return base;
  }

  #field(op: number, sp: number): number {
    const { sp: end } = this.#m;
    if (op === 0xb2) {
      this.#slots.put(sp, NOTHING); // there is no object
      return this.#read(sp, (end - sp) / SLOT);
    }
    if (op === 0xb3) return this.#write(end, end);
    if (op === 0xb4) return this.#read(sp - SLOT, (end - sp) / SLOT + 1);
    return this.#write(end + SLOT, end);
  }

  #read(base: number, slots: number): number {
    const { access, isAccessKnown } = this.#now;
    this.readAt = base;
    const isKnown = isAccessKnown && access.use === "read";
    const found = this.#slots.at(base);
    return this.#slots.push(base, slots, isKnown ? [this.#history.read(access, found)] : NOTHING);
  }

  #write(value: number, end: number): number {
    const { access, isAccessKnown } = this.#now;
    if (isAccessKnown && access.use === "write") this.#put(this.#slots.at(value));
    return end;
  }

  #put(from: Reads): void {
    this.#history.write(this.#now.access, from, this.#branches.top(this.#m.thread));
  }

  /** A call that has already returned: its result may depend on all its arguments. */
  #call(sp: number): number {
    const m = this.#m;
    const { access, isAccessKnown, called } = this.#now;
    const words = this.#argumentWords();
    const base = sp - words;
    const { thread } = m;
    let from =
      words === 0 ? this.#branches.innermost(thread, this.#now.fp) : this.#slots.range(base, sp);
    if (isAccessKnown && access.use !== "none") {
      if (access.use !== "write") from = union(from, [this.#history.read(access, NOTHING)]);
      if (access.use !== "read") this.#put(from);
      this.readAt = base;
    }
    if (isAccessKnown && isArrayCopy(m, called)) {
      this.#history.copy(m, base, this.#branches.top(thread));
    }
    return this.#slots.push(base, (m.sp - base) / SLOT, from);
  }

  #argumentWords(): number {
    const m = this.#m;
    const { pc, called } = this.#now;
    const { code } = m.space;
    if (code[pc] === I.invokeHandle)
      return m.linked.handleSites[code[pc + 1]!]?.variable?.words ?? 0;
    return called < 0 ? 0 : m.space.args[called]!;
  }
}

function isArrayCopy(m: Machine, called: number): boolean {
  const method = m.program.methods[called];
  return method?.name === "arraycopy" && method.owner.name === "java/lang/System";
}
