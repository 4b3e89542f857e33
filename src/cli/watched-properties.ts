/** The properties of one search, as the user asked for them, and what they have collected at its end. */
import { ExitCodes } from "../search/exit-codes.ts";
import { Invariants } from "../search/invariants.ts";
import type { PropertySettings, StateProperty } from "../search/property.ts";
import { type Race, Races, violationOf } from "../search/races.ts";
import type { Violation } from "../search/violation.ts";
import type { Started } from "./checked-program.ts";

export class WatchedProperties {
  readonly properties: readonly StateProperty[];
  readonly #exitCodes: ExitCodes;
  readonly #races: Races | null;
  readonly #isWarning: boolean;

  constructor({ machine, output }: Started, settings: PropertySettings) {
    const { races, libraryRaces, invariants, exitCodes } = settings;
    this.#exitCodes = new ExitCodes(exitCodes);
    this.#isWarning = races === "warn";
    this.#races =
      races === "off" ? null : new Races({ isError: races === "error", inLibrary: libraryRaces });
    this.properties = [
      ...(invariants.length === 0 ? [] : [new Invariants(machine, invariants, output)]),
      this.#exitCodes,
      ...(this.#races === null ? [] : [this.#races]),
    ];
  }

  get exitCodes(): readonly number[] {
    return this.#exitCodes.seen;
  }

  /** Races that are no violations. */
  get warnings(): readonly Race[] {
    return this.#isWarning ? (this.#races?.found ?? []) : [];
  }

  /** Races that are, whether or not the search has come by to tell. */
  get raceViolations(): readonly Violation[] {
    return this.#isWarning ? [] : (this.#races?.found ?? []).map(violationOf);
  }

  get hasMoreRaces(): boolean {
    return this.#races?.hasMore === true;
  }
}
