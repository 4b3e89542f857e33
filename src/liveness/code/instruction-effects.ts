/**
 * What one instruction may read, run and make, resolved against the classes of
 * the analysis. The same constant has the same effect wherever it is used in a
 * class, so that each is resolved once.
 */

import { IS_BLOCK_START, scanCode, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { type MemberRef, Tag } from "../../classfile/format/constant-pool.ts";
import { Op } from "../../classfile/format/opcodes.ts";
import {
  resolveField,
  resolveInterfaceMethod,
  resolveMethod,
} from "../../program/linking/resolution.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { isPolymorphic } from "../../vm/interpreter/signature-polymorphic.ts";
import { ArgumentTypes, ASSERTION_OF_STRING, TYPED_CALLS } from "./argument-types.ts";
import type { CallGraph } from "./call-graph.ts";
import { elementFact } from "./facts.ts";
import { FIND_CLASS, FOR_NAME, UNSAFE, VAR_HANDLE } from "./machine-behaviour.ts";
import type { NativeReads } from "./native-reads.ts";
import { type MemoryAccess, UnsafeCalls } from "./unsafe-calls.ts";

export interface CodeEffect {
  /** What the instruction reads itself; -1 for nothing. */
  readonly fact: number;
  /** Node of the graph that it may run; -1 for none. */
  readonly callee: number;
  /** Node of what it may run first, an initialisation; -1 for none. */
  readonly init: number;
}

export const NO_EFFECT: CodeEffect = { fact: -1, callee: -1, init: -1 };

/** By opcode from iaload on. */
const LOADS = ["I", "J", "F", "D", "L", "B", "C", "S"].map(
  (kind): CodeEffect => ({ ...NO_EFFECT, fact: elementFact(kind) }),
);
const FIRST_LOAD = 46;
const AALOAD = 50;
const LAST_LOAD = 53;

/** How a field is asked for by name, and how far in front of the call its class is pushed; 0 where it is not said by name. */
const NAMING: Readonly<Record<string, number>> = {
  [`${UNSAFE}.objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J`]: 2,
  "java/lang/invoke/MethodHandles$Lookup.findVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;": 3,
  "java/lang/invoke/MethodHandles$Lookup.findStaticVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;": 3,
  "java/lang/invoke/MethodHandles$Lookup.unreflectVarHandle(Ljava/lang/reflect/Field;)Ljava/lang/invoke/VarHandle;": 0,
};

/** End of the name of a class made to start a program. */
const STARTER = "$$Main";

export class CodeEffects {
  readonly #graph: CallGraph;
  readonly #natives: NativeReads;
  /** By class id, then opcode and constant. */
  readonly #known = new Map<number, Map<number, CodeEffect | null>>();

  readonly #types = new ArgumentTypes();
  readonly #memory: UnsafeCalls;
  /** By fact. */
  readonly #loads = new Map<number, CodeEffect>();
  /** By class and constant: the position of the argument whose type narrows the call, 0 for none. */
  readonly #typedSites = new Map<number, number>();
  /** By class id. */
  readonly #knowing = new Map<number, boolean>();

  constructor(graph: CallGraph, natives: NativeReads) {
    this.#graph = graph;
    this.#natives = natives;
    this.#memory = new UnsafeCalls(graph.world, this.#types);
  }

  /** The effect of instruction i of some instructions, given by their offsets; null if it has none. */
  at(
    method: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
  ): CodeEffect | null {
    const { owner } = method;
    const { bytes } = code;
    const at = offsets[i]!;
    const op = u1(bytes, at);
    if (op >= FIRST_LOAD && op <= LAST_LOAD) {
      return op === AALOAD ? this.#loadReference(method, code, at) : LOADS[op - FIRST_LOAD]!;
    }
    if (op < 178 || op > 187) {
      if (op !== 18 && op !== 19 && op !== 20) return null;
      return this.#cached(owner, 18, op === 18 ? u1(bytes, at + 1) : u2(bytes, at + 1));
    }
    const index = u2(bytes, at + 1);
    if (op === 182) {
      const access = this.#lookAtUnsafe(method, code, offsets, i, index);
      if (access !== null) return access;
    }
    if (op === 183 || op === 184) {
      // The method is reached all the same: its frames will be met.
      const any = this.#cached(owner, op, index);
      return (
        this.#typedCall(method, code, at, index) ??
        this.#lookUp(method, code, offsets, i, index) ??
        any
      );
    }
    return this.#cached(owner, op, index);
  }

  /** The node of the methods that the call at an offset really runs, whatever its arguments tell; -1 when it is not known. */
  calledAt({ owner }: RuntimeMethod, { bytes }: CodeInfo, at: number): number {
    return this.#cached(owner, u1(bytes, at), u2(bytes, at + 1))?.callee ?? -1;
  }

  /** The field of an access; null if there is none. */
  fieldAt({ owner }: RuntimeMethod, { bytes }: CodeInfo, at: number): RuntimeField | null {
    const ref = owner.file!.constants.member(u2(bytes, at + 1));
    const holder = this.#graph.world.find(ref.owner);
    return holder === null ? null : resolveField(holder, ref.name, ref.descriptor);
  }

  /** aaload: which arrays these may be depends on the type of the reference. */
  #loadReference(method: RuntimeMethod, code: CodeInfo, at: number): CodeEffect {
    const isOwn = code.bytes === method.code?.bytes;
    const type = isOwn ? this.#types.at(method, at, 2) : null;
    if (type === null || !type.startsWith("[")) return LOADS[AALOAD - FIRST_LOAD]!;
    const fact = this.#graph.elementsOf(type);
    let effect = this.#loads.get(fact);
    if (effect === undefined) {
      effect = { ...NO_EFFECT, fact };
      this.#loads.set(fact, effect);
    }
    return effect;
  }

  #cached(owner: RuntimeClass, op: number, index: number): CodeEffect | null {
    let ofClass = this.#known.get(owner.id);
    if (ofClass === undefined) {
      ofClass = new Map();
      this.#known.set(owner.id, ofClass);
    }
    const key = index * 256 + op;
    let effect = ofClass.get(key);
    if (effect === undefined) {
      effect = this.#resolve(owner, op, index);
      ofClass.set(key, effect);
    }
    return effect;
  }

  #resolve(owner: RuntimeClass, op: number, index: number): CodeEffect | null {
    switch (op) {
      case 18:
        return this.#constant(owner, index);
      case 178: // getstatic
      case 179: // putstatic
      case 180: // getfield
      case 181: // putfield
        return this.#field(owner, op, index);
      case 182: // invokevirtual
      case 183: // invokespecial
      case 184: // invokestatic
      case 185: // invokeinterface
        return this.#call(owner, op, owner.file!.constants.member(index));
      case 186:
        return this.#dynamicCall(owner, index);
      default:
        return this.#new(owner.file!.constants.className(index));
    }
  }

  #constant(owner: RuntimeClass, index: number): CodeEffect | null {
    const { constants } = owner.file!;
    switch (constants.tag(index)) {
      case Tag.class: {
        const cls = this.#graph.world.find(constants.className(index));
        if (cls !== null) this.#natives.addClassConstant(cls);
        return null;
      }
      case Tag.dynamic:
      case Tag.methodHandle:
      case Tag.methodType:
        return { ...NO_EFFECT, callee: this.#natives.linkNode() };
      default:
        return null;
    }
  }

  #field(owner: RuntimeClass, op: number, index: number): CodeEffect | null {
    const ref = owner.file!.constants.member(index);
    if (op === 181) return null;
    const holder = this.#graph.world.find(ref.owner);
    const field = holder === null ? null : resolveField(holder, ref.name, ref.descriptor);
    if (field === null) return null;
    const fact = op === 179 ? -1 : this.#graph.facts.number(field);
    const init = op === 180 ? -1 : this.#graph.initOf(field.owner);
    return { ...NO_EFFECT, fact, init };
  }

  #new(name: string): CodeEffect | null {
    const cls = this.#graph.world.find(name);
    if (cls === null) return null;
    this.#graph.make(cls);
    const init = this.#graph.initOf(cls);
    return init < 0 ? null : { ...NO_EFFECT, init };
  }

  #call(owner: RuntimeClass, op: number, ref: MemberRef): CodeEffect | null {
    const holder = this.#graph.world.find(ref.owner);
    if (holder === null) return null;
    if (isPolymorphic(ref)) {
      const callee =
        ref.owner === VAR_HANDLE ? this.#natives.variableNode() : this.#natives.handleNode();
      return { ...NO_EFFECT, callee };
    }
    const key = ref.name + ref.descriptor;
    const method = ref.isInterface
      ? resolveInterfaceMethod(holder, key)
      : resolveMethod(holder, key);
    if (method === null || method.isStatic !== (op === 184)) return null;
    if (holder.component !== null && method.name === "clone") {
      // Like with like: what is in the copy counts only if it does where it comes from.
      return null;
    }
    if (op === 184) {
      const callee = this.#graph.reach(method, true);
      // The starter of a main method that is not static has the main class initialised by its number.
      const started = owner.name.endsWith(STARTER) ? owner.name.slice(0, -STARTER.length) : null;
      const initialized = started === null ? method.owner : this.#graph.world.find(started);
      const init = initialized === null ? -1 : this.#graph.initOf(initialized);
      return { ...NO_EFFECT, callee, init };
    }
    const callee =
      op === 183
        ? this.#graph.reach(specialTarget(owner, holder, method), true)
        : this.#graph.select(holder, method);
    return { ...NO_EFFECT, callee };
  }

  /** A call that an argument's type narrows; null for all others. */
  #typedCall(method: RuntimeMethod, code: CodeInfo, at: number, index: number): CodeEffect | null {
    const { constants } = method.owner.file!;
    const key = method.owner.id * 0x10000 + index;
    let depth = this.#typedSites.get(key);
    if (depth === undefined) {
      const ref = constants.member(index);
      depth = TYPED_CALLS.get(`${ref.owner}.${ref.name}${ref.descriptor}`) ?? 0;
      this.#typedSites.set(key, depth);
    }
    if (depth === 0 || code.bytes !== method.code?.bytes) return null;
    const type = this.#types.at(method, at, depth);
    if (type === null) return null;
    const { owner } = constants.member(index);
    const holder = this.#graph.world.find(owner);
    if (holder === null) return null;
    if (owner === "java/lang/AssertionError") {
      if (type !== "java/lang/String") return null;
      return { ...NO_EFFECT, callee: this.#graph.root(ASSERTION_OF_STRING) };
    }
    const init = this.#graph.initOf(holder);
    if (owner === "java/lang/System") {
      if (!this.#graph.checksElements || /^\[[A-Z]$/.test(type)) return { ...NO_EFFECT, init };
      if (!type.startsWith("[")) return null;
      return { ...NO_EFFECT, fact: this.#graph.elementsOf(type), init };
    }
    const cls = this.#graph.world.find(type);
    const toString = cls === null ? null : resolveMethod(cls, "toString()Ljava/lang/String;");
    if (cls === null || toString === null) return null;
    return { ...NO_EFFECT, callee: this.#graph.select(cls, toString), init };
  }

  /** Class.forName of a class that a constant names, which may be initialised and no other; null for all other calls. */
  #lookUp(
    { owner }: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
    index: number,
  ): CodeEffect | null {
    const { constants } = owner.file!;
    const ref = constants.member(index);
    if (`${ref.owner}.${ref.name}${ref.descriptor}` !== FOR_NAME) return null;
    const constant = constantBefore(owner, code, offsets, i, 1, Tag.string);
    if (constant === null || !isStraight(code, offsets, i, 1)) return null;
    const { world } = this.#graph;
    const find = world.method(FIND_CLASS);
    const cls = world.find(constants.string(constant).replaceAll(".", "/"));
    // What says which class a mirror is of.
    const id = find?.owner.fields.find(({ name }) => name === "id");
    if (find === null || id === undefined || cls === null || cls.isArray) return null;
    return {
      ...NO_EFFECT,
      fact: this.#graph.facts.number(id),
      callee: this.#graph.reach(find, true),
      init: this.#graph.initOf(cls),
    };
  }

  #dynamicCall(owner: RuntimeClass, index: number): CodeEffect | null {
    const { world } = this.#graph;
    if (!world.isKnownSite(owner, index)) {
      // Its bootstrap method runs as Java code, and gives a method handle, which is called.
      return { ...NO_EFFECT, callee: this.#natives.linkNode(), init: this.#natives.handleNode() };
    }
    const cls = world.siteClass(owner, index);
    // A site that is refused is refused when the program comes to it.
    if (cls === null) return null;
    const link = cls.methods.find((each) => each.name === "link");
    // Only lambdas have objects.
    if (cls.interfaces.length > 0) this.#graph.make(cls);
    return link === undefined ? null : { ...NO_EFFECT, callee: this.#graph.reach(link, true) };
  }

  /** A call of Unsafe that is an access to one field. */
  #lookAtUnsafe(
    method: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
    index: number,
  ): CodeEffect | null {
    if (!this.#knowsMemory(method.owner)) return null;
    const ref = method.owner.file!.constants.member(index);
    if (!isMemoryClass(ref.owner)) return null;
    this.#lookForName(method.owner, code, offsets, i, ref);
    const access = this.memoryAt(method, code, offsets, i);
    if (access === null) return null;
    // The method is still reached: a search may have to watch it.
    this.#cached(method.owner, 182, index);
    const fact = access.kind === "put" ? -1 : this.#graph.facts.number(access.field);
    return { ...NO_EFFECT, fact };
  }

  /** Whether the class refers to those whose methods access memory by offset or handle: few do. */
  #knowsMemory({ id, file }: RuntimeClass): boolean {
    const known = this.#knowing.get(id);
    if (known !== undefined) return known;
    const { constants } = file!;
    let found = false;
    for (let i = 1; i < constants.count && !found; i++) {
      found = constants.tag(i) === Tag.class && isMemoryClass(constants.className(i));
    }
    this.#knowing.set(id, found);
    return found;
  }

  /** The field access that instruction i (a call) performs, or null. */
  memoryAt(
    method: RuntimeMethod,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
  ): MemoryAccess | null {
    if (!this.#knowsMemory(method.owner)) return null;
    const ref = method.owner.file!.constants.member(u2(code.bytes, offsets[i]! + 1));
    return ref.owner === UNSAFE ? this.#memory.at(method, code, offsets, i, ref) : null;
  }

  /** Fields that can be reached by offset or handle: those that a call names by a constant. */
  #lookForName(
    owner: RuntimeClass,
    code: CodeInfo,
    offsets: readonly number[],
    i: number,
    ref: MemberRef,
  ): void {
    const { constants } = owner.file!;
    const back = NAMING[`${ref.owner}.${ref.name}${ref.descriptor}`];
    if (back === undefined) return;
    const className = constantBefore(owner, code, offsets, i, back, Tag.class);
    const name = constantBefore(owner, code, offsets, i, back - 1, Tag.string);
    // What is in between must be one value, and not a call that has the other two for itself.
    const isPlain = back < 3 || isPush(code, offsets[i - 1]);
    if (className === null || name === null || !isPlain || !isStraight(code, offsets, i, back)) {
      this.#natives.addNamed(null, "");
      return;
    }
    this.#natives.addNamed(
      this.#graph.world.find(constants.className(className)),
      constants.string(name),
    );
  }
}

