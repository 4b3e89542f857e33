/**
 * The instruction set as one table: number, mnemonic, operand layout and effect
 * on the operand stack of all 202 opcodes. Everything that walks code (decoder,
 * assembler, type inference, liveness, null messages) derives what it needs to
 * know about an opcode from here. The interpreter's switch uses the numbers as
 * literals, because that is what V8 optimises.
 */
import { invariant } from "../../core/assert.ts";

/** How the bytes after the opcode are laid out. */
export type OperandLayout =
  | "none"
  /** Signed immediate of one byte (bipush). */
  | "byte"
  /** Signed immediate of two bytes (sipush). */
  | "short"
  /** Constant-pool index of one byte (ldc). */
  | "constant8"
  /** Constant-pool index of two bytes. */
  | "constant"
  /** Local variable index of one byte, two after wide. */
  | "local"
  /** Local variable index and signed increment, one byte each, two each after wide (iinc). */
  | "increment"
  /** Signed branch offset of two bytes. */
  | "branch"
  /** Signed branch offset of four bytes. */
  | "branch32"
  | "tableswitch"
  | "lookupswitch"
  /** Constant-pool index, argument slot count, zero. */
  | "interface"
  /** Constant-pool index, two zeros. */
  | "dynamic"
  /** Primitive array type code of one byte, 4-11. */
  | "arrayType"
  /** Constant-pool index and number of dimensions. */
  | "multiarray"
  /** Prefix: a local or increment instruction with two-byte operands follows. */
  | "wide";

/** Bytes after the opcode; -1 where it depends on the operands. */
export const LAYOUT_SIZE: Readonly<Record<OperandLayout, number>> = {
  none: 0,
  byte: 1,
  short: 2,
  constant8: 1,
  constant: 2,
  local: 1,
  increment: 2,
  branch: 2,
  branch32: 4,
  tableswitch: -1,
  lookupswitch: -1,
  interface: 4,
  dynamic: 4,
  arrayType: 1,
  multiarray: 3,
  wide: -1,
};

/**
 * One row for each opcode: number, mnemonic, layout, pops and pushes. Values are
 * listed from the bottom of the stack to its top: I int, J long, F float, D double,
 * A reference, N null, and X for one slot of any type. Null where the operands decide.
 */
