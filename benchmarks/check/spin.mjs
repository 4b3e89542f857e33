/**
 * Dining philosophers compared with SPIN, which compiles a model into a specialised C program: how much
 * slower is a checker that interprets Java bytecode? SPIN explores philosophers.pml, which has one step for
 * each observable step of a Java thread.
 *
 * Both check the same properties. Without livelocks (--no-endless), SPIN is compiled for safety (-DSAFETY).
 * With livelocks, SPIN looks for non-progress cycles (-DNP, -l): the model has no progress label, so any
 * cycle would be one. SPIN then stores every state of the model twice, once for each state of its claim, and
 * its states/s count both. (It also ignores deadlocks then, which we check nevertheless.)
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, figuresOf } from "../lib/checker.mjs";
import { timedWithin } from "../lib/measure.mjs";
import { plainSearch, sleepSearch } from "../lib/reductions.mjs";
import { versionOf } from "../lib/results.mjs";
import { parsePan, ratiosOf } from "../lib/spin.mjs";
import { bar, count, fixed, megabytes, table, verdictCell } from "../lib/table.mjs";

const MODEL = join(import.meta.dirname, "philosophers.pml");
const SEATS = 6;
/** With reduction, a larger table takes no longer to explore; without it, a minute and more. */
const MORE_SEATS = 7;
const MEALS = 1;
/** The minimum share of SPIN's states per second, and our minimum states per second. */
const BARS = { ratio: 1 / 4, speed: 100_000 };
/** SPIN's hash table has 2^24 slots, more than there are states without a search for cycles. */
const PAN_FLAGS = ["-w24"];
/** No path is deeper than the first; the second prevents almost any search. */
const DEPTH = "-m100000";
const NO_DEPTH = "-m2";

const ERRORS = "errors";
const CYCLES = "cycles too";
const PROPERTIES = [
  { property: ERRORS, compile: ["-DSAFETY"], run: [], flags: ["--no-endless"] },
  { property: CYCLES, compile: ["-DNP"], run: ["-l"], flags: [] },
];

/**
 * HC4: hashes instead of states, as we use them. They collide more often than ours, so states are lost, and
 * sometimes the right answer with them.
 */
const SPINS = [
  { name: "SPIN, states kept", isReduced: false, compile: ["-DNOREDUCE"] },
  { name: "SPIN, hashes kept", isReduced: false, compile: ["-DNOREDUCE", "-DHC4"] },
  { name: "SPIN, states kept, reduction", isReduced: true, compile: [] },
  { name: "SPIN, hashes kept, reduction", isReduced: true, compile: ["-DHC4"] },
];

const deadwoods = () =>
  [
    { name: "Deadwood, every shared access", isReduced: false, flags: plainSearch() },
    { name: "Deadwood, the same, sleep sets", isReduced: false, flags: sleepSearch() },
    { name: "Deadwood, all reductions", isReduced: true, flags: [] },
  ].filter(({ flags }) => flags !== null);

const sizesOf = (property, isReduced, large) =>
  isReduced || (large && property === ERRORS) ? [SEATS, MORE_SEATS] : [SEATS];

export async function spin({ matches, limit, rounds, large, scratch, progress }) {
  if (!matches("philosophers spin")) return null;
  const version = versionOf("spin", "-V");
  const missing = missingTool(version);
  const session = { limit, scratch, hasSpin: missing === null };
  const runs = [];
  for (const asked of PROPERTIES) {
    for (const isReduced of [false, true]) {
      for (const seats of sizesOf(asked.property, isReduced, large)) {
        const group = contestants(asked, isReduced, seats, session);
        runs.push(...(await inTurns(group, rounds, progress)));
      }
    }
  }
  const ratios = ratiosOf(runs);
  return {
    title: `Philosophers with ordered forks, against SPIN${missing === null ? ` (${version})` : ""}`,
    text: [
      table(HEADER, runs.map(rowOf)),
      "",
      ...(missing === null ? NOTES : [`SPIN skipped: ${missing}`]),
      ...runs.filter(isPlain).map(speedLine),
      ...(missing === null ? ratios.map(ratioLine) : []),
    ],
    // SPIN's hashes may collide; all other results must be right.
    failures: runs.filter((run) => !run.right && !run.name.startsWith("SPIN, hashes")).length,
    data: { version, missing, meals: MEALS, runs, ratios },
  };
}

/** The tool that is missing for measuring SPIN; null if none is. */
function missingTool(version) {
  if (version === null) return "spin is not installed (Debian: apt-get install spin)";
  return versionOf("gcc", "--version") === null ? "gcc is not installed" : null;
}

const isPlain = ({ checker, isReduced, right }) => checker === "Deadwood" && !isReduced && right;

