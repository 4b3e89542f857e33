/**
 * Stable numbers of places in code. A program counter depends on the order in which methods
 * were translated, so Java memory holds these instead: backtraces, and what Linker is to make. A
 * place is named by its method and the distance from the start of the method's translation, which
 * follows from the byte code alone.
 */
import type { Program } from "../../program/linking/program.ts";
import { StableNumbers } from "../../program/linking/stable-numbers.ts";
import type { CodeSpace } from "./code-space.ts";

export class StablePlaces {
  readonly #program: Program;
  readonly #space: CodeSpace;
  readonly #numbers = new StableNumbers<number>();
  readonly #known = new Map<number, number>();

  constructor(program: Program, space: CodeSpace) {
    this.#program = program;
    this.#space = space;
  }

  /** The number of a pc, or of a native method, which is given by its negated id. */
  numberOf(pc: number): number {
    const known = this.#known.get(pc);
    if (known !== undefined) return known;
    const program = this.#program;
    const { method, start } =
      pc < 0 ? { method: program.methods[-pc]!, start: pc + 1 } : this.#space.codeAt(pc);
    const number = this.#numbers.add(`${program.numberOfMethod(method)} ${pc - start}`, pc);
    this.#known.set(pc, number);
    return number;
  }

  /** The pc, or negated id, that has the number. */
  at(number: number): number {
    return this.#numbers.at(number);
  }
}
