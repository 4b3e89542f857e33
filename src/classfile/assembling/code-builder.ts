/**
 * Builds the code of one method: instructions by mnemonic, labels for branch
 * targets, constants by value. Wide forms are chosen where an operand needs
 * them; the stack depth is computed unless given.
 */
import { invariant } from "../../core/assert.ts";
import type { CodeInfo, LocalVariable } from "../format/class-file.ts";
import { parseFieldDescriptor, parseMethodDescriptor } from "../format/descriptors.ts";
import { type Mnemonic, OPCODES, Op } from "../format/opcodes.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { ConstantPoolBuilder, Member } from "./constant-pool-builder.ts";
import { deepestStack, type Flow, STACK_CHANGE } from "./stack-depth.ts";

/** A place in the code, branched to before or after it is marked. */
export class Label {
  /** Byte offset, -1 until marked. */
  offset = -1;
}

/** Member, class name, label, or a number (local, immediate, raw constant-pool index). */
export type Operand = number | string | Label | Member;

interface Fixup {
  readonly at: number;
  /** Offset of the instruction the distance counts from. */
  readonly from: number;
  readonly label: Label;
  readonly isWide: boolean;
}

interface PendingHandler {
  readonly start: Label;
  readonly end: Label;
  readonly handler: Label;
  readonly catchType: string | null;
}

interface PendingFlow extends Omit<Flow, "targets"> {
  readonly labels: readonly Label[];
}

const NO_LABELS: readonly Label[] = [];

export class CodeBuilder {
  readonly constants: ConstantPoolBuilder;
  private readonly out = new ByteWriter(64);
  private readonly fixups: Fixup[] = [];
  private readonly flows: PendingFlow[] = [];
  private readonly handlers: PendingHandler[] = [];
  private readonly lines: number[] = [];
  private readonly variables: (Omit<LocalVariable, "start" | "length"> & {
    start: Label;
    end: Label;
  })[] = [];
  private locals: number;
  private stack = -1;

  constructor(constants: ConstantPoolBuilder, parameterSlots: number) {
    this.constants = constants;
    this.locals = parameterSlots;
  }

  label(): Label {
    return new Label();
  }

  /** Puts the label here. Without one, makes one. */
  mark(label: Label = new Label()): Label {
    invariant(label.offset < 0, "label is marked twice");
    label.offset = this.out.length;
    return label;
  }

  /**
   * Any instruction. Operands follow the class file, with these comforts: a
   * member or class name instead of a constant-pool index, a label instead of
   * an offset, no argument count for invokeinterface, wide forms by themselves.
   */
  emit(instruction: Mnemonic | number, ...operands: readonly Operand[]): this {
    const opcode = typeof instruction === "number" ? instruction : Op[instruction];
    const info = OPCODES[opcode];
    invariant(info !== undefined, `opcode ${opcode} does not exist`);
    const [first = 0, second = 0] = operands;
    switch (info.layout) {
      case "none":
        this.touchImplicit(opcode);
        this.begin(opcode, STACK_CHANGE[opcode] ?? 0);
        break;
      case "byte":
      case "constant8":
      case "arrayType":
        this.begin(opcode, STACK_CHANGE[opcode] ?? 0);
        this.out.u1(this.number(first));
        break;
      case "short":
        this.begin(opcode, 1);
        this.out.u2(this.number(first));
        break;
      case "constant":
      case "interface":
      case "dynamic":
      case "multiarray":
        this.constantInstruction(opcode, first, this.number(second));
        break;
      case "local":
        this.local(opcode, this.number(first));
        break;
      case "increment":
        this.increment(this.number(first), this.number(second));
        break;
      case "branch":
      case "branch32": {
        invariant(first instanceof Label, `${info.mnemonic} needs a label`);
        const from = this.begin(opcode, STACK_CHANGE[opcode] ?? 0, [first]);
        this.distance(from, first, info.layout === "branch32");
        break;
      }
      case "tableswitch":
      case "lookupswitch":
      case "wide":
        invariant(false, `${info.mnemonic} has a method of its own`);
    }
    return this;
  }

  tableswitch(low: number, labels: readonly Label[], defaultLabel: Label): this {
    invariant(labels.length > 0, "tableswitch without targets");
    const from = this.switchHead(Op.tableswitch, labels, defaultLabel);
    this.out.u4(low);
    this.out.u4(low + labels.length - 1);
    for (const label of labels) this.distance(from, label, true);
    return this;
  }

