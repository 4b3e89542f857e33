/** Exceptions as data and as text: class, message and stack trace. */

import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { lineAt } from "../../vm/code/code-space.ts";
import { nullMessageAt, pcsOf } from "../../vm/interpreter/exceptions.ts";
import type { Machine } from "../../vm/machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { simpleName } from "../trace/object-names.ts";
import { frameAt } from "../trace/source-place.ts";
import type { Frame } from "../trace/trace.ts";

/** Frames of an exception that are reported; infinite recursion has more than anyone reads. */
const MAX_FRAMES = 30;

/** An exception as a report shows it. */
export interface ExceptionData {
  /** "java.lang.AssertionError". */
  readonly className: string;
  readonly message: string | null;
  /** The innermost frame of the program where it was made; null if there is none. */
  readonly thrownAt: Frame | null;
  /** The frames of the program where it was made, innermost first. */
  readonly frames: readonly Frame[];
  /** "ArrayList.get": the library method that the program had called and that threw it; null if none. */
  readonly thrownIn: string | null;
}

/** Its class and message: what Throwable.toString says, even if the program overrides it. */
export function exceptionData(m: Machine, exception: number): ExceptionData {
  const cls = m.classOf(exception);
  const message = m.H[exception + m.fieldOffset("java/lang/Throwable", "detailMessage")]!;
  const isNull = message === 0 && cls.supertypes.has(m.requireClass(NULL_POINTER).id);
  const text = isNull ? whatWasNull(m, exception) : message === 0 ? null : m.text(message);
  return { className: cls.externalName, message: text, ...placesOf(m, exception) };
}

function placesOf(
  m: Machine,
  exception: number,
): Pick<ExceptionData, "thrownAt" | "frames" | "thrownIn"> {
  const array = backtraceOf(m, exception);
  const pcs = array === 0 ? [] : pcsOf(m, array);
  const isOfProgram = (pc: number): boolean =>
    pc >= 0 && m.space.codeAt(pc).method.owner.origin === "application";
  const frames = pcs
    .filter(isOfProgram)
    .slice(0, MAX_FRAMES)
    .map((pc) => frameAt(m, m.space.codeAt(pc), pc));
  const first = pcs.findIndex(isOfProgram);
  const called = first > 0 ? methodAt(m, pcs[first - 1]!) : undefined;
  const thrownIn = called === undefined ? null : `${simpleName(called.owner)}.${called.name}`;
  return { thrownAt: frames[0] ?? null, frames, thrownIn };
}

/** Of an entry of a backtrace: a place in the code, or a native method. */
const methodAt = (m: Machine, pc: number): RuntimeMethod | undefined =>
  pc < 0 ? m.program.methods[-pc] : m.space.codeAt(pc).method;

/** "java.lang.AssertionError: lost". */
export const exceptionText = ({
  className,
  message,
}: Pick<ExceptionData, "className" | "message">): string =>
  message === null ? className : `${className}: ${message}`;

const NULL_POINTER = "java/lang/NullPointerException";

/** The message of a NullPointerException is computed only on request. */
function whatWasNull(m: Machine, exception: number): string | null {
  const pcs = backtraceOf(m, exception);
  const isEmpty = pcs === 0 || m.H[pcs + ARRAY_LENGTH] === 0;
  return isEmpty ? null : nullMessageAt(m, m.places.at(m.H[pcs + ARRAY_DATA]!));
}

/** An int[] of places, 0 when there is none. */
const backtraceOf = (m: Machine, exception: number): number =>
  m.H[exception + m.fieldOffset("java/lang/Throwable", "backtrace")]!;

/** Where an exception was made. */
export function stackOf(m: Machine, exception: number): string[] {
  const array = backtraceOf(m, exception);
  if (array === 0) return [];
  const lines: string[] = [];
  for (const pc of pcsOf(m, array)) {
    if (pc < 0) continue;
    const { method } = m.space.codeAt(pc);
    const line = lineAt(method, m.space.offsetAt(pc));
    const file = method.owner.file?.sourceFile ?? "unknown source";
    lines.push(
      `at ${method.owner.externalName}.${method.name}(${file}${line < 0 ? "" : `:${line}`})`,
    );
  }
  if (lines.length <= MAX_FRAMES) return lines;
  return [...lines.slice(0, MAX_FRAMES), `… ${lines.length - MAX_FRAMES} more`];
}
