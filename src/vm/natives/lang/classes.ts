/**
 * The natives of java.lang.Class. A Class object holds only the number of a
 * loaded class; every answer comes from that class and its file, which never
 * change. Classes that an attribute names are loaded when a program asks for
 * them; one that cannot be found is a NoClassDefFoundError, as in a JVM.
 */
import { ACC_SUPER } from "../../../classfile/format/access-flags.ts";
import { MAX_DIMENSIONS } from "../../../classfile/format/descriptors.ts";
import { MissingClassError, PRIMITIVES } from "../../../program/linking/program.ts";
import type { RuntimeClass } from "../../../program/linking/runtime-class.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import {
  type CallingFunction,
  calling,
  type NativeFacts,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";
import { isProxyClass } from "./proxies.ts";

const OF_THIS = ["0.id"];

/** An enum that is found so may be asked for its values. */
const FINDS_CLASSES: NativeFacts = { finds: "classes" };

/** A native of a Class object that answers with a word: a boolean, an int or a permanent object. */
const asking = (answer: (cls: RuntimeClass, m: Machine) => number): NativeMethod =>
  reading(OF_THIS, (m, args) => {
    m.S[args] = answer(m.mirrored(m.S[args]!), m);
    return Outcome.done;
  });

const testing = (test: (cls: RuntimeClass, m: Machine) => boolean): NativeMethod =>
  asking((cls, m) => (test(cls, m) ? 1 : 0));

/** The word is a String that the class file has, or null. */
const naming = (text: (cls: RuntimeClass) => string | null): NativeMethod =>
  asking((cls, m) => internOrNull(m, text(cls)));

export const internOrNull = (m: Machine, text: string | null): number =>
  text === null ? 0 : m.intern(text);

const nullable = (m: Machine, cls: RuntimeClass | null): number =>
  cls === null ? 0 : m.mirror(cls);

export const throwNullPointer = (m: Machine): Outcome =>
  m.throwNew("java/lang/NullPointerException", null);

// ---- classes by name ----

