/**
 * Decides whether bytes are a class file that may be handed to the readers.
 * It walks the raw bytes and checks every length, tag, index and count, since
 * java-class-tools checks nothing (hostile input makes it fail with a
 * TypeError, read an attribute as another, or allocate without bound) and our
 * own reader relies on never having to look twice. Instructions are not looked
 * at here: see decoder.ts.
 */
import { BadClassFileError } from "../../core/errors.ts";
import * as Acc from "../format/access-flags.ts";
import { AttributeNames, AttributePlace } from "../format/attributes.ts";
import { ClassConstants, Tag } from "../format/constant-pool.ts";
import { MAX_PARAMETER_SLOTS } from "../format/descriptors.ts";
import { AttributeChecks } from "./attribute-checks.ts";
import { CheckedCursor, IndexRecorder } from "./checked-cursor.ts";
import { ConstantChecks } from "./constant-checks.ts";
import { Cursor } from "./cursor.ts";
import { checkClassFlags, checkFieldFlags, checkMethodFlags } from "./flag-checks.ts";

const MAGIC = 0xcafebabe;
export const OLDEST_MAJOR = 45;
export const NEWEST_MAJOR = 70;
const PREVIEW_MINOR = 65535;

/** What the walk found out and a reader can use. */
export interface ValidClass {
  readonly minorVersion: number;
  readonly majorVersion: number;
  readonly constants: ClassConstants;
  readonly attributeNames: AttributeNames;
}

/** Throws BadClassFileError, which says what is wrong and at which offset. */
export function validateClass(bytes: Uint8Array): ValidClass {
  const opened = openClass(bytes);
  new Validator(opened, new CheckedCursor(opened.constants)).run();
  return opened;
}

/** The same, and where all the constant-pool indices are that stand outside the pool and outside of instructions. */
export function validateWithUses(bytes: Uint8Array): ValidClass & { readonly uses: Int32Array } {
  const opened = openClass(bytes);
  const cursor = new IndexRecorder(opened.constants);
  new Validator(opened, cursor).run();
  return { ...opened, uses: cursor.sortedUses() };
}

/** The same without the walk, for bytes that are known to pass it. */
export function openClass(bytes: Uint8Array): ValidClass {
  const header = new Cursor(bytes);
  if (header.u4() !== MAGIC) throw new BadClassFileError("not a class file: wrong magic number");
  const minorVersion = header.u2();
  const majorVersion = header.u2();
  if (majorVersion < OLDEST_MAJOR || majorVersion > NEWEST_MAJOR) {
    throw new BadClassFileError(
      `unsupported class file version ${majorVersion}.${minorVersion} (supported: ${OLDEST_MAJOR} to ${NEWEST_MAJOR})`,
    );
  }
  if (majorVersion >= 56 && minorVersion !== 0 && minorVersion !== PREVIEW_MINOR) {
    throw new BadClassFileError(`bad class file version ${majorVersion}.${minorVersion}`);
  }
  const constants = new ClassConstants(bytes, 8);
  const attributeNames = new AttributeNames(constants);
  return { minorVersion, majorVersion, constants, attributeNames };
}

/** Names seen so far, with their one descriptor or the set of them. */
type Members = Map<string, string | Set<string>>;

class Validator {
  private readonly constants: ClassConstants;
  private readonly checks: ConstantChecks;
  private readonly cursor: CheckedCursor;
  private readonly attributes: AttributeChecks;
  private readonly majorVersion: number;

  constructor({ constants, attributeNames, majorVersion }: ValidClass, cursor: CheckedCursor) {
    this.constants = constants;
    this.majorVersion = majorVersion;
    this.checks = new ConstantChecks(constants);
    this.cursor = cursor;
    this.attributes = new AttributeChecks(cursor, this.checks, attributeNames, majorVersion);
  }

  run(): void {
    const { cursor } = this;
    const flags = cursor.u2();
    // Before, the flag means nothing.
    const isModule = (flags & Acc.ACC_MODULE) !== 0 && this.majorVersion >= 53;
    this.checks.checkAll(this.majorVersion, isModule);
    checkClassFlags(flags, this.majorVersion);
    this.header(isModule);
    const fields = this.members("field", (seen) => this.field(seen, flags));
    const methods = this.members("method", (seen) => this.method(seen, flags));
    if (isModule && fields + methods > 0) cursor.fail("module-info has fields or methods");
    this.attributes.table(AttributePlace.class);
    if (cursor.at !== cursor.limit) {
      cursor.fail(`${cursor.limit - cursor.at} bytes after the end of the class`);
    }
    this.bootstrapIndices();
  }

  private header(isModule: boolean): void {
    const { cursor, constants } = this;
    const thisClass = this.plainClass("this class");
    const name = constants.className(thisClass);
    const superAt = cursor.at;
    const superIndex = cursor.u2();
    const needsSuper = !isModule && name !== "java/lang/Object";
    if ((superIndex !== 0) !== needsSuper) {
      cursor.fail(needsSuper ? `${name} has no super class` : `${name} has a super class`, 2);
    }
    if (needsSuper) {
      cursor.at = superAt;
      this.plainClass("super class");
    }
    const count = cursor.u2();
    if (isModule && count > 0) cursor.fail("module-info has interfaces", 2);
    const seen = new Set<string>();
    for (let n = count; n > 0; n--) {
      const each = constants.className(this.plainClass("interface"));
      if (seen.has(each)) cursor.fail(`interface ${each} is listed twice`, 2);
      seen.add(each);
    }
  }