/** The candidates of one comparison: the name and kind of each, and how to run it once. */
function contestants(asked, isReduced, seats, { limit, scratch, hasSpin }) {
  const kind = { property: asked.property, seats, isReduced };
  const isAlike = (one) => one.isReduced === isReduced;
  const words = ["DiningPhilosophers", "ordered", `${seats}`, `${MEALS}`];
  const rivals = hasSpin ? SPINS.filter(isAlike) : [];
  return [
    ...rivals.map(({ name, compile }, index) => {
      const flags = [...asked.compile, ...compile];
      const pan = buildPan(flags, seats, join(scratch, `spin-${index}`));
      return { checker: "SPIN", name, ...kind, run: () => runPan(pan, asked, limit) };
    }),
    ...deadwoods()
      .filter(isAlike)
      .map(({ name, flags }) => {
        const request = { words, flags: [...flags, ...asked.flags], limit, scratch };
        return { checker: "Deadwood", name, ...kind, run: () => runOurs(request) };
      }),
  ];
}

/** Runs all candidates in turns, so that other load affects all of them. The cheapest run of each counts. */
async function inTurns(group, rounds, progress) {
  const best = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const { run, ...one } of group) {
      progress(`${one.name}: ${one.property}, ${one.seats} seats`);
      const next = { ...one, ...(await run()) };
      const known = best.get(one.name);
      if (known === undefined || next.cpuSeconds < known.cpuSeconds) best.set(one.name, next);
    }
  }
  return [...best.values()];
}

async function runOurs(request) {
  const run = await check(request);
  const { states, transitions, searchSeconds } = figuresOf(run);
  return {
    right: run.verdict === "safe",
    verdict: run.verdict,
    states,
    transitions,
    searchSeconds,
    cpuSeconds: run.cpu,
    statesPerSecond: states === null ? null : states / searchSeconds,
    peakBytes: run.report?.totals.peakMemoryBytes ?? null,
  };
}

function buildPan(flags, seats, folder) {
  mkdirSync(folder, { recursive: true });
  must("spin", [`-DSEATS=${seats}`, `-DMEALS=${MEALS}`, "-a", MODEL], folder);
  must("gcc", ["-O2", ...flags, "-o", "pan", "pan.c"], folder);
  return join(folder, "pan");
}

async function runPan(pan, asked, limit) {
  const run = await timedWithin(limit, pan, [...PAN_FLAGS, DEPTH, ...asked.run]);
  if (run === null) return { right: false, verdict: "hung", ...NO_FIGURES, cpuSeconds: limit };
  // Setting up the table takes a tenth of a second, and is no more part of the search than our loading.
  const start = await timedWithin(limit, pan, [...PAN_FLAGS, NO_DEPTH, ...asked.run]);
  const { isSafe, looksForCycles, ...figures } = parsePan(run.stdout);
  const searchSeconds = run.cpu - (start?.cpu ?? 0);
  return {
    right: isSafe && looksForCycles === (asked.property === CYCLES),
    verdict: isSafe ? "another search" : "error",
    ...figures,
    searchSeconds,
    cpuSeconds: run.cpu,
    statesPerSecond: figures.states / searchSeconds,
  };
}

const NO_FIGURES = {
  states: null,
  transitions: null,
  searchSeconds: null,
  statesPerSecond: null,
  peakBytes: null,
};

function must(command, args, folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}

const NOTES = [
  "when it looks for cycles, SPIN stores every state twice, and both count",
  "the fastest of SPIN's correct searches is compared; in wrong ones, hashes collided",
];

const labelOf = ({ name, property, seats }) => `${name}, ${property}, ${seats}`.padEnd(48);

const speedLine = (run) =>
  `${labelOf(run)}${count(run.statesPerSecond)} states/s; bar: at least ${count(BARS.speed)}: ${run.statesPerSecond >= BARS.speed ? "pass" : "FAIL"}`;

function ratioLine(result) {
  const { isReduced, speedRatio, cpuRatio } = result;
  const speed = isReduced
    ? speedRatio === null
      ? "too few states for a speed"
      : `${speedRatio.toPrecision(3)} of SPIN's states/s`
    : bar(speedRatio, "of SPIN's states/s", speedRatio >= BARS.ratio, `at least ${BARS.ratio}`);
  const cpu = cpuRatio === null ? "" : `; ${cpuRatio.toPrecision(3)} times its CPU time`;
  return `${labelOf(result)}${speed}${cpu}`;
}

const HEADER = [
  "checker",
  "looks for",
  "seats",
  "verdict",
  "states",
  "transitions",
  "search s",
  "states/s",
  "MB",
];

const rowOf = (run) => [
  run.name,
  run.property,
  `${run.seats}`,
  verdictCell(run),
  count(run.states),
  count(run.transitions),
  fixed(run.searchSeconds, 2),
  count(run.statesPerSecond),
  megabytes(run.peakBytes),
];
