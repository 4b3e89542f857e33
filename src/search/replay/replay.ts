/**
 * Runs a schedule again on a fresh machine and reports where it leads. Each step is taken twice: once as
 * the search takes it, which shows where it ends, and once instruction by instruction, to record what
 * each instruction does.
 */

import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
import { canStep } from "../../vm/threads/spurious-wakeups.ts";
import { judge, Moves } from "../judge.ts";
import { CycleCheck } from "../livelock/cycle-check.ts";
import { describeEndless } from "../properties/livelock.ts";
import {
  ENDS_ONLY,
  Inspectors,
  type ReplayCriteria,
  type ReplayWatch,
} from "../properties/property.ts";
import { type AnyProperty, describeEnd, findProperty, propertyOf } from "../properties/table.ts";
import type { Violation } from "../properties/violation.ts";
import { presentWait } from "../properties/wait-text.ts";
import { describeWait, findCycle, findWaits } from "../properties/waits.ts";
import { type MeasuredStep, measureStep, singleStep } from "../single-step.ts";
import { beginStep, couldGoOn, keepsProgramAlive, prepareForSteps, type Step } from "../step.ts";
import { describeNext } from "../trace/memory-operations.ts";
import { type NamesMark, nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOf } from "../trace/source-place.ts";
import type { Operation, Trace, TraceStep } from "../trace/trace.ts";
import { Lanes, type LanesMark } from "./lanes.ts";
import { LockHistory, type LocksMark } from "./lock-history.ts";

/** At most this many operations of a step are recorded, and as many of the program's own. */
const MAX_OPERATIONS = 200;

/** The result of a replay. */
export interface Replayed {
  /** Null when the schedule did not lead to a violation. */
  readonly violation: Violation | null;
  /** The number of steps taken: fewer than given if one was not possible or the program ended. */
  readonly taken: number;
  /** Why a step could not be taken. */
  readonly obstacle: string | null;
  readonly trace: Trace;
}

/** Follows a replay while it runs. */
export interface ReplayListener {
  /** The machine is in its first state. `names` are those that the trace will use, once the replay is over. */
  begins?(names: ObjectNames): void;
  /** A step is about to be tried: what it prints will be printed again. */
  rehearses(isRehearsal: boolean): void;
  /** `thread`: the name of the step's thread. */
  stepped(step: TraceStep, index: number, thread: string): void;
}

/** Runs `steps` on a machine that has just been booted. `kind`: of the violation that they were recorded for. */
export function replay(
  m: Machine,
  steps: readonly Step[],
  listener: ReplayListener | null = null,
  { properties, cycle }: ReplayCriteria = ENDS_ONLY,
  kind: string | null = null,
): Replayed {
  const recorder = new Recorder(m, listener, kind === null ? undefined : findProperty(kind));
  listener?.begins?.(recorder.names);
  listener?.rehearses(true);
  const watch = cycle === 0 ? null : new CycleCheck(m, steps);
  listener?.rehearses(false);
  let obstacle: string | null = null;
  let stop: Stop = Stop.visible;
  let taken = 0;
  for (const step of steps) {
    obstacle = obstacleTo(m, step, stop);
    if (obstacle !== null) break;
    if (taken === steps.length - cycle) watch?.begin(stop);
    stop = recorder.take(step, watch);
    const last = recorder.steps.at(-1)!;
    listener?.stepped(last, taken, recorder.nameOf(last));
    taken++;
    if (stop === Stop.halted || stop === Stop.ignored) break;
  }
  const done = steps.slice(0, taken);
  const found = violationAfter(m, stop, new Inspectors(properties), () => done, recorder.names);
  const isBack = found === null && taken === steps.length && watch?.isBack(stop) === true;
  const violation = isBack ? describeEndless(m, done, cycle) : found;
  return { ...recorder.finish(violation, cycle), taken, obstacle };
}

