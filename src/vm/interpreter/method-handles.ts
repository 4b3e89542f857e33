/**
 * Calls whose descriptor is the call site's own: MethodHandle.invoke and
 * invokeExact, VarHandle's access modes, and invokedynamic call sites with a
 * bootstrap method of the program's. Variables are accessed right here where the
 * types are in order. Otherwise, and for method handles, the arguments are boxed
 * and handed to Java code in VarHandle or MethodHandle, which converts them.
 */

import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { bug } from "../../core/assert.ts";
import { BOXES } from "../../program/linking/boxes.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { slotsOf } from "../call-sites/convert.ts";
import { CALL_WORDS, I } from "../code/instructions.ts";
import { collectGarbage } from "../heap/garbage-collector.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA } from "../memory/object-layout.ts";
import { callMethod } from "./calls.ts";
import { makeSite } from "./dynamic-constants.ts";
import { raise, throwNull, unwind } from "./exceptions.ts";
import { METHOD_HANDLE } from "./signature-polymorphic.ts";
import { Stop } from "./stop.ts";
import { VAR_HANDLE, type VariableSite, variableSite } from "./var-handle-calls.ts";
import { accessVariable } from "./var-handles.ts";

/** A call site with a descriptor of its own. */
export interface HandleSite {
  readonly descriptor: string;
  /** Name of the polymorphic method; "invoke" for invokedynamic. */
  readonly name: string;
  /** For invokedynamic: the site whose cell keeps the method handle. -1 otherwise. */
  readonly site: number;
  /** For an access to a variable. */
  readonly variable: VariableSite | null;
}

export function linkPolymorphicCall(m: Machine, holder: RuntimeClass, ref: MemberRef): Stop {
  const { code } = m.space;
  const { name, descriptor } = ref;
  const variable = holder.name === VAR_HANDLE ? variableSite(name, descriptor) : null;
  code[m.pc + 1] = m.linked.handleSites.push({ descriptor, name, site: -1, variable }) - 1;
  code[m.pc] = I.invokeHandle;
  return Stop.again;
}

export function invokeHandle(m: Machine): Stop {
  const site = m.linked.handleSites[m.space.code[m.pc + 1]!]!;
  const { variable } = site;
  if (variable !== null) {
    const base = m.sp - variable.words;
    const handle = m.S[base]!;
    if (handle === 0) return throwNull(m);
    return (
      accessVariable(m, variable, base) ??
      callInJava(m, VAR_HANDLE, site, handle, base, variable.mode!.number)
    );
  }
  const isDynamic = site.site >= 0;
  const base =
    m.sp - (parseMethodDescriptor(site.descriptor).parameterSlots + (isDynamic ? 0 : 1)) * 2;
  let handle = m.S[base]!;
  if (isDynamic) {
    handle = m.H[m.linked.sites[site.site]!.cell]!;
    if (handle === 0) return makeSite(m, site.site);
  } else if (handle === 0) {
    return throwNull(m);
  }
  return callInJava(m, METHOD_HANDLE, site, handle, base, site.name === "invokeExact" ? 1 : 0);
}

/** Calls the handle's `$invoke` for the kind of result that is wanted, with the site's descriptor and boxed arguments. */
function callInJava(
  m: Machine,
  owner: string,
  site: HandleSite,
  handle: number,
  base: number,
  how: number,
): Stop {
  const { parameters, resultKind } = parseMethodDescriptor(site.descriptor);
  const array = boxArguments(m, site.site < 0 ? base + 2 : base, parameters);
  if (array === 0) {
    m.wantsCollection = false;
    if (collectGarbage(m)) return Stop.again;
    m.throwOutOfMemory();
    return unwind(m);
  }
  const kind = "ZBCS".includes(resultKind) ? "I" : resultKind === "[" ? "L" : resultKind;
  const result = kind === "L" ? "Ljava/lang/Object;" : kind;
  const key = `$invoke${kind}(L${owner};Ljava/lang/String;I[Ljava/lang/Object;)${result}`;
  const target = m.requireClass(owner).methodsByKey.get(key);
  if (target === undefined) bug(`${owner} lacks ${key}`);
  if (base + 8 > m.stackEnd) return raise(m, "java/lang/StackOverflowError", null);
  m.S[base] = handle;
  m.S[base + 2] = m.intern(site.descriptor);
  m.S[base + 4] = how;
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
