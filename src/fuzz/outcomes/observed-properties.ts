/**
 * Properties that a search evaluates in every state: data races, and a program's own invariant. What they
 * read must not be considered dead, and what they report must not depend on how the program is searched.
 */

import { DataRaces } from "../../search/properties/data-race.ts";
import { Invariants } from "../../search/properties/invariant.ts";
import type { StateProperty } from "../../search/properties/property.ts";
import type { Machine } from "../../vm/machine.ts";

/** A program's own invariant: `static boolean invariant()`. */
const INVARIANT = "invariant";

export class Watch {
  readonly properties: readonly StateProperty[];
  readonly #races = new DataRaces({ isError: false, inLibrary: false });

  constructor(m: Machine) {
    const main = m.program.find("Main");
    const hasInvariant = main?.methodsByKey.has(`${INVARIANT}()Z`) === true;
    const muffler = { isMuffled: false };
    this.properties = [
      ...(hasInvariant ? [new Invariants(m, [`Main.${INVARIANT}`], muffler)] : []),
      this.#races,
    ];
  }

  /** The violations reported on the way, and the races that were collected. */
  allOf(complaints: ReadonlySet<string>): ReadonlySet<string> {
    return new Set([...complaints, ...this.#races.found.map(({ message }) => message)]);
  }
}
