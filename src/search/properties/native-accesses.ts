/**
 * Natives and variable handles that read or write fields and elements on the
 * program's behalf, and which of them theirs are. Access modes count as Java
 * says: plain ones can race, all others order.
 *
 * Other natives tell by their declared effects which fields of their arguments
 * they use. Elements are left out there: a declaration covers whole arrays, and
 * two calls that use different parts of one are no race.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_OBSERVABLE_NATIVE } from "../../vm/code/code-space.ts";
import { I } from "../../vm/code/instructions.ts";
import { placeOf, variableCallAt } from "../../vm/interpreter/var-handle-calls.ts";
import { sizeOf } from "../../vm/interpreter/var-handle-values.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH, OBJECT_HEADER } from "../../vm/memory/object-layout.ts";
import { PathFields } from "../../vm/native-api/effect-fields.ts";
import { type AccessPath, parseEffects } from "../../vm/native-api/effect-paths.ts";
import { argumentSlots } from "../../vm/native-api/logged-effects.ts";
import { fieldOf } from "../../vm/natives/lang/reflection.ts";
import { calledMethod } from "../trace/call-operations.ts";
import { type AccessSink, BY_FIELD, ORDERED, PLAIN } from "./variables.ts";

/** Adds what a native does; its arguments begin at `base` on the stack. */
type Look = (m: Machine, base: number, into: AccessSink) => void;

/** By method: what it does, null when nothing that can race. */
const looks = new WeakMap<RuntimeMethod, { readonly look: Look | null }>();

export function addNativeAccesses(
  m: Machine,
  op: number,
  pc: number,
  sp: number,
  into: AccessSink,
): void {
  if (op === I.invokeHandle) {
    addVariable(m, pc, sp, into);
    return;
  }
  const id = calledMethod(m, op, pc, sp);
  if (id < 0 || m.space.entry[id] !== ENTRY_OBSERVABLE_NATIVE) return;
  const method = m.program.methods[id]!;
  let known = looks.get(method);
  if (known === undefined) {
    known = { look: lookOf(m, method) };
    looks.set(method, known);
  }
  known.look?.(m, sp - m.space.args[id]!, into);
}

function lookOf(m: Machine, method: RuntimeMethod): Look | null {
  switch (method.owner.name) {
    case "jdk/internal/misc/Unsafe":
      return lookAtRaw(method);
    case "deadwood/internal/Reflect":
      return lookAtReflected(method);
    default:
      break;
  }
  if (method.owner.name === "java/lang/System" && method.name === "arraycopy") return arraycopy;
  if (method.owner.name === "java/lang/Object" && method.name === "clone") return clone;
  return lookAtEffects(m, method);
}

/** Unsafe: the object at +2, the byte offset at +4; its names say the mode. */
function lookAtRaw(method: RuntimeMethod): Look | null {
  const access = /^(get|put|compareAnd|getAnd)(Add|Set|Exchange)?([A-Z][a-z]+?)(Volatile)?$/.exec(
    method.name,
  );
  if (access === null || !method.descriptor.startsWith("(Ljava/lang/Object;J")) return null;
  const [, verb, update, type, volatile] = access;
  const isPlain = (verb === "get" || verb === "put") && update === undefined && !volatile;
  const isWrite = verb !== "get" || update !== undefined;
  const size = type === "Long" || type === "Double" ? 8 : 4;
  const narrow =
    type === "Byte" || type === "Boolean" ? 1 : type === "Short" || type === "Char" ? 2 : size;
  return (m, base, into) => {
    const object = m.S[base + 2]!;
    if (object === 0) return;
    const at = object * 4 + m.S[base + 4]!;
    const bytes = m.classOf(object).component === null ? size : narrow;
    into.add(object, at, at + bytes, isWrite, isPlain ? PLAIN : ORDERED);
  };
}

/** Reflect.getI(field, receiver) and the like: an access as the field is declared. */
function lookAtReflected(method: RuntimeMethod): Look | null {
  const access = /^(get|put)[IJFDL]$/.exec(method.name);
  if (access === null) return null;
  const isWrite = access[1] === "put";
  return (m, base, into) => {
    const field = fieldOf(m, m.S[base]!);
    const object = field.isStatic ? 0 : m.S[base + 2]!;
    if (object === 0 && !field.isStatic) return;
    const at = ((field.isStatic ? STATIC_BASE : object) + field.offset) * 4;
    into.add(object, at, at + (field.isWide ? 8 : 4), isWrite, BY_FIELD);
  };
}

