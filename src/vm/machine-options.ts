/** How a machine is made: what it runs with, and what it shows of itself. */

import type { MemorySize } from "./memory/memory.ts";
import type { NativeTable } from "./native-api/native-method.ts";
import { SectionMode } from "./sharing/library-operations.ts";

/** The machine's windows to the outside. */
export interface Console {
  write(fd: number, bytes: Uint8Array): void;
  /** Bytes read into the array, -1 at the end. */
  read(into: Uint8Array): number;
}

export interface MachineOptions extends MemorySize {
  readonly console: Console;
  readonly assertions: boolean;
  /** Milliseconds since 1970 at which virtual time starts. */
  readonly epochMillis: number;
  readonly properties: readonly (readonly [string, string])[];
  readonly natives: NativeTable;
  /** Keep the undo log. */
  readonly undo: boolean;
  /** Translate code so that schedules can be explored. */
  readonly checking?: boolean;
  /** In a checked run: what makes fewer things visible; all of them when left out. */
  readonly reductions?: ReadonlySet<Reduction>;
  /** In a checked run, threads that wait may wake up for no reason. */
  readonly spuriousWakeups?: boolean;
  /** In a checked run, an uncaught exception ends its thread only, as in Java, and not the run. */
  readonly toleratesUncaught?: boolean;
  /** In a checked run: what threads have taken of the models' locks and not given back is counted. */
  readonly tracksHoldings?: boolean;
  /** In a checked run: values that a JVM might choose differently are taken as they are here. */
  readonly assumesFixed?: boolean;
  /** The JDK's java.util.concurrent shows every access of its own, instead of one step an operation. */
  readonly realLibrary?: boolean;
}

/**
 * What a checked run need not show to other threads: accesses to objects that
 * only one thread can reach; reads of final fields; accesses that keep to the
 * program's discipline; what threads do to each other that none can notice. And
 * for a search: steps that lead where others do, because they can change places.
 */
export const REDUCTIONS = ["private", "final", "discipline", "threads", "sleep"] as const;
export type Reduction = (typeof REDUCTIONS)[number];

/** What a machine makes of operations of java.util.concurrent. */
export function sectionMode({ checking, realLibrary }: MachineOptions): SectionMode {
  if (checking !== true) return SectionMode.none;
  return realLibrary === true ? SectionMode.timed : SectionMode.steps;
}
