/** Which of the program's frames a reader should see of a place, and how they are named. */
import type { Frame, Place } from "./trace.ts";

/** The frame whose line tells most: the innermost one that does not belong to a helper. */
export const shownFrame = (place: Place): Frame =>
  place.isHelper ? (place.callers.find((frame) => !frame.isHelper) ?? place) : place;

/** The frames from the shown one inwards: the calls by which a helper was reached. Empty if no helper did it. */
export function helperCalls(place: Place): readonly Frame[] {
  const shown = shownFrame(place);
  if (shown === place) return [];
  const inner = place.callers.slice(0, place.callers.indexOf(shown));
  return [...inner.toReversed(), place];
}

/** "transfer → Account.get"; null if no helper was called. */
export function chainText(place: Place): string | null {
  const calls = helperCalls(place);
  if (calls.length === 0) return null;
  const shown = shownFrame(place);
  return [methodName(shown), ...calls.map((frame) => calledName(frame, shown))].join(" → ");
}

/** "Account.get", or "get" within the same class. */
const calledName = (frame: Frame, from: Frame): string =>
  className(frame) === className(from)
    ? methodName(frame)
    : `${shortClass(className(frame))}.${methodName(frame)}`;

/** "p.Account$Entry" */
export const className = ({ method }: Frame): string => method.slice(0, method.lastIndexOf("."));

export const shortClass = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf("$")) + 1);

/** "get"; "new" for a constructor, and the method that contains it for a lambda. */
export function methodName({ method }: Frame): string {
  const name = method.slice(method.lastIndexOf(".") + 1);
  if (name === "<init>") return "new";
  if (name === "<clinit>") return "static initialiser";
  const lambda = /^lambda\$(.+)\$\d+$/.exec(name)?.[1];
  if (lambda === undefined) return name;
  return lambda === "new" || lambda === "static" ? "lambda" : `lambda in ${lambda}`;
}

/** Where a compiler found the source, below the root of its sources: "p/q/Main.java"; null if unknown. */
export function sourcePath(frame: Frame): string | null {
  if (frame.file === null) return null;
  const name = className(frame);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? frame.file : `${name.slice(0, dot).replaceAll(".", "/")}/${frame.file}`;
}