/** Why a step cannot be taken where the one before has ended so; null when it can. */
export function obstacleTo(m: Machine, step: Step, before: Stop): string | null {
  if (step.thread >= m.threadCount) return `thread ${step.thread} has not been started`;
  if (before === Stop.choice) {
    if (step.thread !== m.thread) return "another thread has a choice to make";
    return step.choice >= 0 && step.choice < m.choices ? null : `there is no choice ${step.choice}`;
  }
  if (!canStep(m, step.thread)) return `${nameOfThread(m, step.thread)} cannot run`;
  return step.choice < 0 ? null : "there is nothing to choose";
}

/** What is wrong in the state that a step has led to. */
export function violationAfter(
  m: Machine,
  stop: Stop,
  inspectors: Inspectors,
  trace: () => readonly Step[],
  names?: ObjectNames,
  moves: Moves = new Moves(),
): Violation | null {
  const judgement = judge(m, stop, moves);
  if (judgement === "ignored") return null;
  if (judgement === "uncaught" || judgement === "deadlock") {
    return inspectors.inspectWrongEnd(m, trace) ?? describeEnd(m, judgement, trace());
  }
  const isOver = judgement === "end";
  const stage = isOver ? "over" : keepsProgramAlive(m) ? "running" : "daemons";
  return inspectors.inspect(m, stage, trace, names);
}

/** Of very many operations the first, and as many of those that the program makes itself. */
function mostTelling(operations: readonly Operation[]): readonly Operation[] {
  if (operations.length <= MAX_OPERATIONS) return operations;
  let own = 0;
  return operations.filter(({ place }, i) => {
    const isOwn = place.isProgram && place.library === null;
    return i < MAX_OPERATIONS || (isOwn && own++ < MAX_OPERATIONS);
  });
}

/** What a recorder knows besides its machine, to go back to it. */
export interface RecorderMark {
  readonly steps: number;
  readonly last: number;
  readonly names: NamesMark;
  readonly locks: LocksMark;
  readonly lanes: LanesMark;
}

/** Is told of each step after it has been taken and before it becomes final. */
export interface StepWatch {
  noteWrites(): void;
}

/** Takes steps and records what each does. */
export class Recorder {
  readonly steps: TraceStep[] = [];
  /** False: the undo log keeps the steps, so that the caller can take them back. */
  isFinal = true;
  readonly #m: Machine;
  readonly #listener: ReplayListener | null;
  readonly names: ObjectNames;
  readonly locks: LockHistory;
  readonly #lanes: Lanes;
  /** Follows what the property notes that the steps were recorded for. */
  readonly #watch: ReplayWatch | null;
  #last = -1;

  constructor(m: Machine, listener: ReplayListener | null, property: AnyProperty | undefined) {
    this.#m = m;
    this.#listener = listener;
    this.names = new ObjectNames(m);
    this.locks = new LockHistory(m, this.names);
    this.#lanes = new Lanes(m, this.names);
    this.#watch = property?.watch?.(m, this.names) ?? null;
    m.room.whenMoved = (newPlace) => {
      this.names.move(newPlace);
      this.#lanes.move(newPlace);
      this.#watch?.moved?.(newPlace);
    };
    prepareForSteps(m);
  }

  /** `watch` is told what was written. */
  take(step: Step, watch: StepWatch | null): Stop {
    const m = this.#m;
    const isPreemption = this.#last >= 0 && this.#last !== step.thread && couldGoOn(m, this.#last);
    this.#last = step.thread;
    const measured = this.#measure(step);
    m.loadRegisters(step.thread);
    const place = placeOf(m, m, this.names);
    const lane = this.#lanes.of(step.thread);
    this.#watch?.stepBegins?.(this.steps.length, lane);
    m.beginTransition(m.fp, m.sp);
    m.room.beginStep();
    beginStep(m, step.thread, step.choice);
    const operations: Operation[] = [];
    const stop = this.#walk(measured, operations);
    m.choice = -1;
    if (stop === Stop.ended) {
      const target = this.names.threadNumbered(step.thread);
      const at = placeOf(m, m, this.names);
      operations.push({ kind: "end", target, value: null, before: null, place: at });
      endThread(m);
    } else {
      m.saveRegisters();
    }
    m.room.endStep();
    watch?.noteWrites();
    if (this.isFinal) m.commit();
    const holds = this.locks.after(step.thread, operations, place);
    const kept = mostTelling(operations);
    this.#lanes.update();
    this.steps.push({
      thread: step.thread,
      choice: step.choice,
      lane,
      place,
      operations: kept,
      omitted: operations.length - kept.length,
      isPreemption,
      holds,
      awaits: this.#awaits(step.thread, stop),
    });
    return stop;
  }

