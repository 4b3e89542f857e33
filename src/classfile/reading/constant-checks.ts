/**
 * Checks that the entries of a constant pool refer to each other as the JVM
 * specification (4.4) wants, and that names and descriptors are well-formed.
 * Works on the bytes: a JDK class has hundreds of names, most of which are
 * never asked for, so none is turned into a string here.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { type ClassConstants, Tag } from "../format/constant-pool.ts";
import {
  isClassName,
  isFieldDescriptor,
  isUnqualifiedName,
  parameterSlotsOf,
} from "../format/descriptors.ts";
import { checkModifiedUtf8 } from "../format/modified-utf8.ts";

export const TAG_NAMES: readonly string[] = [
  "nothing",
  "Utf8",
  "unknown",
  "Integer",
  "Float",
  "Long",
  "Double",
  "Class",
  "String",
  "Fieldref",
  "Methodref",
  "InterfaceMethodref",
  "NameAndType",
  "unknown",
  "unknown",
  "MethodHandle",
  "MethodType",
  "Dynamic",
  "InvokeDynamic",
  "Module",
  "Package",
];

/** Class file version since which a tag may be used. */
const SINCE: Readonly<Record<number, number>> = {
  [Tag.methodHandle]: 51,
  [Tag.methodType]: 51,
  [Tag.invokeDynamic]: 51,
  [Tag.module]: 53,
  [Tag.package]: 53,
  [Tag.dynamic]: 55,
};

const ANGLE_OPEN = 0x3c;
const ANGLE_CLOSE = 0x3e;
const OPEN = 0x28;
const ARRAY = 0x5b;
const VOID = 0x56;
const LONG = 0x4a;
const DOUBLE = 0x44;

/** What a Utf8 constant has already been found to be, one bit each. */
const FIELD_NAME = 1;
const METHOD_NAME = 2;
const FIELD_DESCRIPTOR = 4;
const METHOD_DESCRIPTOR = 8;

export class ConstantChecks {
  readonly constants: ClassConstants;
  private readonly found: Uint8Array;

  constructor(constants: ClassConstants) {
    this.constants = constants;
    this.found = new Uint8Array(constants.count);
  }

  /** Every constant of a class file of this version. `isModule`: the class is a module-info. */
  checkAll(majorVersion: number, isModule: boolean): void {
    const { constants } = this;
    for (let index = 1; index < constants.count; index++) {
      const tag = constants.tag(index);
      if (tag >= Tag.methodHandle) {
        if (majorVersion < (SINCE[tag] ?? 0)) {
          this.fail(index, `is not allowed in class file version ${majorVersion}`);
        }
        if (tag >= Tag.module && !isModule) this.fail(index, "is allowed in module-info only");
      }
      this.check(index, tag);
    }
  }

  private check(index: number, tag: number): void {
    switch (tag) {
      case Tag.utf8:
        checkModifiedUtf8(this.constants.bytes, this.start(index), this.end(index));
        break;
      case Tag.class: {
        const name = this.follow(index, 0, Tag.utf8);
        if (!isClassName(this.constants.bytes, this.start(name), this.end(name))) {
          this.fail(index, `has the malformed name "${this.text(name)}"`);
        }
        break;
      }
      case Tag.string:
      case Tag.module:
      case Tag.package:
        this.follow(index, 0, Tag.utf8);
        break;
      case Tag.methodType:
        this.methodDescriptor(this.follow(index, 0, Tag.utf8));
        break;
      case Tag.nameAndType:
        this.nameAndType(index);
        break;
      case Tag.fieldRef:
        this.follow(index, 0, Tag.class);
        if (this.isMethod(this.follow(index, 2, Tag.nameAndType))) {
          this.fail(index, "has the descriptor of a method: not a field descriptor");
        }
        break;
      case Tag.methodRef:
      case Tag.interfaceMethodRef:
        this.methodRef(index, tag);
        break;
      case Tag.methodHandle:
        this.methodHandle(index);
        break;
      case Tag.dynamic:
      case Tag.invokeDynamic:
        this.dynamic(index, tag);
        break;
      default:
        break; // numbers, and the second half of a wide one
    }
  }

  private nameAndType(index: number): void {
    const name = this.follow(index, 0, Tag.utf8);
    const descriptor = this.follow(index, 2, Tag.utf8);
    if (this.constants.bytes[this.start(descriptor)] === OPEN) {
      this.methodName(name);
      this.methodDescriptor(descriptor);
    } else {
      this.fieldName(name);
      this.fieldDescriptor(descriptor);
    }
  }

  /** Whether a NameAndType is that of a method; that it is well-formed is checked at that entry. */
  private isMethod(nameAndType: number): boolean {
    const { constants } = this;
    return constants.bytes[constants.offset(constants.ref(nameAndType, 2)) + 2] === OPEN;
  }

  private methodRef(index: number, tag: number): void {
    this.follow(index, 0, Tag.class);
    const nameAndType = this.follow(index, 2, Tag.nameAndType);
    if (!this.isMethod(nameAndType)) {
      this.fail(index, "has the descriptor of a field: not a method descriptor");
    }
    const { bytes } = this.constants;
    const name = this.constants.ref(nameAndType, 0);
    if (bytes[this.start(name)] !== ANGLE_OPEN) return;
    if (tag === Tag.interfaceMethodRef || this.text(name) !== "<init>") {
      this.fail(index, `refers to the special method ${this.text(name)}`);
    }
    const descriptor = this.follow(nameAndType, 2, Tag.utf8);
    if (bytes[this.end(descriptor) - 1] !== VOID) this.fail(index, "is a non-void <init>");
  }

