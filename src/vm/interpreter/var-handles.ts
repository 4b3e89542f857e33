/**
 * Carries out the accesses of variable handles, each as one step. What the JVM
 * checks on the way is checked in its order: the object, the index, the values.
 */
import { unreachable } from "../../core/assert.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { classOperand } from "../call-sites/convert.ts";
import { CALL_WORDS } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { UNINITIALIZED } from "../memory/class-status.ts";
import { stopsHere } from "../sharing/scheduling-point.ts";
import { isShared, share } from "../sharing/shared-objects.ts";
import { beginInitialization, isUsable, noteEarlyUse } from "./class-initialization.ts";
import { raise } from "./exceptions.ts";
import { noteFixed, WEAK_SOURCE } from "./fixed-values.ts";
import { loadClass } from "./load-class.ts";
import { Stop } from "./stop.ts";
import {
  lengthOf,
  placeOf,
  receiverOf,
  staticField,
  type VariableCall,
  VariableKind,
  type VariableSite,
  variableCall,
} from "./var-handle-calls.ts";
import type { VarHandleOperation } from "./var-handle-modes.ts";
import { readBits, sizeOf, updated, type VariablePlace, writeBits } from "./var-handle-values.ts";

/** The result replaces the arguments at `base`. Null when the call has to be converted first. */
export function accessVariable(m: Machine, site: VariableSite, base: number): Stop | null {
  const { accesses } = m;
  const handle = m.S[base]!;
  accesses?.readObject(m, handle);
  const call = variableCall(m, site, base);
  // That there is no object is for the library to say: it is not the handle that is missing.
  if (call === null || (call.object === 0 && call.kind !== VariableKind.static)) return null;
  if (call.kind === VariableKind.static) {
    // Others than the one who began to initialise the class wait until it is over.
    const { owner } = staticField(m, call);
    if (!isUsable(m, owner)) {
      if (m.status(owner) !== UNINITIALIZED) noteEarlyUse(m);
      return beginInitialization(m, owner);
    }
  }
  const place = placeOf(m, call);
  if (place === null) return refusePlace(m, call);
  const { object } = call;
  const { operation } = call.mode;
  const refused = refuseValues(m, call);
  if (refused !== null) return refused;
  if (isObservable(m, call, place) && stopsHere(m)) return Stop.visible;
  if (accesses !== null) note(m, accesses, place, object, operation);
  return carryOut(m, site, call, place, base);
}

/** A handle never writes a final field. */
function isObservable(
  m: Machine,
  { kind, object, mode }: VariableCall,
  place: VariablePlace,
): boolean {
  const address = place.address >>> 2;
  const isWrite = mode.operation !== "get";
  if (kind === VariableKind.static) return m.sharing.staticField(address, isWrite);
  if (kind === VariableKind.field) return m.sharing.field(object, address - object, isWrite);
  return m.sharing.elements(object, isWrite);
}

function carryOut(
  m: Machine,
  site: VariableSite,
  call: VariableCall,
  place: VariablePlace,
  base: number,
): Stop {
  const { mode, type } = call;
  const isPublished = call.kind === VariableKind.static || isShared(m, call.object);
  const old = mode.operation === "set" ? 0n : readBits(m, place);
  const write = (value: bigint): void => {
    if (isPublished && type === "L") share(m, Number(value));
    writeBits(m, place, value);
  };
  if (mode.name.startsWith("weak")) noteFixed(m, WEAK_SOURCE);
  switch (mode.operation) {
    case "get":
      return pushResult(m, site, call, base, old);
    case "set":
      write(operand(m, call, call.first));
      return pushNothing(m, site, base);
    case "compareAndSet":
    case "compareAndExchange": {
      const isExpected = old === operand(m, call, call.first);
      if (isExpected) write(operand(m, call, call.second));
      if (mode.operation === "compareAndExchange") return pushResult(m, site, call, base, old);
      if (site.result === "V") return pushNothing(m, site, base);
      return pushBits(m, site, base, isExpected ? 1n : 0n);
    }
    case "update":
      write(updated(type, mode.update, old, operand(m, call, call.first)));
      return pushResult(m, site, call, base, old);
    default:
      return unreachable(mode.operation);
  }
}

