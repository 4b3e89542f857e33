/**
 * Prepares a program's classes for a real JVM, to compare it with the checker. Before every access to memory,
 * monitors and methods it inserts a call that delays the thread at random and contains a memory fence,
 * because the checker only knows sequentially consistent memory. System.exit would end the JVM and all
 * further runs, so it becomes a call, too. (The called class is in models/jvm-runner.)
 */
import { ByteWriter } from "../../classfile/assembling/byte-writer.ts";
import { decodeCode, type Instruction, type SwitchTable } from "../../classfile/code/decoder.ts";
import { encodeCode } from "../../classfile/code/encoder.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { ClassConstants, type ConstantPool, Tag } from "../../classfile/format/constant-pool.ts";
import { Op } from "../../classfile/format/opcodes.ts";
import { Cursor } from "../../classfile/reading/cursor.ts";
import { readClass } from "../../classfile/reading/reader.ts";

const HOOKS = "deadwood/fuzz/Hooks";

/**
 * Calls that have no equivalent on a JVM or would end it: uninterruptible sections, threads that the end of
 * other threads cuts short or starts, handlers that the runner replaces with its own.
 */
const UNREPEATABLE: ReadonlySet<string> = new Set([
  "beginAtomic",
  "setDaemon",
  "addShutdownHook",
  "setUncaughtExceptionHandler",
  "setDefaultUncaughtExceptionHandler",
  "halt",
]);

const ORIGIN = "a program's class";

/** Whether runs on a JVM are comparable with the checker's results. */
export const canRunOnJvm = (classes: ReadonlyMap<string, Uint8Array>): boolean =>
  [...classes.values()].every((bytes) => {
    const { methods, constants } = readClass(bytes, ORIGIN);
    return methods.every(({ code, name, descriptor }) => {
      if (code === null) return true;
      const { instructions } = decodeCode(code, constants, name + descriptor);
      return !instructions
        .filter(isCall)
        .some(({ operand }) => UNREPEATABLE.has(constants.member(operand).name));
    });
  });

/**
 * Edits the bytes directly: adds constants at the end of the pool, replaces the code of methods, and keeps
 * everything else.
 */
export function jvmClassOf(bytes: Uint8Array): Uint8Array {
  const file = readClass(bytes, ORIGIN);
  const from = new Cursor(bytes);
  const out = new ByteWriter(2 * bytes.length);
  copy(from, out, 8);
  const hooks = copyConstants(from, out);
  copy(from, out, 6);
  copy(from, out, 2 * copyCount(from, out));
  for (let fields = copyCount(from, out); fields > 0; fields--) copyMember(from, out, null);
  copyCount(from, out);
  for (const { code, name, descriptor } of file.methods) {
    const hooked = code === null ? null : hookInto(code, file.constants, name + descriptor, hooks);
    copyMember(from, out, hooked);
  }
  copy(from, out, bytes.length - from.at);
  return out.toBytes();
}

function copy(from: Cursor, out: ByteWriter, length: number): void {
  out.write(from.bytes.subarray(from.at, from.at + length));
  from.skip(length);
}

function copyCount(from: Cursor, out: ByteWriter): number {
  const count = from.u2();
  out.u2(count);
  return count;
}

/** The constant pool indices of the called methods. */
interface Hooks {
  readonly point: number;
  readonly exit: number;
}

function copyConstants(from: Cursor, out: ByteWriter): Hooks {
  const { count, end } = new ClassConstants(from.bytes, from.at);
  const countAt = out.length;
  copy(from, out, end - from.at);
  let next = count;
  const utf8 = (text: string): number => {
    out.u1(Tag.utf8);
    out.u2(text.length);
    out.write(Buffer.from(text, "latin1"));
    return next++;
  };
  const pair = (tag: number, first: number, second?: number): number => {
    out.u1(tag);
    out.u2(first);
    if (second !== undefined) out.u2(second);
    return next++;
  };
  const owner = pair(Tag.class, utf8(HOOKS));
  const method = (name: string, descriptor: string): number =>
    pair(Tag.methodRef, owner, pair(Tag.nameAndType, utf8(name), utf8(descriptor)));
  const hooks = { point: method("point", "()V"), exit: method("exit", "(I)V") };
  out.patch2(countAt, next);
  return hooks;
}

