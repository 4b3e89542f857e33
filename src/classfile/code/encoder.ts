/** Instruction lists back to bytes: the inverse of decoder.ts. */
import { invariant } from "../../core/assert.ts";
import { ByteWriter } from "../assembling/byte-writer.ts";
import { LAYOUT_SIZE, OPCODES, Op } from "../format/opcodes.ts";
import type { Instruction } from "./decoder.ts";

interface EncodedCode {
  readonly bytes: Uint8Array;
  /** Byte offset of each instruction, and the length of the code at the end. */
  readonly offsets: Int32Array;
}

function sizeAt(instruction: Instruction, offset: number): number {
  const { opcode, table, isWide } = instruction;
  const info = OPCODES[opcode];
  invariant(info !== undefined, `opcode ${opcode} does not exist`);
  if (table !== null) {
    const padding = 3 - (offset % 4);
    return opcode === Op.tableswitch
      ? 1 + padding + 12 + 4 * table.targets.length
      : 1 + padding + 8 + 8 * table.targets.length;
  }
  const size = LAYOUT_SIZE[info.layout];
  return isWide ? 2 + 2 * size : 1 + size;
}

function offsetsOf(instructions: readonly Instruction[]): Int32Array {
  const offsets = new Int32Array(instructions.length + 1);
  let length = 0;
  instructions.forEach((instruction, i) => {
    offsets[i] = length;
    length += sizeAt(instruction, length);
  });
  offsets[instructions.length] = length;
  return offsets;
}

/** Whether each branch can reach its target: those of two bytes go no further than 32 KB. */
export function reachesTargets(instructions: readonly Instruction[]): boolean {
  const offsets = offsetsOf(instructions);
  return instructions.every(({ opcode, target }, i) => {
    if (OPCODES[opcode]?.layout !== "branch") return true;
    const distance = (offsets[target] ?? 0) - (offsets[i] ?? 0);
    return distance === (distance << 16) >> 16;
  });
}

export function encodeCode(instructions: readonly Instruction[]): EncodedCode {
  const offsets = offsetsOf(instructions);
  const out = new ByteWriter(offsets[instructions.length] ?? 0);
  for (const instruction of instructions) encodeInstruction(out, instruction, offsets);
  return { bytes: out.toBytes(), offsets };
}

function encodeInstruction(out: ByteWriter, instruction: Instruction, offsets: Int32Array): void {
  const { opcode, operand, extra, isWide } = instruction;
  const layout = OPCODES[opcode]?.layout ?? "none";
  const start = out.length;
  const distance = (target: number): number => {
    const offset = offsets[target];
    invariant(offset !== undefined, `branch to instruction ${target}, which does not exist`);
    return offset - start;
  };
  if (isWide) {
    out.u1(Op.wide);
    out.u1(opcode);
    out.u2(operand);
    if (layout === "increment") out.u2(extra);
    return;
  }
  out.u1(opcode);
  switch (layout) {
    case "none":
    case "wide":
      break;
    case "byte":
    case "constant8":
    case "local":
    case "arrayType":
      out.u1(operand);
      break;
    case "short":
    case "constant":
      out.u2(operand);
      break;
    case "increment":
      out.u1(operand);
      out.u1(extra);
      break;
    case "branch": {
      const offset = distance(instruction.target);
      invariant(offset === (offset << 16) >> 16, "branch is too far for a 16-bit offset");
      out.u2(offset);
      break;
    }
    case "branch32":
      out.u4(distance(instruction.target));
      break;
    case "interface":
      out.u2(operand);
      out.u1(extra);
      out.u1(0);
      break;
    case "dynamic":
      out.u2(operand);
      out.u2(0);
      break;
    case "multiarray":
      out.u2(operand);
      out.u1(extra);
      break;
    case "tableswitch":
    case "lookupswitch":
      encodeSwitch(out, instruction, distance);
      break;
  }
}

function encodeSwitch(
  out: ByteWriter,
  { opcode, table }: Instruction,
  distance: (target: number) => number,
): void {
  invariant(table !== null, "switch without a table");
  for (let i = 0; out.length % 4 !== 0; i++) out.u1(table.padding[i] ?? 0);
  out.u4(distance(table.defaultTarget));
  if (opcode === Op.tableswitch) {
    const low = table.keys[0] ?? 0;
    out.u4(low);
    out.u4(low + table.targets.length - 1);
  } else {
    out.u4(table.targets.length);
  }
  table.targets.forEach((target, i) => {
    if (opcode === Op.lookupswitch) out.u4(table.keys[i] ?? 0);
    out.u4(distance(target));
  });
}