  /** A Class constant that is not an array. */
  private plainClass(what: string): number {
    const index = this.cursor.ref(Tag.class, what);
    if (this.checks.isArrayClass(index)) this.cursor.fail(`${what} is an array`, 2);
    return index;
  }

  private members(what: string, check: (seen: Members) => void): number {
    const { cursor } = this;
    const count = cursor.u2();
    // A member takes at least eight bytes: refuse before looping over a made-up count.
    if (count * 8 > cursor.limit - cursor.at) cursor.fail(`${count} ${what}s cannot fit`, 2);
    const seen: Members = new Map();
    for (let n = count; n > 0; n--) check(seen);
    return count;
  }

  /** Members may share a name (overloads, and for fields even that), but not name and descriptor. */
  private unique(seen: Members, name: string, descriptor: string): void {
    const overloads = seen.get(name);
    if (overloads === undefined) seen.set(name, descriptor);
    else if (typeof overloads === "string") {
      if (overloads === descriptor) this.cursor.fail(`second member ${name} ${descriptor}`, 4);
      seen.set(name, new Set([overloads, descriptor]));
    } else {
      if (overloads.has(descriptor)) this.cursor.fail(`second member ${name} ${descriptor}`, 4);
      overloads.add(descriptor);
    }
  }

  private field(seen: Members, classFlags: number): void {
    const { cursor, constants, checks } = this;
    const flags = cursor.u2();
    const nameIndex = cursor.ref(Tag.utf8, "field name");
    const descriptorIndex = cursor.ref(Tag.utf8, "field descriptor");
    checks.fieldName(nameIndex);
    checks.fieldDescriptor(descriptorIndex);
    const name = constants.utf8(nameIndex);
    const descriptor = constants.utf8(descriptorIndex);
    checkFieldFlags(name, flags, classFlags);
    this.unique(seen, name, descriptor);
    this.attributes.table(AttributePlace.field);
    const { constantValue } = this.attributes;
    if (constantValue !== 0 && (flags & Acc.ACC_STATIC) !== 0) {
      const wanted = descriptor === "Ljava/lang/String;" ? Tag.string : VALUE_TAGS[descriptor];
      if (constants.tag(constantValue) !== wanted) {
        cursor.fail(`ConstantValue of field ${name} does not fit its type ${descriptor}`);
      }
    }
  }

  private method(seen: Members, classFlags: number): void {
    const { cursor, constants, checks } = this;
    const flags = cursor.u2();
    const nameIndex = cursor.ref(Tag.utf8, "method name");
    const descriptorIndex = cursor.ref(Tag.utf8, "method descriptor");
    checks.methodName(nameIndex);
    checks.methodDescriptor(descriptorIndex);
    const name = constants.utf8(nameIndex);
    const descriptor = constants.utf8(descriptorIndex);
    checkMethodFlags(name, descriptor, flags, classFlags, this.majorVersion);
    this.unique(seen, name, descriptor);
    const receiver = (flags & Acc.ACC_STATIC) === 0 ? 1 : 0;
    const slots = checks.parameterSlots(descriptorIndex) + receiver;
    if (slots > MAX_PARAMETER_SLOTS) {
      cursor.fail(`method ${name} has ${slots} parameter slots`, 2);
    }
    this.attributes.table(AttributePlace.method);
    const { maxLocals } = this.attributes;
    const hasCode = maxLocals >= 0;
    if (hasCode && maxLocals < slots) {
      cursor.fail(`method ${name} has ${maxLocals} locals for ${slots} parameter slots`);
    }
    const bodyless = (flags & (Acc.ACC_ABSTRACT | Acc.ACC_NATIVE)) !== 0 && name !== "<clinit>";
    if (hasCode === bodyless) {
      cursor.fail(`method ${name}${descriptor} ${hasCode ? "has" : "lacks"} a Code attribute`);
    }
  }

  /** Only known once the BootstrapMethods attribute at the very end has been seen. */
  private bootstrapIndices(): void {
    const { constants, attributes } = this;
    for (let index = 1; index < constants.count; index++) {
      const tag = constants.tag(index);
      if (tag !== Tag.invokeDynamic && tag !== Tag.dynamic) continue;
      const bootstrap = constants.ref(index, 0);
      if (bootstrap >= attributes.bootstrapMethods) {
        throw new BadClassFileError(
          `constant ${index} uses bootstrap method ${bootstrap} of ${attributes.bootstrapMethods}`,
        );
      }
    }
  }
}

const VALUE_TAGS: Readonly<Record<string, number>> = {
  B: Tag.integer,
  C: Tag.integer,
  D: Tag.double,
  F: Tag.float,
  I: Tag.integer,
  J: Tag.long,
  S: Tag.integer,
  Z: Tag.integer,
};
