/**
 * Which bytes natives and variable handles are about to read or write, as far as
 * that can be a data race. Access modes count as Java says: plain ones can race,
 * all others order.
 *
 * A native that accesses memory on its caller's behalf declares exactly which.
 * Of all others the declared effects say which fields of their arguments they
 * use. Elements are left out there: a declaration covers whole arrays, and two
 * calls that use different parts of one are no race.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_OBSERVABLE_NATIVE } from "../../vm/code/code-space.ts";
import { I } from "../../vm/code/instructions.ts";
import { placeOf, variableCallAt } from "../../vm/interpreter/var-handle-calls.ts";
import { sizeOf } from "../../vm/interpreter/var-handle-values.ts";
import type { Machine } from "../../vm/machine.ts";
import { type AccessPath, parseEffects } from "../../vm/native-api/effect-paths.ts";
import { type EffectVisitor, EffectWalk } from "../../vm/native-api/effect-walk.ts";
import {
  type AccessSink,
  BY_FIELD,
  bytesAt,
  bytesInArray,
  bytesInField,
  type MemoryShape,
  ORDERED,
  PLAIN,
} from "../../vm/native-api/memory-access.ts";
import type { NativeMethod } from "../../vm/native-api/native-method.ts";
import { calledMethod } from "../trace/call-operations.ts";

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
  const native = m.nativeFor(method);
  if (native === undefined) return null;
  if (native.memory !== undefined) return lookAtMemory(native.memory);
  if (native.racyAccesses !== undefined) return native.racyAccesses;
  // Threads, monitors and choices: what they use is theirs.
  return native.isGlobal === true ? null : lookAtEffects(method, native);
}

/** An access by object and offset. Blocks of bytes are left out. */
function lookAtMemory({ does, type, isPlain }: MemoryShape): Look | null {
  if (type === null) return null;
  const isWrite = does !== "get";
  const inField = bytesInField(type);
  const inArray = bytesInArray(type);
  return (m, base, into) => {
    const object = m.S[base + 2]!;
    if (object === 0) return;
    const at = object * 4 + bytesAt(m, base + 2);
    const bytes = m.classOf(object).component === null ? inField : inArray;
    into.add(object, at, at + bytes, isWrite, isPlain ? PLAIN : ORDERED);
  };
}

/** The fields of arguments that a native declares to use directly: of a read the first step, of a write the only one. */
function lookAtEffects(method: RuntimeMethod, native: NativeMethod): Look | null {
  const { reads, writes } = parseEffects(native);
  const written = writes.flatMap((path) => fieldOfArgument(path, true));
  const read = [...reads, ...writes]
    .flatMap((path) => fieldOfArgument(path, false))
    .filter((each) => !written.some((other) => isSameField(each, other)));
  if (read.length + written.length === 0) return null;
  const walks = [
    ...written.map((path) => new EffectWalk(method, path, true)),
    ...read.map((path) => new EffectWalk(method, path, false)),
  ];
  return (m, base, into) => {
    for (const walk of walks) walk.run(m, base, FIELDS, into);
  };
}

/** Counts fields as they are declared. All paths here are one field long, so nothing else is met. */
const FIELDS: EffectVisitor<AccessSink> = {
  tests: (m, object) => m.accesses?.readType(object),
  enters: () => true,
  field(_m, object, { offset, isWide }, isWrite, into) {
    const at = (object + offset) * 4;
    into.add(object, at, at + (isWide ? 8 : 4), isWrite, BY_FIELD);
    return false;
  },
  staticField: () => false,
  elements: () => false,
  facet: () => false,
};

type FieldPath = Extract<AccessPath, { kind: "argument" }>;

/** `0.count`: what is written is the last step; what is read is the first. */
function fieldOfArgument(path: AccessPath, isWrite: boolean): FieldPath[] {
  if (path.kind !== "argument") return [];
  const [first] = path.steps;
  if (first?.kind !== "field" || (isWrite && path.steps.length > 1)) return [];
  return [{ ...path, steps: [first] }];
}

function isSameField(a: FieldPath, b: FieldPath): boolean {
  const [x, y] = [a.steps[0], b.steps[0]];
  return a.index === b.index && x?.kind === "field" && y?.kind === "field" && x.name === y.name;
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
