/**
 * VarHandle access modes. All of them are atomic here, since a thread is never
 * stopped inside an instruction, and all are volatile, since memory is
 * sequentially consistent; so only what is computed differs between modes.
 */
import { ACC_FINAL } from "../classfile/access-flags.ts";
import type { MethodDescriptor } from "../classfile/descriptors.ts";
import { unreachable } from "../core/assert.ts";
import { UnsupportedFeatureError } from "../core/errors.ts";
import { descriptorOf } from "../program/program.ts";
import type { AccessLog } from "./access-log.ts";
import { beginInitialization, isUsable, noteEarlyUse } from "./class-init.ts";
import { raise, raiseBounds, throwNull } from "./exceptions.ts";
import { CALL_WORDS } from "./instructions.ts";
import { whereNow } from "./invoke.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "./layout.ts";
import { type Machine, UNINITIALIZED } from "./machine.ts";
import { STATIC_BASE } from "./memory.ts";
import { mustStop } from "./must-stop.ts";
import { fieldOf } from "./natives/reflection.ts";
import { isShared, share } from "./sharing.ts";
import { Stop } from "./stop.ts";

type Operation = "get" | "set" | "compareAndSet" | "compareAndExchange" | "update";

/** How the new value follows from the old one and the argument. */
type Update = "set" | "add" | "or" | "and" | "xor";

interface Mode {
  readonly operation: Operation;
  readonly update: Update;
}

const ordered = (name: string): string[] => [name, `${name}Acquire`, `${name}Release`];

const MODES = accessModes();

function accessModes(): ReadonlyMap<string, Mode> {
  const modes = new Map<string, Mode>();
  const add = (names: readonly string[], operation: Operation, update: Update = "set"): void => {
    for (const name of names) modes.set(name, { operation, update });
  };
  add(["get", "getVolatile", "getAcquire", "getOpaque"], "get");
  add(["set", "setVolatile", "setRelease", "setOpaque"], "set");
  const weak = ["Plain", "", "Acquire", "Release"].map((suffix) => `weakCompareAndSet${suffix}`);
  add(["compareAndSet", ...weak], "compareAndSet");
  add(ordered("compareAndExchange"), "compareAndExchange");
  add(ordered("getAndSet"), "update");
  add(ordered("getAndAdd"), "update", "add");
  add(ordered("getAndBitwiseOr"), "update", "or");
  add(ordered("getAndBitwiseAnd"), "update", "and");
  add(ordered("getAndBitwiseXor"), "update", "xor");
  return modes;
}

export const isAccessMode = (name: string): boolean => MODES.has(name);

const FIELD = 0;
const STATIC = 1;
const ARRAY = 2;

/** Where a variable is and how its value is stored. */
interface Place {
  readonly type: string;
  /** Byte address. */
  readonly address: number;
  /** Packed as an array element; fields of small types take a word. */
  readonly isElement: boolean;
}

/** Carries out an access; the result replaces the arguments at `base`. */
export function accessVariable(
  m: Machine,
  name: string,
  handle: number,
  base: number,
  shape: MethodDescriptor,
): Stop {
  const mode = MODES.get(name)!;
  const kind = field(m, handle, "kind");
  const type = descriptorOf(m.mirrored(field(m, handle, "type")));
  const coordinates = kind === FIELD ? 1 : kind === STATIC ? 0 : 2;
  if (mode.operation !== "get" && isFinalField(m, handle)) {
    return raise(m, "java/lang/UnsupportedOperationException", null);
  }
  if (kind === STATIC) {
    // It was begun when the handle was made; others than the one who did wait until it is over.
    const { owner } = fieldOf(m, field(m, handle, "member"));
    if (!isUsable(m, owner)) {
      if (m.status(owner) !== UNINITIALIZED) noteEarlyUse(m);
      return beginInitialization(m, owner);
    }
  }
  const place = locate(m, kind, handle, base + 2, type);
  if (typeof place === "number") return place;
  const isReference = type.startsWith("L") || type.startsWith("[");
  const object = kind === STATIC ? 0 : m.S[base + 2]!;
  const isVisible = kind === STATIC || isShared(m, object);
  if (isVisible && m.watches) {
    const isWrite = mode.operation !== "get";
    const isNoticed = m.discipline.touchWord(object, place.address >>> 2, isWrite);
    if (isNoticed && mustStop(m)) return Stop.visible;
  }
  let slot = base + 2 + coordinates * 2;
  const values: bigint[] = [];
  for (const parameter of shape.parameters.slice(coordinates)) {
    values.push(argument(m, slot, parameter, type));
    slot += parameter === "J" || parameter === "D" ? 4 : 2;
  }
  if (isVisible && isReference) for (const value of values) share(m, Number(value));
  if (m.accesses !== null) note(m.accesses, place, object, mode.operation);
  const old = mode.operation === "set" ? 0n : read(m, place);
  m.pc += CALL_WORDS;
  const [first = 0n, second = 0n] = values;
  switch (mode.operation) {
    case "get":
      pushResult(m, base, type, old, shape);
      return Stop.none;
    case "set":
      write(m, place, first);
      m.sp = base;
      return Stop.none;
    case "compareAndSet":
      if (old === first) write(m, place, second);
      m.S[base] = old === first ? 1 : 0;
      m.sp = base + (shape.resultKind === "V" ? 0 : 2);
      return Stop.none;
    case "compareAndExchange":
      if (old === first) write(m, place, second);
      pushResult(m, base, type, old, shape);
      return Stop.none;
    case "update":
      write(m, place, updated(type, mode.update, old, first));
      pushResult(m, base, type, old, shape);
      return Stop.none;
    default:
      return unreachable(mode.operation);
  }
}