/** What the access reads or, where that is all it does, replaces. */
function note(
  m: Machine,
  accesses: AccessLog,
  place: VariablePlace,
  object: number,
  operation: VarHandleOperation,
): void {
  const from = place.address - object * 4;
  const to = from + sizeOf(place);
  if (operation !== "set") accesses.readBytes(m, object, from, to);
  else accesses.writeBytes(m, object, from, to);
}

function refusePlace(m: Machine, call: VariableCall): Stop {
  const { object, index } = call;
  const receiver = receiverOf(m, call);
  if (!m.isInstance(object, receiver)) return refuseCast(m, object, receiver);
  return raise(
    m,
    "java/lang/ArrayIndexOutOfBoundsException",
    `Index ${index} out of bounds for length ${lengthOf(m, call)}`,
  );
}

const refuseCast = (m: Machine, object: number, to: RuntimeClass): Stop =>
  raise(
    m,
    "java/lang/ClassCastException",
    `Cannot cast ${m.classOf(object).externalName} to ${to.externalName}`,
  );

/** References that the variable, or the array that it is in, cannot hold. Null when all are right. */
function refuseValues(m: Machine, call: VariableCall): Stop | null {
  const { mode, type, cls } = call;
  if (type !== "L" || mode.operation === "get") return null;
  const isCompare = mode.operation === "compareAndSet" || mode.operation === "compareAndExchange";
  const stored = m.S[isCompare ? call.second : call.first]!;
  if (isCompare && !canBe(m, m.S[call.first]!, cls)) return refuseCast(m, m.S[call.first]!, cls);
  const array = call.kind === VariableKind.array ? m.classOf(call.object) : null;
  const isOther = array !== null && array !== receiverOf(m, call);
  // The plain mode is a cast and a store; the others look at the array that there is.
  if ((!isOther || mode.isPlain) && !canBe(m, stored, cls)) return refuseCast(m, stored, cls);
  if (!isOther || canBe(m, stored, array.component!)) return null;
  const message = mode.isPlain ? m.classOf(stored).externalName : null;
  return raise(m, "java/lang/ArrayStoreException", message);
}

const canBe = (m: Machine, value: number, cls: RuntimeClass): boolean =>
  value === 0 || m.isInstance(value, cls);

const operand = (m: Machine, { type }: VariableCall, slot: number): bigint =>
  type === "J" || type === "D" ? m.SL[slot >> 1]! : BigInt(m.S[slot]!);

/** The library's own sites take nothing back where there is nothing. */
function pushNothing(m: Machine, site: VariableSite, base: number): Stop {
  if (site.result !== "V") return pushBits(m, site, base, 0n);
  m.sp = base;
  m.pc += CALL_WORDS;
  return Stop.none;
}

function pushBits(m: Machine, { result }: VariableSite, base: number, value: bigint): Stop {
  if (result === "J" || result === "D") {
    m.SL[base >> 1] = value;
    m.sp = base + 4;
  } else {
    m.S[base] = Number(BigInt.asIntN(32, value));
    m.sp = base + 2;
  }
  m.pc += CALL_WORDS;
  return Stop.none;
}

/** The old value; a site may say that it expects some other class of it. */
function pushResult(
  m: Machine,
  site: VariableSite,
  call: VariableCall,
  base: number,
  value: bigint,
): Stop {
  if (site.result === "V") return pushNothing(m, site, base);
  if (site.result === "L" && site.mode !== null && value !== 0n) {
    const object = Number(value);
    const name = classOperand(site.resultType);
    if (name !== "java/lang/Object" && name !== call.cls.name) {
      const wanted = loadClass(m, name);
      if (!m.isInstance(object, wanted)) return refuseCast(m, object, wanted);
    }
  }
  return pushBits(m, site, base, value);
}
