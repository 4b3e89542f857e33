/**
 * Compares the models of java.util.concurrent with the JDK's own classes. Both are searched in the same way,
 * and what one complete search has found is all that the other may find.
 */
import type { Difference } from "./find-differences.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import {
  type Checked,
  checkedOutcomes,
  type Testimony,
  type Witness,
  without,
} from "./outside-evidence.ts";
import type { Configuration } from "./search-configurations.ts";

export interface RealLibraryOptions {
  /** Boots programs with the JDK's own classes in place of the models. */
  readonly library: FuzzLibrary;
  readonly configuration: Configuration;
  readonly states: number;
}

export class RealLibraryWitness implements Witness {
  readonly #options: RealLibraryOptions;

  constructor(options: RealLibraryOptions) {
    this.#options = options;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {}

  judge(input: FuzzInput, models: Checked): Testimony | null {
    if (!input.needsJdk) return null;
    const { library, configuration, states } = this.#options;
    const real = checkedOutcomes(input, library, configuration, states);
    const differences = [
      ...(models.isComplete ? without(real.outcomes, models.outcomes) : []).map(
        (text): Difference => ({ configuration: configuration.name, kind: "unmodelled", text }),
      ),
      ...(real.isComplete ? without(withCycles(models), withCycles(real)) : []).map(
        (text): Difference => ({ configuration: configuration.name, kind: "invented", text }),
      ),
    ];
    const isCompared = models.isComplete || real.isComplete;
    return {
      differences,
      counts: {
        librarySearched: 1,
        libraryCompared: isCompared ? 1 : 0,
        libraryComplete: models.isComplete && real.isComplete ? 1 : 0,
        libraryStates: real.states,
      },
    };
  }
}

/**
 * The models must not have a livelock where the JDK's classes have none. A livelock of the JDK's classes
 * alone says nothing about the models: the programs have no loops, so it is an algorithm of the JDK that
 * spins.
 */
const withCycles = ({ outcomes, hasLivelock }: Checked): ReadonlySet<string> =>
  hasLivelock ? new Set([...outcomes, "endless"]) : outcomes;
