/**
 * Which cells a call of a native reads, for the access log: its declared
 * effects, followed from its actual arguments. What is written counts as neither
 * read nor written, since it may be less than all of it; the way to it is read,
 * and the length of an array whose elements are written. The types of all objects
 * on the way count as read, and so does any other type that a native looks at
 * (`Machine.classOf`). Natives that may read anything say themselves which words
 * a call reads (`NativeFacts.loggedReads`); where one does not, all is taken for
 * read.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { isRooted, parseEffects } from "./effect-paths.ts";
import { type EffectVisitor, EffectWalk } from "./effect-walk.ts";
import type { NativeMethod } from "./native-method.ts";

/** Notes what the call is about to read. */
export type LoggedReads = (m: Machine, args: number, log: AccessLog) => void;

/** Null for a native that reads nothing. */
export function loggedReadsOf(method: RuntimeMethod, native: NativeMethod): LoggedReads | null {
  if (native.loggedReads !== undefined) return native.loggedReads;
  const { reads, writes } = parseEffects(native);
  if (reads.some(({ kind }) => kind === "heap")) {
    return (_m, _args, log) => {
      log.hasReadAnything = true;
    };
  }
  const walks = [
    ...reads.filter(isRooted).map((path) => new EffectWalk(method, path, false)),
    ...writes.filter(isRooted).map((path) => new EffectWalk(method, path, true)),
  ];
  if (walks.length === 0) return null;
  return (m, args, log) => {
    for (const walk of walks) walk.run(m, args, READS, log);
  };
}

/** Nothing that it is told of makes its walk true. */
const READS: EffectVisitor<AccessLog> = {
  tests(_m, object, log) {
    log.readType(object);
  },
  enters(_m, object, log) {
    // Whether other threads can observe the call depends on it (sharing/native-calls.ts).
    log.readType(object);
    return true;
  },
  staticField(_m, address, isWrite, log) {
    if (!isWrite) log.readRange(0, address, address + 2);
    return false;
  },
  field(_m, object, { offset, isWide }, isWrite, log) {
    if (!isWrite) log.readRange(object, offset, offset + (isWide ? 2 : 1));
    return false;
  },
  elements(m, object, isWrite, log) {
    if (m.classOf(object).component === null) return false;
    log.readLength(object);
    if (!isWrite) log.readElements(m, object);
    return false;
  },
  facet(m, object, facet, log) {
    if (facet === "length" && m.classOf(object).component !== null) log.readLength(object);
    return false;
  },
};
