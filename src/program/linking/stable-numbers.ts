/**
 * Numbers that do not depend on who came first.
 *
 * Ids (of classes, methods, code, addresses) are dense and given in order of loading, so they
 * differ between two processes that load classes in different orders, and between two searches
 * of one program. They serve as indices of tables and never leave the machine. Whatever a state,
 * a fingerprint or a Java program can see is a stable number instead: a hash of a name that every
 * process forms in the same way, such as the name of a class, or a class and an index in its file.
 *
 * A hash of 31 bits can collide. Two things never share a number here: the second one to come
 * gets the next number that its own name leads to. Within one process this is all that soundness
 * needs. Two processes must agree on more, because they may meet two such names in different
 * orders, or one of them each. They agree as long as no two names that either of them has met
 * lead to one number. For n names that fails with a probability of about n²/2³² (1 in 50,000 for
 * 300 classes); processes that share states have to compare the numbers they have given.
 */
import { bug } from "../../core/assert.ts";

/** Numbers are positive and have so many bits, so that they fit in an int of Java and in a word of a state. */
const NUMBER_BITS = 31;

export class StableNumbers<T> {
  readonly #things = new Map<number, T>();
  readonly #shift: number;

  constructor(bits = NUMBER_BITS) {
    this.#shift = 32 - bits;
  }

  /** Gives a thing that has no number yet the one that its name leads to. Never 0. */
  add(name: string, thing: T): number {
    for (let attempt = 0; ; attempt++) {
      const number = hashOf(name, attempt) >>> this.#shift;
      if (number === 0 || this.#things.has(number)) continue;
      this.#things.set(number, thing);
      return number;
    }
  }

  /** The thing that has the number. */
  at(number: number): T {
    const thing = this.#things.get(number);
    if (thing === undefined) bug(`nothing has number ${number}`);
    return thing;
  }

  /** The same, for a number that a program may have made up. */
  find(number: number): T | undefined {
    return this.#things.get(number);
  }
}

/** 32 bits, each of which depends on every character; another function for each attempt. */
function hashOf(name: string, attempt: number): number {
  let hash = Math.imul(attempt + 1, 0x9e3779b1);
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash ^= name.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
