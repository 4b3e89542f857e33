/** How a schedule that was recorded for some violation is judged when it is run again. */
import type { Machine } from "../../vm/machine.ts";
import { DataRaces } from "../properties/data-race.ts";
import { ExitCodes } from "../properties/exit-code.ts";
import { Invariants, type OutputGate } from "../properties/invariant.ts";
import { type Judgement, PLAIN_JUDGEMENT, type PropertySettings } from "../properties/property.ts";

/** The settings that a schedule's violation depends on. */
export type JudgedBy = Pick<PropertySettings, "invariants" | "exitCodes">;

/** What the schedule was recorded for. */
export interface Recorded {
  readonly kind: string;
  readonly message: string;
  readonly cycle?: number;
}

export function judgementOf(
  m: Machine,
  settings: JudgedBy,
  { kind, message, cycle = 0 }: Recorded,
  muffler: OutputGate,
): Judgement {
  switch (kind) {
    case "race": {
      // The very one if it is there, else any: the program may have changed.
      const options = { isError: true, inLibrary: true };
      return {
        properties: [new DataRaces({ ...options, wanted: message }), new DataRaces(options)],
        cycle: 0,
      };
    }
    case "invariant":
      return { properties: [new Invariants(m, settings.invariants, muffler)], cycle: 0 };
    case "exit-code":
      return { properties: [new ExitCodes(settings.exitCodes)], cycle: 0 };
    case "endless":
      return { properties: [], cycle };
    default:
      return PLAIN_JUDGEMENT;
  }
}
