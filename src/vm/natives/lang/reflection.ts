/**
 * The questions that reflection, method handles and variable handles put to
 * the machine (deadwood.internal.Reflect). Java code knows members by their
 * stable numbers, because states hold them. Everything that describes a member
 * is built in Java; here are the facts, the calls and the accesses.
 */

import { parseMethodDescriptor } from "../../../classfile/format/descriptors.ts";
import { BOXES } from "../../../program/linking/boxes.ts";
import { selectMethod } from "../../../program/linking/resolution.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../../program/linking/runtime-class.ts";
import { walkFrames } from "../../code/frames.ts";
import type { Machine } from "../../machine.ts";
import { PERM_BASE, STATIC_BASE } from "../../memory/memory.ts";
import { ARRAY_DATA, SLOT } from "../../memory/object-layout.ts";
import { type AccessSink, BY_FIELD, offsetOfField } from "../../native-api/memory-access.ts";
import {
  type CallingFunction,
  calling,
  effects,
  type NativeFacts,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  observableIf,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { isShared, share } from "../../sharing/shared-objects.ts";
import { giveArray, internOrNull, throwNullPointer } from "./classes.ts";

/** The id of a class never changes. */
const RACES_ON_NOTHING: NativeFacts = { racyAccesses: null };

const listing = (numbers: (cls: RuntimeClass, m: Machine) => readonly number[]): NativeMethod =>
  reading(
    ["0.id"],
    (m, args) => {
      const mirror = m.S[args]!;
      if (mirror === 0) return throwNullPointer(m);
      const members = numbers(m.mirrored(mirror), m);
      const array = m.newPrimitiveArray("I", members.length);
      if (array === 0) return m.throwOutOfMemory();
      m.H.set(members, array + ARRAY_DATA);
      m.S[args] = array;
      return Outcome.done;
    },
    RACES_ON_NOTHING,
  );

const methodsNamed = (isWanted: (name: string) => boolean): NativeMethod =>
  listing(({ methods }, { program }) =>
    methods.filter(({ name }) => isWanted(name)).map((method) => program.numberOfMethod(method)),
  );

// ---- facts ----

const ofMethod = (
  answer: (method: RuntimeMethod, m: Machine) => number,
  facts?: NativeFacts,
): NativeMethod =>
  pure((m, args) => {
    m.S[args] = answer(m.program.methodAt(m.S[args]!), m);
    return Outcome.done;
  }, facts);

const ofField = (
  answer: (field: RuntimeField, m: Machine) => number,
  facts?: NativeFacts,
): NativeMethod =>
  pure((m, args) => {
    m.S[args] = answer(m.program.fieldAt(m.S[args]!), m);
    return Outcome.done;
  }, facts);

/** Java code loads the classes that a descriptor names. */
const NAMES_CLASSES: NativeFacts = { finds: "classes" };

const exceptions: NativeFunction = (m, args) => {
  const names = m.program.methodAt(m.S[args]!).info.exceptions;
  if (names.length > 0) {
    return giveArray(
      m,
      args,
      "java/lang/String",
      names.map((name) => m.intern(name)),
    );
  }
  m.S[args] = 0;
  return Outcome.done;
};

// ---- calls ----

/** Where boxes of a class keep their value; the same for the whole life of a machine. */
const boxOffsets = new WeakMap<Machine, Map<string, number>>();

function boxOffset(m: Machine, kind: string): number {
  let offsets = boxOffsets.get(m);
  if (offsets === undefined) {
    offsets = new Map();
    boxOffsets.set(m, offsets);
  }
  let offset = offsets.get(kind);
  if (offset === undefined) {
    offset = m.fieldOffset(BOXES[kind]!, "value");
    offsets.set(kind, offset);
  }
  return offset;
}

/** The words of a method's arguments as they lie on the stack, taken out of their boxes. */
function argumentWords(
  m: Machine,
  method: RuntimeMethod,
  receiver: number,
  boxes: number,
): number[] {
  const { H } = m;
  const words: number[] = method.isStatic ? [] : [receiver, 0];
  parseMethodDescriptor(method.descriptor).parameterKinds.forEach((kind, index) => {
    const argument = H[boxes + ARRAY_DATA + index]!;
    if (kind === "L" || kind === "[") {
      words.push(argument, 0);
      return;
    }
    const at = argument + boxOffset(m, kind);
    if (kind === "J" || kind === "D") words.push(H[at]!, H[at + 1]!, 0, 0);
    else words.push(H[at]!, 0);
  });
  return words;
}

/** Words of the four arguments of an invoke native: method, isVirtual, receiver, arguments. */
const OWN_WORDS = 4 * SLOT;

const invoke: CallingFunction = (m, args) => {
  const { S } = m;
  const named = m.program.methodAt(S[args]!);
  const receiver = S[args + 4]!;
  const boxes = S[args + 6]!;
  if (receiver === 0 && !named.isStatic) return throwNullPointer(m);
  const isVirtual = S[args + 2] !== 0 && !named.isStatic;
  const method = isVirtual ? selectMethod(m.classOf(receiver), named) : named;
  if (method === null) return m.throwNew("java/lang/AbstractMethodError", named.toString());
  const words = argumentWords(m, method, receiver, boxes);
  if (args + words.length > m.stackEnd) return m.throwNew("java/lang/StackOverflowError", null);
  const own = S.slice(args, args + OWN_WORDS);
  S.set(words, args);
  const native = m.nativeFor(method);
  // What a native called by reflection touches is not seen through the array of its arguments.
  if (native !== undefined && m.checking) {
    share(m, receiver);
    share(m, boxes);
  }
  if (native === undefined) {
    m.space.ensureMethod(method.id);
    m.tailCall = method.id;
    return Outcome.tailCall;
  }
  const outcome = native.run(m, args);
  // A call that will be made again finds its own arguments, not those of the method it called.
  if (outcome === Outcome.blocked || (outcome === Outcome.threw && m.wantsCollection))
    S.set(own, args);
  return outcome;
};

/** Whatever is called may itself be a native, which then runs inside this one. */
const invoking = observableIf(
  (m, args) => {
    const named = m.program.methodAt(m.S[args]!);
    const receiver = m.S[args + 4]!;
    const method =
      receiver === 0 || named.isStatic ? named : selectMethod(m.classOf(receiver), named);
    if (method === null || m.nativeFor(method) !== undefined) m.sharing.assumeNothing();
    // The array may be the program's own.
    const boxes = m.S[args + 6]!;
    if (boxes !== 0) m.sharing.elements(boxes, false);
    return true;
  },
  { reads: ["heap"], writes: ["heap"], run: invoke, calls: "anything" },
);

/** The initialiser does nothing when the class may be used already. */
const initialize: CallingFunction = (m, args) => {
  m.S[args] = m.mirrored(m.S[args]!).number;
  m.tailCall = m.linked.initializerMethod;
  return Outcome.tailCall;
};

const allocate: NativeFunction = (m, args) => {
  const cls = m.mirrored(m.S[args]!);
  if (cls.isAbstract || cls.isInterface || cls.isArray || cls.isPrimitive) {
    return m.throwNew("java/lang/InstantiationException", cls.externalName);
  }
  const object = m.newObject(cls);
  if (object === 0) return m.throwOutOfMemory();
  m.S[args] = object;
  return Outcome.done;
};

// ---- fields ----

/** The word of H where a field of the receiver lies; 0 when the receiver is null. */
function fieldWord(m: Machine, number: number, receiver: number): number {
  const field = m.program.fieldAt(number);
  if (field.isStatic) return STATIC_BASE + field.offset;
  return receiver === 0 ? 0 : receiver + field.offset;
}

const isAccessObservable =
  (isWrite: boolean) =>
  (m: Machine, args: number): boolean => {
    const receiver = m.S[args + 2]!;
    const at = fieldWord(m, m.S[args]!, receiver);
    return at !== 0 && m.sharing.word(receiver, at, isWrite);
  };

/** The bytes of the field: an access as the field is declared. */
const accessedField =
  (isWrite: boolean) =>
  (m: Machine, args: number, into: AccessSink): void => {
    const field = m.program.fieldAt(m.S[args]!);
    const object = field.isStatic ? 0 : m.S[args + 2]!;
    if (object === 0 && !field.isStatic) return;
    const at = ((field.isStatic ? STATIC_BASE : object) + field.offset) * 4;
    into.add(object, at, at + (field.isWide ? 8 : 4), isWrite, BY_FIELD);
  };

/** Fields are chosen at run time: any of the heap may be meant. */
const getting = (isWide: boolean): NativeMethod =>
  observableIf(isAccessObservable(false), {
    ...reading(["heap"], (m, args) => {
      const { S, H } = m;
      const at = fieldWord(m, S[args]!, S[args + 2]!);
      if (at === 0) return throwNullPointer(m);
      S[args] = H[at]!;
      if (isWide) S[args + 1] = H[at + 1]!;
      return Outcome.done;
    }),
    loggedReads: (m, args, log) => {
      const at = fieldWord(m, m.S[args]!, m.S[args + 2]!);
      const object = at < PERM_BASE ? 0 : m.S[args + 2]!;
      if (at !== 0) log.readRange(object, at - object, at - object + (isWide ? 2 : 1));
    },
    racyAccesses: accessedField(false),
  });

const putting = (isWide: boolean, isReference = false): NativeMethod =>
  observableIf(
    isAccessObservable(true),
    effects(
      [],
      ["heap"],
      (m, args) => {
        const { S } = m;
        const at = fieldWord(m, S[args]!, S[args + 2]!);
        if (at === 0) return throwNullPointer(m);
        m.setWord(at, S[args + 4]!);
        if (isWide) m.setWord(at + 1, S[args + 5]!);
        const isPublished = at < PERM_BASE || isShared(m, S[args + 2]!);
        if (isReference && isPublished) share(m, S[args + 4]!);
        return Outcome.done;
      },
      { racyAccesses: accessedField(true) },
    ),
  );

// ---- callers ----

/** Frames that only pass a call on, and that a question for the caller looks through. */
const isReflectionFrame = ({ owner, name, isHidden }: RuntimeMethod): boolean =>
  isHidden ||
  (owner.name === "java/lang/reflect/Method" && name === "invoke") ||
  (owner.name === "java/lang/reflect/Constructor" && name.startsWith("newInstance")) ||
  /^(?:java\/lang\/invoke\/(?:\w*MethodHandle|LambdaForm|VarHandle)|jdk\/internal\/reflect\/)/.test(
    owner.name,
  );

const callerClass: NativeFunction = (m, args) => {
  let depth = 0;
  let caller = 0;
  walkFrames(m, m, ({ code: { method } }) => {
    // The first frame is that of the method that asks.
    if (depth++ === 0 || isReflectionFrame(method)) return true;
    caller = m.mirror(method.owner);
    return false;
  });
  m.S[args] = caller;
  return Outcome.done;
};

const INVOKE_PARAMETERS = "(IZLjava/lang/Object;[Ljava/lang/Object;)";

export const reflectionNatives: NativeTable = {
  "deadwood/internal/Reflect": {
    "methods(Ljava/lang/Class;)[I": methodsNamed((name) => !name.startsWith("<")),
    "constructors(Ljava/lang/Class;)[I": methodsNamed((name) => name === "<init>"),
    "fields(Ljava/lang/Class;)[I": listing(({ fields }, { program }) =>
      fields.map((field) => program.numberOfField(field)),
    ),
    "methodClass(I)Ljava/lang/Class;": ofMethod(({ owner }, m) => m.mirror(owner)),
    "methodName(I)Ljava/lang/String;": ofMethod(({ name }, m) => m.intern(name)),
    "methodDescriptor(I)Ljava/lang/String;": ofMethod(
      ({ descriptor }, m) => m.intern(descriptor),
      NAMES_CLASSES,
    ),
    "methodModifiers(I)I": ofMethod(({ accessFlags }) => accessFlags),
    "methodSignature(I)Ljava/lang/String;": ofMethod(({ info }, m) =>
      internOrNull(m, info.signature),
    ),
    "methodExceptions(I)[Ljava/lang/String;": pure(exceptions),
    "fieldClass(I)Ljava/lang/Class;": ofField(({ owner }, m) => m.mirror(owner)),
    "fieldName(I)Ljava/lang/String;": ofField(({ name }, m) => m.intern(name)),
    "fieldDescriptor(I)Ljava/lang/String;": ofField(
      ({ descriptor }, m) => m.intern(descriptor),
      NAMES_CLASSES,
    ),
    "fieldModifiers(I)I": ofField(({ accessFlags }) => accessFlags),
    "fieldSignature(I)Ljava/lang/String;": ofField(({ info }, m) =>
      internOrNull(m, info.signature),
    ),
    "initialize(Ljava/lang/Class;)V": {
      ...RACES_ON_NOTHING,
      ...calling("anything", ["0.id"], initialize),
    },
    "allocate(Ljava/lang/Class;)Ljava/lang/Object;": reading(["0.id"], allocate, {
      ...RACES_ON_NOTHING,
      creates: "anything",
    }),
    [`invokeV${INVOKE_PARAMETERS}V`]: invoking,
    [`invokeI${INVOKE_PARAMETERS}I`]: invoking,
    [`invokeJ${INVOKE_PARAMETERS}J`]: invoking,
    [`invokeF${INVOKE_PARAMETERS}F`]: invoking,
    [`invokeD${INVOKE_PARAMETERS}D`]: invoking,
    [`invokeL${INVOKE_PARAMETERS}Ljava/lang/Object;`]: invoking,
    "getI(ILjava/lang/Object;)I": getting(false),
    "getJ(ILjava/lang/Object;)J": getting(true),
    "getF(ILjava/lang/Object;)F": getting(false),
    "getD(ILjava/lang/Object;)D": getting(true),
    "getL(ILjava/lang/Object;)Ljava/lang/Object;": getting(false),
    "putI(ILjava/lang/Object;I)V": putting(false),
    "putJ(ILjava/lang/Object;J)V": putting(true),
    "putF(ILjava/lang/Object;F)V": putting(false),
    "putD(ILjava/lang/Object;D)V": putting(true),
    "putL(ILjava/lang/Object;Ljava/lang/Object;)V": putting(false, true),
    "fieldOffset(I)I": ofField(offsetOfField),
  },
  "jdk/internal/reflect/Reflection": {
    "getCallerClass()Ljava/lang/Class;": pure(callerClass),
  },
};
