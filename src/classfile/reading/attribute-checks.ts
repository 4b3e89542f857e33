/**
 * Checks the contents of every attribute known by name: that they fill exactly
 * the length the attribute claims, and that every index and offset in them is
 * good. java-class-tools reads a known attribute by its contents wherever it
 * stands and never looks at its length, so a lie in either would derail it;
 * hence misplaced attributes are checked like any other.
 */
import { ACC_MODULE } from "../format/access-flags.ts";
import {
  Attribute,
  type AttributeNames,
  AttributePlace,
  type AttributeSpec,
} from "../format/attributes.ts";
import { Tag } from "../format/constant-pool.ts";
import { checkAnnotations, checkElementValue, checkTypeAnnotations } from "./annotation-checks.ts";
import type { CheckedCursor } from "./checked-cursor.ts";
import type { ConstantChecks } from "./constant-checks.ts";
import { checkClassFlags } from "./flag-checks.ts";
import { checkModule, checkModuleHashes } from "./module-checks.ts";
import { checkStackMap, checkStackMapTable } from "./stack-map-checks.ts";
import { VariableChecks } from "./variable-table-checks.ts";

const LOADABLE =
  (1 << Tag.integer) |
  (1 << Tag.float) |
  (1 << Tag.long) |
  (1 << Tag.double) |
  (1 << Tag.class) |
  (1 << Tag.string) |
  (1 << Tag.methodHandle) |
  (1 << Tag.methodType) |
  (1 << Tag.dynamic);

const CONSTANT_VALUE =
  (1 << Tag.integer) | (1 << Tag.float) | (1 << Tag.long) | (1 << Tag.double) | (1 << Tag.string);

export class AttributeChecks {
  /** Bootstrap methods declared, once that attribute has been seen. */
  bootstrapMethods = 0;
  /** Of the method whose attributes were checked last; -1 when it has no code. */
  maxLocals = -1;
  /** Of the field whose attributes were checked last: constant-pool index, 0 when there is none. */
  constantValue = 0;
  private readonly cursor: CheckedCursor;
  private readonly constants: ConstantChecks;
  private readonly names: AttributeNames;
  private readonly variables: VariableChecks;
  private readonly majorVersion: number;
  /** Length of the code whose attributes are being checked, -1 outside code. */
  private codeLength = -1;

  constructor(
    cursor: CheckedCursor,
    constants: ConstantChecks,
    names: AttributeNames,
    majorVersion: number,
  ) {
    this.variables = new VariableChecks(cursor, constants, majorVersion);
    this.majorVersion = majorVersion;
    this.cursor = cursor;
    this.constants = constants;
    this.names = names;
  }

  /** The attribute table at the cursor. */
  table(place: AttributePlace): void {
    const { cursor } = this;
    const count = cursor.u2();
    if (place === AttributePlace.method) this.maxLocals = -1;
    else if (place === AttributePlace.field) this.constantValue = 0;
    // Kinds seen so far, as bits; there are more than 32.
    let low = 0;
    let high = 0;
    for (let i = 0; i < count; i++) {
      const nameIndex = cursor.ref(Tag.utf8, "attribute name");
      const spec = this.names.spec(nameIndex);
      const length = cursor.u4();
      const { limit } = cursor;
      const end = cursor.at + length;
      if (end > limit) cursor.fail(`length ${length} of an attribute is beyond the end`, 4);
      if (spec.kind !== Attribute.unknown) {
        const inPlace = (spec.places & place) !== 0;
        if (inPlace && !spec.repeatable) {
          const bit = 1 << (spec.kind & 31);
          const again = spec.kind < 32 ? (low & bit) !== 0 : (high & bit) !== 0;
          if (again) cursor.fail(`second ${spec.name} attribute`, 6);
          if (spec.kind < 32) low |= bit;
          else high |= bit;
        }
        if (spec.kind === Attribute.code && !inPlace) {
          cursor.fail("Code attribute outside a method", 6);
        }
        cursor.limit = end;
        this.contents(spec, length);
        if (cursor.at !== end) {
          cursor.fail(`${spec.name} attribute has ${end - cursor.at} bytes too many`);
        }
        cursor.limit = limit;
      }
      cursor.at = end;
    }
  }

