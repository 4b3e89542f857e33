/**
 * The law that an analysis of live fields has to obey: what is read at some
 * time was live in every state before. A machine is run under a random schedule
 * and every read compared with all that the analysis has said so far.
 */
import { Random } from "../../../src/core/random.ts";
import { EVERYTHING } from "../../../src/liveness/code/fact-sets.ts";
import { LiveFields, type LiveFieldsOptions } from "../../../src/liveness/fields/live-fields.ts";
import { RuntimeClass, type RuntimeField } from "../../../src/program/linking/runtime-class.ts";
import { enabledThreads } from "../../../src/search/step.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { type Read, ReadLog } from "./read-log.ts";

export interface LiveReadsResult {
  /** Reads of what was said to be dead, and where; empty when all is well. */
  readonly misses: readonly string[];
  readonly instructions: number;
  readonly reads: number;
  /** Sets that differ, of the states passed. */
  readonly sets: number;
  readonly live: LiveFields;
  /** The analysis relied on something that did not hold. */
  readonly broken: string | null;
}

export function checkLiveReads(
  m: Machine,
  seed: number,
  instructions: number,
  options: LiveFieldsOptions = {},
): LiveReadsResult {
  const random = new Random(seed);
  const log = new ReadLog(m);
  const live = new LiveFields(m, options);
  const said = new Set<number>();
  const known = new Map<Read, Set<number>>();
  const misses = new Set<string>();
  let reads = 0;
  let thread = 0;
  let count = 0;
  for (; count < instructions; count++) {
    const enabled = enabledThreads(m);
    if (enabled.length === 0) break;
    const canContinue =
      enabled.includes(thread) && (!log.mayInterrupt(thread) || random.below(8) !== 0);
    if (!canContinue) thread = enabled[random.below(enabled.length)]!;
    if (live.brokenBy(m) === null) said.add(live.ofState(m));
    const { stop, reads: now } = log.step(thread, (choices) => random.below(choices));
    // The run goes on, for those who want to know what it uses, but nothing counts any more.
    if (live.brokenBy(m) !== null) said.clear();
    for (const read of now) {
      reads++;
      const checked = known.get(read) ?? new Set<number>();
      known.set(read, checked);
      if (checked.size === said.size) continue;
      for (const set of said) {
        if (checked.has(set)) continue;
        checked.add(set);
        if (!isLive(live, set, read)) misses.add(`${nameOf(read)} read in ${placeOf(m)}`);
      }
    }
    if (stop === Stop.halted || stop === Stop.ignored) break;
  }
  return {
    misses: [...misses],
    instructions: count,
    reads,
    sets: said.size,
    live,
    broken: live.brokenBy(m),
  };
}

function isLive(live: LiveFields, set: number, read: Read): boolean {
  const facts =
    read instanceof RuntimeClass ? live.cells.ofElements(read.id) : [live.cells.ofField(read)];
  return set === EVERYTHING || facts.some((fact) => fact >= 0 && live.sets.has(set, fact));
}

const nameOf = (read: Read): string => (read instanceof RuntimeClass ? read.name : fieldName(read));

const fieldName = (field: RuntimeField): string => `${field.owner.name}.${field.name}`;

const placeOf = (m: Machine): string => m.space.codeAt(m.pc).method.toString();
