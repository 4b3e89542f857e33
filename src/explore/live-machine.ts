/**
 * A machine that stands somewhere on a path of steps, and can go back along it. Each step is recorded as a replay
 * records it, so that a path looks like the trace of the same schedule. Going back takes steps back by the undo log.
 */

import { bug } from "../core/assert.ts";
import { BootWatch } from "../explain/boot-changes.ts";
import type { Booted } from "../launch/launchable-program.ts";
import { LocalLiveness } from "../liveness/slots/local-liveness.ts";
import { judge, Moves, type Properties, type StateKind } from "../search/judge.ts";
import { Inspectors } from "../search/properties/property.ts";
import {
  type PropertySettings,
  statePropertiesFor,
  switchesOf,
} from "../search/properties/table.ts";
import type { Violation } from "../search/properties/violation.ts";
import { type Rehearsed, rehearse } from "../search/replay/rehearsal.ts";
import {
  obstacleTo,
  Recorder,
  type RecorderMark,
  violationAfter,
} from "../search/replay/replay.ts";
import type { Step } from "../search/step.ts";
import type { ObjectNames } from "../search/trace/object-names.ts";
import type { Trace, TraceStep } from "../search/trace/trace.ts";
import { VectorFingerprint } from "../search/vector-fingerprint.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { rememberOutside } from "../vm/trial.ts";

/** What leads from a state to the next one, and back. */
interface Level {
  readonly step: Step;
  readonly instructions: number;
  /** How the machine came to the state before the step. */
  readonly stopBefore: Stop;
  readonly mark: Mark;
  readonly restoreOutside: () => void;
  readonly recorded: RecorderMark;
}

/** Something that is true of the present state. */
export interface Standing {
  readonly kind: StateKind;
  readonly key: string;
  readonly violation: Violation | null;
}

export class LiveMachine {
  readonly machine: Machine;
  readonly boot: BootWatch;
  readonly #booted: Booted;
  readonly #settings: PropertySettings;
  /** Which ends are wrong. */
  readonly #judged: Properties;
  readonly #recorder: Recorder;
  readonly #fingerprint: VectorFingerprint;
  readonly #levels: Level[] = [];
  /** By number of steps: what is known of the state there. */
  readonly #standings: Standing[] = [];
  #stop: Stop = Stop.visible;

  /** The machine has just been booted. */
  constructor(booted: Booted, settings: PropertySettings) {
    this.#booted = booted;
    this.machine = booted.machine;
    this.#settings = settings;
    this.#judged = switchesOf(settings);
    this.#recorder = new Recorder(booted.machine, null, undefined);
    this.#recorder.isFinal = false;
    this.boot = new BootWatch(booted.machine);
    this.#fingerprint = VectorFingerprint.of(booted.machine, {
      frames: new LocalLiveness(booted.machine),
      fields: null,
    });
    this.#stand();
  }

  /** How many steps lead to the present state. */
  get depth(): number {
    return this.#levels.length;
  }

  get steps(): Step[] {
    return this.#levels.map(({ step }) => step);
  }

  get recorded(): readonly TraceStep[] {
    return this.#recorder.steps;
  }

  /** Instructions of a step of the path. */
  instructionsOf(index: number): number {
    return this.#levels[index]?.instructions ?? 0;
  }

  /** The present state. */
  get standing(): Standing {
    return this.#standings[this.depth] ?? bug("a state that nobody has looked at");
  }

  /** The states of the path, the first one first. */
  get standings(): readonly Standing[] {
    return this.#standings;
  }

  /** An assumption about the program turned out to be wrong: steps have ended at wrong places. */
  get isRefuted(): boolean {
    return this.machine.sharing.isRefuted;
  }

  /** The names of the path's objects; further ones may be added to the copy. */
  copyNames(): ObjectNames {
    return this.#recorder.names.copy();
  }

  laneOf(thread: number): number {
    return this.#recorder.laneOf(thread);
  }

  /** The path as a trace, with the violation that it ends in. */
  trace(): { readonly trace: Trace; readonly violation: Violation | null } {
    return this.#recorder.finish(this.standing.violation, 0);
  }

  moves(): Moves {
    const moves = new Moves();
    if (this.isOver) return moves;
    judge(this.machine, this.#stop, moves, this.#judged);
    return moves;
  }

  /** The program has ended; a deadlocked one has not. */
  get isOver(): boolean {
    return this.#stop === Stop.halted || this.#stop === Stop.ignored;
  }

  /** Why a step cannot be taken here; null if it can. */
  obstacleTo(step: Step): string | null {
    if (this.isOver) return "the program has ended";
    return obstacleTo(this.machine, step, this.#stop);
  }

  take(step: Step): void {
    const m = this.machine;
    const level = {
      step,
      instructions: m.instructions,
      stopBefore: this.#stop,
      restoreOutside: rememberOutside(m),
      recorded: this.#recorder.mark(),
      mark: m.beginTransition(0, 0),
    };
    try {
      this.#stop = this.#recorder.take(step, { noteWrites: () => this.#noteWrites() });
    } catch (error) {
      this.#goBack(level);
      throw error;
    }
    this.#levels.push({ ...level, instructions: m.instructions - level.instructions });
    this.#stand();
  }

  goBackTo(depth: number): void {
    const level = this.#levels[depth];
    if (level === undefined) return;
    this.#goBack(level);
    this.#levels.length = depth;
    this.#standings.length = depth + 1;
  }

  #goBack({ mark, restoreOutside, recorded, stopBefore }: Omit<Level, "instructions">): void {
    this.machine.undoTo(mark);
    restoreOutside();
    this.#recorder.restore(recorded);
    this.#stop = stopBefore;
  }

  /** What a step from here would do, and the state that it leads to. `names` may get further names. */
  rehearse(step: Step, names: ObjectNames): Rehearsed & { readonly standing: Standing } {
    let standing: Standing | null = null;
    const rehearsed = rehearse(this.machine, names, step, (stop) => {
      this.#noteWrites();
      standing = this.#standingAfter(stop, () => [...this.steps, step]);
    });
    return { ...rehearsed, standing: standing ?? this.standing };
  }

  #noteWrites(): void {
    this.#fingerprint.noteWrites();
    this.boot.note(this.machine.begun);
  }

  #stand(): void {
    this.#standings[this.depth] = this.#standingAfter(this.#stop, () => this.steps);
  }

  #standingAfter(stop: Stop, steps: () => readonly Step[]): Standing {
    const m = this.machine;
    const { output } = this.#booted;
    const kind = judge(m, stop, new Moves(), this.#judged);
    // A property may remember what it has reported; each state is to be judged by itself.
    const inspectors = new Inspectors(statePropertiesFor(m, this.#settings, output));
    const found = violationAfter(m, stop, inspectors, steps, this.copyNames());
    // A replay always stops at a deadlock; the reader may have allowed them.
    const violation = found?.kind === "deadlock" && !this.#judged.deadlock ? null : found;
    const state = this.#fingerprint.key(stop);
    // Where the program is over, its threads stand as they did before, and nothing follows.
    const key = stop === Stop.halted || stop === Stop.ignored ? `over ${state}` : state;
    return { kind, key, violation };
  }
}