  private contents(spec: AttributeSpec, length: number): void {
    const { cursor } = this;
    switch (spec.kind) {
      case Attribute.code:
        this.code();
        break;
      case Attribute.constantValue:
        this.constantValue = cursor.refAny(CONSTANT_VALUE, "ConstantValue");
        break;
      case Attribute.stackMapTable:
        checkStackMapTable(cursor);
        break;
      case Attribute.stackMap:
        checkStackMap(cursor);
        break;
      case Attribute.innerClasses:
        this.innerClasses();
        break;
      case Attribute.enclosingMethod:
        cursor.ref(Tag.class, "enclosing class");
        cursor.optionalRef(Tag.nameAndType, "enclosing method");
        break;
      case Attribute.synthetic:
      case Attribute.deprecated:
        break;
      case Attribute.signature:
      case Attribute.sourceFile:
      case Attribute.moduleTarget:
        cursor.ref(Tag.utf8, spec.name);
        break;
      case Attribute.sourceDebugExtension:
        cursor.skip(length);
        break;
      case Attribute.lineNumberTable:
        for (let n = cursor.u2(); n > 0; n--) {
          this.offsetInCode("line number");
          cursor.u2();
        }
        break;
      case Attribute.localVariableTable:
        this.variables.table(false);
        break;
      case Attribute.localVariableTypeTable:
        this.variables.table(true);
        break;
      case Attribute.runtimeVisibleAnnotations:
      case Attribute.runtimeInvisibleAnnotations:
        checkAnnotations(cursor);
        break;
      case Attribute.runtimeVisibleParameterAnnotations:
      case Attribute.runtimeInvisibleParameterAnnotations:
        for (let n = cursor.u1(); n > 0; n--) checkAnnotations(cursor);
        break;
      case Attribute.runtimeVisibleTypeAnnotations:
      case Attribute.runtimeInvisibleTypeAnnotations:
        checkTypeAnnotations(cursor);
        break;
      case Attribute.annotationDefault:
        checkElementValue(cursor, 0);
        break;
      case Attribute.bootstrapMethods:
        this.bootstrap();
        break;
      case Attribute.methodParameters:
        for (let n = cursor.u1(); n > 0; n--) {
          cursor.optionalRef(Tag.utf8, "parameter name");
          cursor.u2();
        }
        break;
      case Attribute.module:
        checkModule(cursor);
        break;
      case Attribute.moduleHashes:
        checkModuleHashes(cursor);
        break;
      case Attribute.moduleResolution:
        cursor.u2();
        break;
      case Attribute.modulePackages:
        cursor.refs(Tag.package, "package");
        break;
      case Attribute.moduleMainClass:
      case Attribute.nestHost:
        cursor.ref(Tag.class, spec.name);
        break;
      case Attribute.exceptions:
      case Attribute.nestMembers:
      case Attribute.permittedSubclasses:
        cursor.refs(Tag.class, spec.name);
        break;
      case Attribute.record:
        this.recordComponents();
        break;
      case Attribute.unknown:
        break;
    }
  }

  private code(): void {
    const { cursor } = this;
    cursor.u2(); // max_stack
    this.maxLocals = cursor.u2();
    const length = cursor.u4();
    if (length === 0 || length > 65535) cursor.fail(`code length is ${length}`, 4);
    cursor.skip(length);
    for (let n = cursor.u2(); n > 0; n--) {
      const start = cursor.u2();
      const end = cursor.u2();
      if (start >= end || end > length) {
        cursor.fail(`handler range ${start}-${end} is not within code of ${length} bytes`, 4);
      }
      const handler = cursor.u2();
      if (handler >= length) cursor.fail(`handler ${handler} is outside the code`, 2);
      cursor.optionalRef(Tag.class, "catch type");
    }
    this.codeLength = length;
    this.variables.enterCode(length, this.maxLocals);
    this.table(AttributePlace.code);
    this.variables.leaveCode();
    this.codeLength = -1;
  }

  private offsetInCode(what: string): number {
    const offset = this.cursor.u2();
    if (this.codeLength >= 0 && offset >= this.codeLength) {
      this.cursor.fail(`${what} offset ${offset} is outside the code`, 2);
    }
    return offset;
  }

  private innerClasses(): void {
    const { cursor } = this;
    for (let n = cursor.u2(); n > 0; n--) {
      const inner = cursor.ref(Tag.class, "inner class");
      const outer = cursor.optionalRef(Tag.class, "outer class");
      if (outer !== 0 && this.constants.isArrayClass(outer)) {
        cursor.fail("the outer class is an array class", 2);
      }
      if (inner === outer) cursor.fail("a class is its own outer class", 4);
      cursor.optionalRef(Tag.utf8, "inner class name");
      const flags = cursor.u2();
      if ((flags & ACC_MODULE) !== 0 && this.majorVersion >= 53) {
        cursor.fail("an inner class is a module", 2);
      }
      checkClassFlags(flags, this.majorVersion);
    }
  }

  private bootstrap(): void {
    const { cursor } = this;
    const count = cursor.u2();
    for (let n = count; n > 0; n--) {
      cursor.ref(Tag.methodHandle, "bootstrap method");
      for (let k = cursor.u2(); k > 0; k--) cursor.refAny(LOADABLE, "bootstrap argument");
    }
    this.bootstrapMethods = count;
  }

  private recordComponents(): void {
    const { cursor } = this;
    for (let n = cursor.u2(); n > 0; n--) {
      this.constants.fieldName(cursor.ref(Tag.utf8, "record component name"));
      this.constants.fieldDescriptor(cursor.ref(Tag.utf8, "record component descriptor"));
      this.table(AttributePlace.component);
    }
  }
}
