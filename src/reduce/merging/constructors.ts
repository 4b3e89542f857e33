/** Constructors that only hand on their parameters: two of them can be one. */

import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { OPCODES, Op } from "../../classfile/format/opcodes.ts";
import { readBody } from "../bodies/method-body.ts";
import type { InputClass } from "../items/items.ts";

const LOADS: Readonly<Record<string, string>> = { J: "l", F: "f", D: "d", L: "a", "[": "a" };

/**
 * The class whose constructor of the same descriptor is called by one that does
 * nothing else; null when it does something else.
 */
export function delegatesTo(input: InputClass, index: number): string | null {
  const body = readBody(input, index);
  if (body === null || body.handlers.length > 0) return null;
  const { descriptor } = input.file.methods[index]!;
  const { parameterKinds } = parseMethodDescriptor(descriptor);
  const { instructions } = body;
  if (instructions.length !== parameterKinds.length + 3) return null;
  let slot = 0;
  for (const [i, kind] of ["L", ...parameterKinds].entries()) {
    const { opcode, operand } = instructions[i]!;
    const wanted = `${LOADS[kind] ?? "i"}load`;
    const [mnemonic, number] = (OPCODES[opcode]?.mnemonic ?? "").split("_");
    const loaded = number === undefined ? operand : Number(number);
    if (mnemonic !== wanted || loaded !== slot) return null;
    slot += kind === "J" || kind === "D" ? 2 : 1;
  }
  const [call, end] = instructions.slice(-2);
  if (call?.opcode !== Op.invokespecial || end?.opcode !== Op.return) return null;
  const called = input.pieces.constants.member(call.operand);
  return called.name === "<init>" && called.descriptor === descriptor ? called.owner : null;
}

/** Whether a method makes objects of a class: then not each call of a constructor is one of the superclass's. */
export function makesNew(input: InputClass, index: number, name: string): boolean {
  const body = readBody(input, index);
  return (
    body?.instructions.some(
      ({ opcode, operand }) =>
        opcode === Op.new && input.pieces.constants.className(operand) === name,
    ) ?? false
  );
}