/** What the access reads or, where that is all it does, replaces. */
function note(accesses: AccessLog, place: Place, object: number, operation: Operation): void {
  const { type, address, isElement } = place;
  const isView = isViewType(type);
  const bytes = isElement
    ? (BYTES[isView ? type.charAt(1) : type] ?? (type.length > 1 ? 4 : 1))
    : 4;
  const size = type === "J" || type === "D" ? 8 : bytes;
  const first = (address >>> 2) - object;
  const end = ((address + size + 3) >>> 2) - object;
  if (operation !== "set") accesses.readRange(object, first, end);
  else if (!isView && size >= 4) accesses.writeRange(object, first, end);
}

const isViewType = (type: string): boolean => type.length === 2 && "<>".includes(type.charAt(0));

function field(m: Machine, handle: number, name: string): number {
  const offset = m.fieldOffset("java/lang/invoke/VarHandle", name);
  m.accesses?.read(handle, offset);
  return m.H[handle + offset]!;
}

/** Whether the variable is a field (arrays have a negative number) that can only be read. */
function isFinalField(m: Machine, handle: number): boolean {
  const member = field(m, handle, "member");
  return member >= 0 && (fieldOf(m, member).accessFlags & ACC_FINAL) !== 0;
}

function locate(m: Machine, kind: number, handle: number, at: number, type: string): Place | Stop {
  if (kind === STATIC) {
    const address = (STATIC_BASE + fieldOf(m, field(m, handle, "member")).offset) * 4;
    return { type, address, isElement: false };
  }
  const object = m.S[at]!;
  if (object === 0) return throwNull(m);
  const receiver = m.mirrored(field(m, handle, "receiver"));
  if (!m.isInstance(object, receiver)) {
    return raise(
      m,
      "java/lang/ClassCastException",
      `Cannot cast ${m.classOf(object).externalName} to ${receiver.externalName}`,
    );
  }
  if (kind === FIELD) {
    return { type, address: object * 4 + field(m, handle, "offset"), isElement: false };
  }
  const index = m.S[at + 2]!;
  if (kind !== ARRAY) return locateView(m, kind, object, index, type);
  if (index >>> 0 >= m.H[object + ARRAY_LENGTH]!) return raiseBounds(m, object, index);
  const shift = m.elementShift[m.H[object]!]!;
  return { type, address: (object + ARRAY_DATA) * 4 + index * 2 ** shift, isElement: true };
}

const BYTES: Readonly<Record<string, number>> = { C: 2, S: 2, I: 4, F: 4, J: 8, D: 8 };

/** A view of a byte[] as wider values. */
function locateView(
  m: Machine,
  kind: number,
  array: number,
  index: number,
  type: string,
): Place | Stop {
  const size = BYTES[type] ?? 1;
  if (index < 0 || index + size > m.H[array + ARRAY_LENGTH]!) {
    return raise(
      m,
      "java/lang/IndexOutOfBoundsException",
      `Index ${index} out of bounds for length ${Math.max(0, m.H[array + ARRAY_LENGTH]! - size + 1)}`,
    );
  }
  return {
    type: kind === 3 ? `<${type}` : `>${type}`,
    address: (array + ARRAY_DATA) * 4 + index,
    isElement: true,
  };
}

