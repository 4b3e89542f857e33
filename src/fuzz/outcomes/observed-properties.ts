/**
 * Properties that are asked at every state of a search: data races, and the
 * invariant that a program may have. What they look at must not be taken for
 * dead, and what they have to say must not depend on the way to search.
 */

import { DataRaces } from "../../search/properties/data-race.ts";
import { Invariants } from "../../search/properties/invariant.ts";
import type { StateProperty } from "../../search/properties/property.ts";
import type { Machine } from "../../vm/machine.ts";

/** A program's own: `static boolean invariant()`. */
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

  /** What was complained about on the way, and the races that were collected. */
  allOf(complaints: ReadonlySet<string>): ReadonlySet<string> {
    return new Set([...complaints, ...this.#races.found.map(({ message }) => message)]);
  }
}
