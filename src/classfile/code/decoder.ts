/**
 * Code bytes to a list of instructions and back, for everything that reasons
 * about code or edits it. Branches name instructions by their index in the
 * list, so instructions can be inserted and removed without arithmetic on
 * offsets. Decoding checks all the static constraints of the JVM specification
 * (4.9.1) that an interpreter relies on; encoding what was decoded gives the
 * same bytes.
 */
import { BadClassFileError } from "../../core/errors.ts";
import type { CodeInfo } from "../format/class-file.ts";
import type { ConstantPool } from "../format/constant-pool.ts";
import {
  LAYOUT_SIZE,
  OPCODES,
  Op,
  type OpcodeInfo,
  type OperandLayout,
} from "../format/opcodes.ts";
import { checkConstantOperand } from "./operand-constants.ts";

export interface Instruction {
  /** Byte offset it was decoded from; informative only, encoding computes its own. */
  readonly offset: number;
  /** For a wide form the opcode it widens. */
  readonly opcode: number;
  readonly isWide: boolean;
  /** Constant-pool index, local index, immediate or primitive array type. */
  readonly operand: number;
  /** Increment of iinc, dimensions of multianewarray, argument slots of invokeinterface. */
  readonly extra: number;
  /** Index of the instruction a branch goes to, -1 for anything but a branch. */
  readonly target: number;
  readonly table: SwitchTable | null;
}

export interface SwitchTable {
  /** Instruction indices. */
  readonly defaultTarget: number;
  readonly targets: readonly number[];
  /** One key a target; for a tableswitch consecutive. */
  readonly keys: readonly number[];
  /** The alignment bytes, which need not be zero in newer class files. */
  readonly padding: readonly number[];
}

interface DecodedCode {
  readonly instructions: readonly Instruction[];
  /** Instruction index by byte offset, -1 inside instructions; the code's length maps to the end. */
  readonly indexAt: Int32Array;
}

type Code = Pick<CodeInfo, "bytes" | "maxLocals" | "handlers">;

/** `method` ("run()V") is for error messages. */
export function decodeCode(code: Code, constants: ConstantPool, method: string): DecodedCode {
  return new Decoder(code, constants, method).decode();
}

class Decoder {
  private readonly bytes: Uint8Array;
  private readonly code: Code;
  private readonly constants: ConstantPool;
  private readonly method: string;
  private readonly indexAt: Int32Array;
  /** Where the instruction being decoded starts. */
  private start = 0;
  private at = 0;

  constructor(code: Code, constants: ConstantPool, method: string) {
    this.bytes = code.bytes;
    this.code = code;
    this.constants = constants;
    this.method = method;
    this.indexAt = new Int32Array(code.bytes.length + 1).fill(-1);
  }

  decode(): DecodedCode {
    const { bytes, indexAt } = this;
    if (bytes.length === 0) this.fail("empty code");
    const raw: Instruction[] = [];
    while (this.at < bytes.length) {
      this.start = this.at;
      indexAt[this.at] = raw.length;
      raw.push(this.instruction());
    }
    indexAt[bytes.length] = raw.length;
    this.handlers();
    return { instructions: raw.map((each) => this.resolve(each)), indexAt };
  }

  private handlers(): void {
    for (const { start, end, handler } of this.code.handlers) {
      this.start = start;
      for (const offset of [start, end, handler]) {
        if ((this.indexAt[offset] ?? -1) < 0) {
          this.fail(`exception table offset ${offset} is not an instruction`);
        }
      }
      if (handler === this.bytes.length) this.fail("exception handler is at the end of the code");
    }
  }

  /** Targets of the result are byte offsets still. */
  private instruction(): Instruction {
    const info = this.opcode();
    const { opcode } = info;
    let operand = 0;
    let extra = 0;
    let target = -1;
    let table: SwitchTable | null = null;
    this.need(Math.max(0, LAYOUT_SIZE[info.layout]));
    switch (info.layout) {
      case "none":
        this.implicitLocal(opcode);
        break;
      case "byte":
        operand = this.s1();
        break;
      case "short":
        operand = this.s2();
        break;
      case "constant8":
        operand = this.u1();
        break;
      case "constant":
        operand = this.u2();
        break;
      case "local":
        operand = this.local(opcode, this.u1());
        break;
      case "increment":
        operand = this.local(opcode, this.u1());
        extra = this.s1();
        break;
      case "branch":
        target = this.start + this.s2();
        break;
      case "branch32":
        target = this.start + this.s4();
        break;
      case "interface":
        operand = this.u2();
        extra = this.u1();
        if (this.u1() !== 0) this.fail("fourth operand of invokeinterface is not zero");
        break;
      case "dynamic":
        operand = this.u2();
        if (this.u2() !== 0) this.fail("last operands of invokedynamic are not zero");
        break;
      case "arrayType":
        operand = this.u1();
        if (operand < 4 || operand > 11) this.fail(`bad primitive array type ${operand}`);
        break;
      case "multiarray":
        operand = this.u2();
        extra = this.u1();
        break;
      case "tableswitch":
      case "lookupswitch":
        table = this.switchTable(opcode);
        break;
      case "wide":
        return this.wide();
    }
    if (CONSTANT_LAYOUTS.has(info.layout)) {
      const wrong = checkConstantOperand(this.constants, info, operand, extra);
      if (wrong !== null) this.fail(wrong);
    }
    return { offset: this.start, opcode, isWide: false, operand, extra, target, table };
  }

