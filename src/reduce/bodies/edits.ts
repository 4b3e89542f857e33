/**
 * Ways to make a body smaller that keep its stack in order: an instruction gives
 * way to one that drops what it would have taken and leaves a 0 or null, a branch
 * to one that never or always branches, and what is only loaded to be dropped goes.
 * Whether the result is valid is for others to say.
 */

import type { Instruction } from "../../classfile/code/decoder.ts";
import type { ConstantPool } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { Op } from "../../classfile/format/opcodes.ts";
import { type MethodBody, replaceInstructions } from "./method-body.ts";

const op = (opcode: number, target = -1): Instruction => ({
  offset: -1,
  opcode,
  isWide: false,
  operand: 0,
  extra: 0,
  target,
  table: null,
});

/** How a zero of each kind is loaded. */
function zeroOf(descriptor: string): Instruction[] {
  switch (descriptor.charAt(0)) {
    case "V":
      return [];
    case "J":
      return [op(Op.lconst_0)];
    case "F":
      return [op(Op.fconst_0)];
    case "D":
      return [op(Op.dconst_0)];
    case "L":
    case "[":
      return [op(Op.aconst_null)];
    default:
      return [op(Op.iconst_0)];
  }
}

const drop = (descriptor: string): Instruction =>
  op(descriptor === "J" || descriptor === "D" ? Op.pop2 : Op.pop);

/** Bodies in which one instruction was made harmless, for each that can be. */
export function harmlessForms(body: MethodBody, constants: ConstantPool): MethodBody[] {
  const forms: MethodBody[] = [];
  body.instructions.forEach((instruction, at) => {
    for (const replacement of replacementsOf(instruction, constants)) {
      forms.push(replaceInstructions(body, (each, i) => (i === at ? replacement : [each])));
    }
    if (instruction.opcode === Op.new) {
      const made = withoutObject(body, at, constants);
      if (made !== null) forms.push(made);
    }
  });
  return forms;
}

function replacementsOf(instruction: Instruction, constants: ConstantPool): Instruction[][] {
  const { opcode, operand, target, table } = instruction;
  if (table !== null) return [[op(Op.pop), op(Op.goto, table.defaultTarget)]];
  if (opcode >= Op.ifeq && opcode <= Op.ifle) return branchForms([op(Op.pop)], target);
  if (opcode === Op.ifnull || opcode === Op.ifnonnull) return branchForms([op(Op.pop)], target);
  if (opcode >= Op.if_icmpeq && opcode <= Op.if_acmpne) return branchForms([op(Op.pop2)], target);
  switch (opcode) {
    case Op.getstatic:
      return [zeroOf(constants.member(operand).descriptor)];
    case Op.putstatic:
      return [[drop(constants.member(operand).descriptor)]];
    case Op.getfield:
      return [[op(Op.pop), ...zeroOf(constants.member(operand).descriptor)]];
    case Op.putfield:
      return [[drop(constants.member(operand).descriptor), op(Op.pop)]];
    case Op.invokevirtual:
    case Op.invokespecial:
    case Op.invokestatic:
    case Op.invokeinterface: {
      const { name, descriptor } = constants.member(operand);
      return name === "<init>" ? [] : [callForm(descriptor, opcode !== Op.invokestatic)];
    }
    case Op.invokedynamic:
      return [callForm(constants.dynamic(operand).descriptor, false)];
    case Op.checkcast:
      return [[], [op(Op.pop), op(Op.aconst_null)]];
    case Op.instanceof:
    case Op.arraylength:
      return [[op(Op.pop), op(Op.iconst_0)]];
    case Op.ldc:
    case Op.ldc_w:
      return constantForms(constants, operand);
    case Op.ldc2_w:
      return [[op(Op.lconst_0)], [op(Op.dconst_0)]];
    case Op.bipush:
    case Op.sipush:
      return [[op(Op.iconst_0)]];
    case Op.monitorenter:
    case Op.monitorexit:
      return [[op(Op.pop)]];
    case Op.newarray:
    case Op.anewarray:
      return [[op(Op.pop), op(Op.aconst_null)]];
    default:
      return [];
  }
}

/** Never or always. */
const branchForms = (drops: Instruction[], target: number): Instruction[][] => [
  drops,
  [...drops, op(Op.goto, target)],
];

