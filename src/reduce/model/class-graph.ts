/** Which classes a class mentions anywhere: the edges of FSE'19's graph. */
import { Tag } from "../../classfile/constant-pool.ts";
import type { InputClass } from "./items.ts";
import { classesIn, classesInSignature, classesOfConstant } from "./mentions.ts";

export function classMentions({ file, pieces }: InputClass): ReadonlySet<string> {
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
  for (const { descriptor, signature } of [...file.fields, ...file.methods]) {
    add(classesIn(descriptor));
    if (signature !== null) add(classesInSignature(signature));
  }
  if (file.signature !== null) add(classesInSignature(file.signature));
  return names;
}
