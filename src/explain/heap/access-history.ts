/**
 * Runs a schedule and notes, for each value of the heap, which steps read it before they write it, and which write
 * it. From that follows who reads the value of a state next. Watching takes many times as long as running, so that
 * only the last steps of a long schedule are watched.
 */
import { measureStep } from "../../search/single-step.ts";
import { prepareForSteps, type Step } from "../../search/step.ts";
import { takeStep } from "../../search/step-path.ts";
import { frameAt } from "../../search/trace/source-place.ts";
import { describePlace } from "../../search/trace/trace.ts";
import type { Machine } from "../../vm/machine.ts";
import { CellAccesses, type ReadPlace } from "../future/cell-accesses.ts";
import { InstructionWatch } from "../future/step-recorder.ts";
import { HeapCells, isStaticCell, objectOf } from "./heap-cells.ts";

/** What one step did to one cell first. */
export interface CellEvent {
  readonly step: number;
  /** The place of the read; null for a write that no read of the step precedes. */
  readonly place: string | null;
}

export interface AccessHistory {
  /** Objects below existed before the program started. */
  readonly bootTop: number;
  /** By cell (heap-cells.ts), in the order of the schedule. */
  readonly events: ReadonlyMap<number, readonly CellEvent[]>;
  /** By step: the cells that it read or wrote. Empty before the first watched step. */
  readonly touched: readonly ReadonlySet<number>[];
  /** By object: the last step that touched it for a method of the program. */
  readonly lastUse: ReadonlyMap<number, number>;
}

/** The machine has just been booted. */
export function accessHistory(
  m: Machine,
  steps: readonly Step[],
  firstWatched: number,
): AccessHistory {
  prepareForSteps(m);
  const cells = new HeapCells(m);
  const accesses = new CellAccesses(m, cells);
  const watch = new InstructionWatch(m, accesses);
  const history = new History(m);
  steps.forEach((step, index) => {
    cells.beginStep();
    const measured = measureStep(m, step);
    if (index >= firstWatched) {
      watch.walk(step, measured, () => {});
      history.note(index, accesses);
    } else history.skip();
    takeStep(m, step.thread, step.choice);
    m.commit();
  });
  return history;
}

class History implements AccessHistory {
  readonly events = new Map<number, CellEvent[]>();
  readonly touched: ReadonlySet<number>[] = [];
  readonly lastUse = new Map<number, number>();
  readonly bootTop: number;
  readonly #m: Machine;
  readonly #places = new Map<number, string>();

  constructor(m: Machine) {
    this.bootTop = m.heapTop;
    this.#m = m;
  }

  skip(): void {
    this.touched.push(new Set());
  }

  note(step: number, { reads, writes }: CellAccesses): void {
    for (const [cell, read] of reads) {
      this.#add(cell, { step, place: this.#placeOf(read) });
      if (read.programPc >= 0 && !isStaticCell(cell)) this.lastUse.set(objectOf(cell), step);
    }
    for (const cell of writes) {
      if (!reads.has(cell)) this.#add(cell, { step, place: null });
      if (!isStaticCell(cell)) this.lastUse.set(objectOf(cell), step);
    }
    this.touched.push(new Set([...reads.keys(), ...writes]));
  }

  #add(cell: number, event: CellEvent): void {
    const known = this.events.get(cell);
    if (known === undefined) this.events.set(cell, [event]);
    else known.push(event);
  }

  #placeOf({ pc, programPc }: ReadPlace): string {
    const at = programPc >= 0 ? programPc : pc;
    let place = this.#places.get(at);
    if (place === undefined) {
      place = describePlace(frameAt(this.#m, this.#m.space.codeAt(at), at));
      this.#places.set(at, place);
    }
    return place;
  }
}

/** The first event of a cell after so many steps. */
export function eventAfter(
  events: readonly CellEvent[] | undefined,
  steps: number,
): CellEvent | undefined {
  if (events === undefined) return undefined;
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.step < steps) low = middle + 1;
    else high = middle;
  }
  return events[low];
}
