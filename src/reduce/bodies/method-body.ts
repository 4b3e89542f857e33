/**
 * The body of a method as a list of instructions that can be changed: branches
 * and handlers go by positions in the list, so what is taken out needs no
 * arithmetic. Operands that name constants are indices of the class's own pool.
 */
import { decodeCode, type Instruction } from "../../classfile/code/decoder.ts";
import type { InputClass } from "../items/items.ts";
import { endsFlow } from "./flow.ts";

interface BodyHandler {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly handler: number;
  /** Of a Class constant; 0 catches everything. */
  readonly catchIndex: number;
}

export interface MethodBody {
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly instructions: readonly Instruction[];
  readonly handlers: readonly BodyHandler[];
}

/** The body of the i-th method; null when it has none. */
export function readBody({ file, pieces }: InputClass, index: number): MethodBody | null {
  const info = file.methods[index];
  const code = pieces.methods[index]?.code?.code ?? null;
  if (info === undefined || code === null || info.code === null) return null;
  const { instructions, indexAt } = decodeCode(
    info.code,
    pieces.constants,
    info.name + info.descriptor,
  );
  const { bytes } = pieces;
  const u2 = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const handlers: BodyHandler[] = [];
  for (let at = code.handlers + 2; at < code.handlersEnd; at += 8) {
    handlers.push({
      start: indexAt[u2(at)]!,
      end: indexAt[u2(at + 2)]!,
      handler: indexAt[u2(at + 4)]!,
      catchIndex: u2(at + 6),
    });
  }
  return { maxStack: code.maxStack, maxLocals: code.maxLocals, instructions, handlers };
}

/** What a body is when some instructions are replaced by others, or by none. */
export function replaceInstructions(
  body: MethodBody,
  replacement: (instruction: Instruction, index: number) => readonly Instruction[],
): MethodBody {
  const instructions: Instruction[] = [];
  const moved = new Int32Array(body.instructions.length + 1);
  body.instructions.forEach((instruction, i) => {
    moved[i] = instructions.length;
    instructions.push(...replacement(instruction, i));
  });
  moved[body.instructions.length] = instructions.length;
  const to = (target: number): number => moved[target]!;
  return {
    ...body,
    instructions: instructions.map((each) => redirected(each, to)),
    handlers: body.handlers
      .map((each) => ({
        ...each,
        start: to(each.start),
        end: to(each.end),
        handler: to(each.handler),
      }))
      .filter(({ start, end }) => start < end),
  };
}

function redirected(instruction: Instruction, to: (target: number) => number): Instruction {
  const { target, table } = instruction;
  if (table !== null) {
    const targets = table.targets.map(to);
    return { ...instruction, table: { ...table, defaultTarget: to(table.defaultTarget), targets } };
  }
  return target < 0 ? instruction : { ...instruction, target: to(target) };
}

/** Takes out what control never comes to. */
export function withoutDeadCode(body: MethodBody): MethodBody {
  const { instructions, handlers } = body;
  if (instructions.length === 0) return body;
  const isReached = new Uint8Array(instructions.length);
  const work = [0];
  const reach = (index: number): void => {
    if (index < instructions.length && isReached[index] === 0) {
      isReached[index] = 1;
      work.push(index);
    }
  };
  isReached[0] = 1;
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    const { opcode, target, table } = instructions[index]!;
    if (target >= 0) reach(target);
    if (table !== null) for (const each of [table.defaultTarget, ...table.targets]) reach(each);
    if (!endsFlow(opcode)) reach(index + 1);
    for (const { start, end, handler } of handlers) {
      if (index >= start && index < end) reach(handler);
    }
  }
  if (!isReached.includes(0)) return body;
  return replaceInstructions(body, (each, i) => (isReached[i] === 1 ? [each] : []));
}
