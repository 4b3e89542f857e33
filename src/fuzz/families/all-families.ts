/** The kinds of random programs, by the names that the command line has for them. */

import {
  concurrentProgram,
  cornersProgram,
  guardedProgram,
  historyProgram,
  type RandomProgram,
  randomProgram,
  readsProgram,
  withEnding,
} from "../generator/program.ts";
import { LIBRARY_KINDS } from "./concurrent/program.ts";

/**
 * anything: any thread does anything to anything. rules: guards, hand-overs and
 * phases that are kept most of the time. library: the same with locks, queues
 * and the like of java.util.concurrent, which needs a JDK. reads: values that
 * are read in one of many ways, or never again, and exit codes made of some.
 * ends: as library, with such exit codes. corners: what the others hardly ever
 * come to. history: what was done long before, or by somebody else, decides.
 */
export const KINDS = [
  "anything",
  "rules",
  "library",
  "reads",
  "ends",
  "corners",
  "history",
] as const;

/**
 * Kinds for the library itself: what it is that they use of java.util.concurrent, or use it
 * for. They are apart from the others, which take turns without them.
 */
export { LIBRARY_KINDS } from "./concurrent/program.ts";

export const ALL_KINDS = [...KINDS, ...LIBRARY_KINDS] as const;
export type Kind = (typeof ALL_KINDS)[number];

/** Programs of these kinds may use classes that are not modelled. */
export const mayNeedJdk = (kind: Kind): boolean =>
  kind === "library" || kind === "ends" || LIBRARY_KINDS.some((each) => each === kind);

const MAKERS = {
  anything: randomProgram,
  rules: (seed) => guardedProgram(seed, false),
  library: (seed) => guardedProgram(seed, true),
  reads: readsProgram,
  ends: (seed) => withEnding(guardedProgram(seed, true)),
  corners: cornersProgram,
  history: historyProgram,
  executors: (seed) => concurrentProgram("executors", seed),
  futures: (seed) => concurrentProgram("futures", seed),
  queues: (seed) => concurrentProgram("queues", seed),
  conditions: (seed) => concurrentProgram("conditions", seed),
  barriers: (seed) => concurrentProgram("barriers", seed),
  timed: (seed) => concurrentProgram("timed", seed),
  interrupts: (seed) => concurrentProgram("interrupts", seed),
} as const satisfies Readonly<Record<Kind, (seed: number) => RandomProgram>>;

/** Seeds above this would mean the same programs as smaller ones. */
export const MAX_SEED = 2 ** 32 - 1;

/** A program by its name: the same today and tomorrow, here and elsewhere. */
export interface Task {
  readonly kind: Kind;
  readonly seed: number;
}

export const programOf = ({ kind, seed }: Task): RandomProgram => MAKERS[kind](seed);

/** So many programs from a seed on, the kinds taking turns. */
export function tasksFrom(seed: number, programs: number, kinds: readonly Kind[]): Task[] {
  return Array.from({ length: programs }, (_, i) => ({
    kind: kinds[i % kinds.length]!,
    seed: seed + Math.floor(i / kinds.length),
  }));
}
