/**
 * Stable numbers of what has an address for good: permanent objects (literals, class mirrors, the
 * objects of call sites), and words of them, of the static area and of the initial heap. Permanent
 * objects and blocks of static words get their addresses when code first needs them, so the
 * addresses depend on the order in which code was first run. States hold these numbers instead.
 *
 * The numbers that stand for references in a state have these ranges:
 *
 *   0                        null
 *   1 … 2³⁰                  objects that a program made: by discovery, or by address
 *   -1 … 1 - 2³⁰             objects of the initial heap: the negated address
 *   -2³⁰ … 1 - 2³⁰ - 2²⁹     boxes that the library caches (state/cached-boxes.ts)
 *   -2³⁰ - 2²⁹ … 1 - 2³¹     permanent objects
 *
 * The initial heap is filled by the same instructions in every process, so its addresses agree.
 */
import { lowerBound } from "../../core/sorted.ts";
import { grown } from "../../core/words.ts";
import { StableNumbers } from "../../program/linking/stable-numbers.ts";
import type { Machine } from "../machine.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE } from "./memory.ts";

/** Boxes from the cache have numbers from here down. */
export const FIRST_CACHED = -(2 ** 30);
const FIRST_PERMANENT = -(2 ** 30) - 2 ** 29;
const PERMANENT_BITS = 29;
/** Words that are known by their names have numbers from here on; addresses are below. */
const FIRST_NAMED_WORD = 2 ** 30;
const WORD_BITS = 30;

export class FixedNumbers {
  readonly #m: Machine;
  /** Where the permanent objects begin, ascending, and their names. */
  readonly #starts: number[] = [];
  readonly #names: string[] = [];
  readonly #objects = new StableNumbers<number>(PERMANENT_BITS);
  readonly #words = new StableNumbers<number>(WORD_BITS);
  /** By half of the distance from PERM_BASE: the number of an object, 0 as long as nobody has asked for it. */
  #ofObject = new Int32Array(1 << 12);
  /** By address. */
  readonly #ofWord = new Map<number, number>();

  constructor(m: Machine) {
    this.#m = m;
  }

  addPermanent(ref: number, name: string): void {
    this.#starts.push(ref);
    this.#names.push(name);
  }

  /**
   * HOT. What stands for a reference to something that was there from the start, or is permanent. A
   * thread that waits for a class has a word of the static area in place of a reference.
   */
  reference(ref: number): number {
    if (ref >= HEAP_BASE) return -ref;
    if (ref === 0) return 0;
    if (ref < PERM_BASE) return -this.word(ref);
    const half = (ref - PERM_BASE) >> 1;
    const known = half < this.#ofObject.length ? this.#ofObject[half]! : 0;
    return known !== 0 ? known : this.#addObject(ref, half);
  }

  #addObject(ref: number, half: number): number {
    if (half >= this.#ofObject.length) {
      this.#ofObject = grown(this.#ofObject, Math.max(this.#ofObject.length * 2, half + 1));
    }
    const number = FIRST_PERMANENT - this.#objects.add(this.#permanentName(ref), ref);
    this.#ofObject[half] = number;
    return number;
  }

  /** What stands for a word from the start as such: a positive number. */
  word(address: number): number {
    const known = this.#ofWord.get(address);
    if (known !== undefined) return known;
    const name = this.#wordName(address);
    const number = name === null ? address : FIRST_NAMED_WORD + this.#words.add(name, address);
    this.#ofWord.set(address, number);
    return number;
  }

  /** Null for a word whose address is the same in every process. */
  #wordName(address: number): string | null {
    const { guards, program } = this.#m;
    if (address < PERM_BASE) return `static ${program.statics.nameOf(address - STATIC_BASE)}`;
    if (address < HEAP_BASE) return `permanent ${this.#permanentName(address)}`;
    if (!guards.includes(address)) return null;
    const guarded = guards.ownerOf(address);
    return guarded >= PERM_BASE ? null : `guard ${program.statics.nameOf(guarded - STATIC_BASE)}`;
  }

  /** Names a permanent object, or a part of one, such as the array of a literal. */
  #permanentName(address: number): string {
    const index = lowerBound(this.#starts, address + 1) - 1;
    return `${address - this.#starts[index]!} ${this.#names[index]}`;
  }
}
