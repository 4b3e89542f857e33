/** The properties of one search, as the user selected them, and what they found. */
import type { Booted } from "../launch/launchable-program.ts";
import { DataRaces, isRepeatable, type RepeatableRace } from "../search/properties/data-race.ts";
import { ExitCodes } from "../search/properties/exit-code.ts";
import type { CollectedViolation, StateProperty } from "../search/properties/property.ts";
import {
  checkedKinds,
  type PropertyKind,
  type PropertySettings,
  statePropertiesFor,
} from "../search/properties/table.ts";

export class ActiveProperties {
  readonly properties: readonly StateProperty[];
  /** The kinds that are looked for. */
  readonly checked: readonly PropertyKind[];
  readonly #exitCodes: ExitCodes | undefined;
  readonly #races: DataRaces | undefined;
  readonly #isWarning: boolean;

  constructor({ machine, output }: Booted, settings: PropertySettings) {
    this.properties = statePropertiesFor(machine, settings, output);
    this.#exitCodes = this.properties.find((each) => each instanceof ExitCodes);
    this.#races = this.properties.find((each) => each instanceof DataRaces);
    this.checked = checkedKinds(settings);
    this.#isWarning = settings.races === "warn";
  }

  get exitCodes(): readonly number[] {
    return this.#exitCodes?.seen ?? [];
  }

  /** The races that count as warnings. */
  get warnings(): readonly RepeatableRace[] {
    return this.#isWarning ? (this.#races?.found ?? []).filter(isRepeatable) : [];
  }

  /** Violations of properties that find several in one state, including those that the search did not report. */
  get collected(): readonly CollectedViolation[] {
    return this.properties.flatMap((property) => property.collected?.() ?? []);
  }

  get hasMoreRaces(): boolean {
    return this.#races?.hasMore === true;
  }
}
