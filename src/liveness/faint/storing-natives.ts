/**
 * Natives that read none of their arguments and only store them in fields: an
 * argument counts if the field does. Of all other natives every argument counts.
 */
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { NativeMethod } from "../../vm/native-api/native-method.ts";
import type { Facts } from "../code/facts.ts";

/** By slot of the arguments: the fact of the field that it goes to. Null for a native that may do anything with them. */
export function keptArguments(
  { owner, descriptor }: RuntimeMethod,
  native: NativeMethod | undefined,
  facts: Facts,
): readonly number[] | null {
  const names = native?.storesArgumentsIn;
  if (names === undefined) return null;
  const kept: number[] = [];
  for (const [i, type] of parseMethodDescriptor(descriptor).parameters.entries()) {
    const field = owner.fields.find((each) => each.name === names[i]);
    if (field === undefined || field.descriptor !== type) return null;
    const fact = facts.number(field);
    kept.push(fact);
    if (field.isWide) kept.push(fact);
  }
  return kept;
}