/** Copies a field, or a method with new code. Of a method's attributes only the code is kept. */
function copyMember(from: Cursor, out: ByteWriter, code: HookedCode | null): void {
  copy(from, out, 6);
  if (code === null) {
    for (let left = copyCount(from, out); left > 0; left--) {
      copy(from, out, 2);
      const length = from.u4();
      out.u4(length);
      copy(from, out, length);
    }
    return;
  }
  out.u2(1);
  for (let left = from.u2(); left > 0; left--) {
    const name = from.u2();
    const length = from.u4();
    const end = from.at + length;
    if (code.isNamedBy(name)) writeCode(from, out, name, code);
    from.at = end;
  }
}

/**
 * Writes the code without lines and variables, which would be wrong. Programs of this version need no stack
 * maps.
 */
function writeCode(
  from: Cursor,
  out: ByteWriter,
  name: number,
  { bytes, placed }: HookedCode,
): void {
  out.u2(name);
  const lengthAt = out.length;
  out.u4(0);
  copy(from, out, 4);
  from.skip(from.u4());
  out.u4(bytes.length);
  out.write(bytes);
  for (let handlers = copyCount(from, out); handlers > 0; handlers--) {
    for (let i = 0; i < 3; i++) out.u2(placed(from.u2()));
    copy(from, out, 2);
  }
  out.u2(0);
  out.patch4(lengthAt, out.length - lengthAt - 4);
}

const isCall = ({ opcode }: Instruction): boolean =>
  opcode >= Op.invokevirtual && opcode <= Op.invokeinterface;

function isExit({ opcode, operand }: Instruction, constants: ConstantPool): boolean {
  if (opcode !== Op.invokestatic) return false;
  const { owner, name } = constants.member(operand);
  return owner === "java/lang/System" && name === "exit";
}

const isAccess = ({ opcode }: Instruction): boolean =>
  (opcode >= Op.iaload && opcode <= Op.saload) ||
  (opcode >= Op.iastore && opcode <= Op.sastore) ||
  (opcode >= Op.getstatic && opcode <= Op.invokedynamic) ||
  opcode === Op.monitorenter ||
  opcode === Op.monitorexit;

interface HookedCode {
  readonly bytes: Uint8Array;
  /** The new position of the instruction that was at an offset. */
  readonly placed: (offset: number) => number;
  readonly isNamedBy: (index: number) => boolean;
}

/** A branch to an access leads to the call in front of it. */
function hookInto(
  code: CodeInfo,
  constants: ConstantPool,
  method: string,
  { point, exit }: Hooks,
): HookedCode {
  const { instructions, indexAt } = decodeCode(code, constants, method);
  const newIndex: number[] = [];
  let length = 0;
  for (const each of instructions) {
    newIndex.push(length);
    length += isAccess(each) ? 2 : 1;
  }
  newIndex.push(length);
  const moved = (index: number): number => newIndex[index]!;
  const result = instructions.flatMap((each) => {
    const copied = {
      ...each,
      operand: isExit(each, constants) ? exit : each.operand,
      target: each.target < 0 ? each.target : moved(each.target),
      table: each.table === null ? null : movedTable(each.table, moved),
    };
    return isAccess(each) ? [callOf(point), copied] : [copied];
  });
  const { bytes, offsets } = encodeCode(result);
  return {
    bytes,
    placed: (offset) => offsets[moved(indexAt[offset]!)]!,
    isNamedBy: (index) => constants.utf8(index) === "Code",
  };
}

const movedTable = (table: SwitchTable, moved: (index: number) => number): SwitchTable => ({
  ...table,
  defaultTarget: moved(table.defaultTarget),
  targets: table.targets.map(moved),
  padding: [],
});

const callOf = (operand: number): Instruction => ({
  offset: 0,
  opcode: Op.invokestatic,
  isWide: false,
  operand,
  extra: 0,
  target: -1,
  table: null,
});
