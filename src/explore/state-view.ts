/** Describes where a session stands: the path as rows, the threads, and what each possible step would do. */

import { DeadwoodError } from "../core/errors.ts";
import { programText } from "../report/check/operation-text.ts";
import { rowsOf, type ScheduleRow } from "../report/check/schedule-rows.ts";
import type { Violation } from "../search/properties/violation.ts";
import { waitReasonWithOwner } from "../search/properties/wait-text.ts";
import { describeWait } from "../search/properties/waits.ts";
import { couldGoOn, type Step } from "../search/step.ts";
import { sourcePath } from "../search/trace/frames-shown.ts";
import type { ObjectNames } from "../search/trace/object-names.ts";
import { placeOfThread } from "../search/trace/source-place.ts";
import type { Frame, Operation, Place, Trace } from "../search/trace/trace.ts";
import type { EndView, KnownState, MoveView, StateView, ThreadView } from "./explore-data.ts";
import type { LiveMachine, Standing } from "./live-machine.ts";
import type { Session } from "./session.ts";

/** Of a step of the library, nobody reads more. */
const MAX_TEXTS = 6;
/** Where a lock was taken is not asked for. */
const UNKNOWN = (): null => null;

/** Makes the views of one session. */
export class StateViews {
  readonly #session: Session;
  /** Files that the page may ask for: those that it was told of. */
  readonly sourcePaths = new Set<string>();
  #revision = 0;
  /** The rows of the last view, as text. */
  #rows: readonly string[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  /** `known`: the revision that the page has; it gets only what has changed since. */
  async view(known: number): Promise<StateView> {
    const session = this.#session;
    let names = session.live.copyNames();
    let moves = this.#moves(names);
    // A step that was only tried may show that an assumption about the program is wrong.
    while (await session.correctSteps()) {
      names = session.live.copyNames();
      moves = this.#moves(names);
    }
    const { live } = session;
    const { trace, violation } = live.trace();
    const states = threadViews(live, names, trace);
    const { firstRow, rows } = this.#changedRows(trace, known);
    this.#noteSources(trace, states, moves);
    return {
      revision: this.#revision,
      threads: trace.threads,
      firstRow,
      rows,
      length: live.depth + session.ahead.length,
      at: live.depth,
      states,
      moves,
      known: { ...this.#known(live.standing, live.depth), inSession: session.isKnownOtherwise },
      end: endView(live.standing, violation, trace),
      visited: session.visited,
      check: session.check.view,
      notice: session.notice,
    };
  }

  #changedRows(
    trace: Trace,
    known: number,
  ): { readonly firstRow: number; readonly rows: readonly ScheduleRow[] } {
    const rows = rowsOf(trace);
    const texts = rows.map((row) => JSON.stringify(row));
    let firstRow = 0;
    if (known === this.#revision && known > 0) {
      while (firstRow < texts.length && texts[firstRow] === this.#rows[firstRow]) firstRow++;
    }
    this.#rows = texts;
    this.#revision++;
    return { firstRow, rows: rows.slice(firstRow) };
  }

  #moves(names: ObjectNames): MoveView[] {
    const moves = this.#session.live.moves();
    return Array.from({ length: moves.count }, (_, i) =>
      this.#move(moves.stepAt(i), names, i >= moves.regular),
    );
  }

  #move(step: Step, names: ObjectNames, isSpurious: boolean): MoveView {
    const { live } = this.#session;
    const m = live.machine;
    const shared = {
      thread: step.thread,
      choice: step.choice,
      name: names.threadNumbered(step.thread),
      lane: live.laneOf(step.thread),
      isSpurious,
    };
    try {
      const { operations, from, to, standing } = live.rehearse(step, names);
      return {
        ...shared,
        texts: textsOf(operations, step),
        from,
        to,
        leadsTo: this.#known(standing, live.depth + 1),
        violation: told(standing.violation),
        refusal: null,
      };
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      const from = placeOfThread(m, step.thread, names);
      const leadsTo = { inSession: false, onPath: null, byCheck: null, leadsToViolation: false };
      const refusal = error.message;
      return { ...shared, texts: [], from, to: null, leadsTo, violation: null, refusal };
    }
  }

  #known({ key }: Standing, steps: number): KnownState {
    const { live, check } = this.#session;
    const onPath = live.standings.findIndex((each, at) => at < steps && each.key === key);
    return {
      inSession: this.#session.hasVisited(key),
      onPath: onPath < 0 ? null : onPath,
      byCheck: check.hasVisited(key),
      leadsToViolation: check.leadsToViolation(key),
    };
  }

  #noteSources(trace: Trace, states: readonly ThreadView[], moves: readonly MoveView[]): void {
    const places = [
      ...trace.steps.flatMap(({ place, operations }) => [
        place,
        ...operations.map((each) => each.place),
      ]),
      ...states.flatMap(({ place, holds }) => [place, ...holds.map((each) => each.place)]),
      ...moves.flatMap(({ from, to }) => [from, to]),
    ];
    for (const place of places) {
      if (place?.isProgram !== true) continue;
      for (const frame of [place, ...place.callers]) this.#noteSource(frame);
    }
  }

  #noteSource(frame: Frame): void {
    const path = sourcePath(frame);
    if (path !== null) this.sourcePaths.add(path);
  }
}

const told = (violation: Violation | null): MoveView["violation"] =>
  violation === null ? null : { kind: violation.kind, message: violation.message };

/** What a step does, in words; something is said even of a step that shows nothing. */
function textsOf(operations: readonly Operation[], { choice }: Step): string[] {
  const texts = [...new Set(operations.flatMap((each) => programText(each) ?? []))];
  if (operations.some(({ kind }) => kind === "end")) texts.push("ends");
  if (choice >= 0 && !operations.some(({ kind }) => kind === "choose")) {
    texts.unshift(`chooses ${choice}`);
  }
  const more = texts.length - MAX_TEXTS;
  return more > 0 ? [...texts.slice(0, MAX_TEXTS), `… ${more} more`] : texts;
}

function threadViews(live: LiveMachine, names: ObjectNames, trace: Trace): ThreadView[] {
  const m = live.machine;
  return Array.from({ length: m.threadCount }, (_, thread) => {
    const { hasEnded } = m.threadAt(thread);
    const lane = live.laneOf(thread);
    const shared = { thread, name: names.threadNumbered(thread), lane };
    if (hasEnded) return { ...shared, status: "ended", holds: [], awaits: null, place: null };
    const place: Place = placeOfThread(m, thread, names);
    const holds = trace.steps.findLast((step) => step.lane === lane)?.holds ?? [];
    const canRun = couldGoOn(m, thread);
    const awaits = canRun
      ? null
      : waitReasonWithOwner(describeWait(m, names, UNKNOWN, thread), (owner) =>
          names.threadNumbered(owner),
        );
    return { ...shared, status: canRun ? "can run" : "waits", holds, awaits, place };
  });
}

function endView({ kind }: Standing, violation: Violation | null, { why }: Trace): EndView | null {
  if (violation !== null) {
    const { message, details } = violation;
    return {
      kind: violation.kind,
      message,
      details,
      heading: why?.heading ?? null,
      facts: why?.facts ?? [],
    };
  }
  if (kind === "moves") return null;
  const message = kind === "end" ? "the program has ended" : "nothing follows from here";
  return { kind, message, details: [], heading: null, facts: [] };
}