const arraycopy: Look = (m, base, into) => {
  const { S, H } = m;
  const [from, fromAt, to, toAt, length] = [0, 2, 4, 6, 8].map((at) => S[base + at]!);
  if (from === 0 || to === 0 || fromAt! < 0 || toAt! < 0 || length! <= 0) return;
  const [source, target] = [m.classOf(from!), m.classOf(to!)];
  if (source.component === null || target.component === null) return;
  if (source.component.isPrimitive !== target.component.isPrimitive) return;
  if (fromAt! + length! > H[from! + ARRAY_LENGTH]! || toAt! + length! > H[to! + ARRAY_LENGTH]!) {
    return;
  }
  const size = 2 ** m.elementShift[source.id]!;
  const read = (from! + ARRAY_DATA) * 4 + fromAt! * size;
  const written = (to! + ARRAY_DATA) * 4 + toAt! * size;
  into.add(from!, read, read + length! * size, false, PLAIN);
  into.add(to!, written, written + length! * size, true, PLAIN);
};

/** All fields, or all elements, are read as they are declared. */
const clone: Look = (m, base, into) => {
  const object = m.S[base]!;
  if (object === 0) return;
  const cls = m.classOf(object);
  if (cls.component === null) {
    into.add(
      object,
      (object + OBJECT_HEADER) * 4,
      (object + cls.instanceWords) * 4,
      false,
      BY_FIELD,
    );
    return;
  }
  const at = (object + ARRAY_DATA) * 4;
  const bytes = m.H[object + ARRAY_LENGTH]! * 2 ** m.elementShift[cls.id]!;
  into.add(object, at, at + bytes, false, PLAIN);
};

/** The fields of arguments that a native declares to use directly. */
function lookAtEffects(m: Machine, method: RuntimeMethod): Look | null {
  const native = m.nativeFor(method);
  // Threads, monitors and choices: what they use is theirs.
  if (native === undefined || native.isVisible === true) return null;
  const { reads, writes } = parseEffects(native);
  const written = writes.flatMap((path) => fieldOfArgument(method, path, true));
  const read = [...reads, ...writes]
    .flatMap((path) => fieldOfArgument(method, path, false))
    .filter((each) => !written.some((w) => w.index === each.index && w.name === each.name));
  if (read.length + written.length === 0) return null;
  const slots = argumentSlots(method);
  const add = (
    machine: Machine,
    base: number,
    into: AccessSink,
    { index, className, fields }: ArgumentField,
    isWrite: boolean,
  ): void => {
    const object = machine.S[base + slots[index]!]!;
    if (object === 0) return;
    if (className !== null && !machine.isInstance(object, machine.requireClass(className))) return;
    const field = fields.at(machine, 0);
    const at = (object + field.offset) * 4;
    into.add(object, at, at + (field.isWide ? 8 : 4), isWrite, BY_FIELD);
  };
  return (machine, base, into) => {
    for (const each of written) add(machine, base, into, each, true);
    for (const each of read) add(machine, base, into, each, false);
  };
}

interface ArgumentField {
  readonly index: number;
  readonly name: string;
  /** Only objects of this class have it. */
  readonly className: string | null;
  readonly fields: PathFields;
}

/** `0.count`: what is written is the last step; what is read is the first. */
function fieldOfArgument(
  method: RuntimeMethod,
  path: AccessPath,
  isWrite: boolean,
): ArgumentField[] {
  if (path.kind !== "argument") return [];
  const [first] = path.steps;
  if (first?.kind !== "field" || (isWrite && path.steps.length > 1)) return [];
  const { index, className } = path;
  return [{ index, name: first.name, className, fields: new PathFields(path, method) }];
}

/** An access by a variable handle. */
function addVariable(m: Machine, pc: number, sp: number, into: AccessSink): void {
  const call = variableCallAt(m, pc, sp);
  const place = call === null ? null : placeOf(m, call);
  if (call === null || place === null) return;
  const { mode, object } = call;
  const { address } = place;
  const how = mode.isPlain ? PLAIN : ORDERED;
  into.add(object, address, address + sizeOf(place), mode.operation !== "get", how);
}
