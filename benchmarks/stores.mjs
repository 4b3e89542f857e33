/**
 * What the compact store costs by itself: time and memory of an insertion, and
 * how both change with size.
 *
 *   npm run build && node benchmarks/stores.mjs [--states N]
 *
 * Fingerprints as good as random are added up to N (10^7 unless told otherwise).
 * For each tenfold: CPU time of an insertion, of a look-up that finds it again,
 * and bytes a state on average and at most. Insertions follow each other
 * directly here. In a search there is work between them, and the cache is less
 * often warm.
 */
import { parseArgs } from "node:util";
import { CompactStore } from "../dist/state/stores/compact-store.js";
import { table } from "./lib/table.mjs";

const FIRST = 10_000;
/** Look-ups that are timed at the end of each tenfold. */
const LOOK_UPS = 200_000;
const SAMPLE_EVERY = 256;

const { values } = parseArgs({ options: { states: { type: "string", default: "1e7" } } });
const states = Number(values.states);
if (!(states >= FIRST)) {
  process.stderr.write(`bench: --states takes a number from ${FIRST} up\n`);
  process.exit(2);
}

function scatter(i) {
  let hash = Math.imul(i ^ (i >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}

const add = (store, i) => store.visit(scatter(i), scatter(i ^ 0x5bd1e995), 0);

/** Nanoseconds of CPU time for each of `count` calls. */
function timed(count, run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / count;
}

/** Adds what is missing; bytes a state on the way. */
function fill(store, from, to) {
  let most = 0;
  let sum = 0;
  let samples = 0;
  for (let i = from; i < to; i++) {
    add(store, i);
    if (i < FIRST || i % SAMPLE_EVERY !== 0) continue;
    const share = store.bytes / store.size;
    most = Math.max(most, share);
    sum += share;
    samples++;
  }
  return { most, mean: sum / Math.max(1, samples) };
}

function lookUp(store, count) {
  for (let i = 0; i < count; i++) if (add(store, i)) throw new Error(`fingerprint ${i} is lost`);
}

// The compiler has seen enough of it before anything is timed.
for (let round = 0; round < 5; round++) {
  const store = new CompactStore();
  fill(store, 0, 10 * FIRST);
  lookUp(store, 10 * FIRST);
}
const store = new CompactStore();
fill(store, 0, FIRST);
const rows = [];
for (let from = FIRST; from < states; from *= 10) {
  const to = Math.min(states, from * 10);
  let bytes = { most: 0, mean: 0 };
  const insertion = timed(to - from, () => {
    bytes = fill(store, from, to);
  });
  const lookUps = Math.min(to, LOOK_UPS);
  const hit = timed(lookUps, () => lookUp(store, lookUps));
  rows.push([
    `up to ${to.toLocaleString("en-US")}`,
    insertion.toFixed(0),
    hit.toFixed(0),
    bytes.mean.toFixed(2),
    bytes.most.toFixed(2),
  ]);
}
process.stdout.write(
  `${table(["states", "ns to add", "ns to find", "bytes a state", "at most"], rows)}\n`,
);
