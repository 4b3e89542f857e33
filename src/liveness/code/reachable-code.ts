/**
 * The instructions of a method that can run at all. Nearly always that is all
 * of them; but what follows a call that never comes back (System.exit, the
 * report of an uncaught exception) would make fields live for nothing in every
 * thread, because such code is at the bottom of every stack.
 */

import {
  endsFlow,
  instructionLength,
  targetsOf,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { AnalysisProgram } from "./analysis-program.ts";

export interface Reach {
  readonly options: { readonly reportEnds: boolean };
  readonly world: AnalysisProgram;
  /** Handlers of this method's code are never entered. */
  hasNoHandlers(method: RuntimeMethod): boolean;
}

const INVOKESTATIC = 184;

/** Byte offsets of a method's instructions, those that are never reached left out. */
export function reachedInstructions(
  reach: Reach,
  method: RuntimeMethod,
  code: CodeInfo = method.code!,
): readonly number[] {
  const { owner } = method;
  if (owner.origin !== "model" || !mayEnd(reach, owner)) return allInstructions(code.bytes);
  return reachedFrom(reach, method, code);
}

export function allInstructions(bytes: Uint8Array): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) offsets.push(at);
  return offsets;
}

/** True for a call after which nothing runs. */
export function neverReturns(
  reach: Reach,
  owner: RuntimeClass,
  bytes: Uint8Array,
  at: number,
): boolean {
  if (u1(bytes, at) !== INVOKESTATIC) return false;
  if (owner.origin !== "model" || !mayEnd(reach, owner)) return false;
  const ref = owner.file!.constants.member(u2(bytes, at + 1));
  const returns = reach.world.nativeAt(ref.owner, ref.name + ref.descriptor)?.returns;
  return returns === "never" || (returns === "unless-path-ends" && reach.options.reportEnds);
}

function reachedFrom(reach: Reach, method: RuntimeMethod, code: CodeInfo): number[] {
  const { bytes } = code;
  const handlers = reach.hasNoHandlers(method) ? [] : code.handlers;
  const seen = new Set([0]);
  for (const at of seen) {
    if (!neverReturns(reach, method.owner, bytes, at)) {
      for (const target of targetsOf(bytes, at)) seen.add(target);
      if (!endsFlow(bytes, at)) seen.add(at + instructionLength(bytes, at));
    }
    for (const { start, end, handler } of handlers) {
      if (at >= start && at < end) seen.add(handler);
    }
  }
  // A subroutine's return goes to where it was called, which is reached as what follows the call.
  return [...seen].toSorted((a, b) => a - b);
}

const ending = new WeakMap<RuntimeClass, boolean>();

/** Whether the class refers to the classes that have such methods. */
function mayEnd({ world }: Reach, cls: RuntimeClass): boolean {
  const known = ending.get(cls);
  if (known !== undefined) return known;
  const { constants } = cls.file!;
  let found = cls.name === "java/lang/Thread";
  for (let i = 1; i < constants.count && !found; i++) {
    if (constants.tag(i) !== Tag.class) continue;
    found = world.hasEndingNatives(constants.className(i));
  }
  ending.set(cls, found);
  return found;
}
