/**
 * Follows a replay instruction by instruction, and knows of every value which reads it was computed from, of every
 * write which value it stored and under which conditions, and of every exception what the instruction that failed had
 * used: a dynamic slice, from which the explanation of an exception is taken (why/exception.ts).
 *
 * What is known of a value is kept by the slot of the stack that holds it. The arguments of a call lie where the
 * callee has its locals, so that they need no care.
 *
 * Of a long schedule all this would take more time and memory than the schedule itself. It is therefore given up, and
 * forgotten, behind a limit: the violation is reported without it.
 */
import { u1 } from "../../../classfile/code/bytecode-scan.ts";
import { SLOTS_POPPED } from "../../../classfile/format/opcodes.ts";
import type { TranslatedMethod } from "../../../vm/code/code-space.ts";
import { I } from "../../../vm/code/instructions.ts";
import { Stop } from "../../../vm/interpreter/stop.ts";
import type { Machine } from "../../../vm/machine.ts";
import { SLOT } from "../../../vm/memory/object-layout.ts";
import { calledMethod } from "../../trace/call-operations.ts";
import type { Operation } from "../../trace/trace.ts";
import { type Branch, NOTHING, type Reads, union } from "./accesses.ts";
import { Branches } from "./branches.ts";
import { CellAccess } from "./cell-access.ts";
import { FrameEffects } from "./frame-effects.ts";
import {
  ATHROW,
  isCall,
  isJump,
  isReturn,
  isWideReturn,
  PUTFIELD,
  VOID_RETURN,
  WIDE,
} from "./opcodes.ts";
import { moveKeys, ReadsAndWrites } from "./reads-and-writes.ts";
import { Slots } from "./slots.ts";

/** What an instruction had used when it threw an exception. */
export interface Blame {
  readonly from: Reads;
  /** The conditions under which it was reached. */
  readonly under: Branch | null;
  readonly lane: number;
  readonly time: number;
}

/** Of a schedule with more instructions than this, nothing is known: following them would take too much time. */
const MOST_INSTRUCTIONS = 1_000_000;
/** Nor of one with more cells, reads and writes: each may keep an operation alive that the trace leaves out. */
export const MOST_RECORDS = 100_000;

const isPrologue = (op: number): boolean =>
  op === I.lockMethod || op === I.beginOperation || op === I.noteFixed;

export class ValueOrigins {
  readonly #m: Machine;
  readonly #slots = new Slots();
  readonly #branches = new Branches();
  readonly #history = new ReadsAndWrites();
  readonly #effects: FrameEffects;
  /** By exception. */
  readonly #blames = new Map<number, Blame>();
  #instructions = 0;
  #hasGivenUp = false;
  /** The opcode of an instruction that has left its operands elsewhere than expected: then nothing is explained. */
  misplaced: number | null = null;

  // The instruction that is being executed.
  readonly #access = new CellAccess();
  readonly #now = { pc: 0, fp: 0, sp: 0, called: -1, collections: 0 };

