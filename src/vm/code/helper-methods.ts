/**
 * Tells methods that do one small thing for their caller (getters, setters, delegates) from those in which
 * something is decided. Of a helper, a reader wants to see the line that calls it.
 */
import { instructionLength, isBranch, u1 } from "../../classfile/code/bytecode-scan.ts";
import type { TranslatedMethod } from "./code-space.ts";

const answers = new WeakMap<TranslatedMethod, boolean>();

/**
 * The method has no conditional branch, and does one thing: it reads or writes one variable, or calls one method, of
 * an object that it may have to read first.
 */
export function isHelperMethod(code: TranslatedMethod): boolean {
  let answer = answers.get(code);
  if (answer === undefined) {
    answer = examine(code);
    answers.set(code, answer);
  }
  return answer;
}

function examine({ method, info: { bytes } }: TranslatedMethod): boolean {
  let reads = 0;
  let writes = 0;
  // A constructor calls that of the superclass.
  let calls = method.name === "<init>" ? -1 : 0;
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
    const op = u1(bytes, at);
    if (isSwitch(op) || (isBranch(op) && !isGoto(op))) return false;
    if (isRead(op)) reads++;
    if (isWrite(op)) writes++;
    if (op >= 0xb6 && op <= 0xba) calls++;
  }
  return writes + calls <= 1 && reads + writes <= 1;
}

const isGoto = (op: number): boolean => op === 0xa7 || op === 0xc8;
const isSwitch = (op: number): boolean => op === 0xaa || op === 0xab;
/** Of a field, or of an array's element. */
const isRead = (op: number): boolean => op === 0xb2 || op === 0xb4 || (op >= 0x2e && op <= 0x35);
const isWrite = (op: number): boolean => op === 0xb3 || op === 0xb5 || (op >= 0x4f && op <= 0x56);
