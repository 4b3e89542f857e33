/**
 * The fields that a native's declared effects name, for those who follow them in a
 * running machine. A step names a field of what the way to it is *declared* to be: the
 * object that is really there may be of a class below, with a field of its own that
 * has the same name.
 */

import { bug } from "../../core/assert.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import type { AccessPath } from "./effect-paths.ts";
import { argumentTypes } from "./signature.ts";

export class PathFields {
  readonly #path: Exclude<AccessPath, { kind: "heap" }>;
  readonly #method: RuntimeMethod;
  readonly #fields: (RuntimeField | undefined)[] = [];

  constructor(path: Exclude<AccessPath, { kind: "heap" }>, method: RuntimeMethod) {
    this.#path = path;
    this.#method = method;
  }

  /** HOT. The field of the step at an index, when an object is there that has it. */
  at(m: Machine, index: number): RuntimeField {
    return (this.#fields[index] ??= this.#find(m, index));
  }

  #find(m: Machine, index: number): RuntimeField {
    const step = this.#path.steps[index];
    const type = this.#typeBefore(m, index);
    if (step?.kind === "field") {
      // There is an object of it: it has been loaded.
      const field = findField(m.program.loaded(type.slice(1, -1)), step.name, false);
      if (field !== undefined) return field;
    }
    return bug(`effects of ${this.#method.toString()}: no field at step ${index} from ${type}`);
  }

  /** What the value is declared to be that a step begins with. */
  #typeBefore(m: Machine, index: number): string {
    const path = this.#path;
    if (index === 0) {
      if (path.kind === "argument") {
        return descriptorOf(path.className) ?? argumentTypes(this.#method)[path.index] ?? "";
      }
      return findField(m.program.loaded(path.owner), path.field, true)?.descriptor ?? "";
    }
    const step = path.steps[index - 1]!;
    const named = descriptorOf("className" in step ? step.className : null);
    if (named !== null) return named;
    if (step.kind === "field") return this.at(m, index - 1).descriptor;
    return this.#typeBefore(m, index - 1).slice(1);
  }
}

function findField(
  of: RuntimeClass | undefined,
  name: string,
  isStatic: boolean,
): RuntimeField | undefined {
  for (let cls: RuntimeClass | null = of ?? null; cls !== null; cls = cls.superclass) {
    const field = cls.fields.find((each) => each.name === name && each.isStatic === isStatic);
    if (field !== undefined) return field;
  }
  return undefined;
}

const descriptorOf = (className: string | null): string | null =>
  className === null || className.startsWith("[") ? className : `L${className};`;
