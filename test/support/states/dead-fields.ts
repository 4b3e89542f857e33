/**
 * Overwrites the fields and elements that a liveness analysis calls dead, in
 * all objects that there are and in the static area: references become null,
 * numbers any number that such a field can have.
 */
import type { Random } from "../../../src/core/random.ts";
import type { RuntimeClass, RuntimeField } from "../../../src/program/linking/runtime-class.ts";
import type { FieldLiveness } from "../../../src/state/live-cells.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { HEAP_BASE, STATIC_BASE } from "../../../src/vm/memory/memory.ts";
import { ARRAY_DATA } from "../../../src/vm/memory/object-layout.ts";

/** All threads' registers must be in their records. Gives how many values were overwritten. */
export function spoilDeadFields(m: Machine, fields: FieldLiveness, random: Random): number {
  const set = fields.ofState();
  let spoiled = 0;
  for (const cls of m.program.classes) {
    for (const field of cls?.fields ?? []) {
      if (!field.isStatic || fields.isStaticLive(set, STATIC_BASE + field.offset)) continue;
      spoil(m, STATIC_BASE + field.offset, field, random);
      spoiled++;
    }
  }
  for (let ref = HEAP_BASE; ref < m.heapTop; ref += m.wordsOf(ref)) {
    const cls = m.program.classes[m.H[ref]!]!;
    if (cls.component !== null) {
      if (!fields.areElementsLive(set, cls.id)) spoiled += spoilElements(m, ref, cls, random);
      continue;
    }
    for (const field of fieldsOf(cls)) {
      if (fields.isFieldLive(set, cls.id, field.offset)) continue;
      spoil(m, ref + field.offset, field, random);
      spoiled++;
    }
  }
  return spoiled;
}

const known = new WeakMap<RuntimeClass, readonly RuntimeField[]>();

/** Its own and those above. */
function fieldsOf(cls: RuntimeClass): readonly RuntimeField[] {
  let fields = known.get(cls);
  if (fields === undefined) {
    const above = cls.superclass === null ? [] : fieldsOf(cls.superclass);
    fields = [...above, ...cls.fields.filter((field) => !field.isStatic)];
    known.set(cls, fields);
  }
  return fields;
}

const word = (random: Random): number => random.below(2 ** 32) | 0;

function spoil(m: Machine, at: number, field: RuntimeField, random: Random): void {
  if (field.isReference) m.H[at] = 0;
  else m.H[at] = narrowed(word(random), field.descriptor);
  if (field.isWide) m.H[at + 1] = word(random);
}

function narrowed(value: number, descriptor: string): number {
  switch (descriptor) {
    case "Z":
      return value & 1;
    case "B":
      return (value << 24) >> 24;
    case "C":
      return value & 0xffff;
    case "S":
      return (value << 16) >> 16;
    default:
      return value;
  }
}

function spoilElements(m: Machine, ref: number, cls: RuntimeClass, random: Random): number {
  const isReference = !cls.component!.isPrimitive;
  const isBoolean = cls.name === "[Z";
  const end = ref + m.wordsOf(ref);
  for (let at = ref + ARRAY_DATA; at < end; at++) {
    m.H[at] = isReference ? 0 : isBoolean ? word(random) & 0x01010101 : word(random);
  }
  return end - ref - ARRAY_DATA;
}
