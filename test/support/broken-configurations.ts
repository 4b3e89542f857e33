/**
 * Ways to search that are wrong on purpose: each leaves out something that a
 * reduction or a store must do. The fuzzer must find out.
 */
import type { Configuration } from "../../src/fuzz/search-configurations.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { CompactStore } from "../../src/state/stores/compact-store.ts";
import type { StateStore } from "../../src/state/stores/store.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../../src/vm/machine-options.ts";

function broken(
  name: string,
  reductions: readonly Reduction[],
  breakIt: (m: Machine) => void,
  newStore: () => StateStore = () => new CompactStore(),
): Configuration {
  return {
    name,
    machine: { reductions: new Set(reductions) },
    search: (m, limits) => {
      breakIt(m);
      return new DepthFirst(m, limits, { newStore });
    },
  };
}

const leave = (): void => {};

/** Of each fingerprint a few bits are looked at. */
class ShortSighted extends CompactStore {
  override visit(high: number, low: number, asleep: number): number {
    return super.visit(high & 0xf, low & 0xf, asleep);
  }

  override narrow(high: number, low: number, asleep: number): void {
    super.narrow(high & 0xf, low & 0xf, asleep);
  }
}

export const BROKEN: readonly Configuration[] = [
  broken("short-sighted", [], leave, () => new ShortSighted()),
  // What is done to shared objects never breaks a rule.
  broken("trusting-fields", ["private", "final", "discipline"], (m) => {
    m.sharing.field = () => false;
  }),
  broken("trusting-statics", ["private", "final", "discipline"], (m) => {
    m.sharing.staticField = () => false;
  }),
  // Nobody interrupts, asks, peeks or counts, whatever they do.
  broken("trusting-threads", REDUCTIONS, (m) => {
    m.sharing.threads.refuteAll = () => {};
  }),
];
