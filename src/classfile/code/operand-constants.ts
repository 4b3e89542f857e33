/**
 * What the constant an instruction names must be (JVM specification 4.9.1).
 * Kept apart from the decoder because the assembler's output and edited code
 * are held to the same rules.
 */
import { type ConstantPool, Tag } from "../format/constant-pool.ts";
import { parseMethodDescriptor } from "../format/descriptors.ts";
import { Op, type OpcodeInfo } from "../format/opcodes.ts";

const bits = (...tags: readonly number[]): number => tags.reduce((set, tag) => set | (1 << tag), 0);

const LDC = bits(
  Tag.integer,
  Tag.float,
  Tag.string,
  Tag.class,
  Tag.methodHandle,
  Tag.methodType,
  Tag.dynamic,
);

/** Bit set of tags by opcode. */
const WANTED = new Map<number, number>([
  [Op.ldc, LDC],
  [Op.ldc_w, LDC],
  [Op.ldc2_w, bits(Tag.long, Tag.double, Tag.dynamic)],
  [Op.getstatic, bits(Tag.fieldRef)],
  [Op.putstatic, bits(Tag.fieldRef)],
  [Op.getfield, bits(Tag.fieldRef)],
  [Op.putfield, bits(Tag.fieldRef)],
  [Op.invokevirtual, bits(Tag.methodRef)],
  [Op.invokespecial, bits(Tag.methodRef, Tag.interfaceMethodRef)],
  [Op.invokestatic, bits(Tag.methodRef, Tag.interfaceMethodRef)],
  [Op.invokeinterface, bits(Tag.interfaceMethodRef)],
  [Op.invokedynamic, bits(Tag.invokeDynamic)],
  [Op.new, bits(Tag.class)],
  [Op.anewarray, bits(Tag.class)],
  [Op.checkcast, bits(Tag.class)],
  [Op.instanceof, bits(Tag.class)],
  [Op.multianewarray, bits(Tag.class)],
]);

const dimensionsOf = (className: string): number => {
  let dimensions = 0;
  while (className.charAt(dimensions) === "[") dimensions++;
  return dimensions;
};

/** Null when all is well, otherwise what is wrong. */
export function checkConstantOperand(
  constants: ConstantPool,
  { opcode, mnemonic }: OpcodeInfo,
  index: number,
  extra: number,
): string | null {
  const tag = constants.tag(index);
  if (tag === 0) return `${mnemonic} uses constant ${index}, which does not exist`;
  if (((WANTED.get(opcode) ?? 0) & (1 << tag)) === 0) {
    return `${mnemonic} cannot use constant ${index} with tag ${tag}`;
  }
  switch (opcode) {
    case Op.ldc:
    case Op.ldc_w:
    case Op.ldc2_w: {
      if (tag !== Tag.dynamic) return null;
      const isWide = /^[JD]$/.test(constants.dynamic(index).descriptor);
      return isWide === (opcode === Op.ldc2_w) ? null : `${mnemonic} of a constant of other width`;
    }
    case Op.invokevirtual:
    case Op.invokestatic:
    case Op.invokespecial:
    case Op.invokeinterface: {
      const { name, descriptor } = constants.member(index);
      if (name.startsWith("<") && (opcode !== Op.invokespecial || name !== "<init>")) {
        return `${mnemonic} of ${name}`;
      }
      if (opcode !== Op.invokeinterface) return null;
      const slots = parseMethodDescriptor(descriptor).parameterSlots + 1;
      return extra === slots
        ? null
        : `invokeinterface counts ${extra} argument slots, not ${slots}`;
    }
    case Op.new:
      return dimensionsOf(constants.className(index)) > 0 ? "new of an array class" : null;
    case Op.anewarray:
      return dimensionsOf(constants.className(index)) > 254 ? "array of 256 dimensions" : null;
    case Op.multianewarray:
      return extra >= 1 && extra <= dimensionsOf(constants.className(index))
        ? null
        : `multianewarray of ${extra} dimensions does not fit its type`;
    default:
      return null;
  }
}
