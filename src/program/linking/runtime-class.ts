/**
 * Classes, fields and methods as the machine sees them: linked, numbered, with
 * their place in memory fixed. Immutable once `Program` has linked them; what
 * changes while a program runs (initialisation status, statics) is in the
 * machine.
 */
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_NATIVE,
  ACC_PRIVATE,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
  ACC_VOLATILE,
} from "../../classfile/format/access-flags.ts";
import type {
  ClassFile,
  CodeInfo,
  FieldInfo,
  MethodInfo,
} from "../../classfile/format/class-file.ts";
import type { InstanceLayout } from "./field-layout.ts";
import type { VirtualTable } from "./virtual-table.ts";

/** Where a class came from decides whom to blame when something is missing in it. */
export type Origin = "model" | "jdk" | "application" | "synthetic";

export class RuntimeField {
  readonly owner: RuntimeClass;
  readonly name: string;
  readonly descriptor: string;
  readonly accessFlags: number;
  readonly info: FieldInfo;
  /** The stable number (Program.numberOfField); 0 until something asks for it. */
  number = 0;
  /** Word offset in the object, or word index in the static area. */
  readonly offset: number;

  constructor(owner: RuntimeClass, info: FieldInfo, offset: number) {
    this.owner = owner;
    this.name = info.name;
    this.descriptor = info.descriptor;
    this.accessFlags = info.accessFlags;
    this.info = info;
    this.offset = offset;
  }

  get isStatic(): boolean {
    return (this.accessFlags & ACC_STATIC) !== 0;
  }

  get isVolatile(): boolean {
    return (this.accessFlags & ACC_VOLATILE) !== 0;
  }

  get isWide(): boolean {
    return this.descriptor === "J" || this.descriptor === "D";
  }

  get isReference(): boolean {
    return isReferenceDescriptor(this.descriptor);
  }
}

export class RuntimeMethod {
  readonly id: number;
  /** The stable number (Program.numberOfMethod); 0 until something asks for it. */
  number = 0;
  readonly owner: RuntimeClass;
  readonly name: string;
  readonly descriptor: string;
  /** name + descriptor, the key for overriding. */
  readonly key: string;
  readonly accessFlags: number;
  readonly info: MethodInfo;
  /** Argument slots, receiver included; a long or double counts two. */
  readonly argSlots: number;
  /** First character of the return descriptor: V I J F D L [ … */
  readonly returnKind: string;
  /** Place in the vtable of the owner, -1 when not dispatched virtually. */
  vtableIndex = -1;
  /** Not shown in stack traces. */
  readonly isHidden: boolean;

  constructor(
    id: number,
    owner: RuntimeClass,
    info: MethodInfo,
    shape: { argSlots: number; returnKind: string },
    isHidden: boolean,
  ) {
    this.id = id;
    this.owner = owner;
    this.name = info.name;
    this.descriptor = info.descriptor;
    this.key = info.name + info.descriptor;
    this.accessFlags = info.accessFlags;
    this.info = info;
    this.argSlots = shape.argSlots + ((info.accessFlags & ACC_STATIC) !== 0 ? 0 : 1);
    this.returnKind = shape.returnKind;
    this.isHidden = isHidden;
  }

  get code(): CodeInfo | null {
    return this.info.code;
  }

  get isStatic(): boolean {
    return (this.accessFlags & ACC_STATIC) !== 0;
  }

  get isNative(): boolean {
    return (this.accessFlags & ACC_NATIVE) !== 0;
  }

  get isAbstract(): boolean {
    return (this.accessFlags & ACC_ABSTRACT) !== 0;
  }

  get isPrivate(): boolean {
    return (this.accessFlags & ACC_PRIVATE) !== 0;
  }

  get isSynchronized(): boolean {
    return (this.accessFlags & ACC_SYNCHRONIZED) !== 0;
  }

  /** "p.A.m(I)V", for messages. */
  toString(): string {
    return `${this.owner.name.replaceAll("/", ".")}.${this.name}${this.descriptor}`;
  }
}

/** What a class declares. */
class ClassMembers {
  fields: readonly RuntimeField[] = [];
  methods: readonly RuntimeMethod[] = [];
  classInitializer: RuntimeMethod | null = null;
  readonly methodsByKey = new Map<string, RuntimeMethod>();
  readonly fieldsByKey = new Map<string, RuntimeField>();
}

