/**
 * Runs the few instructions that matter for subroutines, on a method's own
 * code (where jsr pushes its real return address) or on an inlined copy (where
 * ret looks up its one target), and tells which instructions of the original
 * were executed. Equal traces mean equal behaviour.
 */

import {
  branchTarget,
  instructionLength,
  s2,
  switchTargets,
  u1,
  u2,
} from "../../../../src/classfile/code/bytecode-scan.ts";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import type { InlinedCode } from "../../../../src/program/types/subroutines.ts";

export function trace(code: InlinedCode, input: number, limit = 3000): number[] {
  const { bytes, origins, retTargets } = code;
  const locals: number[] = [input];
  const stack: number[] = [];
  const executed: number[] = [];
  const pop = (): number => stack.pop() ?? 0;
  let at = 0;
  for (let steps = 0; steps < limit * 2 && executed.length < limit; steps++) {
    const here = at;
    const origin = origins === undefined ? at : (origins[at] ?? -1);
    if (origin >= 0) executed.push(origin);
    let op = u1(bytes, at);
    let index = u1(bytes, at + 1);
    const next = at + instructionLength(bytes, at);
    if (op === 0xc4) {
      op = index;
      index = u2(bytes, at + 2);
    }
    const target = branchTarget(bytes, at);
    const name: string = OPCODES[op]?.mnemonic ?? "";
    at = next;
    if (/^[ai]store_/.test(name)) locals[Number(name.slice(-1))] = pop();
    else if (/^[ai]load_/.test(name)) stack.push(locals[Number(name.slice(-1))] ?? 0);
    else if (/^iconst_\d/.test(name)) stack.push(Number(name.slice(-1)));
    else {
      switch (name) {
        case "nop":
          break;
        case "aconst_null":
          stack.push(0);
          break;
        case "pop":
          pop();
          break;
        case "iinc":
          locals[index] = (locals[index] ?? 0) + ((u1(bytes, next - 1) << 24) >> 24);
          break;
        case "iand":
          stack.push(pop() & pop());
          break;
        case "sipush":
          stack.push(s2(bytes, next - 2));
          break;
        case "astore":
        case "istore":
          locals[index] = pop();
          break;
        case "ifeq":
          if (pop() === 0) at = target;
          break;
        case "ifne":
          if (pop() !== 0) at = target;
          break;
        case "ifgt":
          if (pop() > 0) at = target;
          break;
        case "ifle":
          if (pop() <= 0) at = target;
          break;
        case "goto":
        case "goto_w":
          at = target;
          break;
        case "jsr":
        case "jsr_w":
          stack.push(next);
          at = target;
          break;
        case "ret":
          at = retTargets === undefined ? (locals[index] ?? 0) : (retTargets.get(here) ?? -1);
          break;
        case "tableswitch": {
          const targets = switchTargets(bytes, here);
          at = targets[1 + pop()] ?? targets[0] ?? -1;
          break;
        }
        case "athrow": {
          const handler = code.handlers.find(({ start, end }) => here >= start && here < end);
          if (handler === undefined) return executed;
          stack.length = 0;
          stack.push(0);
          at = handler.handler;
          break;
        }
        case "return":
        case "ireturn":
          return executed;
        default:
          throw new Error(`the runner does not know ${name}`);
      }
    }
  }
  return executed;
}
