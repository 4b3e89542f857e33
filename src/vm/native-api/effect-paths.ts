/**
 * What natives declare about the heap, as structure instead of text (native-method.ts
 * has the grammar). Analyses must know everything a native may read or write,
 * so a declaration that does not parse, or that names what does not exist, is
 * a bug in the tool and thrown as one.
 */
import { unreachable } from "../../core/assert.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { argumentTypes } from "./signature.ts";

/** `className`: the class of the value here, where its static type is wider; null to go by the type. */
export type PathStep =
  | { readonly kind: "field"; readonly name: string; readonly className: string | null }
  /** Every element of an array. */
  | { readonly kind: "elements"; readonly className: string | null }
  | { readonly kind: "length" }
  | { readonly kind: "type" }
  | { readonly kind: "hash" }
  | { readonly kind: "lock" };

export type AccessPath =
  /** Anything at all. */
  | { readonly kind: "heap" }
  /** Starts at an argument; they are counted one by one, the receiver first, whatever slots they take. */
  | {
      readonly kind: "argument";
      readonly index: number;
      readonly className: string | null;
      readonly steps: readonly PathStep[];
    }
  | {
      readonly kind: "static";
      readonly owner: string;
      readonly field: string;
      readonly steps: readonly PathStep[];
    };

/** A path that starts somewhere. */
export type RootedPath = Exclude<AccessPath, { kind: "heap" }>;
export const isRooted = (path: AccessPath): path is RootedPath => path.kind !== "heap";

export interface Effects {
  readonly reads: readonly AccessPath[];
  readonly writes: readonly AccessPath[];
}

const CLASS = "\\[*[^.:;#[\\]]+;?";
const NAME = "[^.:;/#[\\]]+";
const ARGUMENT = new RegExp(`^(\\d+)(?::(${CLASS}))?`);
const STATIC = new RegExp(`^static ([^.:;#[\\]]+)\\.(${NAME})`);
const STEP = new RegExp(`^(?:\\.(#|${NAME})|\\[\\])(?::(${CLASS}))?`);

/** Last steps that are no fields. */
const FACETS = { "#": "length", type: "type", hash: "hash", lock: "lock" } as const;
const isFacet = (name: string): name is keyof typeof FACETS => Object.hasOwn(FACETS, name);

export function parseEffects(native: {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}): Effects {
  return { reads: native.reads.map(parsePath), writes: native.writes.map(parsePath) };
}

export function parsePath(text: string): AccessPath {
  if (text === "heap") return { kind: "heap" };
  const argument = ARGUMENT.exec(text);
  if (argument !== null) {
    const steps = parseSteps(text, argument[0].length);
    return { kind: "argument", index: Number(argument[1]), className: argument[2] ?? null, steps };
  }
  const field = STATIC.exec(text);
  if (field === null) throw bad(text, "it starts with no argument, static field or heap");
  const steps = parseSteps(text, field[0].length);
  return { kind: "static", owner: field[1]!, field: field[2]!, steps };
}

function parseSteps(text: string, start: number): PathStep[] {
  const steps: PathStep[] = [];
  let at = start;
  while (at < text.length) {
    const found = STEP.exec(text.slice(at));
    if (found === null) throw bad(text, `no step at "${text.slice(at)}"`);
    at += found[0].length;
    const [, name, className = null] = found;
    if (name === undefined) steps.push({ kind: "elements", className });
    else if (!isFacet(name)) steps.push({ kind: "field", name, className });
    else if (at < text.length || className !== null) throw bad(text, `.${name} is the last step`);
    else steps.push({ kind: FACETS[name] });
  }
  return steps;
}

const bad = (text: string, why: string): Error =>
  new Error(`internal error: the effect "${text}" of a native is not understood: ${why}`);

/** One thing that is read or written. */
export type Access =
  | { readonly kind: "field"; readonly field: RuntimeField }
  /** The arrays' descriptor; null for arrays of any type. */
  | { readonly kind: "elements"; readonly array: string | null }
  | { readonly kind: "length" | "type" | "hash" | "lock" };

export interface Resolved {
  /** What the steps before the last one read. */
  readonly way: readonly Access[];
  /** What the last step reads or writes; null when the path is an argument itself. */
  readonly target: Access | null;
}

/** Gives a class by its internal name; null if there is none. */
export type FindClass = (name: string) => RuntimeClass | null;

/**
 * What the steps of a path of a method are about. A step names a field of what the way to it is *declared*
 * to be: the object that is really there may be of a subclass, with a field of its own that has the same name.
 * Fields are found when they are first asked for, since the classes of later steps may not be loaded yet.
 */
export class PathTypes {
  readonly #path: RootedPath;
  readonly #method: RuntimeMethod;

  constructor(path: RootedPath, method: RuntimeMethod) {
    this.#path = path;
    this.#method = method;
  }