  /** Cases in any order; they are sorted here. */
  lookupswitch(cases: readonly (readonly [number, Label])[], defaultLabel: Label): this {
    const sorted = cases.toSorted(([a], [b]) => a - b);
    const from = this.switchHead(
      Op.lookupswitch,
      sorted.map(([, label]) => label),
      defaultLabel,
    );
    this.out.u4(sorted.length);
    for (const [key, label] of sorted) {
      this.out.u4(key);
      this.distance(from, label, true);
    }
    return this;
  }

  /** The shortest instruction that pushes an int. */
  pushInt(value: number): this {
    if (value >= -1 && value <= 5) return this.emit(Op.iconst_0 + value);
    if (value === (value << 24) >> 24) return this.emit("bipush", value);
    if (value === (value << 16) >> 16) return this.emit("sipush", value);
    return this.ldc(this.constants.addInt(value));
  }

  pushLong(value: bigint): this {
    if (value === 0n || value === 1n) return this.emit(Op.lconst_0 + Number(value));
    return this.emit("ldc2_w", this.constants.addLong(value));
  }

  pushFloat(value: number): this {
    return this.ldc(this.constants.addFloat(value));
  }

  pushDouble(value: number): this {
    return this.emit("ldc2_w", this.constants.addDouble(value));
  }

  pushString(text: string): this {
    return this.ldc(this.constants.addString(text));
  }

  pushClass(name: string): this {
    return this.ldc(this.constants.addClass(name));
  }

  pushMethodHandle(kind: number, member: Member): this {
    return this.ldc(this.constants.addMethodHandle(kind, member));
  }

  pushMethodType(descriptor: string): this {
    return this.ldc(this.constants.addMethodType(descriptor));
  }

  pushDynamic(bootstrapMethod: number, name: string, descriptor: string): this {
    const index = this.constants.addDynamic(bootstrapMethod, name, descriptor);
    return parseFieldDescriptor(descriptor).slots === 2
      ? this.emit("ldc2_w", index)
      : this.ldc(index);
  }

  /** ldc or ldc_w of a constant that takes one slot. */
  ldc(index: number): this {
    return this.emit(index < 256 ? "ldc" : "ldc_w", index);
  }

  invokeDynamic(bootstrapMethod: number, name: string, descriptor: string): this {
    return this.emit(
      "invokedynamic",
      this.constants.addInvokeDynamic(bootstrapMethod, name, descriptor),
    );
  }

  /** Handlers are tried in the order they are declared. */
  handler(start: Label, end: Label, handler: Label, catchType: string | null): this {
    this.handlers.push({ start, end, handler, catchType });
    return this;
  }

  /** The source line of what follows. */
  line(line: number): this {
    this.lines.push(this.out.length, line);
    return this;
  }

  localVariable(index: number, name: string, descriptor: string, start: Label, end: Label): this {
    this.variables.push({ index, name, descriptor, start, end });
    return this;
  }

  /** Instead of the computed depth. */
  maxStack(slots: number): this {
    this.stack = slots;
    return this;
  }

  /** At least this many locals; those that instructions name are counted anyway. */
  maxLocals(slots: number): this {
    this.locals = Math.max(this.locals, slots);
    return this;
  }

  build(): CodeInfo {
    for (const fixup of this.fixups) this.fix(fixup);
    const bytes = this.out.toBytes();
    invariant(bytes.length > 0 && bytes.length <= 65535, `code of ${bytes.length} bytes`);
    const handlers = this.handlers.map(({ start, end, handler, catchType }) => ({
      start: offset(start),
      end: offset(end),
      handler: offset(handler),
      catchType,
    }));
    const flows = this.flows.map((flow) => ({ ...flow, targets: flow.labels.map(offset) }));
    const depth = (): number =>
      deepestStack(
        flows,
        handlers.map((each) => each.handler),
      );
    return {
      maxStack: this.stack >= 0 ? this.stack : depth(),
      maxLocals: this.locals,
      bytes,
      handlers,
      lineNumbers: Int32Array.from(this.lines),
      localVariables: this.variables.map(({ index, name, descriptor, start, end }) => ({
        start: offset(start),
        length: offset(end) - offset(start),
        name,
        descriptor,
        index,
      })),
      stackMap: null,
    };
  }

  /** Writes the opcode and gives the offset of the instruction. */
  private begin(opcode: number, change: number, labels: readonly Label[] = NO_LABELS): number {
    const from = this.out.length;
    this.flows.push({ offset: from, opcode, change, labels });
    this.out.u1(opcode);
    return from;
  }

