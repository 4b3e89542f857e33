/** Two bodies, one after the other: the first continues with the second instead of returning. */
import type { Instruction } from "../../classfile/code/decoder.ts";
import { Op } from "../../classfile/format/opcodes.ts";
import { type MethodBody, replaceInstructions } from "../bodies/method-body.ts";

export function concatenated(first: MethodBody, second: MethodBody): MethodBody {
  const end = first.instructions.length;
  const before = replaceInstructions(first, (each, i) => {
    if (each.opcode !== Op.return) return [each];
    return i === end - 1 ? [] : [{ ...each, opcode: Op.goto, target: end }];
  });
  const offset = before.instructions.length;
  return {
    maxStack: Math.max(first.maxStack, second.maxStack),
    maxLocals: Math.max(first.maxLocals, second.maxLocals),
    instructions: [
      ...before.instructions,
      ...second.instructions.map((each) => shifted(each, offset)),
    ],
    handlers: [
      ...before.handlers,
      ...second.handlers.map((each) => ({
        ...each,
        start: each.start + offset,
        end: each.end + offset,
        handler: each.handler + offset,
      })),
    ],
  };
}

function shifted(instruction: Instruction, offset: number): Instruction {
  const { target, table } = instruction;
  return {
    ...instruction,
    target: target < 0 ? target : target + offset,
    table:
      table === null
        ? null
        : {
            ...table,
            defaultTarget: table.defaultTarget + offset,
            targets: table.targets.map((each) => each + offset),
          },
  };
}
