/** Describes where a session stands: the path, the threads, and what each possible step would do. */
import { reportOf } from "../check/reproduce.ts";
import { DeadwoodError } from "../core/errors.ts";
import { programText } from "../report/check/operation-text.ts";
import type { FindingData } from "../report/pages/finding-data.ts";
import { NO_EXTRAS, violationData } from "../report/pages/make-finding.ts";
import type { Violation } from "../search/properties/violation.ts";
import { waitReasonWithOwner } from "../search/properties/wait-text.ts";
import { describeWait } from "../search/properties/waits.ts";
import { couldGoOn, keepsProgramAlive, type Step } from "../search/step.ts";
import { sourcePath } from "../search/trace/frames-shown.ts";
import type { ObjectNames } from "../search/trace/object-names.ts";
import { placeOfThread } from "../search/trace/source-place.ts";
import { describePlace, type Frame, type Operation, type Place } from "../search/trace/trace.ts";
import type {
  EndView,
  KnownState,
  MoveView,
  PlaceView,
  StateView,
  ThreadState,
} from "./explore-data.ts";
import type { LiveMachine, Standing } from "./live-machine.ts";
import type { ExploreSession } from "./session.ts";

/** Of a step of the library, nobody reads more. */
const MAX_TEXTS = 6;
/** Where a lock was taken is not asked for. */
const UNKNOWN = (): null => null;
/** A path that ends in no violation. */
const NO_VIOLATION = {
  kind: "path",
  message: "",
  details: [],
  preemptions: 0,
  switches: 0,
  simplicity: "as found",
  cycle: 0,
  exception: null,
  evidence: [],
} as const;

/** Makes the views of one session. */
export class StateViews {
  readonly #session: ExploreSession;
  /** Files that the page may ask for: those that it was told of. */
  readonly sourcePaths = new Set<string>();
  #revision = 0;
  #path: FindingData | null = null;
  #pathText = "";

  constructor(session: ExploreSession) {
    this.#session = session;
  }

  /** `known`: the revision of the path that the page has. */
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
    const states = threadStates(live, names);
    // While there are steps ahead, the path is the one that was described when its last step was taken.
    if (session.ahead.length === 0 || this.#path === null) this.#describePath(live);
    for (const { frames } of states) this.#noteSources(frames);
    for (const { from, to } of moves) this.#noteSources([from, to]);
    return {
      revision: this.#revision,
      path: known === this.#revision ? null : this.#path,
      length: live.depth + session.ahead.length,
      at: live.depth,
      states,
      moves,
      known: { ...this.#known(live.standing, live.depth), inSession: session.isKnownOtherwise },
      end: endView(live.standing, live),
      visited: session.visited,
      check: session.check.view,
      notice: session.notice,
    };
  }

  #describePath(live: LiveMachine): void {
    const { trace, violation } = live.trace();
    const report =
      violation === null ? { ...NO_VIOLATION, trace } : reportOf(violation, trace, "as found");
    const path = violationData(report, NO_EXTRAS);
    const text = JSON.stringify(path);
    if (text === this.#pathText) return;
    this.#pathText = text;
    this.#path = path;
    this.#revision++;
    this.#noteSources(path.frames);
  }

  #noteSources(frames: readonly ({ readonly path: string | null } | null)[]): void {
    for (const frame of frames) {
      if (frame !== null && frame.path !== null) this.sourcePaths.add(frame.path);
    }
  }

  #moves(names: ObjectNames): MoveView[] {
    const moves = this.#session.live.moves();
    return Array.from({ length: moves.count }, (_, i) =>
      this.#move(moves.stepAt(i), names, i >= moves.regular),
    );
  }

  #move(step: Step, names: ObjectNames, isSpurious: boolean): MoveView {
    const { live } = this.#session;
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
        from: placeView(from),
        to: to === null ? null : placeView(to),
        isLast: to === null,
        leadsTo: this.#known(standing, live.depth + 1),
        violation: told(standing.violation),
        refusal: null,
      };
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      const from = placeView(placeOfThread(live.machine, step.thread, names));
      const leadsTo = { inSession: false, onPath: null, byCheck: null, leadsToViolation: false };
      const refused = { texts: [], to: null, isLast: false, leadsTo, violation: null };
      return { ...shared, ...refused, from, refusal: error.message };
    }
  }

  #known({ key, kind }: Standing, steps: number): KnownState {
    const { live, check } = this.#session;
    const onPath = live.standings.findIndex((each, at) => at < steps && each.key === key);
    return {
      inSession: this.#session.hasVisited(key),
      onPath: onPath < 0 ? null : onPath,
      // A search does not keep states in which a path ends.
      byCheck: kind === "moves" ? check.hasVisited(key) : null,
      leadsToViolation: check.leadsToViolation(key),
    };
  }
}

const told = (violation: Violation | null): MoveView["violation"] =>
  violation === null ? null : { kind: violation.kind, message: violation.message };

const frameView = (frame: Frame, library: string | null): PlaceView => ({
  place: describePlace(frame),
  method: frame.method,
  path: sourcePath(frame),
  line: frame.line,
  library,
});

/** Null for a place in the library that no method of the program has called. */
const placeView = (place: Place): PlaceView | null =>
  place.isProgram ? frameView(place, place.library) : null;

/** What a step does, in words. */
function textsOf(operations: readonly Operation[], { choice }: Step): string[] {
  const texts = [...new Set(operations.flatMap((each) => programText(each) ?? []))];
  if (choice >= 0 && !operations.some(({ kind }) => kind === "choose")) {
    texts.unshift(`chooses ${choice}`);
  }
  const more = texts.length - MAX_TEXTS;
  return more > 0 ? [...texts.slice(0, MAX_TEXTS), `… ${more} more`] : texts;
}

function threadStates(live: LiveMachine, names: ObjectNames): ThreadState[] {
  const m = live.machine;
  return Array.from({ length: m.threadCount }, (_, thread): ThreadState => {
    const lane = live.laneOf(thread);
    const shared = { thread, name: names.threadNumbered(thread), lane };
    if (m.threadAt(thread).hasEnded) {
      return { ...shared, status: "ended", holds: [], awaits: null, frames: [] };
    }
    const place = placeOfThread(m, thread, names);
    const holds = live.recorded.findLast((step) => step.lane === lane)?.holds ?? [];
    const isStopped = live.isOver;
    const canRun = !isStopped && couldGoOn(m, thread);
    return {
      ...shared,
      status: isStopped ? "stopped" : canRun ? "can run" : "waits",
      holds: holds.map((lock) => ({ target: lock.target, place: describePlace(lock.place) })),
      awaits: canRun || isStopped ? null : awaitsText(live, names, thread),
      frames: place.isProgram
        ? [frameView(place, place.library), ...place.callers.map((frame) => frameView(frame, null))]
        : [],
    };
  });
}

function awaitsText(live: LiveMachine, names: ObjectNames, thread: number): string {
  const wait = describeWait(live.machine, names, UNKNOWN, thread);
  return waitReasonWithOwner(wait, (owner) => names.threadNumbered(owner));
}

function endView({ kind, violation }: Standing, live: LiveMachine): EndView | null {
  if (violation !== null) return { kind: violation.kind, message: violation.message };
  if (kind === "moves") return null;
  const { machine } = live;
  const isStuck = kind === "end" && !live.isOver && keepsProgramAlive(machine);
  const ended = isStuck ? "no thread can continue, which is allowed" : "the program has ended";
  return {
    kind: "end",
    message: kind === "end" ? ended : "the program has ended this path (Verify.ignoreIf)",
  };
}
