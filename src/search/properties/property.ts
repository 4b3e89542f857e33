/**
 * What can be wrong with a program, and how a search asks. A `Property` is a row of the table (table.ts): all that
 * is known about one kind of violation. Options and help, reports, replays, minimising, reducing and the fuzzer read
 * it there, so that a new property is one file and one line of the table.
 *
 * Deadlocks, uncaught exceptions and livelocks show in where a path leads, so the search sees them by itself. For
 * everything else a property makes a `StateProperty`, which the search asks about states. Which of them have to be
 * asked where is found out once (`Inspectors`): a state that no property asks about costs nothing.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import type { MachineOptions } from "../../vm/machine-options.ts";
import type { RefutedAssumption } from "../../vm/sharing/observability.ts";
import type { Step } from "../step.ts";
import type { ObjectNames } from "../trace/object-names.ts";
import type { Operation, Place, Trace, Why } from "../trace/trace.ts";
import type { Violation } from "./violation.ts";

/**
 * How far the program is in a state: threads run that keep it alive; only daemon threads are left, so that it may end
 * at any moment; or it is over.
 */
export type ProgramStage = "running" | "daemons" | "over";

/**
 * A property at work in one search or replay. The machine stands between two steps, and must be left as it is.
 * `trace` gives the steps that led here, `names` the names by which a reader knows the objects already.
 */
export interface StateProperty {
  /** Looks at a new state. */
  inspect?(m: Machine, trace: () => readonly Step[], names?: ObjectNames): Violation | null;
  /**
   * Looks at a state in which the program ends, or may end. Of those that are over, equal states are not told apart:
   * it sees every path that ends well.
   */
  atEnd?(
    m: Machine,
    stage: "daemons" | "over",
    trace: () => readonly Step[],
    names?: ObjectNames,
  ): Violation | null;
  /** Looks at a state in which a path ends in a deadlock or an uncaught exception. */
  atWrongEnd?(m: Machine, trace: () => readonly Step[]): Violation | null;
  /** The search begins again with other steps: what was collected must be collected anew. */
  restarted?(): void;
  /** Methods of the program that it evaluates: what they read is never dead. */
  readonly observers?: readonly RuntimeMethod[];
  /** All violations so far, where it finds several in one state, of which the search reports the first. */
  collected?(): readonly CollectedViolation[];
}

/** A violation with what was known of the program when it was found: where the steps of its schedule end follows from that. */
export type CollectedViolation = Violation & { readonly discipline: readonly RefutedAssumption[] };

/** The properties of one search or replay, by where they have to be asked. */
export class Inspectors {
  readonly #at: Readonly<Record<ProgramStage, readonly StateProperty[]>>;
  readonly #atWrongEnd: readonly StateProperty[];

  constructor(properties: readonly StateProperty[]) {
    this.#at = {
      running: properties.filter((each) => each.inspect !== undefined),
      daemons: properties.filter((each) => each.inspect !== undefined || each.atEnd !== undefined),
      over: properties.filter((each) => each.atEnd !== undefined),
    };
    this.#atWrongEnd = properties.filter((each) => each.atWrongEnd !== undefined);
  }

  /** False if no property has a question about such a state. */
  asksAbout(stage: ProgramStage): boolean {
    return this.#at[stage].length > 0;
  }

  /** The first thing wrong with the present state; all properties have seen it afterwards. */
  inspect(
    m: Machine,
    stage: ProgramStage,
    trace: () => readonly Step[],
    names?: ObjectNames,
  ): Violation | null {
    let found: Violation | null = null;
    for (const property of this.#at[stage]) {
      const wrong = stage === "over" ? null : (property.inspect?.(m, trace, names) ?? null);
      found ??= wrong;
      if (stage === "running") continue;
      const wrongEnd = property.atEnd?.(m, stage, trace, names) ?? null;
      found ??= wrongEnd;
    }
    return found;
  }

  /** The first thing wrong besides the deadlock or the exception that a path ends with. */
  inspectWrongEnd(m: Machine, trace: () => readonly Step[]): Violation | null {
    for (const property of this.#atWrongEnd) {
      const wrong = property.atWrongEnd!(m, trace);
      if (wrong !== null) return wrong;
    }
    return null;
  }
}

/** How the end of a schedule is judged, besides deadlocks and uncaught exceptions. */
export interface ReplayCriteria {
  readonly properties: readonly StateProperty[];
  /** The number of last steps that must lead back to the state where they began; 0 for none. */
  readonly cycle: number;
}

/** Deadlocks and uncaught exceptions only. */
export const ENDS_ONLY: ReplayCriteria = { properties: [], cycle: 0 };

/** What a schedule was recorded for. */
export interface Recorded {
  readonly kind: string;
  readonly message: string;
  readonly cycle?: number;
}

/** The outside, which must not hear what a property makes the program print. */
export interface OutputGate {
  isMuffled: boolean;
}

