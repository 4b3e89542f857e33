/** Random programs of several makers, each as its text and a way to make machines of it. */
import { textOf } from "../../../src/fuzz/generator/program.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import type { TestMachine } from "../machine.ts";
import { type ProgramMaker, randomKinds } from "./random-kinds.ts";
import { randomTestMachine } from "./random-machines.ts";
import { slotMachine, slotProgram, slotText } from "./random-slot-programs.ts";

export interface Sample {
  readonly text: string;
  readonly make: (reductions?: ReadonlySet<Reduction>) => TestMachine;
}

export type SampleMaker = (seed: number) => Sample;

/** Those that need no JDK, by name. */
export function sampleKinds(): (readonly [name: string, make: SampleMaker])[] {
  const plain = randomKinds(false).map(([name, make]) => [name, sampler(make)] as const);
  return [...plain, ["locals and operands", slotSample]];
}

const sampler =
  (make: ProgramMaker): SampleMaker =>
  (seed) => {
    const program = make(seed);
    return {
      text: textOf(program),
      make: (reductions) => randomTestMachine(program, reductions),
    };
  };

function slotSample(seed: number): Sample {
  const program = slotProgram(seed);
  const text = textOf(program) + slotText(program);
  return { text, make: (reductions) => slotMachine(program, reductions) };
}
