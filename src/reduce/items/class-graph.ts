/** Which classes a class mentions. */
import { Tag } from "../../classfile/format/constant-pool.ts";
import type { InputClass } from "./items.ts";
import { classesIn, classesInSignature, classesOfConstant } from "./mentions.ts";

/**
 * Anywhere, also where only reflection, compilers and debuggers look: in signatures,
 * annotations and their values, records and tables of local variables. The edges of FSE'19's
 * graph.
 */
export function classMentions(input: InputClass): ReadonlySet<string> {
  const { bytes, constants, uses } = input.pieces;
  const names = new Set(linkedClasses(input));
  for (const at of uses) {
    const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const text = constants.tag(index) === Tag.utf8 ? constants.utf8(index) : "";
    if (!TYPE_TEXT.test(text)) continue;
    for (const name of classesIn(text)) names.add(name);
    for (const name of classesInSignature(text)) names.add(name);
  }
  return names;
}

/** A descriptor or a signature, as attributes have them. */
const TYPE_TEXT = /^[<([L].*;/;

/** Where a JVM may ask for them: when it links the class, or when it runs its code. */
export function linkedClasses({ file, pieces }: InputClass): ReadonlySet<string> {
  const { constants } = pieces;
  const names = new Set<string>();
  const add = (found: readonly string[]): void => {
    for (const name of found) names.add(name);
  };
  for (let index = 1; index < constants.count; index++) {
    const tag = constants.tag(index);
    if (tag === Tag.class) add(classesOfConstant(constants, index));
    else if (tag === Tag.nameAndType) add(classesIn(constants.utf8(constants.ref(index, 2))));
    else if (tag === Tag.methodType) add(classesIn(constants.methodType(index)));
  }
  for (const { descriptor } of [...file.fields, ...file.methods]) add(classesIn(descriptor));
  return names;
}
