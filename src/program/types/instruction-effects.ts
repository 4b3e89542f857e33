/**
 * The effect of every instruction on an abstract frame, with the checks the
 * JVM makes before it trusts a method. Most instructions are a row of a table;
 * those that depend on their operands are written out here.
 */

import { branchTarget, reject, switchTargets, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { CodeInfo, MethodInfo } from "../../classfile/format/class-file.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import type { AbstractFrame } from "./abstract-frame.ts";
import { SIMPLE_EFFECTS } from "./fixed-effects.ts";
import { type MemberContext, MemberSteps } from "./member-effects.ts";
import { parseField } from "./pool-types.ts";
import {
  arrayOf,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  NULL_TYPE,
  returnAddressTo,
  SlotKind,
  TOP,
  type TypeCode,
  UNINITIALIZED_THIS,
  uninitializedAt,
} from "./verification-type.ts";

/** Kinds of xload, xstore and xreturn, in opcode order; 5 stands for a reference. */
const ORDER: readonly TypeCode[] = [INT, LONG, FLOAT, DOUBLE, NULL_TYPE];
/** Element kinds and array names of xaload and xastore, in opcode order (a: none). */
const ELEMENTS: readonly TypeCode[] = [INT, LONG, FLOAT, DOUBLE, NULL_TYPE, INT, INT, INT];
const ARRAYS = ["[I", "[J", "[F", "[D", "", "[B", "[C", "[S"] as const;
const NEW_ARRAYS = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"] as const;

interface StepContext extends MemberContext {
  readonly method: MethodInfo;
  readonly code: CodeInfo;
  /** Where each `ret` goes, see subroutines.ts. */
  readonly retTargets: ReadonlyMap<number, number>;
  /** The frame as it is now may reach this offset. */
  readonly branch: (target: number) => void;
}

export class Stepper {
  readonly #context: StepContext;
  readonly #frame: AbstractFrame;
  readonly #members: MemberSteps;
  readonly #bytes: Uint8Array;
  readonly #result: TypeCode;
  readonly #isConstructor: boolean;

  constructor(context: StepContext, frame: AbstractFrame) {
    this.#context = context;
    this.#frame = frame;
    this.#bytes = context.code.bytes;
    this.#members = new MemberSteps(context, frame, context.code.bytes);
    this.#result = context.pool.method(context.method.descriptor).result;
    this.#isConstructor = context.method.name === "<init>";
  }

  /** Sets up the frame as it is when the method is entered. */
  enter(): void {
    const { classFile, method, pool } = this.#context;
    const frame = this.#frame;
    frame.cells.fill(TOP);
    frame.depth = 0;
    frame.thisReady = true;
    let index = 0;
    if ((method.accessFlags & ACC_STATIC) === 0) {
      const mustCallSuper = this.#isConstructor && classFile.name !== "java/lang/Object";
      frame.thisReady = !mustCallSuper;
      frame.setLocal(index++, mustCallSuper ? UNINITIALIZED_THIS : pool.types.of(classFile.name));
    }
    for (const type of pool.method(method.descriptor).parameters) {
      frame.setLocal(index, type);
      index += type === LONG || type === DOUBLE ? 2 : 1;
    }
  }

  /** Executes the instruction at an offset; false if control does not continue with the next one. */
  step(at: number): boolean {
    const frame = this.#frame;
    const bytes = this.#bytes;
    const op = bytes[at] ?? 0;
    const effect = SIMPLE_EFFECTS[op];
    if (effect !== undefined) {
      for (const kind of effect.pops) frame.pop(kind);
      if (effect.push !== TOP) frame.push(effect.push);
      if (op < 0x99) return true;
      if (op < 0xaa) {
        this.#context.branch(branchTarget(bytes, at));
        return true;
      }
      for (const target of switchTargets(bytes, at)) this.#context.branch(target);
      return false;
    }
    if (op < 0x36) return op < 0x15 ? this.#loadConstant(at, op) : this.#load(at, op);
    if (op < 0x57) return this.#store(at, op);
    if (op < 0x60) return this.#shuffle(op);
    if (op >= 0xac && op <= 0xb1) return this.#return(op);
    if (op >= 0xb2 && op <= 0xb5) return this.#members.field(at, op);
    if (op >= 0xb6 && op <= 0xba) return this.#members.invoke(at, op);
    return this.#other(at, op);
  }

  #loadConstant(at: number, op: number): boolean {
    const index = op === 0x12 ? u1(this.#bytes, at + 1) : u2(this.#bytes, at + 1);
    const type = this.#constantType(index);
    const isWide = type === LONG || type === DOUBLE;
    if (isWide !== (op === 0x14)) reject(`constant ${index} is not for this kind of ldc`);
    this.#frame.push(type);
    return true;
  }

  #constantType(index: number): TypeCode {
    const { classFile, pool } = this.#context;
    const version = classFile.majorVersion;
    const tag = classFile.constants.tag(index);
    const since = (first: number, type: TypeCode): TypeCode =>
      version >= first ? type : reject(`constant ${index} needs class file version ${first}`);
    switch (tag) {
      case Tag.integer:
        return INT;
      case Tag.float:
        return FLOAT;
      case Tag.long:
        return LONG;
      case Tag.double:
        return DOUBLE;
      case Tag.string:
        return pool.types.of("java/lang/String");
      case Tag.class:
        return since(49, pool.types.of("java/lang/Class"));
      case Tag.methodHandle:
        return since(51, pool.types.of("java/lang/invoke/MethodHandle"));
      case Tag.methodType:
        return since(51, pool.types.of("java/lang/invoke/MethodType"));
      case Tag.dynamic:
        return since(55, parseField(classFile.constants.dynamic(index).descriptor, pool.types));
      default:
        return reject(`constant ${index} cannot be loaded (tag ${tag})`);
    }
  }

  #load(at: number, op: number): boolean {
    if (op >= 0x2e) return this.#loadElement(op);
    if (op < 0x1a) this.#loadLocal(op - 0x15, u1(this.#bytes, at + 1));
    else this.#loadLocal((op - 0x1a) >> 2, (op - 0x1a) & 3);
    return true;
  }

  #loadLocal(order: number, index: number): void {
    const frame = this.#frame;
    if (order < 4) {
      const kind = ORDER[order] ?? TOP;
      frame.checkLocal(index, kind);
      frame.push(kind);
      return;
    }
    const type = frame.local(index);
    const kind = type & 15;
    if (kind < SlotKind.reference || kind > SlotKind.uninitializedThis) {
      reject(
        `local ${index} should be a reference but is ${this.#context.pool.types.describe(type)}`,
      );
    }
    frame.push(type);
  }

  #array(element: number): TypeCode {
    const { types } = this.#context.pool;
    const array = this.#frame.popReference();
    const name = ARRAYS[element] ?? "";
    const fits =
      element === 4
        ? types.component(array) !== TOP
        : types.isOneOf(array, name, element === 5 ? "[Z" : name);
    if (!fits) {
      const wanted = element === 4 ? "an array of references" : name;
      reject(`the array operand should be ${wanted} but is ${types.describe(array)}`);
    }
    return array;
  }

  #loadElement(op: number): boolean {
    const element = op - 0x2e;
    this.#frame.pop(INT);
    const array = this.#array(element);
    this.#frame.push(
      element === 4 ? this.#context.pool.types.component(array) : (ELEMENTS[element] ?? TOP),
    );
    return true;
  }

  #store(at: number, op: number): boolean {
    if (op >= 0x4f) {
      const element = op - 0x4f;
      if (element === 4) this.#frame.popReference();
      else this.#frame.pop(ELEMENTS[element] ?? TOP);
      this.#frame.pop(INT);
      this.#array(element);
    } else if (op < 0x3b) this.#storeLocal(op - 0x36, u1(this.#bytes, at + 1));
    else this.#storeLocal((op - 0x3b) >> 2, (op - 0x3b) & 3);
    return true;
  }

  #storeLocal(order: number, index: number): void {
    const frame = this.#frame;
    if (order === 4) {
      frame.setLocal(index, frame.popStorable());
      return;
    }
    const kind = ORDER[order] ?? TOP;
    frame.pop(kind);
    frame.setLocal(index, kind);
  }

  #shuffle(op: number): boolean {
    const frame = this.#frame;
    if (op === 0x57 || op === 0x58) {
      const count = op - 0x56;
      frame.requireBoundary(count);
      frame.depth -= count;
    } else if (op === 0x5f) frame.swap();
    else if (op < 0x5c) frame.duplicate(1, op - 0x59);
    else frame.duplicate(2, op - 0x5c);
    return true;
  }

  #return(op: number): boolean {
    const result = this.#result;
    const order = op - 0xac;
    const wanted =
      result === TOP ? 5 : (result & 15) === SlotKind.reference ? 4 : ORDER.indexOf(result);
    if (order !== wanted) reject("the return instruction does not fit the method's return type");
    if (order === 4) this.#members.assign(this.#frame.popReference(), result, "the result");
    else if (order < 4) this.#frame.pop(result);
    else if (!this.#frame.thisReady) {
      reject("the constructor returns without having called another constructor");
    }
    return false;
  }

  #other(at: number, op: number): boolean {
    const frame = this.#frame;
    const bytes = this.#bytes;
    const { pool, branch } = this.#context;
    switch (op) {
      case 0x84: // iinc
        frame.checkLocal(u1(bytes, at + 1), INT);
        return true;
      case 0xa5: // if_acmpeq
      case 0xa6: // if_acmpne
        frame.popAnyReference();
        frame.popAnyReference();
        branch(branchTarget(bytes, at));
        return true;
      case 0xc6: // ifnull
      case 0xc7: // ifnonnull
        frame.popAnyReference();
        branch(branchTarget(bytes, at));
        return true;
      case 0xa7: // goto
      case 0xc8: // goto_w
        branch(branchTarget(bytes, at));
        return false;
      case 0xa8: // jsr
      case 0xc9: // jsr_w
        frame.push(returnAddressTo(at + (op === 0xa8 ? 3 : 5)));
        branch(branchTarget(bytes, at));
        return false;
      case 0xa9: // ret
        return this.#ret(at, u1(bytes, at + 1));
      case 0xbb: // new
        return this.#new(at);
      case 0xbc: {
        // newarray
        frame.pop(INT);
        const name = NEW_ARRAYS[u1(bytes, at + 1) - 4];
        frame.push(pool.types.of(name ?? reject("newarray of an unknown type")));
        return true;
      }
      case 0xbd: {
        // anewarray
        frame.pop(INT);
        const element = pool.types.name(pool.class(u2(bytes, at + 1))) ?? "";
        if (element.lastIndexOf("[") >= 254) reject("an array of more than 255 dimensions");
        frame.push(pool.types.of(arrayOf(element)));
        return true;
      }
      case 0xbe: {
        // arraylength
        const array = frame.popReference();
        if (!pool.types.isArray(array)) reject(`the length of ${pool.types.describe(array)}`);
        frame.push(INT);
        return true;
      }
      case 0xbf: // athrow
        this.#members.assign(
          frame.popReference(),
          pool.types.of("java/lang/Throwable"),
          "what is thrown",
        );
        return false;
      case 0xc0: // checkcast
        frame.popReference();
        frame.push(pool.class(u2(bytes, at + 1)));
        return true;
      case 0xc1: // instanceof
        frame.popReference();
        pool.class(u2(bytes, at + 1));
        frame.push(INT);
        return true;
      case 0xc2: // monitorenter
      case 0xc3: // monitorexit
        frame.popAnyReference();
        return true;
      case 0xc4: // wide
        return this.#wide(at, u1(bytes, at + 1), u2(bytes, at + 2));
      case 0xc5: {
        // multianewarray
        const type = pool.class(u2(bytes, at + 1));
        const dimensions = u1(bytes, at + 3);
        const name = pool.types.name(type) ?? "";
        if (dimensions === 0 || name[dimensions - 1] !== "[") {
          reject(`multianewarray with ${dimensions} dimensions of ${name}`);
        }
        for (let i = 0; i < dimensions; i++) frame.pop(INT);
        frame.push(type);
        return true;
      }
      default:
        return reject(`unknown opcode ${op}`);
    }
  }

  #new(at: number): boolean {
    const frame = this.#frame;
    const { types } = this.#context.pool;
    const created = this.#context.pool.class(u2(this.#bytes, at + 1));
    if (types.isArray(created)) reject("new of an array class");
    // No older object of this very instruction can be around: whatever comes back here in a loop
    // was merged with the frame of the first time, which had none.
    frame.push(uninitializedAt(at));
    return true;
  }

  #wide(at: number, op: number, index: number): boolean {
    if (op === 0x84) this.#frame.checkLocal(index, INT);
    else if (op === 0xa9) return this.#ret(at, index);
    else if (op >= 0x36) this.#storeLocal(op - 0x36, index);
    else this.#loadLocal(op - 0x15, index);
    return true;
  }

  #ret(at: number, index: number): boolean {
    const target = this.#context.retTargets.get(at);
    if (target === undefined) reject("ret outside of a subroutine");
    if (this.#frame.local(index) !== returnAddressTo(target)) {
      reject(`local ${index} does not hold the return address of this subroutine`);
    }
    this.#context.branch(target);
    return false;
  }
}
