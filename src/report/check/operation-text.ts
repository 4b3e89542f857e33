/**
 * Operations in words. What the library does for the program is told as the call that the program made, unless
 * everything is asked for.
 */
import { LEFT, SPURIOUS } from "../../search/trace/call-operations.ts";
import type { Operation, OperationKind } from "../../search/trace/trace.ts";

/** For these operations inside the library, the name of the call is shown instead. */
const INTERNAL: ReadonlySet<OperationKind> = new Set([
  "read",
  "write",
  "update",
  "call",
  "park",
  "unpark",
  "enter",
  "leave",
  "block",
]);

/** What is done implicitly or shows nothing: constructors, class initialisation, call sites, boxes, methods of strings. */
const NOISE =
  /^"|\.<init>$|^ClassInit\.|^Linker\.|^(?:Boolean|Byte|Character|Double|Float|Integer|Long|Short)\.valueOf$/;

/** What the program did, in its own terms; null for an operation that it knows nothing of. */
export function programText(operation: Operation): string | null {
  const { kind, place } = operation;
  if (!place.isProgram || kind === "end" || NOISE.test(place.library ?? "")) return null;
  if (place.library === null) {
    // While a class is being initialised, no other thread can use it.
    const isInitial = (kind === "read" || kind === "write") && place.method.endsWith(".<clinit>");
    return isInitial ? null : describeOperation(operation);
  }
  if (INTERNAL.has(kind)) return callText(operation, place.library);
  const text = describeOperation(operation);
  // "Thread-0.start() starts Thread-0" says it twice.
  const isAboutReceiver = place.library.startsWith(`${operation.target}.`);
  return isAboutReceiver || operation.target === "" ? text : `${place.library}() ${text}`;
}

/** A library call by its name, and what it does to its own value, as that of an atomic. */
function callText({ kind, target, value }: Operation, call: string): string {
  if (value === "waits" || value === "parks" || kind === "block") return `${call}() waits`;
  const receiver = call.slice(0, call.lastIndexOf("."));
  if (target !== `${receiver}.value`) return `${call}()`;
  if (kind === "write") return `${call}(${value})`;
  if (kind === "update") return `${call}(): ${value}`;
  return kind === "read" ? `${call}() = ${value}` : `${call}()`;
}

/** An operation without its place. */
export function describeOperation({ kind, target, value, before }: Operation): string {
  switch (kind) {
    case "read":
      return `reads ${target} = ${value}`;
    case "write":
      if (before === value) return `writes ${target} = ${value}, as before`;
      return before === null ? `writes ${target} = ${value}` : `${target}: ${before} → ${value}`;
    case "update":
      return `${target}: ${value}`;
    case "enter":
      return `locks ${target}`;
    case "leave":
      return `unlocks ${target}`;
    case "block":
      return `waits for the monitor of ${target}`;
    case "wait":
      return value === "waits" ? `waits on ${target}` : `does not wait on ${target}`;
    case "wake":
      if (value === LEFT) return `stops waiting for a notification on ${target}`;
      return value === SPURIOUS
        ? `${value}, waiting on ${target}`
        : `continues after waiting on ${target}`;
    case "notify":
      return value === null
        ? `notifies one thread on ${target}`
        : `notifies all threads on ${target}`;
    case "start":
      return `starts ${target}`;
    case "join":
      return value === "waits" ? `waits for the end of ${target}` : `joins ${target}`;
    case "sleep":
    case "park":
      return value ?? kind;
    case "unpark":
      return `unparks ${target}`;
    case "interrupt":
      return `interrupts ${target}`;
    case "choose":
      return `chooses ${value}`;
    case "end":
      return "ends";
    case "call":
    case "throw":
      return value === null ? target : `${target} = ${value}`;
    default:
      return kind satisfies never;
  }
}