/** Of arrays and primitive types, whose objects have no fields. */
const NO_INSTANCES: InstanceLayout = { words: 0, offsets: [], referenceOffsets: [] };
const NO_METHODS: VirtualTable = { vtable: [], slots: new Map() };

export class RuntimeClass {
  readonly id: number;
  /** The stable number: what states and Java code know the class by (stable-numbers.ts). */
  number = 0;
  /** Internal name; arrays are "[I", "[Ljava/lang/String;"; primitives are "int". */
  readonly name: string;
  readonly origin: Origin;
  readonly module: string | null;
  readonly file: ClassFile | null;
  readonly accessFlags: number;
  readonly superclass: RuntimeClass | null;
  readonly interfaces: readonly RuntimeClass[];
  /** For arrays: the class of an element. */
  readonly component: RuntimeClass | null;
  /** Ids of this class and everything it is a subtype of. */
  readonly supertypes: ReadonlySet<number>;

  /** The word of the static area that holds the initialisation status. */
  statusIndex = 0;
  readonly members = new ClassMembers();
  layout: InstanceLayout = NO_INSTANCES;
  virtualTable: VirtualTable = NO_METHODS;

  constructor(spec: {
    id: number;
    name: string;
    origin: Origin;
    module: string | null;
    file: ClassFile | null;
    accessFlags: number;
    superclass: RuntimeClass | null;
    interfaces: readonly RuntimeClass[];
    component: RuntimeClass | null;
    supertypes: ReadonlySet<number>;
  }) {
    this.id = spec.id;
    this.name = spec.name;
    this.origin = spec.origin;
    this.module = spec.module;
    this.file = spec.file;
    this.accessFlags = spec.accessFlags;
    this.superclass = spec.superclass;
    this.interfaces = spec.interfaces;
    this.component = spec.component;
    this.supertypes = spec.supertypes;
  }

  get fields(): readonly RuntimeField[] {
    return this.members.fields;
  }

  get methods(): readonly RuntimeMethod[] {
    return this.members.methods;
  }

  get classInitializer(): RuntimeMethod | null {
    return this.members.classInitializer;
  }

  get methodsByKey(): ReadonlyMap<string, RuntimeMethod> {
    return this.members.methodsByKey;
  }

  get fieldsByKey(): ReadonlyMap<string, RuntimeField> {
    return this.members.fieldsByKey;
  }

  /** Words an instance takes, header included (arrays: not used). */
  get instanceWords(): number {
    return this.layout.words;
  }

  /** Word offsets of the reference fields of an instance, inherited ones included. */
  get referenceOffsets(): readonly number[] {
    return this.layout.referenceOffsets;
  }

  get vtable(): readonly RuntimeMethod[] {
    return this.virtualTable.vtable;
  }

  /** method key -> vtable index, for interface calls and method resolution. */
  get vtableSlots(): ReadonlyMap<string, number> {
    return this.virtualTable.slots;
  }

  get isInterface(): boolean {
    return (this.accessFlags & ACC_INTERFACE) !== 0;
  }

  /**
   * Whether the class or any of its supertypes has a static initializer. Without
   * one, initialization has no effect, and the class counts as initialized from the start.
   */
  get hasInitializer(): boolean {
    if (this.isArray || this.isPrimitive) return false;
    return (
      this.classInitializer !== null ||
      this.superclass?.hasInitializer === true ||
      this.interfaces.some((each) => each.hasInitializer)
    );
  }

  get isAbstract(): boolean {
    return (this.accessFlags & ACC_ABSTRACT) !== 0;
  }

  get isArray(): boolean {
    return this.component !== null;
  }

  get isPrimitive(): boolean {
    return this.file === null && this.component === null;
  }

  /** "java/util" for java/util/List; "" for the unnamed package. */
  get packageName(): string {
    return packageOf(this.name);
  }

  /** "java.util.List", "[I", "int": as Class.getName() says it. */
  get externalName(): string {
    return this.name.replaceAll("/", ".");
  }

  isSubtypeOf(other: RuntimeClass): boolean {
    return this.supertypes.has(other.id);
  }
}

export const packageOf = (name: string): string => {
  const slash = name.lastIndexOf("/");
  return slash < 0 ? "" : name.slice(0, slash);
};

export const isReferenceDescriptor = (descriptor: string): boolean => {
  const first = descriptor.charCodeAt(0);
  return first === 0x4c || first === 0x5b;
};
