/**
 * Calls whose descriptor is the call site's own: MethodHandle.invoke and
 * invokeExact, VarHandle's access modes, and invokedynamic call sites with a
 * bootstrap method of the program's. Arguments of a method handle are boxed
 * and handed to Java code in MethodHandle; variables are accessed right here.
 */
import type { MemberRef } from "../classfile/constant-pool.ts";
import { parseMethodDescriptor } from "../classfile/descriptors.ts";
import type { RuntimeClass } from "../program/runtime-class.ts";
import { BOXES, slotsOf } from "./call-sites/convert.ts";
import { makeSite } from "./constants.ts";
import { raise, throwNull, unwind } from "./exceptions.ts";
import { collectGarbage } from "./garbage-collector.ts";
import { CALL_WORDS, I } from "./instructions.ts";
import { callMethod } from "./invoke.ts";
import { ARRAY_DATA } from "./layout.ts";
import type { Machine } from "./machine.ts";
import { Stop } from "./stop.ts";
import { accessVariable, isAccessMode } from "./variables.ts";

/** A call site with a descriptor of its own. */
export interface HandleSite {
  readonly descriptor: string;
  /** Name of the polymorphic method; "invoke" for invokedynamic. */
  readonly name: string;
  /** For invokedynamic: the site whose cell keeps the method handle. -1 otherwise. */
  readonly site: number;
}

const METHOD_HANDLE = "java/lang/invoke/MethodHandle";
const VAR_HANDLE = "java/lang/invoke/VarHandle";

export function isPolymorphic(ref: MemberRef): boolean {
  if (ref.owner === METHOD_HANDLE) return ref.name === "invoke" || ref.name === "invokeExact";
  return ref.owner === VAR_HANDLE && isAccessMode(ref.name);
}

export function linkPolymorphicCall(m: Machine, holder: RuntimeClass, ref: MemberRef): Stop {
  const { code } = m.space;
  const name = holder.name === VAR_HANDLE ? `var:${ref.name}` : ref.name;
  code[m.pc + 1] = m.handleSites.push({ descriptor: ref.descriptor, name, site: -1 }) - 1;
  code[m.pc] = I.invokeHandle;
  return Stop.again;
}

export function invokeHandle(m: Machine): Stop {
  const site = m.handleSites[m.space.code[m.pc + 1]!]!;
  const shape = parseMethodDescriptor(site.descriptor);
  const words = (shape.parameterSlots + (site.site < 0 ? 1 : 0)) * 2;
  const base = m.sp - words;
  let handle = m.S[base]!;
  if (site.site >= 0) {
    handle = m.H[m.sites[site.site]!.cell]!;
    if (handle === 0) return makeSite(m, site.site);
  } else if (handle === 0) {
    return throwNull(m);
  }
  if (site.name.startsWith("var:")) {
    return accessVariable(m, site.name.slice(4), handle, base, shape);
  }
  return invokeMethodHandle(m, site, handle, base, shape.parameters, shape.resultKind);
}

function invokeMethodHandle(
  m: Machine,
  site: HandleSite,
  handle: number,
  base: number,
  parameters: readonly string[],
  resultKind: string,
): Stop {
  const first = site.site < 0 ? base + 2 : base;
  const array = boxArguments(m, first, parameters);
  if (array === 0) {
    m.wantsCollection = false;
    if (collectGarbage(m)) return Stop.again;
    m.throwOutOfMemory();
    return unwind(m);
  }
  const kind = "ZBCS".includes(resultKind) ? "I" : resultKind === "[" ? "L" : resultKind;
  const result = kind === "L" ? "Ljava/lang/Object;" : kind;
  const key = `$invoke${kind}(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Z[Ljava/lang/Object;)${result}`;
  const target = m.requireClass(METHOD_HANDLE).methodsByKey.get(key);
  if (target === undefined) throw new Error(`internal error: MethodHandle lacks ${key}`);
  if (base + 8 > m.stackEnd) return raise(m, "java/lang/StackOverflowError", null);
  m.S[base] = handle;
  m.S[base + 2] = m.intern(site.descriptor);
  m.S[base + 4] = site.name === "invokeExact" ? 1 : 0;
  m.S[base + 6] = array;
  return callMethod(m, target.id, base, m.pc + CALL_WORDS);
}

/** An Object[] of the arguments, primitives boxed; 0 when the heap is full. */
function boxArguments(m: Machine, first: number, parameters: readonly string[]): number {
  const array = m.newObjectArray("java/lang/Object", parameters.length);
  if (array === 0) return 0;
  let slot = first;
  for (let i = 0; i < parameters.length; i++) {
    const type = parameters[i]!;
    const value = BOXES[type] === undefined ? m.S[slot]! : box(m, type, slot);
    if (value === 0 && BOXES[type] !== undefined) return 0;
    m.H[array + ARRAY_DATA + i] = value;
    slot += slotsOf(type) * 2;
  }
  return array;
}

function box(m: Machine, type: string, slot: number): number {
  const name = BOXES[type]!;
  const object = m.newObject(m.requireClass(name));
  if (object === 0) return 0;
  const at = object + m.fieldOffset(name, "value");
  m.H[at] = m.S[slot]!;
  if (slotsOf(type) === 2) m.H[at + 1] = m.S[slot + 1]!;
  return object;
}
