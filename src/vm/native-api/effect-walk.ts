/**
 * Follows the declared effects of a native from the arguments of one call, the
 * same way for all who ask what the call accesses: whether another thread could
 * observe it, what it reads for the access log, and which fields it may race on.
 * They differ in what they do with an access; each such difference is an answer
 * of their visitor.
 */
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { type PathStep, PathTypes, type RootedPath } from "./effect-paths.ts";
import { argumentSlots } from "./signature.ts";

/** The steps that lead to no further object. */
export type Facet = Exclude<PathStep["kind"], "field" | "elements">;

/**
 * Each answer that is true makes the answer of the whole walk true; none of them cuts the walk short, since
 * all accesses of a call count. `context` is whatever the walk was started with.
 */
export interface EffectVisitor<C> {
  /** Before an object's class is compared with the one that the path names. */
  tests(m: Machine, object: number, context: C): void;
  /** An object on the way, before anything of it is accessed. False to go no further. */
  enters(m: Machine, object: number, context: C): boolean;
  staticField(m: Machine, address: number, isWrite: boolean, context: C): boolean;
  field(m: Machine, object: number, field: RuntimeField, isWrite: boolean, context: C): boolean;
  /** All elements; the object may be no array where the path's type does not say. */
  elements(m: Machine, object: number, isWrite: boolean, context: C): boolean;
  facet(m: Machine, object: number, facet: Facet, context: C): boolean;
}

/** The type of an object, read without a note in the access log. */
const typeOf = (m: Machine, object: number): RuntimeClass => m.program.classes[m.H[object]!]!;

/** One declared path of a method; `isWritten`: its last step is written, the steps before are read. */
export class EffectWalk {
  readonly #path: RootedPath;
  readonly #isWritten: boolean;
  readonly #types: PathTypes;
  /** By step: the field that it names, once there was an object that has it. */
  readonly #fields: (RuntimeField | undefined)[] = [];
  /** Words from the first argument to the one that the path starts at. */
  readonly #slot: number;
  /** Of the static field that the path starts at; 0 until needed. */
  #address = 0;

  constructor(method: RuntimeMethod, path: RootedPath, isWritten: boolean) {
    this.#path = path;
    this.#isWritten = isWritten;
    this.#types = new PathTypes(path, method);
    this.#slot = path.kind === "argument" ? argumentSlots(method)[path.index]! : 0;
  }

  /** HOT. True if the visitor said so of any access. */
  run<C>(m: Machine, args: number, visitor: EffectVisitor<C>, context: C): boolean {
    const path = this.#path;
    if (path.kind === "argument") {
      const object = m.S[args + this.#slot]!;
      if (path.steps.length === 0 || !isA(m, object, path.className, visitor, context))
        return false;
      return this.#follow(m, object, 0, visitor, context);
    }
    if (this.#address === 0) this.#address = m.fieldOffset(path.owner, path.field);
    const isLast = path.steps.length === 0;
    const found = visitor.staticField(m, this.#address, this.#isWritten && isLast, context);
    if (isLast) return found;
    return this.#follow(m, m.H[this.#address]!, 0, visitor, context) || found;
  }

  /** There is an object that has the field, so its class has been loaded. */
  #findField(m: Machine, index: number): RuntimeField {
    return this.#types.fieldAt(index, (name) => m.program.loaded(name) ?? null);
  }

  #follow<C>(
    m: Machine,
    object: number,
    index: number,
    visitor: EffectVisitor<C>,
    context: C,
  ): boolean {
    if (object === 0 || !visitor.enters(m, object, context)) return false;
    const { steps } = this.#path;
    const step = steps[index]!;
    const isLast = index === steps.length - 1;
    const isWrite = this.#isWritten && isLast;
    if (step.kind === "field") {
      const field = (this.#fields[index] ??= this.#findField(m, index));
      const found = visitor.field(m, object, field, isWrite, context);
      if (isLast) return found;
      return this.#goOn(m, m.H[object + field.offset]!, step, index, visitor, context) || found;
    }
    if (step.kind !== "elements") return visitor.facet(m, object, step.kind, context);
    let found = visitor.elements(m, object, isWrite, context);
    if (isLast || typeOf(m, object).component?.isPrimitive !== false) return found;
    const end = object + ARRAY_DATA + m.H[object + ARRAY_LENGTH]!;
    for (let at = object + ARRAY_DATA; at < end; at++) {
      if (this.#goOn(m, m.H[at]!, step, index, visitor, context)) found = true;
    }
    return found;
  }

  #goOn<C>(
    m: Machine,
    next: number,
    step: Extract<PathStep, { kind: "field" | "elements" }>,
    index: number,
    visitor: EffectVisitor<C>,
    context: C,
  ): boolean {
    if (!isA(m, next, step.className, visitor, context)) return false;
    return this.#follow(m, next, index + 1, visitor, context);
  }
}

/** A path that names a class is about objects of that class only. */
function isA<C>(
  m: Machine,
  object: number,
  className: string | null,
  visitor: EffectVisitor<C>,
  context: C,
): boolean {
  if (object === 0) return false;
  if (className === null) return true;
  visitor.tests(m, object, context);
  return typeOf(m, object).supertypes.has(m.requireClass(className).id);
}
