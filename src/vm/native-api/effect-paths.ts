/**
 * What natives declare about the heap, as structure instead of text (native-method.ts
 * has the grammar). Analyses must know everything a native may read or write,
 * so a declaration that does not parse, or that names what does not exist, is
 * a bug in the tool and thrown as one.
 */
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { unreachable } from "../../core/assert.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";

/** `className`: the class of the value here, where its static type is wider; null to go by the type. */
export type Step =
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
      readonly steps: readonly Step[];
    }
  | {
      readonly kind: "static";
      readonly owner: string;
      readonly field: string;
      readonly steps: readonly Step[];
    };

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

function parseSteps(text: string, start: number): Step[] {
  const steps: Step[] = [];
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

/** Finds the fields that a path names. `find` gives a class by its internal name. */
export function resolvePath(
  path: Exclude<AccessPath, { kind: "heap" }>,
  method: RuntimeMethod,
  find: (name: string) => RuntimeClass | null,
): Resolved {
  return new Resolution(method, find).run(path);
}

/** Types whose values may be arrays. */
const MAY_BE_ARRAY = new Set([
  "Ljava/lang/Object;",
  "Ljava/lang/Cloneable;",
  "Ljava/io/Serializable;",
]);

class Resolution {
  readonly #method: RuntimeMethod;
  readonly #find: (name: string) => RuntimeClass | null;

  constructor(method: RuntimeMethod, find: (name: string) => RuntimeClass | null) {
    this.#method = method;
    this.#find = find;
  }

  run(path: Exclude<AccessPath, { kind: "heap" }>): Resolved {
    const accesses: Access[] = [];
    let type: string;
    if (path.kind === "argument") {
      type = this.#narrowed(this.#argument(path.index), path.className);
    } else {
      const field = this.#field(this.#class(path.owner), path.field, true);
      accesses.push({ kind: "field", field });
      type = field.descriptor;
    }
    for (const step of path.steps) {
      const { access, next } = this.#step(step, type);
      accesses.push(access);
      type = next;
    }
    const target = accesses.pop() ?? null;
    return { way: accesses, target };
  }

  #step(step: Step, type: string): { access: Access; next: string } {
    if (!/^[L[]/.test(type)) throw this.#bad(`a step from a value of type ${type}`);
    switch (step.kind) {
      case "field": {
        if (type.startsWith("[")) throw this.#bad(`field ${step.name} of an array`);
        const field = this.#field(this.#class(type.slice(1, -1)), step.name, false);
        const next = this.#narrowed(field.descriptor, step.className);
        return { access: { kind: "field", field }, next };
      }
      case "elements": {
        const array = this.#array(type, "elements");
        const next = this.#narrowed(array?.slice(1) ?? "Ljava/lang/Object;", step.className);
        return { access: { kind: "elements", array }, next };
      }
      case "length":
        this.#array(type, "length");
        return { access: { kind: "length" }, next: "I" };
      case "type":
      case "hash":
      case "lock":
        return { access: { kind: step.kind }, next: "V" };
      default:
        return unreachable(step);
    }
  }

  #argument(index: number): string {
    const { owner, descriptor, isStatic } = this.#method;
    const receiver = isStatic ? [] : [`L${owner.name};`];
    const type = [...receiver, ...parseMethodDescriptor(descriptor).parameters][index];
    if (type === undefined) throw this.#bad(`no argument ${index}`);
    return type;
  }

  /** The named class as a descriptor, if it can be what a value of `type` is. */
  #narrowed(type: string, className: string | null): string {
    if (className === null) return type;
    const narrow = className.startsWith("[") ? className : `L${className};`;
    if (!/^[L[]/.test(type)) throw this.#bad(`a value of type ${type} has no class`);
    if (narrow.startsWith("L") && type.startsWith("L")) {
      const wide = this.#class(type.slice(1, -1));
      if (!wide.isInterface && !this.#class(className).isSubtypeOf(wide)) {
        throw this.#bad(`${className} is no ${wide.name}`);
      }
    }
    return narrow;
  }

  #array(type: string, what: string): string | null {
    if (type.startsWith("[")) return type;
    if (!MAY_BE_ARRAY.has(type)) throw this.#bad(`${what} of ${type}, which is no array`);
    return null;
  }

  #class(name: string): RuntimeClass {
    const cls = this.#find(name);
    if (cls === null) throw this.#bad(`no class ${name}`);
    return cls;
  }

  #field(cls: RuntimeClass, name: string, isStatic: boolean): RuntimeField {
    for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
      const field = c.fields.find((each) => each.name === name && each.isStatic === isStatic);
      if (field !== undefined) return field;
    }
    throw this.#bad(`no ${isStatic ? "static " : ""}field ${name} in ${cls.name}`);
  }

  #bad(why: string): Error {
    return new Error(`internal error: effects of ${this.#method.toString()}: ${why}`);
  }
}
