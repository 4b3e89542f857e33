/**
 * Philosophers against SPIN, which compiles a model into a C program that does nothing
 * else: how much slower is a checker that interprets Java bytecode? SPIN explores
 * philosophers.pml, which has a step for each step that a Java thread can be seen to take.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, figuresOf } from "../lib/checker.mjs";
import { timedWithin } from "../lib/measure.mjs";
import { plainSearch } from "../lib/reductions.mjs";
import { versionOf } from "../lib/results.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";

const MODEL = join(import.meta.dirname, "philosophers.pml");
const SEATS = 6;
const MEALS = 1;
const BAR = 1 / 4;
/** Numbers of states that differ by no more than this factor are of the same order. */
const SAME_ORDER = 4;
/** SPIN's hash table has 2^24 slots, more than there are states; deeper paths than this there are none. */
const PAN_FLAGS = ["-w24", "-m100000"];

/** SAFETY: no search for cycles, which we do not do either. HC4: hashes instead of states, as we do. */
const VARIANTS = [
  { name: "SPIN, states kept, no reduction", flags: ["-DNOREDUCE"] },
  { name: "SPIN, hashes kept, no reduction", flags: ["-DNOREDUCE", "-DHC4"] },
  { name: "SPIN, states kept, reduction", flags: [] },
  { name: "SPIN, hashes kept, reduction", flags: ["-DHC4"] },
];

export async function spin({ matches, limit, rounds, scratch, progress }) {
  const title = `${SEATS} philosophers with ordered forks, against SPIN`;
  if (!matches("philosophers spin")) return null;
  const version = versionOf("spin", "-V");
  if (version === null)
    return skipped(title, "spin is not installed (Debian: apt-get install spin)");
  if (versionOf("gcc", "--version") === null) return skipped(title, "gcc is not installed");

  const results = [];
  for (const variant of VARIANTS) {
    progress(variant.name);
    results.push(await runSpin(variant, join(scratch, "spin"), limit, rounds));
  }
  const ours = [{ name: "Deadwood, default options", flags: [] }];
  const plain = plainSearch();
  if (plain !== null) {
    ours.unshift({ name: "Deadwood, every shared access", flags: plain });
  }
  const words = ["DiningPhilosophers", "ordered", `${SEATS}`, `${MEALS}`];
  for (const { name, flags } of ours) {
    progress(name);
    const run = await check({ words, flags, limit, rounds, scratch });
    const { states, transitions, searchSeconds } = figuresOf(run);
    const peakBytes = run.report?.totals.peakMemoryBytes ?? null;
    const isSafe = run.verdict === "safe";
    results.push({ name, isSafe, states, transitions, searchSeconds, peakBytes });
  }
  const rated = results.map((result) => ({ ...result, statesPerSecond: speedOf(result) }));
  const ratios = ratiosOf(rated);
  return {
    title: `${title} (${version})`,
    text: [table(HEADER, rated.map(rowOf)), "", ...ratios.map(lineOf)],
    failures: rated.filter(({ isSafe }) => !isSafe).length,
    data: { version, seats: SEATS, meals: MEALS, runs: rated, ratios },
  };
}

const skipped = (title, why) => ({
  title,
  text: [`skipped: ${why}`],
  failures: 0,
  data: { skipped: why },
});

async function runSpin({ name, flags }, folder, limit, rounds) {
  mkdirSync(folder, { recursive: true });
  must("spin", [`-DSEATS=${SEATS}`, `-DMEALS=${MEALS}`, "-a", MODEL], folder);
  must("gcc", ["-O2", "-DSAFETY", ...flags, "-o", "pan", "pan.c"], folder);
  let best = null;
  for (let round = 0; round < rounds; round++) {
    const run = await timedWithin(limit, join(folder, "pan"), PAN_FLAGS);
    if (run !== null && (best === null || run.cpu < best.cpu)) best = run;
  }
  if (best === null) return { name, isSafe: false, states: null, transitions: null };
  return { name, ...parsePan(best.stdout), searchSeconds: best.cpu };
}

function must(command, args, folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}

/** What the verifier that SPIN generates prints at its end. */
export function parsePan(text) {
  const figure = (pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return {
    isSafe: /errors: 0$/m.test(text),
    states: figure(/^\s*(\d+) states, stored/m),
    transitions: figure(/^\s*(\d+) transitions/m),
    peakBytes: figure(/^\s*([\d.]+)\s+total actual memory usage/m) * 2 ** 20,
  };
}

const speedOf = ({ states, searchSeconds }) => (states === null ? null : states / searchSeconds);

/**
 * Ours over SPIN's fastest, each with its like: searches of about as many states. A search
 * that needs far fewer is over before it is warm, and its speed says nothing.
 */
export function ratiosOf(results) {
  return results
    .filter(({ name }) => name.startsWith("Deadwood"))
    .map(({ name, states, statesPerSecond }) => {
      const rivals = results.filter(
        (other) =>
          other.name.startsWith("SPIN") &&
          Math.abs(Math.log(other.states / states)) <= Math.log(SAME_ORDER),
      );
      const best = Math.max(...rivals.map((rival) => rival.statesPerSecond ?? 0));
      return { name, ratio: rivals.length === 0 ? null : statesPerSecond / best };
    });
}

const lineOf = ({ name, ratio }) =>
  `${name.padEnd(31)} ${bar(ratio, "of SPIN's states/s", ratio >= BAR, `at least ${BAR}`)}`;

const HEADER = ["checker", "verdict", "states", "transitions", "CPU s", "states/s", "MB"];

const rowOf = (result) => [
  result.name,
  result.isSafe ? "ok" : "WRONG",
  count(result.states),
  count(result.transitions),
  fixed(result.searchSeconds ?? null, 2),
  count(result.statesPerSecond),
  fixed(result.peakBytes === null ? null : result.peakBytes / 2 ** 20, 0),
];
