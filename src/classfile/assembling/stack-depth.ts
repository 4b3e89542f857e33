/**
 * How much each instruction changes the operand stack, and from that the depth
 * that a method needs, so that callers who assemble code need not count.
 */
import { BadClassFileError } from "../../core/errors.ts";
import { OPCODES, Op, SLOTS_POPPED, SLOTS_PUSHED } from "../format/opcodes.ts";

/** By opcode, in slots. NaN where it depends on the operand (members, dimensions). */
export const STACK_CHANGE: readonly number[] = OPCODES.map(({ pops, pushes, opcode }) =>
  pops === null || pushes === null
    ? Number.NaN
    : (SLOTS_PUSHED[opcode] ?? 0) - (SLOTS_POPPED[opcode] ?? 0),
);

/** The control flow of an emitted instruction. Targets are byte offsets. */
export interface Flow {
  readonly offset: number;
  readonly opcode: number;
  readonly change: number;
  readonly targets: readonly number[];
}

/** Control never continues with the next instruction. */
function ends(opcode: number): boolean {
  return (
    opcode === Op.goto ||
    opcode === Op.goto_w ||
    opcode === Op.athrow ||
    (opcode >= Op.ret && opcode <= Op.return)
  );
}

/**
 * The deepest the stack gets. `flows` are in order of offset; handlers start
 * with the exception alone on the stack.
 */
export function deepestStack(flows: readonly Flow[], handlers: readonly number[]): number {
  const depths = new Map<number, number>();
  const indexAt = new Map(flows.map((flow, index) => [flow.offset, index]));
  const work: number[] = [];
  let deepest = 0;
  const reach = (offset: number, depth: number): void => {
    if (depths.has(offset)) return; // equal depths at a join are the verifier's business
    depths.set(offset, depth);
    const index = indexAt.get(offset);
    if (index !== undefined) work.push(index);
  };
  if (handlers.length > 0) deepest = 1;
  reach(0, 0);
  for (const handler of handlers) reach(handler, 1);
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    const flow = flows[index];
    if (flow === undefined) continue;
    const before = depths.get(flow.offset) ?? 0;
    const after = before + flow.change;
    if (after < 0) {
      throw new BadClassFileError(`operand stack underflow at offset ${flow.offset}`);
    }
    deepest = Math.max(deepest, after);
    for (const target of flow.targets) reach(target, after);
    const next = flows[index + 1];
    if (next === undefined || ends(flow.opcode)) continue;
    // A subroutine takes its return address off the stack before it comes back.
    const isCall = flow.opcode === Op.jsr || flow.opcode === Op.jsr_w;
    reach(next.offset, isCall ? before : after);
  }
  return deepest;
}
