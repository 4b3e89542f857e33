/**
 * The stack instructions in every form the specification lists, on ints, longs,
 * doubles and references: javac emits only a few of them.
 */
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import type { Mnemonic } from "../../../../src/classfile/format/opcodes.ts";
import { type AssembledProgram, assemble, type Kind, OBJECT, type Scope } from "./assemble.ts";

type Value = number | bigint | string | { readonly double: number };

function push(code: CodeBuilder, value: Value): void {
  if (typeof value === "number") code.pushInt(value);
  else if (typeof value === "bigint") code.pushLong(value);
  else if (typeof value === "string") code.pushString(value);
  else code.pushDouble(value.double);
}

/** Pushes the values, does the instruction, and prints the whole stack from the top. */
function form(
  code: CodeBuilder,
  scope: Scope,
  instruction: Mnemonic,
  values: readonly Value[],
  result: readonly Kind[],
): void {
  scope.say(code, `${instruction} of ${values.length} makes ${result.length}`);
  for (const value of values) push(code, value);
  code.emit(instruction);
  scope.show(code, ...result.toReversed());
}

const I = "I";
const J = "J";
const D = "D";
const A = OBJECT;

const d = (double: number): Value => ({ double });

export const stackForms: AssembledProgram = assemble("StackForms", (code, scope) => {
  const f = (instruction: Mnemonic, values: readonly Value[], result: readonly Kind[]): void =>
    form(code, scope, instruction, values, result);
  f("nop", [1], [I]);
  f("pop", [1, 2], [I]);
  f("pop", ["a", 2], [A]);
  f("pop2", [1, 2, 3], [I]);
  f("pop2", [1, "a", "b"], [I]);
  f("pop2", [1, 2n], [I]);
  f("pop2", [1n, d(2.5)], [J]);
  f("dup", [7], [I, I]);
  f("dup", ["x"], [A, A]);
  f("dup_x1", [1, 2], [I, I, I]);
  f("dup_x1", ["a", 2], [I, A, I]);
  f("dup_x2", [1, 2, 3], [I, I, I, I]);
  f("dup_x2", ["a", 2, "c"], [A, A, I, A]);
  f("dup_x2", [10n, 3], [I, J, I]);
  f("dup_x2", [d(1.5), "r"], [A, D, A]);
  f("dup2", [1, 2], [I, I, I, I]);
  f("dup2", ["a", 2], [A, I, A, I]);
  f("dup2", [123456789012n], [J, J]);
  f("dup2", [d(-0.5)], [D, D]);
  f("dup2_x1", [1, 2, 3], [I, I, I, I, I]);
  f("dup2_x1", [1, 9876543210n], [J, I, J]);
  f("dup2_x1", ["s", d(0.25)], [D, A, D]);
  f("dup2_x2", [1, 2, 3, 4], [I, I, I, I, I, I]);
  f("dup2_x2", ["a", 2, "c", 4], [A, I, A, I, A, I]);
  f("dup2_x2", [1, 2, 3n], [J, I, I, J]);
  f("dup2_x2", ["a", 2, d(3.5)], [D, A, I, D]);
  f("dup2_x2", [1n, 2, 3], [I, I, J, I, I]);
  f("dup2_x2", [d(1.5), "b", 3], [A, I, D, A, I]);
  f("dup2_x2", [1n << 40n, d(2.5)], [D, J, D]);
  f("dup2_x2", [d(1e300), -1n], [J, D, J]);
  f("swap", [7, 3], [I, I]);
  f("swap", ["a", 3], [I, A]);
  scope.say(code, "swap before a subtraction");
  code.pushInt(7).pushInt(3).emit("swap").emit("isub");
  scope.show(code, I);
});
