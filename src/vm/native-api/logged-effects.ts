/**
 * Which cells a call of a native reads, for the access log: its declared
 * effects, followed from its actual arguments. What is written counts as
 * neither read nor written, since it may be less than all of it; the way to it is
 * read, and the length of an array whose elements are written. The types of all objects on the way
 * count as read, and so does any other type that a native looks at (`Machine.classOf`). Natives that may read anything say themselves which words a call reads
 * (`NativeFacts.loggedReads`); where one does not, all is taken for read.
 */
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { ARRAY_DATA } from "../memory/object-layout.ts";
import { PathFields } from "./effect-fields.ts";
import { type AccessPath, parseEffects, type Step } from "./effect-paths.ts";
import type { NativeMethod } from "./native-method.ts";
import { argumentSlots } from "./signature.ts";

/** Notes what the call is about to read. */
export type NativeAccesses = (m: Machine, args: number, log: AccessLog) => void;

/** Null for a native that reads nothing. */
export function accessesOf(method: RuntimeMethod, native: NativeMethod): NativeAccesses | null {
  if (native.loggedReads !== undefined) return native.loggedReads;
  const { reads, writes } = parseEffects(native);
  if (reads.some(({ kind }) => kind === "heap")) {
    return (_m, _args, log) => {
      log.hasReadAnything = true;
    };
  }
  const slots = argumentSlots(method);
  const followers = [
    ...reads.map((path) => followerOf(method, path, slots, true)),
    ...writes.map((path) => followerOf(method, path, slots, false)),
  ].filter((each) => each !== null);
  if (followers.length <= 1) return followers[0] ?? null;
  return (m, args, log) => {
    for (const each of followers) each(m, args, log);
  };
}

/** Follows a path; its last step counts only if `isRead`. Null where there is nothing to read. */
function followerOf(
  method: RuntimeMethod,
  path: AccessPath,
  slots: readonly number[],
  isRead: boolean,
): NativeAccesses | null {
  if (path.kind === "heap") return null;
  const fields = new PathFields(path, method);
  const steps = path.steps.map((step, index) => new Follower(step, fields, index));
  const last = path.steps.at(-1);
  const counted = isRead || last?.kind === "elements" ? steps.length : steps.length - 1;
  if (!isRead && last?.kind === "elements") steps[counted - 1]!.isWritten = true;
  if (path.kind === "static") {
    let at = 0;
    return (m, _args, log) => {
      if (at === 0) at = m.fieldOffset(path.owner, path.field);
      if (steps.length > 0 || isRead) log.readRange(0, at, at + 2);
      if (counted > 0) follow(m, m.H[at]!, steps, 0, counted, log);
    };
  }
  const slot = slots[path.index]!;
  if (path.steps.length === 0) return null;
  const named = new NamedClass(path.className);
  return (m, args, log) => {
    const object = m.S[args + slot]!;
    if (named.has(m, object)) follow(m, object, steps, 0, counted, log);
  };
}

/** A path that names a class is about objects of that class only. */
class NamedClass {
  readonly #name: string | null;
  #cls: RuntimeClass | null = null;

  constructor(name: string | null) {
    this.#name = name;
  }

  has(m: Machine, object: number): boolean {
    if (object === 0) return false;
    if (this.#name === null) return true;
    this.#cls ??= m.requireClass(this.#name);
    return m.isInstance(object, this.#cls);
  }
}

/** A step, and where the field is that it names. */
class Follower {
  readonly step: Step;
  /** It leads to elements that are written, not read. */
  isWritten = false;
  /** What it leads to is of this class. */
  readonly named: NamedClass;
  readonly #fields: PathFields;
  readonly #index: number;

  constructor(step: Step, fields: PathFields, index: number) {
    this.step = step;
    this.named = new NamedClass("className" in step ? step.className : null);
    this.#fields = fields;
    this.#index = index;
  }

  fieldIn(m: Machine): RuntimeField {
    return this.#fields.at(m, this.#index);
  }
}

function follow(
  m: Machine,
  object: number,
  steps: readonly Follower[],
  index: number,
  counted: number,
  log: AccessLog,
): void {
  if (object === 0) return;
  // Whether others can notice the call goes by it (native-calls.ts).
  log.readType(object);
  const follower = steps[index];
  if (follower === undefined || index >= counted) return;
  const { step, named } = follower;
  const isLast = index + 1 >= steps.length;
  if (step.kind === "field") {
    const { offset, isWide } = follower.fieldIn(m);
    log.readRange(object, offset, offset + (isWide ? 2 : 1));
    const next = m.H[object + offset]!;
    if (!isLast && named.has(m, next)) follow(m, next, steps, index + 1, counted, log);
  } else if (step.kind === "elements") {
    const { component } = m.classOf(object);
    if (component === null) return;
    log.readLength(object);
    if (follower.isWritten) return;
    log.readElements(m, object);
    if (isLast || component.isPrimitive) return;
    const end = m.wordsOf(object);
    for (let offset = ARRAY_DATA; offset < end; offset++) {
      const next = m.H[object + offset]!;
      if (named.has(m, next)) follow(m, next, steps, index + 1, counted, log);
    }
  } else if (step.kind === "length") {
    if (m.classOf(object).component !== null) log.readLength(object);
  } else if (step.kind === "type") {
    log.readType(object);
  }
}
