/**
 * The stores of visited states, one row each: what `--store` takes, what `--help` says about it, and how it is made. A
 * new store is a new row.
 */
import { BitstateStore } from "./bitstate-store.ts";
import { CompactStore } from "./compact-store.ts";
import { ExactStore } from "./exact-store.ts";
import type { StateStore } from "./store.ts";

interface StoreRow {
  readonly kind: string;
  readonly about: string;
  /** Its table has a size that is chosen beforehand. */
  readonly hasFixedSize: boolean;
  /** `bytes`: of a table of fixed size. Throws a RangeError when there is no memory. */
  make(bytes: number): StateStore;
}

export const STORES = [
  { kind: "exact", about: "whole states", hasFixedSize: false, make: () => new ExactStore() },
  {
    kind: "compact",
    about: "64-bit fingerprints",
    hasFixedSize: false,
    make: () => new CompactStore(),
  },
  {
    kind: "bitstate",
    about: "a few bits each (may miss states)",
    hasFixedSize: true,
    make: (bytes) => new BitstateStore(bytes),
  },
] as const satisfies readonly StoreRow[];

export type StoreKind = (typeof STORES)[number]["kind"];
export const STORE_KINDS: readonly StoreKind[] = STORES.map(({ kind }) => kind);

export const storeNamed = (kind: StoreKind): StoreRow => STORES.find((each) => each.kind === kind)!;
