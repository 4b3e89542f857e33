/** The properties of one search, as the user selected them, and what they found. */
import type { Booted } from "../launch/launchable-program.ts";
import { DataRaces, isRepeatable, type RepeatableRace } from "../search/properties/data-race.ts";
import { ExitCodes } from "../search/properties/exit-code.ts";
import { Invariants } from "../search/properties/invariant.ts";
import type { PropertySettings, StateProperty } from "../search/properties/property.ts";

export class ActiveProperties {
  readonly properties: readonly StateProperty[];
  readonly #exitCodes: ExitCodes;
  readonly #races: DataRaces | null;
  readonly #isWarning: boolean;

  constructor({ machine, output }: Booted, settings: PropertySettings) {
    const { races, libraryRaces, invariants, exitCodes } = settings;
    this.#exitCodes = new ExitCodes(exitCodes);
    this.#isWarning = races === "warn";
    this.#races =
      races === "off"
        ? null
        : new DataRaces({ isError: races === "error", inLibrary: libraryRaces });
    this.properties = [
      ...(invariants.length === 0 ? [] : [new Invariants(machine, invariants, output)]),
      this.#exitCodes,
      ...(this.#races === null ? [] : [this.#races]),
    ];
  }

  get exitCodes(): readonly number[] {
    return this.#exitCodes.seen;
  }

  /** The races that count as warnings. */
  get warnings(): readonly RepeatableRace[] {
    return this.#isWarning ? this.#found() : [];
  }

  /** The races that count as violations, including those the search did not report itself. */
  get racesAsErrors(): readonly RepeatableRace[] {
    return this.#isWarning ? [] : this.#found();
  }

  /** Leaves out races that a stopped search was about to look for again. */
  #found(): RepeatableRace[] {
    return (this.#races?.found ?? []).filter(isRepeatable);
  }

  get hasMoreRaces(): boolean {
    return this.#races?.hasMore === true;
  }
}
