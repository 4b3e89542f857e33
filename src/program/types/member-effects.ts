/**
 * Type checks of field accesses and calls: the instructions whose operands are
 * described by the constant pool.
 */

import { reject, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import { ACC_INTERFACE } from "../../classfile/format/access-flags.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";
import { type MemberRef, Tag } from "../../classfile/format/constant-pool.ts";
import type { AbstractFrame } from "./abstract-frame.ts";
import type { MemberShape, PoolTypes } from "./pool-types.ts";
import {
  type HierarchyOracle,
  SlotKind,
  TOP,
  type TypeCode,
  UNINITIALIZED_THIS,
} from "./verification-type.ts";

export interface MemberContext {
  readonly classFile: ClassFile;
  /** In whose name invokespecial calls: the class itself, or that of a call site. */
  readonly caller: ClassFile;
  readonly pool: PoolTypes;
  readonly oracle: HierarchyOracle | null;
}

export class MemberSteps {
  readonly #context: MemberContext;
  readonly #frame: AbstractFrame;
  readonly #bytes: Uint8Array;

  constructor(context: MemberContext, frame: AbstractFrame, bytes: Uint8Array) {
    this.#context = context;
    this.#frame = frame;
    this.#bytes = bytes;
  }

  /** Checks that a value may go where `to` is declared. */
  assign(from: TypeCode, to: TypeCode, what: string): void {
    const { oracle, pool } = this.#context;
    if (oracle === null) return;
    const name = pool.types.name(to);
    if (name === null || pool.types.isAssignable(from, name, oracle)) return;
    reject(`${what} should be a ${name.replaceAll("/", ".")} but is ${pool.types.describe(from)}`);
  }

  popValue(type: TypeCode, what: string): void {
    if ((type & 15) === SlotKind.reference) this.assign(this.#frame.popReference(), type, what);
    else this.#frame.pop(type);
  }

  field(at: number, op: number): boolean {
    const frame = this.#frame;
    const { classFile, pool } = this.#context;
    const index = u2(this.#bytes, at + 1);
    const shape = pool.member(index);
    if (shape.tag !== Tag.fieldRef) reject(`constant ${index} should be a field`);
    const isPut = (op & 1) === 1; // putstatic 0xb3, putfield 0xb5
    if (isPut) this.popValue(shape.result, `the value of field ${shape.ref.name}`);
    if (op >= 0xb4) {
      const owner = pool.types.of(shape.ref.owner);
      const object = frame.popAnyReference();
      const isOwn = (): boolean =>
        shape.ref.owner === classFile.name &&
        classFile.fields.some(
          ({ name, descriptor }) => name === shape.ref.name && descriptor === shape.ref.descriptor,
        );
      if ((object & 15) === SlotKind.reference) {
        this.assign(object, owner, "the object");
        this.#checkProtected(object, shape.ref);
      } else if (!(isPut && object === UNINITIALIZED_THIS && isOwn())) {
        reject(`field ${shape.ref.name} of an object whose constructor has not run`);
      }
    }
    if (!isPut) frame.push(shape.result);
    return true;
  }

  invoke(at: number, op: number): boolean {
    const { classFile, pool } = this.#context;
    const index = u2(this.#bytes, at + 1);
    if (op === 0xba) {
      if (classFile.constants.tag(index) !== Tag.invokeDynamic) {
        reject(`constant ${index} should be an InvokeDynamic`);
      }
      if (u2(this.#bytes, at + 3) !== 0) reject("invokedynamic with operands that are not zero");
      const { name, descriptor } = classFile.constants.dynamic(index);
      if (name.startsWith("<")) reject(`invokedynamic of ${name}`);
      const { parameters, result } = pool.method(descriptor);
      this.#popArguments(parameters);
      if (result !== TOP) this.#frame.push(result);
      return true;
    }
    const shape = pool.member(index);
    this.#checkReference(at, op, shape, index);
    this.#popArguments(shape.parameters);
    if (op !== 0xb8) this.#popReceiver(op, shape);
    if (shape.result !== TOP) this.#frame.push(shape.result);
    return true;
  }

  #checkReference(
    at: number,
    op: number,
    { ref, tag, slots, result }: MemberShape,
    index: number,
  ): void {
    const isInterface = tag === Tag.interfaceMethodRef;
    const interfaceAllowed =
      op === 0xb9 || (op !== 0xb6 && this.#context.classFile.majorVersion >= 52);
    if (tag === Tag.fieldRef || (isInterface ? !interfaceAllowed : op === 0xb9)) {
      reject(`constant ${index} is not for this kind of call`);
    }
    if (ref.name.startsWith("<") && !(ref.name === "<init>" && op === 0xb7)) {
      reject(`${ref.name} cannot be called here`);
    }
    if (ref.name === "<init>" && result !== TOP) reject("a constructor that returns a value");
    if (op === 0xb9 && (u1(this.#bytes, at + 3) !== slots + 1 || u1(this.#bytes, at + 4) !== 0)) {
      reject("invokeinterface with a wrong argument count");
    }
  }

  #popArguments(parameters: readonly TypeCode[]): void {
    for (let i = parameters.length - 1; i >= 0; i--) {
      this.popValue(parameters[i] ?? TOP, `argument ${i + 1}`);
    }
  }

  #popReceiver(op: number, { ref }: MemberShape): void {
    const { caller, pool } = this.#context;
    if (ref.name === "<init>") {
      this.#initialise(ref);
      return;
    }
    const receiver = this.#frame.popReference();
    if (op !== 0xb7) {
      this.assign(receiver, pool.types.of(ref.owner), "the receiver");
      if (op === 0xb6) this.#checkProtected(receiver, ref);
      return;
    }
    // super.m(): only up the hierarchy of this class, and only on an instance of this class
    this.assign(receiver, pool.types.of(caller.name), "the receiver");
    if (ref.isInterface && ref.owner !== caller.name) {
      if (!caller.interfaces.includes(ref.owner) && this.#context.oracle !== null) {
        reject(`invokespecial of ${ref.owner}, which is not a direct superinterface`);
      }
    } else this.assign(pool.types.of(caller.name), pool.types.of(ref.owner), "this class");
  }

  /** A protected member of a superclass elsewhere is for objects of this class (JVM specification 4.10.1.8). */
  #checkProtected(object: TypeCode, ref: MemberRef): void {
    const { caller, oracle, pool } = this.#context;
    if (oracle?.isProtectedAbove?.(caller.name, ref) !== true) return;
    const names = pool.types.names(object);
    // Arrays have a public clone.
    if (ref.name === "clone" && pool.types.isArray(object)) return;
    const isInterface = (caller.accessFlags & ACC_INTERFACE) !== 0;
    const isUnfit = isInterface && names.includes(ref.owner);
    if (isUnfit || !pool.types.isAssignable(object, caller.name, oracle)) {
      reject(`${ref.name} is protected, and the object is ${pool.types.describe(object)}`);
    }
  }

  #initialise(ref: MemberRef): void {
    const { owner } = ref;
    const { classFile, pool } = this.#context;
    const frame = this.#frame;
    const object = frame.popAnyReference();
    const kind = object & 15;
    if (kind === SlotKind.uninitializedThis) {
      if (owner !== classFile.name && owner !== classFile.superName) {
        reject(`the constructor calls that of ${owner}, neither this class nor its superclass`);
      }
      frame.thisReady = true;
      frame.replace(object, pool.types.of(classFile.name));
    } else if (kind === SlotKind.uninitialized) {
      const created = pool.class(u2(this.#bytes, (object >> 4) + 1));
      if (created !== pool.types.of(owner)) reject(`the constructor of ${owner} for another class`);
      this.#checkProtected(created, ref);
      frame.replace(object, created);
    } else reject("a constructor is called on an object that already is initialised");
  }
}