const ROWS = [
  [0x00, "nop", "none", "", ""],
  [0x01, "aconst_null", "none", "", "N"],
  [0x02, "iconst_m1", "none", "", "I"],
  [0x03, "iconst_0", "none", "", "I"],
  [0x04, "iconst_1", "none", "", "I"],
  [0x05, "iconst_2", "none", "", "I"],
  [0x06, "iconst_3", "none", "", "I"],
  [0x07, "iconst_4", "none", "", "I"],
  [0x08, "iconst_5", "none", "", "I"],
  [0x09, "lconst_0", "none", "", "J"],
  [0x0a, "lconst_1", "none", "", "J"],
  [0x0b, "fconst_0", "none", "", "F"],
  [0x0c, "fconst_1", "none", "", "F"],
  [0x0d, "fconst_2", "none", "", "F"],
  [0x0e, "dconst_0", "none", "", "D"],
  [0x0f, "dconst_1", "none", "", "D"],
  [0x10, "bipush", "byte", "", "I"],
  [0x11, "sipush", "short", "", "I"],
  [0x12, "ldc", "constant8", "", "X"],
  [0x13, "ldc_w", "constant", "", "X"],
  [0x14, "ldc2_w", "constant", "", "XX"],
  [0x15, "iload", "local", "", "I"],
  [0x16, "lload", "local", "", "J"],
  [0x17, "fload", "local", "", "F"],
  [0x18, "dload", "local", "", "D"],
  [0x19, "aload", "local", "", "A"],
  [0x1a, "iload_0", "none", "", "I"],
  [0x1b, "iload_1", "none", "", "I"],
  [0x1c, "iload_2", "none", "", "I"],
  [0x1d, "iload_3", "none", "", "I"],
  [0x1e, "lload_0", "none", "", "J"],
  [0x1f, "lload_1", "none", "", "J"],
  [0x20, "lload_2", "none", "", "J"],
  [0x21, "lload_3", "none", "", "J"],
  [0x22, "fload_0", "none", "", "F"],
  [0x23, "fload_1", "none", "", "F"],
  [0x24, "fload_2", "none", "", "F"],
  [0x25, "fload_3", "none", "", "F"],
  [0x26, "dload_0", "none", "", "D"],
  [0x27, "dload_1", "none", "", "D"],
  [0x28, "dload_2", "none", "", "D"],
  [0x29, "dload_3", "none", "", "D"],
  [0x2a, "aload_0", "none", "", "A"],
  [0x2b, "aload_1", "none", "", "A"],
  [0x2c, "aload_2", "none", "", "A"],
  [0x2d, "aload_3", "none", "", "A"],
  [0x2e, "iaload", "none", "AI", "I"],
  [0x2f, "laload", "none", "AI", "J"],
  [0x30, "faload", "none", "AI", "F"],
  [0x31, "daload", "none", "AI", "D"],
  [0x32, "aaload", "none", "AI", "A"],
  [0x33, "baload", "none", "AI", "I"],
  [0x34, "caload", "none", "AI", "I"],
  [0x35, "saload", "none", "AI", "I"],
  [0x36, "istore", "local", "I", ""],
  [0x37, "lstore", "local", "J", ""],
  [0x38, "fstore", "local", "F", ""],
  [0x39, "dstore", "local", "D", ""],
  [0x3a, "astore", "local", "A", ""],
  [0x3b, "istore_0", "none", "I", ""],
  [0x3c, "istore_1", "none", "I", ""],
  [0x3d, "istore_2", "none", "I", ""],
  [0x3e, "istore_3", "none", "I", ""],
  [0x3f, "lstore_0", "none", "J", ""],
  [0x40, "lstore_1", "none", "J", ""],
  [0x41, "lstore_2", "none", "J", ""],
  [0x42, "lstore_3", "none", "J", ""],
  [0x43, "fstore_0", "none", "F", ""],
  [0x44, "fstore_1", "none", "F", ""],
  [0x45, "fstore_2", "none", "F", ""],
  [0x46, "fstore_3", "none", "F", ""],
  [0x47, "dstore_0", "none", "D", ""],
  [0x48, "dstore_1", "none", "D", ""],
  [0x49, "dstore_2", "none", "D", ""],
  [0x4a, "dstore_3", "none", "D", ""],
  [0x4b, "astore_0", "none", "A", ""],
  [0x4c, "astore_1", "none", "A", ""],
  [0x4d, "astore_2", "none", "A", ""],
  [0x4e, "astore_3", "none", "A", ""],
  [0x4f, "iastore", "none", "AII", ""],
  [0x50, "lastore", "none", "AIJ", ""],
  [0x51, "fastore", "none", "AIF", ""],
  [0x52, "dastore", "none", "AID", ""],
  [0x53, "aastore", "none", "AIA", ""],
  [0x54, "bastore", "none", "AII", ""],
  [0x55, "castore", "none", "AII", ""],
  [0x56, "sastore", "none", "AII", ""],
  [0x57, "pop", "none", "X", ""],
  [0x58, "pop2", "none", "XX", ""],
  [0x59, "dup", "none", "X", "XX"],
  [0x5a, "dup_x1", "none", "XX", "XXX"],
  [0x5b, "dup_x2", "none", "XXX", "XXXX"],
  [0x5c, "dup2", "none", "XX", "XXXX"],
  [0x5d, "dup2_x1", "none", "XXX", "XXXXX"],
  [0x5e, "dup2_x2", "none", "XXXX", "XXXXXX"],
  [0x5f, "swap", "none", "XX", "XX"],
  [0x60, "iadd", "none", "II", "I"],
  [0x61, "ladd", "none", "JJ", "J"],
  [0x62, "fadd", "none", "FF", "F"],
  [0x63, "dadd", "none", "DD", "D"],
  [0x64, "isub", "none", "II", "I"],
  [0x65, "lsub", "none", "JJ", "J"],
  [0x66, "fsub", "none", "FF", "F"],
  [0x67, "dsub", "none", "DD", "D"],
  [0x68, "imul", "none", "II", "I"],
  [0x69, "lmul", "none", "JJ", "J"],
  [0x6a, "fmul", "none", "FF", "F"],
  [0x6b, "dmul", "none", "DD", "D"],
  [0x6c, "idiv", "none", "II", "I"],
  [0x6d, "ldiv", "none", "JJ", "J"],
  [0x6e, "fdiv", "none", "FF", "F"],
  [0x6f, "ddiv", "none", "DD", "D"],
  [0x70, "irem", "none", "II", "I"],
  [0x71, "lrem", "none", "JJ", "J"],
  [0x72, "frem", "none", "FF", "F"],
  [0x73, "drem", "none", "DD", "D"],
  [0x74, "ineg", "none", "I", "I"],
  [0x75, "lneg", "none", "J", "J"],
  [0x76, "fneg", "none", "F", "F"],
  [0x77, "dneg", "none", "D", "D"],
  [0x78, "ishl", "none", "II", "I"],
  [0x79, "lshl", "none", "JI", "J"],
  [0x7a, "ishr", "none", "II", "I"],
  [0x7b, "lshr", "none", "JI", "J"],
  [0x7c, "iushr", "none", "II", "I"],
  [0x7d, "lushr", "none", "JI", "J"],
  [0x7e, "iand", "none", "II", "I"],
  [0x7f, "land", "none", "JJ", "J"],
  [0x80, "ior", "none", "II", "I"],
  [0x81, "lor", "none", "JJ", "J"],
  [0x82, "ixor", "none", "II", "I"],
  [0x83, "lxor", "none", "JJ", "J"],
  [0x84, "iinc", "increment", "", ""],
  [0x85, "i2l", "none", "I", "J"],
  [0x86, "i2f", "none", "I", "F"],
  [0x87, "i2d", "none", "I", "D"],
  [0x88, "l2i", "none", "J", "I"],
  [0x89, "l2f", "none", "J", "F"],
  [0x8a, "l2d", "none", "J", "D"],
  [0x8b, "f2i", "none", "F", "I"],
  [0x8c, "f2l", "none", "F", "J"],
  [0x8d, "f2d", "none", "F", "D"],
  [0x8e, "d2i", "none", "D", "I"],
  [0x8f, "d2l", "none", "D", "J"],
  [0x90, "d2f", "none", "D", "F"],
  [0x91, "i2b", "none", "I", "I"],
  [0x92, "i2c", "none", "I", "I"],
  [0x93, "i2s", "none", "I", "I"],
  [0x94, "lcmp", "none", "JJ", "I"],
  [0x95, "fcmpl", "none", "FF", "I"],
  [0x96, "fcmpg", "none", "FF", "I"],
  [0x97, "dcmpl", "none", "DD", "I"],
  [0x98, "dcmpg", "none", "DD", "I"],
  [0x99, "ifeq", "branch", "I", ""],
  [0x9a, "ifne", "branch", "I", ""],
  [0x9b, "iflt", "branch", "I", ""],
  [0x9c, "ifge", "branch", "I", ""],
  [0x9d, "ifgt", "branch", "I", ""],
  [0x9e, "ifle", "branch", "I", ""],
  [0x9f, "if_icmpeq", "branch", "II", ""],
  [0xa0, "if_icmpne", "branch", "II", ""],
  [0xa1, "if_icmplt", "branch", "II", ""],
  [0xa2, "if_icmpge", "branch", "II", ""],
  [0xa3, "if_icmpgt", "branch", "II", ""],
  [0xa4, "if_icmple", "branch", "II", ""],
  [0xa5, "if_acmpeq", "branch", "AA", ""],
  [0xa6, "if_acmpne", "branch", "AA", ""],
  [0xa7, "goto", "branch", "", ""],
  [0xa8, "jsr", "branch", "", "X"],
  [0xa9, "ret", "local", "", ""],
  [0xaa, "tableswitch", "tableswitch", "I", ""],
  [0xab, "lookupswitch", "lookupswitch", "I", ""],
  [0xac, "ireturn", "none", "I", ""],
  [0xad, "lreturn", "none", "J", ""],
  [0xae, "freturn", "none", "F", ""],
  [0xaf, "dreturn", "none", "D", ""],
  [0xb0, "areturn", "none", "A", ""],
  [0xb1, "return", "none", "", ""],
  [0xb2, "getstatic", "constant", null, null],
  [0xb3, "putstatic", "constant", null, null],
  [0xb4, "getfield", "constant", null, null],
  [0xb5, "putfield", "constant", null, null],
  [0xb6, "invokevirtual", "constant", null, null],
  [0xb7, "invokespecial", "constant", null, null],
  [0xb8, "invokestatic", "constant", null, null],
  [0xb9, "invokeinterface", "interface", null, null],
  [0xba, "invokedynamic", "dynamic", null, null],
  [0xbb, "new", "constant", "", "A"],
  [0xbc, "newarray", "arrayType", "I", "A"],
  [0xbd, "anewarray", "constant", "I", "A"],
  [0xbe, "arraylength", "none", "A", "I"],
  [0xbf, "athrow", "none", "A", ""],
  [0xc0, "checkcast", "constant", "A", "A"],
  [0xc1, "instanceof", "constant", "A", "I"],
  [0xc2, "monitorenter", "none", "A", ""],
  [0xc3, "monitorexit", "none", "A", ""],
  [0xc4, "wide", "wide", null, null],
  [0xc5, "multianewarray", "multiarray", null, null],
  [0xc6, "ifnull", "branch", "A", ""],
  [0xc7, "ifnonnull", "branch", "A", ""],
  [0xc8, "goto_w", "branch32", "", ""],
  [0xc9, "jsr_w", "branch32", "", "X"],
] as const satisfies readonly (readonly [
  opcode: number,
  mnemonic: string,
  layout: OperandLayout,
  pops: string | null,
  pushes: string | null,
])[];

