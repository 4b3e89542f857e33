/** What a method's code refers to, instruction by instruction: the classes it uses and the methods it calls. */
import {
  endsFlow,
  IS_BLOCK_START,
  instructionLength,
  isBranch,
  scanCode,
  u1,
  u2,
} from "../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../classfile/format/class-file.ts";
import { Tag } from "../classfile/format/constant-pool.ts";
import type { RuntimeClass, RuntimeMethod } from "../program/linking/runtime-class.ts";

export interface CodeUse {
  /** `static` and `new` have the class initialised; `mention` only needs it to be there. */
  readonly kind: "static" | "new" | "mention";
  readonly className: string;
  /** The method that is called; null for other uses. */
  readonly method: UsedMethod | null;
  readonly line: number;
}

interface UsedMethod {
  readonly key: string;
  /** Whether the class of an object decides which method runs. */
  readonly call: "static" | "special" | "virtual";
  readonly isInterface: boolean;
}

const GETSTATIC = 178;
const PUTSTATIC = 179;
const INVOKEVIRTUAL = 182;
const INVOKESPECIAL = 183;
const INVOKESTATIC = 184;
const INVOKEINTERFACE = 185;
const INVOKEDYNAMIC = 186;
const NEW = 187;
const ANEWARRAY = 189;
const ATHROW = 191;

/** Kinds of method handles. */
const REF_INVOKE_STATIC = 6;
const REF_INVOKE_SPECIAL = 7;
const REF_NEW = 8;

/**
 * In the library, code that only leads to an exception is left out: what makes the message of an exception is most
 * of what the library could reach, and least of what programs run.
 */
export function usesOf(method: RuntimeMethod): CodeUse[] {
  const { code, owner } = method;
  if (code === null || owner.file === null) return [];
  const { bytes } = code;
  const skipsThrows = owner.origin !== "application";
  const marks = skipsThrows ? scanCode(code, { at: 0 }) : null;
  const uses: CodeUse[] = [];
  /** The first use since the code came together or parted. */
  let start = 0;
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
    const op = u1(bytes, at);
    if (((marks?.[at] ?? 0) & IS_BLOCK_START) !== 0) start = uses.length;
    for (const use of usesAt(owner, bytes, at, op)) {
      uses.push({ ...use, line: lineAt(code, at) });
    }
    if (skipsThrows && op === ATHROW) uses.length = start;
    if (isBranch(op) || endsFlow(bytes, at)) start = uses.length;
  }
  return uses;
}

type PlainUse = Omit<CodeUse, "line">;

function usesAt(owner: RuntimeClass, bytes: Uint8Array, at: number, op: number): PlainUse[] {
  const constants = owner.file?.constants;
  if (constants === undefined || op < GETSTATIC || op > ANEWARRAY) return [];
  if (op === NEW) return [plain("new", constants.className(u2(bytes, at + 1)))];
  if (op === ANEWARRAY) return [plain("mention", constants.className(u2(bytes, at + 1)))];
  if (op === GETSTATIC || op === PUTSTATIC) {
    return [plain("static", constants.member(u2(bytes, at + 1)).owner)];
  }
  if (op === INVOKEDYNAMIC) return dynamicUses(owner, u2(bytes, at + 1));
  const call = CALLS[op];
  if (call === undefined) return [];
  const ref = constants.member(u2(bytes, at + 1));
  const kind = op === INVOKESTATIC ? "static" : "mention";
  const method = { key: ref.name + ref.descriptor, call, isInterface: ref.isInterface };
  return [{ kind, className: ref.owner, method }];
}

const CALLS: Readonly<Partial<Record<number, UsedMethod["call"]>>> = {
  [INVOKEVIRTUAL]: "virtual",
  [INVOKESPECIAL]: "special",
  [INVOKESTATIC]: "static",
  [INVOKEINTERFACE]: "virtual",
};

const plain = (kind: CodeUse["kind"], className: string): PlainUse => ({
  kind,
  className,
  method: null,
});

/** A lambda may run the method that it is made of. */
function dynamicUses({ file }: RuntimeClass, index: number): PlainUse[] {
  if (file === null) return [];
  const { constants, bootstrapMethods } = file;
  const bootstrap = bootstrapMethods[constants.dynamic(index).bootstrapMethod];
  if (bootstrap === undefined) return [];
  return bootstrap.args.flatMap((arg) => {
    if (constants.tag(arg) !== Tag.methodHandle) return [];
    const { kind, owner, name, descriptor, isInterface } = constants.methodHandle(arg);
    if (kind < 5) return [];
    const call = HANDLE_CALLS[kind] ?? "virtual";
    const method = { key: name + descriptor, call, isInterface };
    return [{ kind: kind === REF_NEW ? "new" : "mention", className: owner, method }];
  });
}

const HANDLE_CALLS: Readonly<Partial<Record<number, UsedMethod["call"]>>> = {
  [REF_INVOKE_STATIC]: "static",
  [REF_INVOKE_SPECIAL]: "special",
  [REF_NEW]: "special",
};

/** -1 without debug data. */
function lineAt({ lineNumbers }: CodeInfo, at: number): number {
  let line = -1;
  for (let i = 0; i < lineNumbers.length; i += 2) {
    if ((lineNumbers[i] ?? 0) > at) break;
    line = lineNumbers[i + 1] ?? -1;
  }
  return line;
}