/** The bits of a variable; small types sign-extended, references and floats as they are. */
function read(m: Machine, { type, address, isElement }: Place): bigint {
  switch (type) {
    case "J":
    case "D":
      return m.HL[address >>> 3]!;
    case "Z":
    case "B":
      return BigInt(isElement ? m.HB[address]! : m.H[address >>> 2]!);
    case "C":
      return BigInt(isElement ? m.HC[address >>> 1]! : m.H[address >>> 2]!);
    case "S":
      return BigInt(isElement ? m.HS[address >>> 1]! : m.H[address >>> 2]!);
    default:
      return type.length === 2 && "<>".includes(type.charAt(0))
        ? readView(m, type, address)
        : BigInt(m.H[address >>> 2]!);
  }
}

function readView(m: Machine, type: string, address: number): bigint {
  const size = BYTES[type.charAt(1)] ?? 1;
  let bits = 0n;
  for (let i = 0; i < size; i++) {
    const at = type.startsWith("<") ? address + size - 1 - i : address + i;
    bits = (bits << 8n) | BigInt(m.HB[at]! & 0xff);
  }
  return type.endsWith("C") ? bits : BigInt.asIntN(size * 8, bits);
}

function writeView(m: Machine, type: string, address: number, value: bigint): void {
  const size = BYTES[type.charAt(1)] ?? 1;
  m.logRange(address >>> 2, (address + size + 3) >>> 2);
  let bits = value;
  for (let i = 0; i < size; i++) {
    const at = type.startsWith("<") ? address + i : address + size - 1 - i;
    m.HB[at] = Number(bits & 0xffn);
    bits >>= 8n;
  }
}

function write(m: Machine, { type, address, isElement }: Place, value: bigint): void {
  if (type.length === 2 && "<>".includes(type.charAt(0))) {
    writeView(m, type, address, value);
    return;
  }
  m.logWord(address >>> 2);
  if (type === "J" || type === "D") {
    m.logWord((address >>> 2) + 1);
    m.HL[address >>> 3] = value;
    return;
  }
  const word = Number(BigInt.asIntN(32, value));
  if (!isElement || type === "I" || type === "F" || type.length > 1) m.H[address >>> 2] = word;
  else if (type === "C" || type === "S") m.HC[address >>> 1] = word;
  else m.HB[address] = word;
}

/** An argument as the bits of the variable's type; ints widen to long as invoke's conversions do. */
function argument(m: Machine, slot: number, given: string, type: string): bigint {
  const kind = type.length === 2 && "<>".includes(type.charAt(0)) ? type.charAt(1) : type;
  if (given === "J" || given === "D") {
    if (given !== kind) throw mismatch(m, given, kind);
    return m.SL[slot >> 1]!;
  }
  if (kind === "D" || (kind === "F" && given !== "F")) throw mismatch(m, given, kind);
  if (kind.length === 1 && given.length > 1) throw mismatch(m, given, kind);
  return BigInt(m.S[slot]!);
}

const mismatch = (m: Machine, given: string, wanted: string): UnsupportedFeatureError =>
  new UnsupportedFeatureError(
    `VarHandle access with an argument of type ${given} for a variable of type ${wanted} is not supported (${whereNow(m)})`,
    { hint: "Pass a value of exactly the variable's type." },
  );

function pushResult(
  m: Machine,
  base: number,
  type: string,
  value: bigint,
  shape: MethodDescriptor,
): void {
  const kind = shape.resultKind;
  if (kind === "V") {
    m.sp = base;
    return;
  }
  const isReference = type.length > 1 && !"<>".includes(type.charAt(0));
  if (isReference !== (kind === "L" || kind === "[")) throw mismatch(m, kind, type);
  if (kind === "J" || kind === "D") {
    m.SL[base >> 1] = value;
    m.sp = base + 4;
  } else {
    m.S[base] = Number(BigInt.asIntN(32, value));
    m.sp = base + 2;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

function updated(type: string, update: Update, old: bigint, by: bigint): bigint {
  switch (update) {
    case "set":
      return by;
    case "or":
      return old | by;
    case "and":
      return old & by;
    case "xor":
      return old ^ by;
    case "add":
      return sum(type, old, by);
    default:
      return unreachable(update);
  }
}

function sum(type: string, old: bigint, by: bigint): bigint {
  if (type === "F") {
    scratch.setFloat32(0, toFloat(old) + toFloat(by));
    return BigInt(scratch.getInt32(0));
  }
  if (type === "D") {
    scratch.setFloat64(0, toDouble(old) + toDouble(by));
    return scratch.getBigInt64(0);
  }
  const bits = type === "J" ? 64 : type === "B" ? 8 : type === "S" ? 16 : 32;
  return type === "C" ? BigInt.asUintN(16, old + by) : BigInt.asIntN(bits, old + by);
}

function toFloat(bits: bigint): number {
  scratch.setInt32(0, Number(BigInt.asIntN(32, bits)));
  return scratch.getFloat32(0);
}

function toDouble(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