/** A class that could not be loaded, or one that it needs: carried to where the Java error is made. */
class NotLoaded {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Null when no source has the class; NotLoaded when it is there but needs one that is not. */
function lookUp(m: Machine, name: string): RuntimeClass | NotLoaded | null {
  try {
    const cls = m.program.find(name);
    m.prepareClasses();
    return cls;
  } catch (error) {
    if (error instanceof MissingClassError) return new NotLoaded(error.className);
    throw error;
  }
}

const load = (m: Machine, name: string): RuntimeClass | NotLoaded =>
  lookUp(m, name) ?? new NotLoaded(name);

function loadAll(m: Machine, names: readonly string[]): RuntimeClass[] | NotLoaded {
  const classes: RuntimeClass[] = [];
  for (const name of names) {
    const cls = load(m, name);
    if (cls instanceof NotLoaded) return cls;
    classes.push(cls);
  }
  return classes;
}

const throwNotLoaded = (m: Machine, { name }: NotLoaded): Outcome =>
  m.throwNew("java/lang/NoClassDefFoundError", name);

/** Gives a class that is named in the class file. */
const linking = (name: (cls: RuntimeClass) => string | null): NativeMethod =>
  reading(OF_THIS, (m, args) => {
    const wanted = name(m.mirrored(m.S[args]!));
    const cls = wanted === null ? null : load(m, wanted);
    if (cls instanceof NotLoaded) return throwNotLoaded(m, cls);
    m.S[args] = nullable(m, cls);
    return Outcome.done;
  });

/** Gives a new Class[], or null where there is nothing to list. */
const listing = (
  list: (m: Machine, cls: RuntimeClass) => readonly RuntimeClass[] | NotLoaded | null,
  facts?: NativeFacts,
): NativeMethod =>
  reading(
    OF_THIS,
    (m, args) => {
      const classes = list(m, m.mirrored(m.S[args]!));
      if (classes instanceof NotLoaded) return throwNotLoaded(m, classes);
      return classes === null ? giveNull(m, args) : giveClasses(m, args, classes);
    },
    facts,
  );

function giveNull(m: Machine, args: number): Outcome {
  m.S[args] = 0;
  return Outcome.done;
}

export function giveClasses(m: Machine, args: number, classes: readonly RuntimeClass[]): Outcome {
  return giveArray(
    m,
    args,
    "java/lang/Class",
    classes.map((cls) => m.mirror(cls)),
  );
}

/** A new array whose elements are permanent objects (or null). */
export function giveArray(
  m: Machine,
  args: number,
  className: string,
  elements: readonly number[],
): Outcome {
  const array = m.newObjectArray(className, elements.length);
  if (array === 0) return m.throwOutOfMemory();
  for (let i = 0; i < elements.length; i++) m.H[array + ARRAY_DATA + i] = elements[i]!;
  m.S[args] = array;
  return Outcome.done;
}

const ARRAY_NAME = /^\[+(?:[ZBCSIJFD]|L[^;[]+;)$/;

/** The internal name for what Class.getName gives; null if it can be no class's name. */
function internalName(name: string): string | null {
  if (name.includes("/")) return null;
  if (!name.startsWith("["))
    return name.includes(";") || name.includes("[") ? null : name.replaceAll(".", "/");
  if (!ARRAY_NAME.test(name) || name.lastIndexOf("[") >= MAX_DIMENSIONS) return null;
  return name.replaceAll(".", "/");
}

const find: NativeFunction = (m, args) => {
  const text = m.S[args]!;
  if (text === 0) return throwNullPointer(m);
  const name = internalName(m.text(text));
  const cls = name === null || name === "" ? null : lookUp(m, name);
  if (cls instanceof NotLoaded) return throwNotLoaded(m, cls);
  // Classes made at run time are hidden: no name leads to them.
  m.S[args] = cls === null || cls.origin === "synthetic" ? 0 : m.mirror(cls);
  return Outcome.done;
};

const findPrimitive: NativeFunction = (m, args) => {
  const text = m.S[args]!;
  if (text === 0) return throwNullPointer(m);
  const name = m.text(text);
  const found = PRIMITIVES.find(([word]) => word === name);
  m.S[args] = found === undefined ? 0 : m.mirror(m.program.primitive(found[1]));
  return Outcome.done;
};

// ---- relations ----

const isInstance: NativeFunction = (m, args) => {
  const object = m.S[args + 2]!;
  m.S[args] = object !== 0 && m.isInstance(object, m.mirrored(m.S[args]!)) ? 1 : 0;
  return Outcome.done;
};

const isAssignableFrom: NativeFunction = (m, args) => {
  const other = m.S[args + 2]!;
  if (other === 0) return throwNullPointer(m);
  m.S[args] = m.mirrored(other).isSubtypeOf(m.mirrored(m.S[args]!)) ? 1 : 0;
  return Outcome.done;
};

const arrayType: NativeFunction = (m, args) => {
  const cls = m.mirrored(m.S[args]!);
  if (cls === m.program.primitive("V") || /^\[{255}/.test(cls.name)) {
    return m.throwNew("java/lang/UnsupportedOperationException", null);
  }
  const array = m.program.arrayOf(cls);
  m.prepareClasses();
  m.S[args] = m.mirror(array);
  return Outcome.done;
};

/** The class's own line in its InnerClasses attribute. */
const ownEntry = (cls: RuntimeClass) =>
  cls.file?.innerClasses.find((entry) => entry.inner === cls.name);

const ELEMENT_ACCESS = 0x7;

/** The first version in which the JDK no longer numbers the classes of lambdas. */
const LAMBDAS_UNNUMBERED = 21;

function modifiers(cls: RuntimeClass): number {
  if (cls.component !== null) {
    return (modifiers(cls.component) & ELEMENT_ACCESS) | (cls.accessFlags & ~ELEMENT_ACCESS);
  }
  return (ownEntry(cls)?.accessFlags ?? cls.accessFlags) & ~ACC_SUPER;
}

/** The class that a class made at run time was made for: its name starts with that one's. */
function hostOf(m: Machine, cls: RuntimeClass): RuntimeClass | null {
  const end = cls.name.indexOf("$$");
  const host = end < 0 ? null : m.program.find(cls.name.slice(0, end));
  return host === cls ? null : host;
}

/** Whether a class comes with the library; one made at run time goes with the class it was made for. */
export function isSystemClass(m: Machine, cls: RuntimeClass): boolean {
  if (cls.component !== null) return isSystemClass(m, cls.component);
  if (cls.origin !== "synthetic") return cls.origin !== "application";
  const host = hostOf(m, cls);
  return host !== null && isSystemClass(m, host);
}

/** As getName says it. A hidden class's name ends in a number that no other name can have. */
function nameOf(m: Machine, cls: RuntimeClass): string {
  if (cls.origin !== "synthetic" || isProxyClass(cls)) return cls.externalName;
  if (cls.component !== null) {
    const name = nameOf(m, cls.component);
    return cls.component.isArray ? `[${name}` : `[L${name};`;
  }
  const plain = cls.externalName;
  const base =
    m.featureVersion >= LAMBDAS_UNNUMBERED ? plain.replace(/(\$\$Lambda)\$\w+$/, "$1") : plain;
  return `${base}/0x${cls.number.toString(16).padStart(16, "0")}`;
}

/** A host counts only if it agrees; a class made at run time is in the nest of the one it was made for. */
function nestHost(m: Machine, cls: RuntimeClass): RuntimeClass {
  if (cls.origin === "synthetic") {
    const host = hostOf(m, cls);
    return host === null ? cls : nestHost(m, host);
  }
  const name = cls.file?.nestHost ?? null;
  if (name === null) return cls;
  const host = load(m, name);
  if (host instanceof NotLoaded) return cls;
  const agrees =
    host.file?.nestMembers.includes(cls.name) === true && host.packageName === cls.packageName;
  return agrees ? host : cls;
}

function nestMembers(m: Machine, cls: RuntimeClass): RuntimeClass[] | NotLoaded {
  const host = nestHost(m, cls);
  const members = loadAll(m, host.file?.nestMembers ?? []);
  return members instanceof NotLoaded ? members : [host, ...members];
}

function declaredClasses(m: Machine, cls: RuntimeClass): RuntimeClass[] | NotLoaded {
  const entries = (cls.file?.innerClasses ?? []).filter((entry) => entry.outer === cls.name);
  return loadAll(
    m,
    entries.map((entry) => entry.inner),
  );
}

/** Those permitted that are there and say so themselves; null when the class is not sealed. */
function permittedSubclasses(m: Machine, cls: RuntimeClass): RuntimeClass[] | null {
  const names = cls.file?.permittedSubclasses ?? [];
  if (names.length === 0) return null;
  const permitted: RuntimeClass[] = [];
  for (const name of names) {
    const found = load(m, name);
    if (found instanceof NotLoaded) continue;
    if (found.superclass === cls || found.interfaces.includes(cls)) permitted.push(found);
  }
  return permitted;
}

const enclosingMethod: NativeFunction = (m, args) => {
  const enclosing = m.mirrored(m.S[args]!).file?.enclosingMethod ?? null;
  if (enclosing === null) return giveNull(m, args);
  const cls = load(m, enclosing.className);
  if (cls instanceof NotLoaded) return throwNotLoaded(m, cls);
  return giveArray(m, args, "java/lang/Object", [
    m.mirror(cls),
    internOrNull(m, enclosing.methodName),
    internOrNull(m, enclosing.methodDescriptor),
  ]);
};

const recordComponents: NativeFunction = (m, args) => {
  const components = m.mirrored(m.S[args]!).file?.recordComponents ?? null;
  if (components === null) return giveNull(m, args);
  const texts = components.flatMap(({ name, descriptor, signature }) => [
    name,
    descriptor,
    signature,
  ]);
  return giveArray(
    m,
    args,
    "java/lang/String",
    texts.map((text) => internOrNull(m, text)),
  );
};

// ---- calls ----

/** values() begins with a read of a static field of the enum, so it initialises the class itself. */
const enumValues: CallingFunction = (m, args) => {
  const cls = m.mirrored(m.S[args]!);
  const values = cls.methodsByKey.get(`values()[L${cls.name};`);
  if (values === undefined || !values.isStatic) return giveNull(m, args);
  m.tailCall = values.id;
  return Outcome.tailCall;
};

export const classNatives: NativeTable = {
  "java/lang/Class": {
    "find0(Ljava/lang/String;)Ljava/lang/Class;": reading(["0.value[]"], find, FINDS_CLASSES),
    "getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;": reading(["0.value[]"], findPrimitive),
    "isInstance(Ljava/lang/Object;)Z": reading(["0.id", "1.type"], isInstance),
    "isAssignableFrom(Ljava/lang/Class;)Z": reading(["0.id", "1.id"], isAssignableFrom),
    "isInterface()Z": testing((cls) => cls.isInterface && !cls.isArray),
    "isArray()Z": testing((cls) => cls.isArray),
    "isPrimitive()Z": testing((cls) => cls.isPrimitive),
    "isHidden()Z": testing(
      (cls) => cls.origin === "synthetic" && !cls.isArray && !isProxyClass(cls),
    ),
    "isSystem0()Z": testing((cls, m) => isSystemClass(m, cls)),
    "desiredAssertionStatus()Z": testing(
      (cls, m) => m.options.assertions && !isSystemClass(m, cls),
    ),
    "getName0()Ljava/lang/String;": asking((cls, m) => m.intern(nameOf(m, cls))),
    "getSimpleBinaryName0()Ljava/lang/String;": naming((cls) => ownEntry(cls)?.innerName ?? null),
    "getGenericSignature0()Ljava/lang/String;": naming((cls) => cls.file?.signature ?? null),
    "getModifiers()I": asking(modifiers),
    "getSuperclass()Ljava/lang/Class;": asking((cls, m) =>
      nullable(m, cls.isInterface ? null : cls.superclass),
    ),
    "getComponentType()Ljava/lang/Class;": asking((cls, m) => nullable(m, cls.component)),
    "arrayType0()Ljava/lang/Class;": reading(OF_THIS, arrayType),
    "getDeclaringClass0()Ljava/lang/Class;": linking((cls) => ownEntry(cls)?.outer ?? null),
    "getNestHost0()Ljava/lang/Class;": asking((cls, m) => m.mirror(nestHost(m, cls))),
    "getInterfaces()[Ljava/lang/Class;": listing((_, cls) => cls.interfaces),
    "getDeclaredClasses()[Ljava/lang/Class;": listing(declaredClasses, FINDS_CLASSES),
    "getNestMembers0()[Ljava/lang/Class;": listing(nestMembers, FINDS_CLASSES),
    "permittedSubclasses0()[Ljava/lang/Class;": listing(permittedSubclasses, FINDS_CLASSES),
    "getEnclosingMethod0()[Ljava/lang/Object;": reading(OF_THIS, enclosingMethod),
    "recordComponents0()[Ljava/lang/String;": reading(OF_THIS, recordComponents),
    "enumValues0()[Ljava/lang/Object;": calling("enum-values", OF_THIS, enumValues),
  },
};
