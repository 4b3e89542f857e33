/** Bodies of methods that tests assemble, and what is left of them in a few words. */

import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { OPCODES } from "../../../src/classfile/format/opcodes.ts";
import { type MethodBody, readBody } from "../../../src/reduce/bodies/method-body.ts";
import type { InputClass } from "../../../src/reduce/items/items.ts";
import { classOf } from "../../../src/reduce/items/program-files.ts";

export interface AssembledBody {
  readonly input: InputClass;
  readonly body: MethodBody;
}

/** Of a static method of this descriptor, in a class p/A of a version without stack maps unless said otherwise. */
export function assembledBody(
  descriptor: string,
  build: (code: CodeBuilder) => void,
  majorVersion = 49,
): AssembledBody {
  const bytes = new ClassAssembler({ name: "p/A", majorVersion })
    .method(ACC_STATIC, "m", descriptor, build)
    .toBytes();
  const input = classOf({ path: "p/A.class", bytes });
  return { input, body: readBody(input, 0)! };
}

/** "goto 3": branches with where they go. */
export const wordsOf = ({ instructions }: MethodBody): string[] =>
  instructions.map(({ opcode, target, table }) => {
    const name = OPCODES[opcode]!.mnemonic;
    if (table !== null) return `${name} ${[...table.targets, table.defaultTarget].join(",")}`;
    return target < 0 ? name : `${name} ${target}`;
  });
