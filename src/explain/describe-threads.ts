/** Describes the threads of a state with their frames, and the locals and operands of each frame. */
import { describeType } from "../program/linking/java-names.ts";
import { holdsReference, SlotKind } from "../program/types/verification-type.ts";
import { nameOfThread, type ObjectNames, simpleName } from "../search/trace/object-names.ts";
import type { FrameLiveness } from "../state/live-cells.ts";
import { type FrameView, walkFrames } from "../vm/code/frames.ts";
import { LINKAGE_WORDS } from "../vm/code/instructions.ts";
import type { Machine } from "../vm/machine.ts";
import { ThreadStatus } from "../vm/memory/thread-status.ts";
import { nearestUse } from "./code/slot-uses.ts";
import {
  type ExplainedCell,
  type ExplainedFrame,
  type ExplainedThread,
  FOR_NOTHING,
} from "./explanation.ts";
import { methodPlace, placeAt } from "./places.ts";

const STATUS_NAMES = new Map<number, string>(
  Object.entries(ThreadStatus).map(([name, status]) => [status, name]),
);

/** The threads that have not ended. */
export function livingThreads(m: Machine): number[] {
  const threads: number[] = [];
  for (let thread = 0; thread < m.threadCount; thread++) {
    if (m.threadAt(thread).isAlive) threads.push(thread);
  }
  return threads;
}

/** The analyses that say which slots are used, and which of these uses have an effect. */
export interface SlotAnalyses {
  readonly local: FrameLiveness;
  readonly faint: FrameLiveness;
}

export function explainThread(
  m: Machine,
  thread: number,
  names: ObjectNames,
  liveness: SlotAnalyses,
): ExplainedThread {
  const frames: ExplainedFrame[] = [];
  walkFrames(m, m.threadAt(thread), (frame) => {
    frames.push(explainFrame(m, frame, thread, names, liveness));
    return true;
  });
  const status = STATUS_NAMES.get(m.threadAt(thread).status) ?? "?";
  return { name: nameOfThread(m, thread), status, frames };
}

function explainFrame(
  m: Machine,
  frame: FrameView,
  thread: number,
  names: ObjectNames,
  liveness: SlotAnalyses,
): ExplainedFrame {
  const { code, pc, fp, sp } = frame;
  const offset = code.offsets[m.space.instructionAt(code, pc)]!;
  const kinds = m.typesOf(code).kindsAt(offset);
  const { maxLocals } = code.info;
  const cell = (name: string, slot: number, at: number, kind: number, declared: string | null) => {
    const isUsed = liveness.local.isLive(code, pc, slot);
    const isLive = isUsed && liveness.faint.isLive(code, pc, slot);
    const use = isUsed ? nearestUse(m, liveness.local, code, pc, slot) : -1;
    const descriptor = declared ?? descriptorOfKind(kind);
    const path = use < 0 ? placeAt(m, pc) : methodPlace(code.method, use);
    return {
      name,
      declaredBy: null,
      type: declared === null ? typeOfSlot(m, at, kind) : describeType(declared),
      value: names.slot(at, descriptor),
      status: isLive ? ("live" as const) : ("dead" as const),
      deadBy: isLive ? null : isUsed ? ("faint" as const) : ("local" as const),
      because: isUsed && !isLive ? FOR_NOTHING : null,
      mayRead: isUsed ? [{ thread: nameOfThread(m, thread), path: [path] }] : [],
      read: null,
    };
  };
  const locals: ExplainedCell[] = [];
  const operands: ExplainedCell[] = [];
  kinds?.locals.forEach((kind, i) => {
    if (!holdsValue(kind)) return;
    const variable = variableAt(frame, offset, i);
    const name = variable?.name ?? (i === 0 && !code.method.isStatic ? "this" : `local ${i}`);
    locals.push(cell(name, i, fp + i * 2, kind, variable?.descriptor ?? null));
  });
  const stack = fp + m.space.locals[code.method.id]! + LINKAGE_WORDS;
  kinds?.stack.forEach((kind, i) => {
    const at = stack + i * 2;
    if (at >= sp || !holdsValue(kind)) return;
    operands.push(cell(`operand ${operands.length}`, maxLocals + i, at, kind, null));
  });
  return { place: placeAt(m, pc), locals, operands };
}

/** The source variable in a slot; undefined if the class file does not name it. */
function variableAt({ code }: FrameView, offset: number, slot: number) {
  // After subroutines have been inlined, offsets differ from those of the class file.
  if (code.info.bytes !== code.method.code?.bytes) return undefined;
  return code.info.localVariables.find(
    ({ index, start, length }) => index === slot && offset >= start && offset < start + length,
  );
}

const holdsValue = (kind: number): boolean =>
  holdsReference(kind) ||
  kind === SlotKind.int ||
  kind === SlotKind.float ||
  kind === SlotKind.long ||
  kind === SlotKind.double;

function descriptorOfKind(kind: number): string {
  if (holdsReference(kind)) return "Ljava/lang/Object;";
  if (kind === SlotKind.long) return "J";
  if (kind === SlotKind.double) return "D";
  return kind === SlotKind.float ? "F" : "I";
}

function typeOfSlot(m: Machine, at: number, kind: number): string {
  if (!holdsReference(kind)) return describeType(descriptorOfKind(kind));
  const ref = m.S[at]!;
  return ref === 0 ? "reference" : simpleName(m.classOf(ref));
}
