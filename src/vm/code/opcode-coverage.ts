/** Which JVM opcodes a run has executed: recorded one instruction at a time. */
import type { Machine } from "../machine.ts";

export class OpcodeCoverage {
  readonly #m: Machine;
  readonly #seen = new Set<number>();

  constructor(m: Machine) {
    this.#m = m;
    m.space.modes.combine = false;
  }

  /** Notes the instruction that is about to run. */
  record(): void {
    const { space, pc } = this.#m;
    const code = space.codeAt(pc);
    const offset = code.offsets[space.instructionAt(code, pc)]!;
    const opcode = code.info.bytes[offset]!;
    this.#seen.add(opcode);
    if (opcode === 0xc4) this.#seen.add(code.info.bytes[offset + 1]!);
  }

  opcodes(): number[] {
    return [...this.#seen].toSorted((a, b) => a - b);
  }
}