  /** The static field that the path starts at. */
  startField(find: FindClass): RuntimeField {
    const path = this.#path;
    if (path.kind !== "static") throw this.bad("no static field to start at");
    return this.#member(this.classNamed(path.owner, find), path.field, true);
  }

  /** The field that the step at an index names. */
  fieldAt(index: number, find: FindClass): RuntimeField {
    const step = this.#path.steps[index];
    const type = this.typeBefore(index, find);
    if (step?.kind !== "field") throw this.bad(`no field at step ${index}`);
    if (type.startsWith("[")) throw this.bad(`field ${step.name} of an array`);
    return this.#member(this.classNamed(type.slice(1, -1), find), step.name, false);
  }

  /** The declared type of the value that the step at an index begins with. */
  typeBefore(index: number, find: FindClass): string {
    const path = this.#path;
    if (index === 0) {
      if (path.kind === "static") return this.startField(find).descriptor;
      return descriptorOf(path.className) ?? this.argument(path.index);
    }
    const step = path.steps[index - 1]!;
    const named = descriptorOf("className" in step ? step.className : null);
    if (named !== null) return named;
    if (step.kind === "field") return this.fieldAt(index - 1, find).descriptor;
    const array = this.typeBefore(index - 1, find);
    return array.startsWith("[") ? array.slice(1) : "Ljava/lang/Object;";
  }

  argument(index: number): string {
    const type = argumentTypes(this.#method)[index];
    if (type === undefined) throw this.bad(`no argument ${index}`);
    return type;
  }

  classNamed(name: string, find: FindClass): RuntimeClass {
    const cls = find(name);
    if (cls === null) throw this.bad(`no class ${name}`);
    return cls;
  }

  #member(cls: RuntimeClass, name: string, isStatic: boolean): RuntimeField {
    for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
      const field = c.fields.find((each) => each.name === name && each.isStatic === isStatic);
      if (field !== undefined) return field;
    }
    throw this.bad(`no ${isStatic ? "static " : ""}field ${name} in ${cls.name}`);
  }

  bad(why: string): Error {
    return new Error(`internal error: effects of ${this.#method.toString()}: ${why}`);
  }
}

const descriptorOf = (className: string | null): string | null =>
  className === null || className.startsWith("[") ? className : `L${className};`;

/** Types whose values may be arrays. */
const MAY_BE_ARRAY = new Set([
  "Ljava/lang/Object;",
  "Ljava/lang/Cloneable;",
  "Ljava/io/Serializable;",
]);

/** What a path accesses, checked step by step against the declared types. */
export function resolvePath(path: RootedPath, method: RuntimeMethod, find: FindClass): Resolved {
  const types = new PathTypes(path, method);
  const accesses: Access[] = [];
  if (path.kind === "static") accesses.push({ kind: "field", field: types.startField(find) });
  else checkNarrowing(types, types.argument(path.index), path.className, find);
  path.steps.forEach((step, index) => {
    const type = types.typeBefore(index, find);
    if (!/^[L[]/.test(type)) throw types.bad(`a step from a value of type ${type}`);
    accesses.push(accessOf(types, step, type, index, find));
  });
  const target = accesses.pop() ?? null;
  return { way: accesses, target };
}

function accessOf(
  types: PathTypes,
  step: PathStep,
  type: string,
  index: number,
  find: FindClass,
): Access {
  switch (step.kind) {
    case "field": {
      const field = types.fieldAt(index, find);
      checkNarrowing(types, field.descriptor, step.className, find);
      return { kind: "field", field };
    }
    case "elements": {
      const array = arrayType(types, type, "elements");
      checkNarrowing(types, array?.slice(1) ?? "Ljava/lang/Object;", step.className, find);
      return { kind: "elements", array };
    }
    case "length":
      arrayType(types, type, "length");
      return { kind: "length" };
    case "type":
    case "hash":
    case "lock":
      return { kind: step.kind };
    default:
      return unreachable(step);
  }
}

/** Whether the named class can be what a value of the type is. */
function checkNarrowing(
  types: PathTypes,
  type: string,
  className: string | null,
  find: FindClass,
): void {
  if (className === null) return;
  if (!/^[L[]/.test(type)) throw types.bad(`a value of type ${type} has no class`);
  if (className.startsWith("[") || type.startsWith("[")) return;
  const wide = types.classNamed(type.slice(1, -1), find);
  if (!wide.isInterface && !types.classNamed(className, find).isSubtypeOf(wide)) {
    throw types.bad(`${className} is no ${wide.name}`);
  }
}

function arrayType(types: PathTypes, type: string, what: string): string | null {
  if (type.startsWith("[")) return type;
  if (!MAY_BE_ARRAY.has(type)) throw types.bad(`${what} of ${type}, which is no array`);
  return null;
}
