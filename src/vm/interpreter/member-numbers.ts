/**
 * The numbers by which Java code knows fields and methods. A method's number is its id; a field's number is made of its
 * class's id and its place in the class, so that no table has to be kept.
 */
import { bug } from "../../core/assert.ts";
import { UnsupportedFeatureError } from "../../core/errors.ts";
import type { RuntimeField, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";

const FIELD_BITS = 10;
const FIELD_MASK = (1 << FIELD_BITS) - 1;

/** The number that Java knows a field by. */
export function fieldNumber(field: RuntimeField): number {
  const index = field.owner.fields.indexOf(field);
  if (index > FIELD_MASK) {
    throw new UnsupportedFeatureError(
      `reflection on ${field.owner.externalName}, which has ${field.owner.fields.length} fields`,
      {
        hint: `Reflection and variable handles know the first ${FIELD_MASK + 1} fields of a class.`,
      },
    );
  }
  return (field.owner.id << FIELD_BITS) | index;
}

export function fieldOf(m: Machine, number: number): RuntimeField {
  const field = m.program.classes[number >>> FIELD_BITS]?.fields[number & FIELD_MASK];
  if (field === undefined) bug(`no field has number ${number}`);
  return field;
}

export function methodOf(m: Machine, number: number): RuntimeMethod {
  const method = m.program.methods[number];
  if (method === undefined) bug(`no method has number ${number}`);
  return method;
}
