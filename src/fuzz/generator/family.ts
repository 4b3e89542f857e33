/** A family of random programs: its subject, and how a seed becomes a program. */
import type { RandomProgram } from "./program.ts";

export interface Family<Name extends string = string> {
  readonly name: Name;
  /** The description in the help text. */
  readonly about: string;
  /** Its programs may use library classes that have no model. */
  readonly mayNeedJdk: boolean;
  /** Must always roll the dice of a seed in the same way and order, because seeds name programs. */
  readonly generate: (seed: number) => RandomProgram;
}
