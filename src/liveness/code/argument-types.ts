/**
 * Calls whose effect depends on what type an argument has. A few methods of the
 * library take anything at all and are called from everywhere with something
 * in particular: `arraycopy` with a char[], `String.valueOf` and `AssertionError` with a String. By
 * their own types they would read the elements of all arrays, or whatever the
 * `toString` of any object reads.
 */

import { u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import { BadClassFileError } from "../../core/errors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { type CodeTypes, slotTypes } from "../../program/types/inference.ts";
import { ARRAY_COPY, UNSAFE } from "./machine-behaviour.ts";

const ASSERTION_OF_ANYTHING = "java/lang/AssertionError.<init>(Ljava/lang/Object;)V";
/** What that is when it is given a String. */
export const ASSERTION_OF_STRING = "java/lang/AssertionError.<init>(Ljava/lang/String;)V";

// The instructions that this file distinguishes.
const AALOAD = 0x32;
const INVOKEVIRTUAL = 0xb6;
const INVOKESPECIAL = 0xb7;
const INVOKESTATIC = 0xb8;

/** How many slots below the top of the stack the argument is that decides. */
export const TYPED_CALLS: ReadonlyMap<string, number> = new Map([
  [ARRAY_COPY, 5],
  ["java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;", 1],
  [ASSERTION_OF_ANYTHING, 1],
]);

export class ArgumentTypes {
  readonly #types = new Map<number, CodeTypes | null>();

  /** The class of the value that deep below the top of the stack, as far as the code shows; null when it does not. */
  at(method: RuntimeMethod, offset: number, depth: number): string | null {
    const slots = this.#typesOf(method)?.typesAt(offset)?.stack;
    return slots?.[slots.length - depth]?.name ?? null;
  }

  /** Operand slots before the instruction at an offset; null when nothing is known of it. */
  depthAt(method: RuntimeMethod, offset: number): number | null {
    return this.#typesOf(method)?.kindsAt(offset)?.stack.length ?? null;
  }

  #typesOf(method: RuntimeMethod): CodeTypes | null {
    const known = this.#types.get(method.id);
    if (known !== undefined) return known;
    const types = infer(method);
    this.#types.set(method.id, types);
    return types;
  }
}

/** Code that is not what it seems is refused when it runs. */
function infer(method: RuntimeMethod): CodeTypes | null {
  try {
    const { constants } = method.owner.file!;
    const { bytes } = method.code!;
    const types = slotTypes(method.owner.file!, method.info, (at) => {
      const op = u1(bytes, at);
      if (op === INVOKEVIRTUAL) return constants.member(u2(bytes, at + 1)).owner === UNSAFE;
      return op === AALOAD || op === INVOKESPECIAL || op === INVOKESTATIC;
    });
    // With subroutines taken apart, offsets are not the method's own.
    return types.code.bytes === method.code?.bytes ? types : null;
  } catch (error) {
    if (error instanceof BadClassFileError) return null;
    throw error;
  }
}
