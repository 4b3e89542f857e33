/** Checks of small programs in the ways that the reductions can be combined. */
import { dvrOf, livenessOf } from "../../src/liveness/reductions.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { ExitCodes } from "../../src/search/properties/exit-code.ts";
import { replay } from "../../src/search/replay/replay.ts";
import { ExactStore } from "../../src/state/stores/exact-store.ts";
import type { FixedValue } from "../../src/vm/interpreter/fixed-values.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";
import { installedJdk } from "./java.ts";
import { machineOf } from "./machine.ts";
import { untilFound } from "./searches.ts";

export interface Way {
  readonly dvr?: "none" | "local" | "hybrid" | "dynamic" | "full";
  readonly reductions?: readonly Reduction[];
  /** States are kept whole. */
  readonly isExact?: boolean;
  readonly stackWords?: number;
}

/** All reductions with everything that is taken for dead, and fewer of them with nothing. */
export const WAYS: readonly Way[] = [
  { dvr: "none" },
  { dvr: "local" },
  { dvr: "hybrid" },
  { dvr: "dynamic" },
  { dvr: "full" },
  { dvr: "none", reductions: [] },
  { dvr: "none", reductions: ["private", "final"] },
  { dvr: "none", reductions: ["private", "final", "discipline"] },
];

/** Those that have least in common. */
export const FEW_WAYS: readonly Way[] = [
  { dvr: "local" },
  { dvr: "full" },
  { dvr: "none", reductions: [] },
];

export interface SmallChecks {
  readonly machineFor: (mainClass: string, args: readonly string[], way: Way) => Machine;
  /** What goes wrong on some schedule, also on a fresh machine, or how the search ends; and what was left out. */
  readonly check: (
    mainClass: string,
    args: readonly string[],
    way?: Way,
  ) => {
    readonly end: string;
    readonly approximations: readonly string[];
    readonly fixedValues: readonly FixedValue[];
    /** With what the program ended, on the schedules that were seen. */
    readonly exitCodes: readonly number[];
  };
}

/** Of the programs in a folder of classes. */
export function smallChecks(compiled: { readonly folder: string }): SmallChecks {
  const machineFor: SmallChecks["machineFor"] = (
    mainClass,
    args,
    { reductions = REDUCTIONS, stackWords },
  ) =>
    machineOf({
      ...(stackWords === undefined ? {} : { stackWords }),
      // Small, since many are made; below this there is no room for the guards of static fields.
      heapWords: 1 << 21,
      classPath: compiled.folder,
      mainClass,
      args,
      jdk: installedJdk!.home,
      reductions: new Set(reductions),
      undo: true,
      checking: true,
    }).m;

  const check: SmallChecks["check"] = (mainClass, args, way = {}) => {
    const { dvr = "local", isExact = false } = way;
    const m = machineFor(mainClass, args, way);
    const wanted = dvrOf(dvr);
    const codes = new ExitCodes(null);
    const search = new DepthFirst(
      m,
      { states: 100_000, depth: 10_000 },
      {
        liveness: livenessOf(wanted, m),
        inspected: [codes],
        dynamic: wanted.has("dynamic"),
        ...(isExact ? { newStore: () => new ExactStore() } : {}),
      },
    );
    const told = untilFound(search);
    const left = {
      approximations: [...m.approximations],
      fixedValues: [...m.fixed.found.values()],
      exitCodes: codes.seen,
    };
    if (told.kind !== "violated") return { end: told.kind, ...left };
    const fresh = machineFor(mainClass, args, way);
    fresh.sharing.adopt(m.sharing.refuted);
    const { violation } = replay(fresh, told.violation.trace);
    return { end: violation?.message ?? "nothing on a fresh machine", ...left };
  };

  return { machineFor, check };
}