function constantForms(constants: ConstantPool, index: number): Instruction[][] {
  const INTEGER = 3;
  const FLOAT = 4;
  const tag = constants.tag(index);
  if (tag === INTEGER) return [[op(Op.iconst_0)]];
  return [[op(tag === FLOAT ? Op.fconst_0 : Op.aconst_null)]];
}

function callForm(descriptor: string, hasReceiver: boolean): Instruction[] {
  const { parameters, result } = parseMethodDescriptor(descriptor);
  const drops = parameters.toReversed().map(drop);
  return [...drops, ...(hasReceiver ? [op(Op.pop)] : []), ...zeroOf(result)];
}

/** No object is made: null stands for it, and its constructor is not called. */
function withoutObject(body: MethodBody, at: number, constants: ConstantPool): MethodBody | null {
  const name = constants.className(body.instructions[at]!.operand);
  const call = body.instructions.findIndex(
    ({ opcode, operand }, i) =>
      i > at && opcode === Op.invokespecial && isConstructorOf(constants, operand, name),
  );
  if (call < 0) return null;
  const { descriptor } = constants.member(body.instructions[call]!.operand);
  return replaceInstructions(body, (each, i) => {
    if (i === at) return [op(Op.aconst_null)];
    return i === call ? callForm(descriptor, true) : [each];
  });
}

function isConstructorOf(constants: ConstantPool, index: number, owner: string): boolean {
  const member = constants.member(index);
  return member.name === "<init>" && member.owner === owner;
}

/** Loads that change nothing else, of one slot or of two. */
const loadsOne = ({ opcode }: Instruction): boolean =>
  (opcode >= Op.aconst_null && opcode <= Op.iconst_5) ||
  (opcode >= Op.fconst_0 && opcode <= Op.fconst_2) ||
  opcode === Op.bipush ||
  opcode === Op.sipush ||
  opcode === Op.dup ||
  opcode === Op.iload ||
  opcode === Op.fload ||
  opcode === Op.aload ||
  (opcode >= Op.iload_0 && opcode <= Op.iload_3) ||
  (opcode >= Op.fload_0 && opcode <= Op.fload_3) ||
  (opcode >= Op.aload_0 && opcode <= Op.aload_3);

const loadsTwo = ({ opcode }: Instruction): boolean =>
  opcode === Op.lconst_0 ||
  opcode === Op.lconst_1 ||
  opcode === Op.dconst_0 ||
  opcode === Op.dconst_1 ||
  opcode === Op.lload ||
  opcode === Op.dload ||
  (opcode >= Op.lload_0 && opcode <= Op.lload_3) ||
  (opcode >= Op.dload_0 && opcode <= Op.dload_3);

/** Without what is loaded and dropped at once, and without branches to what follows anyway. */
export function tidied(body: MethodBody): MethodBody {
  for (let current = body; ; ) {
    const gone = uselessPair(current);
    if (gone === null) return current;
    const [start, end] = gone;
    current = replaceInstructions(current, (each, i) => (i >= start && i < end ? [] : [each]));
  }
}

function uselessPair({ instructions, handlers }: MethodBody): readonly [number, number] | null {
  const targets = new Set<number>(handlers.map(({ handler }) => handler));
  for (const { target, table } of instructions) {
    if (target >= 0) targets.add(target);
    if (table !== null)
      for (const each of [table.defaultTarget, ...table.targets]) targets.add(each);
  }
  for (let i = 0; i < instructions.length; i++) {
    const first = instructions[i]!;
    if (first.opcode === Op.nop) return [i, i + 1];
    if (first.opcode === Op.goto && first.target === i + 1) return [i, i + 1];
    const second = instructions[i + 1];
    if (second === undefined || targets.has(i + 1)) continue;
    if (second.opcode === Op.pop && loadsOne(first)) return [i, i + 2];
    if (second.opcode === Op.pop2 && loadsTwo(first)) return [i, i + 2];
    const third = instructions[i + 2];
    const isThree = third?.opcode === Op.pop2 && !targets.has(i + 2);
    if (isThree && loadsOne(first) && loadsOne(second)) return [i, i + 3];
  }
  return null;
}
