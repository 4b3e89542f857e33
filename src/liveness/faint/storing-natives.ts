/**
 * Natives that look at nothing they are given, but keep it in fields where
 * others may look. Of all others every argument counts.
 */
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Facts } from "../code/facts.ts";

/** By slot of the arguments: the fact of the field that it goes to. Null for a native that may do anything with them. */
export function keptArguments(method: RuntimeMethod, facts: Facts): readonly number[] | null {
  const { owner, name, descriptor } = method;
  // What a lambda captures is in the fields of its object, one after the other.
  if (owner.origin !== "synthetic" || name !== "link" || owner.interfaces.length === 0) return null;
  const kept: number[] = [];
  for (const [i, type] of parseMethodDescriptor(descriptor).parameters.entries()) {
    const field = owner.fields.find((each) => each.name === `arg$${i + 1}`);
    if (field === undefined || field.descriptor !== type) return null;
    const fact = facts.number(field);
    kept.push(fact);
    if (field.isWide) kept.push(fact);
  }
  return kept;
}