  private beginWide(opcode: number, change: number): void {
    this.flows.push({ offset: this.out.length, opcode, change, labels: NO_LABELS });
    this.out.u1(Op.wide);
    this.out.u1(opcode);
  }

  private constantInstruction(opcode: number, operand: Operand, dimensions: number): void {
    const index =
      typeof operand === "number"
        ? operand
        : typeof operand === "string"
          ? this.constants.addClass(operand)
          : this.member(opcode, operand);
    this.begin(opcode, this.changeOf(opcode, index, dimensions));
    this.out.u2(index);
    if (opcode === Op.invokeinterface) {
      const { descriptor } = this.constants.member(index);
      this.out.u1(parseMethodDescriptor(descriptor).parameterSlots + 1);
      this.out.u1(0);
    } else if (opcode === Op.invokedynamic) {
      this.out.u2(0);
    } else if (opcode === Op.multianewarray) {
      this.out.u1(dimensions);
    }
  }

  private member(opcode: number, operand: Label | Member): number {
    invariant(!(operand instanceof Label), "a label where a constant belongs");
    const isInterface = opcode === Op.invokeinterface || (operand.isInterface ?? false);
    return this.constants.addMember({ ...operand, isInterface });
  }

  private changeOf(opcode: number, index: number, dimensions: number): number {
    const fixed = STACK_CHANGE[opcode] ?? 0;
    if (!Number.isNaN(fixed)) return fixed;
    if (opcode === Op.multianewarray) return 1 - dimensions;
    if (opcode === Op.invokedynamic) return callChange(this.constants.dynamic(index).descriptor);
    const { descriptor } = this.constants.member(index);
    if (opcode >= Op.invokevirtual) {
      return callChange(descriptor) - (opcode === Op.invokestatic ? 0 : 1);
    }
    const { slots } = parseFieldDescriptor(descriptor);
    const value = opcode === Op.getstatic || opcode === Op.getfield ? slots : -slots;
    return value - (opcode >= Op.getfield ? 1 : 0);
  }

  private local(opcode: number, index: number): void {
    this.touch(opcode, index);
    const change = STACK_CHANGE[opcode] ?? 0;
    if (index < 256) {
      this.begin(opcode, change);
      this.out.u1(index);
    } else {
      this.beginWide(opcode, change);
      this.out.u2(index);
    }
  }

  private increment(index: number, by: number): void {
    this.touch(Op.iinc, index);
    if (index < 256 && by === (by << 24) >> 24) {
      this.begin(Op.iinc, 0);
      this.out.u1(index);
      this.out.u1(by);
    } else {
      this.beginWide(Op.iinc, 0);
      this.out.u2(index);
      this.out.u2(by);
    }
  }

  private touch(opcode: number, index: number): void {
    const isWide =
      opcode === Op.lload || opcode === Op.dload || opcode === Op.lstore || opcode === Op.dstore;
    this.locals = Math.max(this.locals, index + (isWide ? 2 : 1));
  }

  private touchImplicit(opcode: number): void {
    if (opcode >= Op.iload_0 && opcode <= Op.aload_3) {
      this.touch(Op.iload + ((opcode - Op.iload_0) >> 2), (opcode - Op.iload_0) & 3);
    } else if (opcode >= Op.istore_0 && opcode <= Op.astore_3) {
      this.touch(Op.istore + ((opcode - Op.istore_0) >> 2), (opcode - Op.istore_0) & 3);
    }
  }

  private switchHead(opcode: number, labels: readonly Label[], defaultLabel: Label): number {
    const from = this.begin(opcode, -1, [...labels, defaultLabel]);
    while (this.out.length % 4 !== 0) this.out.u1(0);
    this.distance(from, defaultLabel, true);
    return from;
  }

  private distance(from: number, label: Label, isWide: boolean): void {
    this.fixups.push({ at: this.out.length, from, label, isWide });
    if (isWide) this.out.u4(0);
    else this.out.u2(0);
  }

  private fix({ at, from, label, isWide }: Fixup): void {
    const distance = offset(label) - from;
    if (isWide) this.out.patch4(at, distance);
    else {
      invariant(distance === (distance << 16) >> 16, "branch is too far: use goto_w");
      this.out.patch2(at, distance);
    }
  }

  private number(operand: Operand): number {
    invariant(typeof operand === "number", "a number belongs here");
    return operand;
  }
}

function offset(label: Label): number {
  invariant(label.offset >= 0, "label is never marked");
  return label.offset;
}

function callChange(descriptor: string): number {
  const { resultSlots, parameterSlots } = parseMethodDescriptor(descriptor);
  return resultSlots - parameterSlots;
}