const isMemoryClass = (name: string): boolean =>
  name === UNSAFE || name.startsWith("java/lang/invoke/");

/** invokespecial: constructors and private methods as they are, super calls from the superclass up. */
function specialTarget(
  owner: RuntimeClass,
  holder: RuntimeClass,
  method: RuntimeMethod,
): RuntimeMethod {
  const isSuperCall =
    method.name !== "<init>" &&
    !holder.isInterface &&
    owner !== holder &&
    owner.superclass !== null &&
    owner.isSubtypeOf(holder) &&
    !method.isPrivate;
  return isSuperCall ? (resolveMethod(owner.superclass, method.key) ?? method) : method;
}

/** The constant that the instruction some places before the i-th pushes; null when it pushes none of that kind. */
function constantBefore(
  owner: RuntimeClass,
  { bytes }: CodeInfo,
  offsets: readonly number[],
  i: number,
  back: number,
  tag: number,
): number | null {
  const at = offsets[i - back];
  if (at === undefined) return null;
  const op = u1(bytes, at);
  if (op !== Op.ldc && op !== Op.ldc_w) return null;
  const index = op === Op.ldc ? u1(bytes, at + 1) : u2(bytes, at + 1);
  return owner.file!.constants.tag(index) === tag ? index : null;
}

/** Pushes a constant or a static field: takes nothing from the stack. */
function isPush({ bytes }: CodeInfo, at: number | undefined): boolean {
  const op = at === undefined ? -1 : u1(bytes, at);
  return op === Op.ldc || op === Op.ldc_w || op === Op.getstatic;
}

/** Nothing jumps in between the i-th instruction and that some places before it. */
function isStraight(code: CodeInfo, offsets: readonly number[], i: number, back: number): boolean {
  const marks = scanCode(code, { at: 0 });
  for (let k = i - back + 1; k <= i; k++) {
    if (((marks[offsets[k]!] ?? 0) & IS_BLOCK_START) !== 0) return false;
  }
  return true;
}