type Row = (typeof ROWS)[number];

export type Mnemonic = Row[1];

type OpcodeNumbers = { readonly [Each in Row as Each[1]]: Each[0] };

const isComplete = (numbers: object): numbers is OpcodeNumbers =>
  Object.keys(numbers).length === ROWS.length;

// What follows is computed when a process starts, before V8 compiles anything. So it avoids
// what is slow until then, above all the destructuring of arrays.

function opcodeNumbers(): OpcodeNumbers {
  const numbers: Record<string, number> = {};
  for (const row of ROWS) numbers[row[1]] = row[0];
  invariant(isComplete(numbers), "two opcodes have one mnemonic");
  return numbers;
}

/** Opcode numbers by mnemonic. */
export const Op = opcodeNumbers();

export interface OpcodeInfo {
  readonly opcode: number;
  readonly mnemonic: Mnemonic;
  readonly layout: OperandLayout;
  /** As in the table; null where the operands decide. */
  readonly pops: string | null;
  readonly pushes: string | null;
}

/** Indexed by opcode; undefined from 0xca on. */
export const OPCODES: readonly OpcodeInfo[] = ROWS.map((row) => ({
  opcode: row[0],
  mnemonic: row[1],
  layout: row[2],
  pops: row[3],
  pushes: row[4],
}));

/** Operand slots of some values; 0 where the operands decide. */
function slotsOf(values: string | null): number {
  if (values === null) return 0;
  let slots = values.length;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === "J" || values[i] === "D") slots++;
  }
  return slots;
}

/** Slots that an instruction takes off the stack and puts on it, by opcode; 0 where the operands decide. */
export const SLOTS_POPPED = new Uint8Array(OPCODES.length);
export const SLOTS_PUSHED = new Uint8Array(OPCODES.length);
for (const { opcode, pops, pushes } of OPCODES) {
  SLOTS_POPPED[opcode] = slotsOf(pops);
  SLOTS_PUSHED[opcode] = slotsOf(pushes);
}
