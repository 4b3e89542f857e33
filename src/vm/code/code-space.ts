/**
 * All translated code in one array, so that a program counter alone says where
 * a frame is. Per-method facts that calls need are in parallel typed arrays
 * indexed by method id.
 */

import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { bug } from "../../core/assert.ts";
import { grown } from "../../core/words.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { LoggedReads } from "../native-api/logged-effects.ts";
import type { CallingFunction } from "../native-api/native-method.ts";
import type { CodeKind, SectionMode } from "../sharing/library-operations.ts";
import type { CallObservability } from "../sharing/native-calls.ts";

/** Values of `entry` that are not a program counter. */
export const ENTRY_UNLINKED = 0;
export const ENTRY_NATIVE = -1;
/** A native whose call other threads may observe. */
export const ENTRY_OBSERVABLE_NATIVE = -2;

/** What a method's code keeps besides the code itself. */
export interface TranslatedMethod {
  readonly method: RuntimeMethod;
  /** The byte code that was translated: the class file's, subroutines inlined. */
  readonly info: CodeInfo;
  readonly retTargets: ReadonlyMap<number, number>;
  readonly start: number;
  readonly end: number;
  /** Translated pc of each instruction, ascending, and its byte offset. */
  readonly pcs: Int32Array;
  readonly offsets: Int32Array;
  /** Groups of four: start pc, end pc, handler pc, index into catchTypes (-1: any). */
  readonly handlers: Int32Array;
  readonly catchTypes: readonly string[];
}

/** How code is translated. */
export class TranslationModes {
  /** For the exploration of schedules. */
  checking = false;
  /** Reads of final fields are accesses that no other thread can conflict with. */
  readsFinals = true;
  /** What the machine makes of operations of java.util.concurrent; nothing at first. */
  sections: SectionMode = 0;
  /** Frequent pairs of instructions become one. */
  combine = true;
}

export class CodeSpace {
  code = new Int32Array(1 << 16);
  /** Method id that each word of code belongs to. */
  methodOf = new Int32Array(1 << 16);
  /** The next free word; 0 is never a valid pc. */
  top = 8;
  entry = new Int32Array(1 << 12);
  /** Words of arguments. */
  args = new Int32Array(1 << 12);
  /** Words of locals: the distance from the frame's base to its linkage. */
  locals = new Int32Array(1 << 12);
  /** Words the frame needs above its linkage. */
  stack = new Int32Array(1 << 12);
  /** Words of the result. */
  results = new Int32Array(1 << 12);
  /** The number of methods made callable so far; an unchanged number means that there are no new ones. */
  linked = 0;
  readonly modes = new TranslationModes();
  // By method id, and without holes: V8 makes a hash table of an array that has many.
  readonly natives: (CallingFunction | undefined)[] = nothings();
  /** What calls of natives read, for the access log; null for nothing. */
  readonly loggedReads: (LoggedReads | null | undefined)[] = nothings();
  /** What calls of natives touch, for those that may be observable. */
  readonly observability: (CallObservability | undefined)[] = nothings();
  /** What a method's code is to a library section, in a checked run. */
  readonly codeKinds: (CodeKind | undefined)[] = nothings();
  readonly codes: (TranslatedMethod | undefined)[] = nothings();

  reserve(words: number): number {
    const start = this.top;
    if (start + words > this.code.length) {
      const length = Math.max(this.code.length * 2, start + words);
      this.code = grown(this.code, length);
      this.methodOf = grown(this.methodOf, length);
    }
    this.top += words;
    return start;
  }

  ensureMethod(id: number): void {
    if (id < this.entry.length) return;
    const length = Math.max(this.entry.length * 2, id + 1);
    this.entry = grown(this.entry, length);
    this.args = grown(this.args, length);
    this.locals = grown(this.locals, length);
    this.stack = grown(this.stack, length);
    this.results = grown(this.results, length);
    while (this.codes.length < length) {
      this.natives.push(undefined);
      this.loggedReads.push(undefined);
      this.observability.push(undefined);
      this.codeKinds.push(undefined);
      this.codes.push(undefined);
    }
  }

  codeAt(pc: number): TranslatedMethod {
    const code = this.codes[this.methodOf[pc]!];
    if (code === undefined) bug(`no code at ${pc}`);
    return code;
  }

  /** Index of the instruction that contains `pc`. */
  instructionAt(code: TranslatedMethod, pc: number): number {
    const { pcs } = code;
    let low = 0;
    let high = pcs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pcs[middle]! <= pc) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  offsetAt(pc: number): number {
    const code = this.codeAt(pc);
    return code.offsets[this.instructionAt(code, pc)]!;
  }
}

const NOTHINGS = Array.from<undefined>({ length: 1 << 12 });
const nothings = (): undefined[] => NOTHINGS.slice();

/** "p.A.m(A.java:12)": the place of an instruction, for messages. */
export function placeText(space: CodeSpace, pc: number): string {
  const { owner, name } = space.codeAt(pc).method;
  const line = lineAt(space.codeAt(pc).method, space.offsetAt(pc));
  const file = owner.file?.sourceFile ?? null;
  const place = file === null ? "" : line < 0 ? `(${file})` : `(${file}:${line})`;
  return `${owner.externalName}.${name}${place}`;
}

/** Source line of a byte offset, -1 when the class file does not say. */
export function lineAt(method: RuntimeMethod, offset: number): number {
  const lines = method.code?.lineNumbers;
  if (lines === undefined) return -1;
  let line = -1;
  for (let i = 0; i < lines.length; i += 2) {
    if (lines[i]! > offset) break;
    line = lines[i + 1]!;
  }
  return line;
}
