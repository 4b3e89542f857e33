/**
 * From which length on xxHash (WebAssembly) is faster than our own hash of words,
 * and what a key of contents costs compared with SHA-256.
 *
 *   npm run build && node benchmarks/hash.mjs [--json FILE]
 *
 * CPU time of one call, the best of five rounds, for inputs of 64 bytes to 16 KB
 * that differ in their first word. `words` is the loop in JavaScript (VectorHash
 * without the bulk hash), `xxHash` one call of h64Raw as VectorHash makes it, with a
 * view of the bytes and the result taken apart into two words, `key` the 128 bits of contentKey, `SHA-256` node:crypto. The
 * threshold is the first length from which on xxHash wins.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bulkHash, contentKey, loadBulkHash } from "../dist/core/bulk-hash.js";
import { VectorHash } from "../dist/state/vector/vector-hash.js";
import { table } from "./lib/table.mjs";

const LENGTHS = [64, 128, 256, 320, 384, 512, 768, 1024, 2048, 4096, 16384];
const ROUNDS = 5;
/** Bytes that a round hashes at each length. */
const ROUND_BYTES = 1 << 24;

const { values } = parseArgs({ options: { json: { type: "string" } } });

// A hash created before loading keeps using the loop in JavaScript.
const loop = new VectorHash();
const before = process.cpuUsage();
await loadBulkHash();
const { user, system } = process.cpuUsage(before);
const loadMicroseconds = user + system;
const { h64Raw } = bulkHash();
const result = new BigUint64Array(1);
const halves = new Int32Array(result.buffer);

let sink = 0;

/** Nanoseconds of CPU time a call takes. */
function timed(length, call) {
  const count = Math.ceil(ROUND_BYTES / length / 4);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < count; i++) call(i);
    const spent = process.cpuUsage(start);
    best = Math.min(best, ((spent.user + spent.system) * 1000) / count);
  }
  return best;
}

function measure(length) {
  const words = Int32Array.from({ length: length / 4 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 20);
  const bytes = new Uint8Array(words.buffer);
  const inWords = (i) => {
    words[0] = i;
    loop.of(words, words.length);
    sink ^= loop.low;
  };
  const inBulk = (i) => {
    words[0] = i;
    result[0] = h64Raw(new Uint8Array(words.buffer, 0, length));
    sink ^= halves[0];
  };
  const text = (key) => (i) => {
    words[0] = i;
    sink ^= key(bytes).length;
  };
  return {
    bytes: length,
    words: timed(length, inWords),
    xxHash: timed(length, inBulk),
    key: timed(length, text(contentKey)),
    sha256: timed(
      length,
      text((each) => createHash("sha256").update(each).digest("hex")),
    ),
  };
}

const rows = LENGTHS.map(measure);
const slower = rows.findLastIndex(({ words, xxHash }) => xxHash >= words);
const report = {
  loadMicroseconds,
  threshold: rows[slower + 1]?.bytes ?? null,
  rows: rows.map((row) => ({
    ...row,
    "words/xxHash": row.words / row.xxHash,
    "sha256/key": row.sha256 / row.key,
  })),
};
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(
  `${table(
    ["bytes", "words ns", "xxHash ns", "ratio", "key ns", "SHA-256 ns", "ratio"],
    report.rows.map((row) => [
      String(row.bytes),
      row.words.toFixed(0),
      row.xxHash.toFixed(0),
      row["words/xxHash"].toFixed(2),
      row.key.toFixed(0),
      row.sha256.toFixed(0),
      row["sha256/key"].toFixed(2),
    ]),
  )}\n\nloading takes ${(loadMicroseconds / 1000).toFixed(1)} ms; xxHash wins from ${report.threshold} bytes on\n`,
);
process.exitCode = Number.isNaN(sink) ? 1 : 0;
