/** A family of random programs: what they are about, and how a seed becomes one of them. */
import type { RandomProgram } from "./program.ts";

export interface Family<Name extends string = string> {
  readonly name: Name;
  /** For the list of families in the help text. */
  readonly about: string;
  /** Its programs may use library classes that have no model. */
  readonly mayNeedJdk: boolean;
  /** Must ask the dice of a seed the same questions in the same order for ever: a seed is a name. */
  readonly generate: (seed: number) => RandomProgram;
}
