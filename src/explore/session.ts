/**
 * A session of `deadwood explore`: a live machine, the path that led to its state and the rest of the path that the
 * reader has gone back on, the states seen so far, and the last check. Commands run one after another.
 */

import {
  describeProgram,
  NO_VIOLATION,
  TRACE_FORMAT,
  TRACE_VERSION,
  type TraceFile,
} from "../check/trace-file.ts";
import { bug } from "../core/assert.ts";
import { DeadwoodError } from "../core/errors.ts";
import { pause } from "../core/job.ts";
import type { HeapView } from "../explain/heap/heap-data.ts";
import { HeapViews } from "../explain/heap/heap-view.ts";
import type { Booted, LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import { Invariants } from "../search/properties/invariant.ts";
import { type PropertySettings, recordSettings } from "../search/properties/table.ts";
import type { Step } from "../search/step.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";
import { BackgroundCheck, type CheckRequest } from "./background-check.ts";
import type { ExploreCommand } from "./explore-data.ts";
import { LiveMachine } from "./live-machine.ts";
import { runUntil } from "./run-until.ts";

/** The path of a session has at most so many steps. */
const MAX_PATH = 5000;
/** States that are remembered as visited. */
const MAX_SEEN = 100_000;
const SLICE = 100;
const SEVERAL = -1;

export interface SessionSetup {
  readonly program: LaunchableProgram;
  readonly settings: PropertySettings;
  readonly check: CheckRequest;
  /** What is known of the program's use of shared memory. */
  readonly discipline?: readonly RefutedAssumption[];
}

/** A step beyond the present state. */
interface AheadStep {
  readonly step: Step;
  /** How far it went when it was taken; 0 if it never was. */
  readonly instructions: number;
}

export class ExploreSession {
  readonly check: BackgroundCheck;
  /** By state: a number for the schedule that led there; SEVERAL if there was more than one. */
  readonly #seen = new Map<string, number>();
  /** By number of steps: the same number for the path up to there. */
  readonly #schedules: number[] = [];
  readonly #setup: SessionSetup;
  #known: readonly RefutedAssumption[];
  #booted: Booted;
  #live: LiveMachine;
  #heap: HeapViews;
  /** Steps of the path beyond the present state, which can be taken again. */
  #ahead: readonly AheadStep[] = [];
  #notice: string | null = null;

  constructor(setup: SessionSetup) {
    this.#setup = setup;
    this.#known = setup.discipline ?? [];
    this.check = new BackgroundCheck(setup.check);
    const { booted, live, heap } = this.#start();
    this.#booted = booted;
    this.#live = live;
    this.#heap = heap;
    this.#note();
  }

  get live(): LiveMachine {
    return this.#live;
  }

  get ahead(): readonly AheadStep[] {
    return this.#ahead;
  }

  get program(): LaunchableProgram {
    return this.#setup.program;
  }

  /** What the reader should know about the last command; null for nothing. */
  get notice(): string | null {
    return this.#notice;
  }

  /** The session has visited the state. */
  hasVisited(key: string): boolean {
    return this.#seen.has(key);
  }

  /** The session has come to the present state by another schedule, too. */
  get isKnownOtherwise(): boolean {
    return this.#seen.get(this.#live.standing.key) === SEVERAL;
  }

  get visited(): number {
    return this.#seen.size;
  }

  heap(): HeapView {
    return this.#heap.view();
  }

  async perform(command: ExploreCommand): Promise<void> {
    this.#notice = null;
    try {
      await this.#do(command);
    } catch (error) {
      // What the program did is unsupported, or takes too much room: the machine stands where it stood before.
      if (!(error instanceof DeadwoodError)) throw error;
      this.#notice = error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
    }
    await this.correctSteps();
  }

  async #do(command: ExploreCommand): Promise<void> {
    switch (command.do) {
      case "step":
        this.#choose({ thread: command.thread, choice: command.choice });
        return;
      case "go":
        await this.#goTo(command.to);
        return;
      case "run":
        this.#notice = await runUntil(
          () => this.#live,
          command,
          (step) => this.#choose(step),
        );
        return;
      case "check":
        this.check.start();
        return;
      case "stop":
        this.check.stop();
        return;
      case "jump":
        await this.#jumpTo(command.violation);
        return;
      default:
        command satisfies never;
    }
  }

  /** Follows a schedule from the start. */
  async follow(steps: readonly Step[]): Promise<void> {
    this.#live.goBackTo(0);
    this.#ahead = steps.map((step) => ({ step, instructions: 0 }));
    await this.#goTo(steps.length);
    // What cannot be taken is no part of the path.
    this.#ahead = [];
    await this.correctSteps();
  }

  /** The path up to the present state as a file for `deadwood replay`. */
  traceFile(): TraceFile {
    const { trace, violation } = this.#live.trace();
    return {
      format: TRACE_FORMAT,
      version: TRACE_VERSION,
      program: describeProgram(this.#setup.program.options, this.#booted),
      violation: {
        kind: violation?.kind ?? NO_VIOLATION,
        message: violation?.message ?? "a path without a violation",
        details: violation?.details ?? [],
        cycle: 0,
      },
      discipline: this.#known,
      judgedBy: recordSettings(this.#setup.settings),
      trace,
    };
  }

  #choose(step: Step): void {
    const why = this.#live.obstacleTo(step);
    if (why !== null) {
      this.#notice = `The step cannot be taken: ${why}.`;
      return;
    }
    const [next, ...rest] = this.#ahead;
    const isSame = next?.step.thread === step.thread && next.step.choice === step.choice;
    this.#ahead = isSame ? rest : [];
    this.#take(step);
  }

  #take(step: Step): void {
    if (this.#live.depth >= MAX_PATH) {
      this.#notice = `A path has at most ${MAX_PATH} steps.`;
      return;
    }
    this.#live.take(step);
    this.#note();
  }

  /** Takes note of the present state, to which the last step of the path has led. */
  #note(): void {
    const { depth, standing } = this.#live;
    const last = this.#live.steps.at(-1);
    const before = this.#schedules[depth - 1] ?? 0;
    // Two schedules with one number would only be taken for the same.
    const schedule =
      last === undefined ? 1 : (before * 8191 + last.thread * 64 + last.choice + 2) % 2 ** 38;
    this.#schedules[depth] = schedule;
    const known = this.#seen.get(standing.key);
    if (known === undefined && this.#seen.size >= MAX_SEEN) return;
    this.#seen.set(standing.key, known === undefined || known === schedule ? schedule : SEVERAL);
  }

  async #goTo(depth: number): Promise<void> {
    const live = this.#live;
    if (depth < live.depth) {
      const back = live.steps
        .map((step, at) => ({ step, instructions: live.instructionsOf(at) }))
        .slice(depth);
      this.#ahead = [...back, ...this.#ahead];
      live.goBackTo(depth);
      return;
    }
    for (let i = 1; live.depth < depth && this.#ahead.length > 0; i++) {
      const [next] = this.#ahead;
      if (next === undefined) return;
      const before = live.depth;
      this.#choose(next.step);
      if (live.depth === before || live.isRefuted) return;
      if (i % SLICE === 0) await pause();
    }
  }

  async #jumpTo(index: number): Promise<void> {
    const file = await this.check.traceOf(index);
    if (file === null) {
      this.#notice = "The last check has no such violation.";
      return;
    }
    this.#known = file.discipline;
    this.#restart();
    await this.follow(file.trace.steps);
  }

  #start(): { booted: Booted; live: LiveMachine; heap: HeapViews } {
    const { program, settings } = this.#setup;
    const booted = program.start(SILENT, this.#known);
    const { observers } = new Invariants(booted.machine, settings.invariants, booted.output);
    const live = new LiveMachine(booted, settings);
    return { booted, live, heap: new HeapViews(live, observers) };
  }

  #restart(): void {
    const { booted, live, heap } = this.#start();
    this.#booted = booted;
    this.#live = live;
    this.#heap = heap;
  }

  /**
   * If an assumption about the program was wrong, steps end at more places than they did. The same instructions run
   * again on a fresh machine: a step of the path becomes one or more steps of the same thread. False if all is well.
   */
  async correctSteps(): Promise<boolean> {
    let isCorrected = false;
    for (let i = 0; ; i++) {
      if (i > 100) bug("the assumptions about a program are wrong again and again");
      const refuted = this.#live.isRefuted ? this.#live.machine.sharing.refuted : [];
      const known = merged(this.#known, refuted, this.check.learned);
      if (known === null) return isCorrected;
      this.#known = known;
      await this.#runAgain();
      isCorrected = true;
      this.#notice ??=
        "Steps end at more places now: an access that no other thread seemed to meet can be met after all.";
    }
  }

  async #runAgain(): Promise<void> {
    const old = this.#live;
    const path = [
      ...old.steps.map((step, at) => ({ step, instructions: old.instructionsOf(at) })),
      ...this.#ahead,
    ];
    this.#restart();
    this.#ahead = [];
    let depth = 0;
    for (const [at, { step, instructions }] of path.entries()) {
      if (at === old.depth) ({ depth } = this.#live);
      if (!this.#repeat(step, instructions)) break;
      if (at % SLICE === 0) await pause();
    }
    if (path.length > old.depth) await this.#goTo(depth);
  }

  /** Runs a thread for so many instructions; false if it cannot. */
  #repeat(step: Step, instructions: number): boolean {
    let left = instructions;
    for (let next = step; left > 0; next = { thread: step.thread, choice: -1 }) {
      if (this.#live.obstacleTo(next) !== null) return false;
      const { depth } = this.#live;
      this.#take(next);
      if (this.#live.depth === depth) return false;
      left -= this.#live.instructionsOf(depth);
      if (this.#live.instructionsOf(depth) === 0) return true;
    }
    return true;
  }
}

/** What is known together; null if the first list says it all. */
function merged(
  known: readonly RefutedAssumption[],
  ...others: readonly (readonly RefutedAssumption[])[]
): readonly RefutedAssumption[] | null {
  const levels = new Map(known);
  let isNew = false;
  for (const [name, level] of others.flat()) {
    const old = levels.get(name);
    if (old !== undefined && old >= level) continue;
    levels.set(name, level);
    isNew = true;
  }
  return isNew ? [...levels] : null;
}
