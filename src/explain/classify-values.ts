/** Classifies values as live, dead or unknown, according to the code and to the explored future. */
import { READ_BY_MACHINE } from "../liveness/code/machine-behaviour.ts";
import { I } from "../vm/code/instructions.ts";
import type { Machine } from "../vm/machine.ts";
import type { CodeLiveness } from "./code/code-liveness.ts";
import { PossibleReads } from "./code/possible-readers.ts";
import {
  type ExplainedCell,
  FOR_NOTHING,
  type PossibleRead,
  type RealRead,
  type Status,
} from "./explanation.ts";
import type { ReadPlace } from "./future/cell-accesses.ts";
import type { FutureReads, FutureStep } from "./future/read-graph.ts";
import { placeAt } from "./places.ts";

/** The objects that an analysis reaches through live references. */
export interface Found {
  readonly byLocal: ReadonlySet<number>;
  readonly byHybrid: ReadonlySet<number>;
  readonly byFaint: ReadonlySet<number>;
}

export type Classification = Pick<
  ExplainedCell,
  "status" | "deadBy" | "because" | "mayRead" | "read"
>;

/** What the classification needs to know about a value. */
export interface Subject {
  /** Its number in the table of cells. */
  readonly cell: number;
  readonly fullName: string;
  /** "Class.field", with slashes; null for a value that is not a field. */
  readonly key: string | null;
  /** The facts by which the code analyses know the value. */
  readonly facts: readonly number[];
  /** The code may read it. */
  readonly isRead: boolean;
  /** The value may affect something observable. */
  readonly counts: boolean;
  /** The object that contains it; 0 for a static field. */
  readonly object: number;
}

type CodeVerdict = Pick<Classification, "deadBy" | "because" | "mayRead">;

const OUT_OF_REACH = "only dead references lead to the object";
const DEAD_BY_CODE: CodeVerdict = { deadBy: "hybrid", because: null, mayRead: [] };
const LOST_BY_LOCAL: CodeVerdict = { deadBy: "local", because: OUT_OF_REACH, mayRead: [] };
const LOST_BY_HYBRID: CodeVerdict = { deadBy: "hybrid", because: OUT_OF_REACH, mayRead: [] };
const LOST_BY_FAINT: CodeVerdict = { deadBy: "faint", because: OUT_OF_REACH, mayRead: [] };

/** Fields that the scheduler reads, which is not a read by any thread. */
const BY_MACHINE: ReadonlySet<string> = new Set(
  READ_BY_MACHINE.map(([owner, name]) => `${owner}.${name}`),
);
const MACHINE_READ: PossibleRead = { thread: null, path: ["the machine"] };

export class Fates {
  readonly contradictions: string[] = [];
  readonly #m: Machine;
  readonly #code: CodeLiveness;
  readonly #future: FutureReads | null;
  readonly #found: Found;
  readonly #possible: PossibleReads;

  constructor(m: Machine, code: CodeLiveness, future: FutureReads | null, found: Found) {
    this.#m = m;
    this.#code = code;
    this.#future = future;
    this.#found = found;
    this.#possible = new PossibleReads(m, code.hybrid.fields);
  }

  of(subject: Subject): Classification {
    const verdict = this.#byCode(subject);
    const future = this.#future?.of(subject.cell) ?? null;
    if (future?.kind === "read" && verdict.because === FOR_NOTHING) {
      const { steps, place } = future.first;
      return { status: "dead", ...verdict, read: this.#realRead(steps, place) };
    }
    if (future?.kind === "read") {
      // A native may merely copy the value, which the code analyses do not count as a read.
      if (verdict.deadBy !== null && !this.#isCall(future.first.place.pc)) {
        this.contradictions.push(
          `${subject.fullName} is read, and ${verdict.deadBy} calls it dead`,
        );
      }
      const read = this.#realRead(future.first.steps, future.first.place);
      return { status: "live", deadBy: null, because: null, mayRead: verdict.mayRead, read };
    }
    const isAlways = verdict.mayRead.some(({ thread }) => thread === null);
    const isUnread = verdict.deadBy === null && future?.kind === "unread" && !isAlways;
    const deadBy = isUnread ? "dynamic" : verdict.deadBy;
    const isUnknown = future?.kind === "unknown" && !isAlways;
    const status: Status = deadBy !== null ? "dead" : isUnknown ? "unknown" : "live";
    return { ...verdict, status, deadBy, read: null };
  }

  #isCall(pc: number): boolean {
    const op = this.#m.space.code[pc]!;
    return op >= I.invokeDirect && op <= I.invokeInterface;
  }

  #byCode({ object, isRead, counts, facts, key }: Subject): CodeVerdict {
    const { byLocal, byHybrid, byFaint } = this.#found;
    if (object !== 0 && !byLocal.has(object)) return LOST_BY_LOCAL;
    if (!isRead) return DEAD_BY_CODE;
    if (object !== 0 && !byHybrid.has(object)) return LOST_BY_HYBRID;
    if (object !== 0 && !byFaint.has(object)) return LOST_BY_FAINT;
    const isOpen = this.#code.hybrid.fields.openedBy !== null;
    const mayRead = isOpen ? [] : [...this.#possible.of(facts)];
    if (key !== null && BY_MACHINE.has(key) && mayRead.every(({ thread }) => thread !== null)) {
      mayRead.push(MACHINE_READ);
    }
    return counts
      ? { deadBy: null, because: null, mayRead }
      : { deadBy: "faint", because: FOR_NOTHING, mayRead };
  }

  #realRead(steps: readonly FutureStep[], { pc, programPc }: ReadPlace): RealRead {
    const isOwn = programPc < 0 || programPc === pc;
    const path = isOwn ? [placeAt(this.#m, pc)] : [programPc, pc].map((at) => placeAt(this.#m, at));
    return {
      thread: steps.at(-1)!.thread,
      path,
      schedule: steps.map(({ thread, step }) => ({ thread, choice: step.choice })),
    };
  }
}
