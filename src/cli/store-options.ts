/** The options that choose where a search keeps the states it has visited. */
import type { Command } from "commander";
import { unreachable } from "../core/assert.ts";
import { BadUsageError } from "../core/errors.ts";
import { isOutOfMemory } from "../launch/launchable-program.ts";
import { BitstateStore } from "../state/stores/bitstate-store.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { ExactStore } from "../state/stores/exact-store.ts";
import { STORE_KINDS, type StateStore, type StoreKind } from "../state/stores/store.ts";
import { parseSize } from "./options.ts";

export interface StoreOptions {
  readonly store: string;
  readonly storeSize?: string;
}

const DEFAULT_SIZE = "128m";
const SIZE_RANGE = { least: "1k", most: "16g" };

export function addStoreOptions(command: Command): Command {
  return command
    .option(
      `--store <${STORE_KINDS.join("|")}>`,
      "keep states whole, as 64-bit fingerprints, or as a few bits each (which may miss some)",
      "compact",
    )
    .option("--store-size <size>", `size of the bitstate table (default: ${DEFAULT_SIZE})`);
}

/** Makes stores of the kind asked for; the options are judged at once. */
export function storeMaker(options: StoreOptions): () => StateStore {
  const kind = STORE_KINDS.find((known) => known === options.store);
  if (kind === undefined) {
    throw new BadUsageError(`--store ${options.store} is not a store`, {
      hint: `There are ${STORE_KINDS.join(", ")}.`,
    });
  }
  if (kind !== "bitstate" && options.storeSize !== undefined) {
    throw new BadUsageError(`--store-size does not go with --store ${kind}`, {
      hint: "Only the table of --store bitstate has a fixed size; --memory limits all of them.",
    });
  }
  const size = parseSize("--store-size", options.storeSize ?? DEFAULT_SIZE, SIZE_RANGE);
  return () => makeStore(kind, size);
}

function makeStore(kind: StoreKind, size: number): StateStore {
  switch (kind) {
    case "exact":
      return new ExactStore();
    case "compact":
      return new CompactStore();
    case "bitstate":
      return makeBitstate(size);
    default:
      return unreachable(kind);
  }
}

function makeBitstate(size: number): StateStore {
  try {
    return new BitstateStore(size);
  } catch (cause) {
    if (!isOutOfMemory(cause)) throw cause;
    throw new BadUsageError("there is not enough memory for --store-size", {
      cause,
      hint: "Choose a smaller size.",
    });
  }
}