  private methodHandle(index: number): void {
    const { constants } = this;
    const kind = constants.bytes[constants.offset(index)] ?? 0;
    const member = constants.ref(index, 1);
    const tag = constants.tag(member);
    const fits =
      kind >= 1 && kind <= 4
        ? tag === Tag.fieldRef
        : kind === 5 || kind === 8
          ? tag === Tag.methodRef
          : kind === 6 || kind === 7
            ? tag === Tag.methodRef || tag === Tag.interfaceMethodRef
            : kind === 9 && tag === Tag.interfaceMethodRef;
    if (!fits)
      this.fail(index, `has kind ${kind} and refers to constant ${member}, ${this.kind(member)}`);
    if (tag === Tag.fieldRef) return;
    const name = this.follow(this.follow(member, 2, Tag.nameAndType), 0, Tag.utf8);
    const special = constants.bytes[this.start(name)] === ANGLE_OPEN;
    if (special !== (kind === 8)) this.fail(index, `of kind ${kind} refers to ${this.text(name)}`);
  }

  private dynamic(index: number, tag: number): void {
    const nameAndType = this.follow(index, 2, Tag.nameAndType);
    const name = this.follow(nameAndType, 0, Tag.utf8);
    const descriptor = this.follow(nameAndType, 2, Tag.utf8);
    this.methodName(name);
    if (this.constants.bytes[this.start(name)] === ANGLE_OPEN) {
      this.fail(index, `has the special name ${this.text(name)}`);
    }
    if (tag === Tag.dynamic) this.fieldDescriptor(descriptor);
    else this.methodDescriptor(descriptor);
  }

  /** Utf8 constant `index` must be a field name. */
  fieldName(index: number): void {
    if (((this.found[index] ?? 0) & FIELD_NAME) !== 0) return;
    if (!isUnqualifiedName(this.constants.bytes, this.start(index), this.end(index))) {
      this.fail(index, `"${this.text(index)}" is not a field name`);
    }
    this.note(index, FIELD_NAME);
  }

  methodName(index: number): void {
    if (((this.found[index] ?? 0) & METHOD_NAME) !== 0) return;
    const { bytes } = this.constants;
    const start = this.start(index);
    const end = this.end(index);
    let ok = isUnqualifiedName(bytes, start, end);
    for (let i = start; ok && i < end; i++) {
      if (bytes[i] !== ANGLE_OPEN && bytes[i] !== ANGLE_CLOSE) continue;
      const text = this.text(index);
      ok = text === "<init>" || text === "<clinit>";
      break;
    }
    if (!ok) this.fail(index, `"${this.text(index)}" is not a method name`);
    this.note(index, METHOD_NAME);
  }

  fieldDescriptor(index: number): void {
    if (((this.found[index] ?? 0) & FIELD_DESCRIPTOR) !== 0) return;
    if (!isFieldDescriptor(this.constants.bytes, this.start(index), this.end(index))) {
      this.fail(index, `"${this.text(index)}" is not a field descriptor`);
    }
    this.note(index, FIELD_DESCRIPTOR);
  }

  /** Whether a field descriptor is that of a long or double. */
  isWideDescriptor(index: number): boolean {
    const first = this.constants.bytes[this.start(index)];
    return first === LONG || first === DOUBLE;
  }

  methodDescriptor(index: number): void {
    if (((this.found[index] ?? 0) & METHOD_DESCRIPTOR) !== 0) return;
    const slots = parameterSlotsOf(this.constants.bytes, this.start(index), this.end(index));
    if (slots < 0) this.fail(index, `"${this.text(index)}" is not a method descriptor`);
    if (slots > 255) this.fail(index, `"${this.text(index)}" has more than 255 parameter slots`);
    this.note(index, METHOD_DESCRIPTOR);
  }

  /** Parameter slots of an already checked method descriptor. */
  parameterSlots(index: number): number {
    return parameterSlotsOf(this.constants.bytes, this.start(index), this.end(index));
  }

  /** A Class constant that names an array type. */
  isArrayClass(index: number): boolean {
    return this.constants.bytes[this.start(this.constants.ref(index, 0))] === ARRAY;
  }

  /** A Utf8 constant's text, for messages; works on malformed ones too. */
  text(index: number): string {
    try {
      return this.constants.utf8(index);
    } catch {
      return `constant ${index}`;
    }
  }

  private follow(index: number, displacement: number, tag: number): number {
    const target = this.constants.ref(index, displacement);
    if (this.constants.tag(target) !== tag) {
      this.fail(
        index,
        `refers to constant ${target}, ${this.kind(target)}, instead of a ${TAG_NAMES[tag]}`,
      );
    }
    return target;
  }

  private kind(index: number): string {
    if (index >= this.constants.count) return "out of range";
    return `which is ${TAG_NAMES[this.constants.tag(index)] ?? "unknown"}`;
  }

  private start(utf8: number): number {
    return this.constants.offset(utf8) + 2;
  }

  private end(utf8: number): number {
    return this.start(utf8) + this.constants.ref(utf8, 0);
  }

  private note(index: number, bit: number): void {
    this.found[index] = (this.found[index] ?? 0) | bit;
  }

  private fail(index: number, message: string): never {
    const name = TAG_NAMES[this.constants.tag(index)] ?? "";
    const at = this.constants.offset(index) - 1;
    throw new BadClassFileError(`${name} constant ${index} ${message}, at offset ${at}`);
  }
}