  private opcode(): OpcodeInfo {
    const byte = this.u1();
    return OPCODES[byte] ?? this.fail(`unknown opcode 0x${byte.toString(16)}`);
  }

  private wide(): Instruction {
    this.need(1);
    const { opcode, layout, mnemonic } = this.opcode();
    if (layout !== "local" && layout !== "increment") this.fail(`wide before ${mnemonic}`);
    this.need(layout === "local" ? 2 : 4);
    const operand = this.local(opcode, this.u2());
    const extra = layout === "increment" ? this.s2() : 0;
    const { start: offset } = this;
    return { offset, opcode, isWide: true, operand, extra, target: -1, table: null };
  }

  private switchTable(opcode: number): SwitchTable {
    const padding: number[] = [];
    while (this.at % 4 !== 0) {
      this.need(1);
      padding.push(this.u1());
    }
    this.need(8);
    const defaultTarget = this.start + this.s4();
    const first = this.s4();
    const targets: number[] = [];
    const keys: number[] = [];
    if (opcode === Op.tableswitch) {
      this.need(4);
      const count = this.s4() - first + 1;
      if (count < 1) this.fail("tableswitch with low above high");
      this.need(4 * count);
      for (let i = 0; i < count; i++) {
        keys.push(first + i);
        targets.push(this.start + this.s4());
      }
    } else {
      if (first < 0) this.fail("lookupswitch with a negative number of pairs");
      this.need(8 * first);
      for (let i = 0; i < first; i++) {
        const key = this.s4();
        if (i > 0 && key <= (keys[i - 1] ?? key)) this.fail("lookupswitch keys are not sorted");
        keys.push(key);
        targets.push(this.start + this.s4());
      }
    }
    return { defaultTarget, targets, keys, padding };
  }

  private resolve(raw: Instruction): Instruction {
    const { target, table } = raw;
    const isBranch = BRANCHES[raw.opcode] ?? false;
    if (!isBranch && table === null) return raw;
    this.start = raw.offset;
    if (table === null) return { ...raw, target: this.index(target) };
    return {
      ...raw,
      table: {
        ...table,
        defaultTarget: this.index(table.defaultTarget),
        targets: table.targets.map((offset) => this.index(offset)),
      },
    };
  }

  private index(offset: number): number {
    const index = offset === this.bytes.length ? -1 : (this.indexAt[offset] ?? -1);
    return index >= 0 ? index : this.fail(`branch to ${offset}, which is not an instruction`);
  }

  /** iload_0 and its kin name their local in the opcode. */
  private implicitLocal(opcode: number): void {
    if (opcode >= Op.iload_0 && opcode <= Op.aload_3) {
      const n = opcode - Op.iload_0;
      this.local(Op.iload + (n >> 2), n & 3);
    } else if (opcode >= Op.istore_0 && opcode <= Op.astore_3) {
      const n = opcode - Op.istore_0;
      this.local(Op.istore + (n >> 2), n & 3);
    }
  }

  private local(opcode: number, index: number): number {
    const slots =
      opcode === Op.lload || opcode === Op.dload || opcode === Op.lstore || opcode === Op.dstore
        ? 2
        : 1;
    if (index + slots > this.code.maxLocals) {
      this.fail(`local ${index} is beyond the ${this.code.maxLocals} locals`);
    }
    return index;
  }

  private need(count: number): void {
    if (this.at + count > this.bytes.length) this.fail("truncated instruction");
  }

  private u1(): number {
    return this.bytes[this.at++] ?? 0;
  }

  private u2(): number {
    return (this.u1() << 8) | this.u1();
  }

  private s1(): number {
    return (this.u1() << 24) >> 24;
  }

  private s2(): number {
    return (this.u2() << 16) >> 16;
  }

  private s4(): number {
    return (this.u2() << 16) | this.u2();
  }

  private fail(message: string): never {
    throw new BadClassFileError(`${message}, in ${this.method} at offset ${this.start}`);
  }
}

const CONSTANT_LAYOUTS: ReadonlySet<OperandLayout> = new Set([
  "constant8",
  "constant",
  "interface",
  "dynamic",
  "multiarray",
]);

/** By opcode. */
const BRANCHES: readonly boolean[] = OPCODES.map(({ layout }) => layout.startsWith("branch"));
