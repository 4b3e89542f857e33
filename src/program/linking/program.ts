/**
 * The classes of one program: found, read, linked and numbered on demand.
 * Nothing here changes once made, so the machine may cache ids and offsets in
 * its code. Class ids are dense and given in order of loading; what is to be the
 * same whatever that order was goes by stable numbers (stable-numbers.ts).
 */

import {
  ACC_ABSTRACT,
  ACC_FINAL,
  ACC_MODULE,
  ACC_PUBLIC,
} from "../../classfile/format/access-flags.ts";
import type { ClassFile, FieldInfo, MethodInfo } from "../../classfile/format/class-file.ts";
import { isFieldDescriptor, parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { readClass, readTrustedClass } from "../../classfile/reading/reader.ts";
import type { ClassSource, FoundClass } from "../../classfile/sources/class-path.ts";
import { bug } from "../../core/assert.ts";
import { BadClassFileError, ClassNotFoundError } from "../../core/errors.ts";
import { INTERNAL } from "./access-control.ts";
import { layOutInstance, StaticArea } from "./field-layout.ts";
import { type Origin, RuntimeClass, RuntimeField, RuntimeMethod } from "./runtime-class.ts";
import { StableNumbers } from "./stable-numbers.ts";
import { checkRights, checkSupertypes } from "./supertypes.ts";
import { buildVirtualTable } from "./virtual-table.ts";

/** Where classes come from, in order: our models, the JDK, then the user's class path. */
export interface ProgramSources {
  readonly models: ClassSource;
  readonly jdk: ClassSource | null;
  readonly application: ClassSource;
  /** Feature version of the JDK; the version the models mimic when there is none. */
  readonly featureVersion: number;
  /** Class files read so far, by name: programs over the same sources need not read them again. */
  readonly known?: Map<string, ReadClass>;
}

export interface ReadClass {
  readonly file: ClassFile;
  readonly source: Origin;
  readonly module: string | null;
}

export const PRIMITIVES = [
  ["boolean", "Z"],
  ["char", "C"],
  ["float", "F"],
  ["double", "D"],
  ["byte", "B"],
  ["short", "S"],
  ["int", "I"],
  ["long", "J"],
  ["void", "V"],
] as const;

/** Before this class file version, the flag of a module means nothing. */
const MODULES_SINCE = 53;

/** Classes that may be loading at once, each waiting for its supertypes; the JVM's own stack ends sooner or later too. */
const MAX_SUPERTYPES = 1000;

export class Program {
  readonly sources: ProgramSources;
  /** By id; id 0 stays free, so that a zero class word is never a valid object. */
  readonly classes: (RuntimeClass | undefined)[] = [undefined];
  readonly methods: (RuntimeMethod | undefined)[] = [undefined];
  readonly statics = new StaticArea();
  readonly classNumbers = new StableNumbers<RuntimeClass>();
  /** Of the methods and fields that something has asked the numbers of. */
  readonly #methodNumbers = new StableNumbers<RuntimeMethod>();
  readonly #fieldNumbers = new StableNumbers<RuntimeField>();
  readonly #byName = new Map<string, RuntimeClass>();
  readonly #loading = new Set<string>();
  readonly #primitives = new Map<string, RuntimeClass>();

  constructor(sources: ProgramSources) {
    this.sources = sources;
    for (const [name, descriptor] of PRIMITIVES) {
      const cls = this.#register({
        name,
        origin: "model",
        module: "java.base",
        file: null,
        accessFlags: ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT,
        superclass: null,
        interfaces: [],
        component: null,
      });
      this.#primitives.set(descriptor, cls);
      this.#byName.delete(name);
    }
  }

  get featureVersion(): number {
    return this.sources.featureVersion;
  }

  primitive(descriptor: string): RuntimeClass {
    const cls = this.#primitives.get(descriptor);
    if (cls === undefined) bug(`no primitive ${descriptor}`);
    return cls;
  }

  /** The class of that internal name if it is there already. */
  loaded(name: string): RuntimeClass | undefined {
    return this.#byName.get(name);
  }

  /** The class of that internal name (arrays included), or null when no source has it. */
  find(name: string): RuntimeClass | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (name.charCodeAt(0) === 0x5b) return this.#findArray(name);
    const found = this.sources.known?.get(name) ?? this.#read(name);
    return found === null ? null : this.#define(found.file, found.source, found.module);
  }

  #read(name: string): ReadClass | null {
    const found = this.#locate(name);
    if (found === null) return null;
    const { bytes, origin, source, module } = found;
    const file = source === "model" ? readTrustedClass(bytes) : readClass(bytes, origin);
    if (file.name !== name) {
      throw new BadClassFileError(
        `${origin} holds class ${file.name.replaceAll("/", ".")}, not ${name.replaceAll("/", ".")}`,
        { hint: "Put the class file into the directory that its package asks for." },
      );
    }
    if ((file.accessFlags & ACC_MODULE) !== 0 && file.majorVersion >= MODULES_SINCE) {
      throw new BadClassFileError(`${origin} is a module, not a class`);
    }
    const read = { file, source, module };
    this.sources.known?.set(name, read);
    return read;
  }

  /** The class of a descriptor: "I", "[J", "Ljava/lang/String;". */
  findDescriptor(descriptor: string): RuntimeClass | null {
    const first = descriptor.charCodeAt(0);
    if (first === 0x4c) return this.find(descriptor.slice(1, -1));
    if (first === 0x5b) return this.find(descriptor);
    return this.primitive(descriptor);
  }

  /** A class that the core library must have. */
  require(name: string): RuntimeClass {
    const cls = this.find(name);
    if (cls === null) bug(`the class library lacks ${name}`);
    return cls;
  }

  /** Adds a class made at run time (lambdas, call sites). */
  define(file: ClassFile): RuntimeClass {
    return this.#define(file, "synthetic", null);
  }

  arrayOf(component: RuntimeClass): RuntimeClass {
    const name = `[${descriptorOf(component)}`;
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const object = this.require("java/lang/Object");
    const cls = this.#register({
      name,
      origin: component.origin,
      module: component.module,
      file: null,
      accessFlags: (component.accessFlags & 0x7) | ACC_FINAL | ACC_ABSTRACT,
      superclass: object,
      interfaces: [this.require("java/lang/Cloneable"), this.require("java/io/Serializable")],
      component,
    });
    cls.virtualTable = object.virtualTable;
    cls.statusIndex = this.statics.begin(name);
    return cls;
  }

  /** The stable number of a method: that of its class's name and its place in the class file. */
  numberOfMethod(method: RuntimeMethod): number {
    if (method.number === 0) {
      const { owner } = method;
      const name = `${owner.name} ${owner.methods.indexOf(method)}`;
      method.number = this.#methodNumbers.add(name, method);
    }
    return method.number;
  }

  methodAt(number: number): RuntimeMethod {
    return this.#methodNumbers.at(number);
  }

  /** The same of a field. */
  numberOfField(field: RuntimeField): number {
    if (field.number === 0) {
      const { owner } = field;
      const name = `${owner.name} ${owner.fields.indexOf(field)}`;
      field.number = this.#fieldNumbers.add(name, field);
    }
    return field.number;
  }

  fieldAt(number: number): RuntimeField {
    return this.#fieldNumbers.at(number);
  }

  #findArray(name: string): RuntimeClass | null {
    // Names also come from Class.forName and from the command line.
    const text = Buffer.from(name);
    if (!isFieldDescriptor(text, 0, text.length)) return null;
    const descriptor = name.slice(1);
    const component = this.findDescriptor(descriptor);
    return component === null ? null : this.arrayOf(component);
  }

  #locate(name: string): (FoundClass & { source: Origin }) | null {
    const { models, jdk, application } = this.sources;
    const inModels = models.find(name);
    if (inModels !== null) return { ...inModels, module: "java.base", source: "model" };
    const inJdk = jdk?.find(name) ?? null;
    if (inJdk !== null) return { ...inJdk, source: "jdk" };
    if (name.startsWith("java/") || name.startsWith(INTERNAL)) return null;
    const inApplication = application.find(name);
    return inApplication === null ? null : { ...inApplication, source: "application" };
  }

  #define(file: ClassFile, origin: Origin, module: string | null): RuntimeClass {
    const { name } = file;
    if (this.#loading.has(name)) {
      throw new BadClassFileError(`class ${name.replaceAll("/", ".")} is its own superclass`);
    }
    if (this.#loading.size >= MAX_SUPERTYPES) {
      throw new BadClassFileError(
        `class ${name.replaceAll("/", ".")} has too many classes or interfaces between it and those that extend it`,
        { hint: `The limit is ${MAX_SUPERTYPES}.` },
      );
    }
    this.#loading.add(name);
    try {
      const superclass = file.superName === null ? null : this.#supertype(file, file.superName);
      const interfaces = file.interfaces.map((i) => this.#supertype(file, i));
      checkSupertypes(file, superclass, interfaces);
      if (origin === "application") checkRights(file, superclass, interfaces);
      const cls = this.#register({
        name,
        origin,
        module,
        file,
        accessFlags: file.accessFlags,
        superclass,
        interfaces,
        component: null,
      });
      this.#linkMembers(cls, file);
      return cls;
    } finally {
      this.#loading.delete(name);
    }
  }

  #supertype(file: ClassFile, name: string): RuntimeClass {
    const cls = this.find(name);
    if (cls !== null) return cls;
    throw this.missing(name, `class ${file.name.replaceAll("/", ".")}`);
  }

  /** No source has a class of this name, and not because a model is missing: a JVM would not find it either. */
  isMissing(name: string): boolean {
    return (this.sources.jdk !== null || !isLibraryName(name)) && this.find(name) === null;
  }

  /** The error for a class that a program needs and no source has. */
  missing(name: string, neededBy: string): MissingClassError {
    return new MissingClassError(name, neededBy, this.sources.jdk !== null);
  }

  #linkMembers(cls: RuntimeClass, file: ClassFile): void {
    // A proxy has frames of its own in stack traces; no other class made at run time has.
    const isHiddenClass =
      cls.origin === "synthetic" && file.superName !== "java/lang/reflect/Proxy";
    const methods = file.methods.map((info: MethodInfo) => {
      const shape = parseMethodDescriptor(info.descriptor);
      const hidden =
        isHiddenClass ||
        (info.name.startsWith("$") && cls.origin === "model") ||
        cls.name.startsWith("deadwood/internal/");
      const method = new RuntimeMethod(
        this.methods.length,
        cls,
        info,
        {
          argSlots: shape.parameterSlots,
          returnKind: shape.resultKind,
        },
        hidden,
      );
      this.methods.push(method);
      cls.members.methodsByKey.set(method.key, method);
      return method;
    });
    cls.members.methods = methods;
    cls.members.classInitializer = methods.find((m) => m.name === "<clinit>" && m.isStatic) ?? null;
    cls.statusIndex = this.statics.begin(cls.name);
    cls.layout = layOutInstance(cls.superclass, file.fields);
    cls.members.fields = file.fields.map((info: FieldInfo, index) => {
      const offset = cls.layout.offsets[index] ?? -1;
      const field = new RuntimeField(cls, info, offset >= 0 ? offset : this.statics.place(info));
      cls.members.fieldsByKey.set(`${info.name}:${info.descriptor}`, field);
      return field;
    });
    cls.virtualTable = buildVirtualTable(cls);
  }

  #register(spec: {
    name: string;
    origin: Origin;
    module: string | null;
    file: ClassFile | null;
    accessFlags: number;
    superclass: RuntimeClass | null;
    interfaces: readonly RuntimeClass[];
    component: RuntimeClass | null;
  }): RuntimeClass {
    const supertypes = new Set<number>();
    if (spec.superclass !== null) for (const s of spec.superclass.supertypes) supertypes.add(s);
    for (const iface of spec.interfaces) for (const s of iface.supertypes) supertypes.add(s);
    // S[] is a T[] exactly when S is a T and both are references.
    if (spec.component !== null && !spec.component.isPrimitive) {
      for (const s of spec.component.supertypes) {
        const above = this.classes[s];
        if (above !== undefined && s !== spec.component.id) supertypes.add(this.arrayOf(above).id);
      }
    }
    // Only now: array classes made above have taken ids.
    const id = this.classes.length;
    supertypes.add(id);
    const cls = new RuntimeClass({ ...spec, id, supertypes });
    this.classes.push(cls);
    cls.number = this.classNumbers.add(spec.name, cls);
    this.#byName.set(spec.name, cls);
    return cls;
  }
}

/** Of a class that a JDK may have. */
const isLibraryName = (name: string): boolean => /^(java|javax|jdk|sun)\//.test(name);

export class MissingClassError extends ClassNotFoundError {
  readonly className: string;

  constructor(name: string, neededBy: string, hasJdk: boolean) {
    super(`class ${name.replaceAll("/", ".")} was not found (needed by ${neededBy})`, {
      hint:
        isLibraryName(name) && !hasJdk
          ? "It is part of the JDK, and none was found: install one, set JAVA_HOME, or pass --jdk DIR."
          : "Add the directory or jar that holds it with -cp.",
    });
    this.className = name;
  }
}

export function descriptorOf(cls: RuntimeClass): string {
  if (cls.isArray) return cls.name;
  if (cls.isPrimitive) {
    for (const [name, descriptor] of PRIMITIVES) if (name === cls.name) return descriptor;
  }
  return `L${cls.name};`;
}