  nameOf({ lane }: TraceStep): string {
    return this.#lanes.names[lane] ?? "?";
  }

  mark(): RecorderMark {
    return {
      steps: this.steps.length,
      last: this.#last,
      names: this.names.mark(),
      locks: this.locks.mark(),
      lanes: this.#lanes.mark(),
    };
  }

  /** The machine is back where it was at the mark. */
  restore({ steps, last, names, locks, lanes }: RecorderMark): void {
    this.steps.length = steps;
    this.#last = last;
    this.names.restore(names);
    this.locks.restore(locks);
    this.#lanes.restore(lanes);
  }

  /** The index of a thread of the machine in the trace. */
  laneOf(thread: number): number {
    return this.#lanes.of(thread);
  }

  /** What keeps the thread from going on where it stands now. */
  #awaits(thread: number, stop: Stop): string | null {
    const m = this.#m;
    const isOver = stop === Stop.halted || stop === Stop.ended || stop === Stop.ignored;
    if (isOver || thread >= m.threadCount || m.threadAt(thread).hasEnded || couldGoOn(m, thread)) {
      return null;
    }
    const wait = describeWait(m, this.names, this.locks.since, thread);
    return presentWait(wait, (owner) => this.names.threadNumbered(owner));
  }

  /** How far the step goes. The machine is as before afterwards. */
  #measure(step: Step): MeasuredStep {
    this.#listener?.rehearses(true);
    return measureStep(this.#m, step, () => this.#listener?.rehearses(false));
  }

  #walk(measured: MeasuredStep, operations: Operation[]): Stop {
    const m = this.#m;
    const { thread } = m;
    const own = m.threadAt(thread);
    return singleStep(m, measured, (one) => {
      if (m.threadCount > 1) this.names.hasThreads = true;
      const pending = describeNext(m, this.names);
      const { collections } = m;
      const noted = this.#watch?.before();
      const stop = one();
      if (own.isHeldListFull) this.locks.index.noteFullList(thread);
      noted?.(stop);
      // What the instruction was about may have moved: then nothing is said of it.
      const operation = m.collections === collections ? (pending?.() ?? null) : null;
      if (operation !== null) {
        this.#watch?.shown?.(operation);
        operations.push(operation);
      }
      return stop;
    });
  }

  /** The trace, and the violation it ends in with what the trace shows about it. */
  finish(found: Violation | null, cycle: number): Pick<Replayed, "violation" | "trace"> {
    const property = found === null ? null : propertyOf(found.kind);
    const trace = this.#trace(found, property?.showsWaits === true);
    if (found === null || property === null) return { violation: found, trace };
    const facts = {
      trace,
      cycle,
      nameOf: (lane: number): string => trace.threads[lane] ?? "?",
      laneOf: (thread: number): number => this.#lanes.of(thread),
      watched: this.#watch,
    };
    const violation = property.refine?.(this.#m, found, facts) ?? found;
    const why = property.why?.(this.#m, violation, facts) ?? null;
    return { violation, trace: { ...trace, why } };
  }

  #trace(violation: Violation | null, showsWaits: boolean): Trace {
    const m = this.#m;
    const found = showsWaits ? findWaits(m, this.names, this.locks.since) : [];
    const waits = found.map((wait) => ({
      ...wait,
      thread: this.#lanes.of(wait.thread),
      owner: wait.owner < 0 ? -1 : this.#lanes.of(wait.owner),
    }));
    return {
      threads: this.#lanes.names,
      steps: this.steps,
      waits,
      cycle: findCycle(waits),
      pending: (violation?.pending ?? []).map((access) => ({
        ...access,
        thread: this.#lanes.of(access.thread),
      })),
      why: null,
    };
  }
}