  constructor(m: Machine) {
    this.#m = m;
    this.#effects = new FrameEffects(m, {
      slots: this.#slots,
      branches: this.#branches,
      history: this.#history,
    });
  }

  /** What an exception was thrown for; null if that is not known. */
  blameOf(exception: number): Blame | null {
    if (this.#hasGivenUp || this.misplaced !== null) return null;
    return this.#blames.get(exception) ?? null;
  }

  /** The schedule was too long: nothing is known, and nothing more is recorded. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** How many cells, reads and writes it keeps. */
  get records(): number {
    return this.#history.records;
  }

  // ---- what the replay tells ----

  stepBegins(step: number, lane: number): void {
    this.#history.step = step;
    this.#history.lane = lane;
  }

  moved(newPlace: (ref: number) => number): void {
    this.#history.moved(newPlace);
    moveKeys(this.#blames, newPlace);
  }

  shown(operation: Operation): void {
    if (!this.#hasGivenUp) this.#history.shown(operation);
  }

  before(): ((stop: Stop) => void) | null {
    if (this.#hasGivenUp) return null;
    this.#settle();
    const m = this.#m;
    const { pc, fp, sp } = m;
    const op = m.space.code[pc]!;
    if (isPrologue(op)) return null;
    if (++this.#instructions > MOST_INSTRUCTIONS || this.records > MOST_RECORDS) {
      this.#giveUp();
      return null;
    }
    this.#now.pc = pc;
    this.#now.fp = fp;
    this.#now.sp = sp;
    this.#now.collections = m.collections;
    this.#now.called = calledMethod(m, op, pc, sp);
    this.#access.decode(m, this.#now.called);
    return this.#after;
  }

  #giveUp(): void {
    this.#hasGivenUp = true;
    this.#slots.clear();
    this.#branches.clear();
    this.#history.clear();
    this.#blames.clear();
  }

  /** What no other thread can observe is looked through: its value comes from where it was computed. */
  #settle(): void {
    const read = this.#history.settle();
    if (read === null) return;
    const from = union(read.base, read.saw?.from ?? NOTHING);
    this.#slots.replace(this.#effects.readAt, read, from);
  }

  // ---- one instruction ----

  readonly #after = (stop: Stop): void => {
    const m = this.#m;
    const [pc, fp] = [this.#now.pc, this.#now.fp];
    // It has to wait, or something else must be done first.
    if (m.pc === pc && m.fp === fp && stop !== Stop.ended) return;
    const code = m.space.codeAt(pc);
    const index = m.space.instructionAt(code, pc);
    const offset = code.offsets[index]!;
    const op = u1(code.info.bytes, offset);
    this.#branches.meet(m.thread, fp, offset, this.#choose);
    if (stop === Stop.ended) {
      if (m.pending !== 0) this.#blame(m.pending, code, offset, op);
      this.#branches.ended(m.thread);
    } else if (m.fp > fp) this.#enter(op);
    else if (m.fp < fp && isReturn(op)) this.#return(code, op);
    else if (m.fp < fp || this.#isCaught(code, index, op)) this.#catch(code, offset, op);
    else {
      const end = this.#effects.apply(code, index, {
        pc,
        fp,
        sp: this.#now.sp,
        called: this.#now.called,
        access: this.#access,
        isAccessKnown: m.collections === this.#now.collections,
      });
      if (end !== m.sp) this.misplaced ??= op;
    }
  };

  /** What has been pushed since a branch was chosen by it, as by "?:". */
  readonly #choose = ({ sp, from }: Branch): void => {
    for (let at = sp; at < this.#now.sp; at += SLOT)
      this.#slots.put(at, union(this.#slots.at(at), from));
  };

  /** An exception has a handler in the same method. */
  #isCaught(code: TranslatedMethod, index: number, op: number): boolean {
    const { pc } = this.#m;
    if (op === ATHROW) return true;
    const jumps = isJump(op === WIDE ? u1(code.info.bytes, code.offsets[index]! + 1) : op);
    return !jumps && pc !== code.pcs[index + 1] && pc !== code.pcs[index + 2];
  }

  #enter(op: number): void {
    const m = this.#m;
    const callee = m.space.methodOf[m.pc]!;
    if (!isCall(op) || isInterruption(m, callee)) return;
    if (callee === this.#now.called) {
      if (m.program.methods[callee]?.name === "<init>") this.#construct(callee);
      return;
    }
    // A method handle, or a native that calls: the arguments may be elsewhere.
    const all = this.#slots.range(Math.min(m.fp, this.#now.sp), this.#now.sp);
    this.#slots.push(m.fp, m.space.args[callee]! / SLOT, all);
  }

  /** A new object is what it was made from: javac keeps a copy of its reference below the arguments. */
  #construct(constructor: number): void {
    const { fp, S, space } = this.#m;
    const copy = fp - SLOT;
    if (S[copy] !== S[fp]) return;
    const made = this.#slots.range(fp + SLOT, fp + space.args[constructor]!);
    this.#slots.put(copy, union(this.#slots.at(copy), made));
  }

  #return(code: TranslatedMethod, op: number): void {
    const m = this.#m;
    if (op !== VOID_RETURN && !isInterruption(m, code.method.id)) {
      const slots = isWideReturn(op) ? 2 : 1;
      this.#slots.push(m.sp - slots * SLOT, slots, this.#slots.at(this.#now.sp - SLOT));
    }
    this.#branches.leaveTo(m.thread, m.fp);
  }

  #catch(code: TranslatedMethod, offset: number, op: number): void {
    const m = this.#m;
    const at = m.sp - SLOT;
    this.#blame(m.S[at]!, code, offset, op);
    this.#slots.put(at, NOTHING);
    this.#branches.leaveTo(m.thread, m.fp);
  }

  #blame(exception: number, { info }: TranslatedMethod, offset: number, op: number): void {
    // One that is thrown again was thrown for its first reason.
    if (exception === 0 || this.#blames.has(exception)) return;
    const from = op === ATHROW ? NOTHING : this.#used(info.bytes, offset, op);
    const under = this.#branches.top(this.#m.thread);
    const { lane } = this.#history;
    this.#blames.set(exception, { from, under, lane, time: this.#history.tick() });
  }

  /** What a failing instruction failed on. */
  #used(bytes: Uint8Array, offset: number, op: number): Reads {
    const { space } = this.#m;
    const sp = this.#now.sp;
    if (isCall(op)) {
      if (this.#now.called < 0) return this.#slots.at(sp - receiverDepth(space.code, this.#now.pc));
      return this.#slots.range(sp - space.args[this.#now.called]!, sp);
    }
    if (op === PUTFIELD) {
      // The object is below the value.
      const machineOp = space.code[this.#now.pc];
      const isWide = machineOp === I.putfield2 || machineOp === I.putfield2Checked;
      return this.#slots.at(sp - (isWide ? 3 : 2) * SLOT);
    }
    // getfield: the object. Divisions fail on their divisor.
    const isDivision = op === 0x6c || op === 0x70;
    const isLongDivision = op === 0x6d || op === 0x71;
    const all = op === 0xc5 ? u1(bytes, offset + 3) : (SLOTS_POPPED[op] ?? 0);
    const slots = op === 0xb4 || isDivision ? 1 : isLongDivision ? 2 : all;
    return this.#slots.range(sp - slots * SLOT, sp);
  }
}

/** Of a call whose receiver is null: how far it is below the end of the operands. */
function receiverDepth(code: Int32Array, pc: number): number {
  return code[pc] === I.invokeVirtual ? code[pc + 2]! : code[pc + 1]!;
}

/** The method runs in front of an instruction, which is executed afterwards. */
const isInterruption = (m: Machine, method: number): boolean =>
  method === m.linked.initializerMethod || method === m.linked.linkerMethod;