/** An option of the command line, as commander spells it. */
export interface PropertyOption {
  readonly flags: string;
  readonly about: string;
  readonly default?: string;
  /** May be given several times. Its value is then a list, and undefined if it was not given. */
  readonly isRepeatable?: true;
}

/** The options as commander reads them. */
export type OptionWords = Readonly<Record<string, unknown>>;

/** What a replay has found out about a violation besides what the search knew. */
export interface ReplayedFacts {
  readonly trace: Trace;
  readonly cycle: number;
  /** Of a thread by its index in the trace. */
  readonly nameOf: (lane: number) => string;
  /** The index in the trace of a thread of the machine. */
  readonly laneOf: (thread: number) => number;
  /** What the property noted on the way (`Property.watch`). */
  readonly watched: ReplayWatch | null;
}

/** Follows a replay, for a property that reports something of the past. */
export interface ReplayWatch {
  /** The running thread is about to execute an instruction; what this returns is called when it has done so. */
  before(): ((stop: Stop) => void) | null;
  /** The trace shows what the last instruction did. */
  shown?(operation: Operation): void;
  /** A step begins, of the thread with this index in the trace. */
  stepBegins?(step: number, lane: number): void;
  /** Objects have moved; the place of a collected one is 0. */
  moved?(newPlace: (ref: number) => number): void;
}

/** How `reduce --check` looks for a kind of failure. */
export interface Reducible<S extends object, N extends string> {
  /** Names of `--check`, and which violations of the kind they mean. */
  readonly names: readonly {
    readonly name: N;
    readonly accepts: (violation: Violation) => boolean;
  }[];
  /** Settings with which a search reports it. */
  readonly settings: Partial<S>;
  /** The number of preemptions that it needs says something about it. */
  readonly countsPreemptions: boolean;
}

/** A row of the table. `S`: the settings that a caller can choose; `N`: what `reduce --check` calls it. */
export interface Property<
  K extends string = string,
  S extends object = object,
  N extends string = string,
> {
  /** What JSON, traces and SARIF call its violations. */
  readonly kind: K;
  /** "data race": what a violation is called in the list of what was checked. */
  readonly title: string;
  /** One sentence for the rules of SARIF. */
  readonly rule: string;
  /** What it means for the program and how to repair it, as Markdown that is also readable as plain text. */
  readonly help: string;
  /** What a violation shows in: how a path ends, a state on the way, or a cycle that no schedule leaves. */
  readonly foundAt: "end" | "state" | "cycle";
  readonly defaults: S;
  readonly options: readonly PropertyOption[];
  /** Whether a search with these settings reports it, as a violation or as a warning. */
  isOn(settings: S): boolean;
  /** The settings that options ask for. */
  parse(words: OptionWords): Partial<S>;
  /** Its violations in the plural, if a setting of the property's name switches it off that is on by default. */
  readonly plural?: string;
  /** What `--property` says about it, if a setting of the property's name switches it on that is off by default. */
  readonly about?: string;
  /** How a machine must run for it. */
  machine?(settings: S): Partial<MachineOptions>;
  /** It knows only the models' java.util.concurrent. */
  readonly needsModels?: true;

  /** The violation of a path that ends in the present state; of properties that show in ends. */
  describeEnd?(m: Machine, trace: readonly Step[]): Violation;
  /** What asks about states; null if that was not asked for. */
  make?(m: Machine, settings: S, output: OutputGate): StateProperty | null;

  /** The settings that a trace file keeps for its replay, and how they are read from it; null: damaged. */
  record?(settings: S): Partial<S>;
  recall?(fields: Readonly<Record<string, unknown>>): Partial<S> | null;
  /** How a schedule that was recorded for one of its violations is judged. */
  criteria?(m: Machine, settings: S, recorded: Recorded, output: OutputGate): ReplayCriteria;
  /** At the end of a replay the trace says which thread waits for what. */
  readonly showsWaits?: true;
  /** Follows a replay from its first step. */
  watch?(m: Machine, names: ObjectNames): ReplayWatch;
  /** The violation with what its replay has shown. */
  refine?(m: Machine, violation: Violation, facts: ReplayedFacts): Violation;
  /** Why it happened. `violation` is the refined one. */
  why?(m: Machine, violation: Violation, facts: ReplayedFacts): Why | null;

  /** The message says which violation it is; without it, the details do as well. */
  readonly isKnownByMessage: boolean;
  /** Minimising may settle for another violation of the kind. */
  readonly isReplaceable: boolean;

  /**
   * What a failure is known by in another version of the same program, in which parts are missing, lines are unknown
   * and classes, members and threads may have other names. What stays is what nobody renames, or what the failure is
   * about. One for each violation in the present state. `asked`: what asked about states, if there is such a thing.
   */
  signatures(m: Machine, violation: Violation, asked: StateProperty | null): readonly string[];
  readonly reducible: Reducible<S, N> | null;

  /** Where SARIF shows it, the most telling place first; without it, where the last step ended. */
  locations?(trace: Trace): readonly Place[];
  /** What the verdict does not cover if a program has this. */
  readonly caveat?: string;
}
