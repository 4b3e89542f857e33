/**
 * Philosophers against SPIN, which compiles a model into a C program that does nothing
 * else: how much slower is a checker that interprets Java bytecode? SPIN explores
 * philosophers.pml, which has a step for each step that a Java thread can be seen to take.
 *
 * Like is compared with like. Where we look for errors only (--no-endless), SPIN is compiled
 * for that (-DSAFETY). Where we look for endless cycles too, SPIN looks for non-progress cycles
 * (-DNP, -l): the model has no progress label, so any cycle would be one. SPIN then stores every
 * state of the model twice, once for each state of its claim, and its states/s counts
 * both. (It also leaves out deadlocks then, which we look for all the same.)
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
/** With reduction a larger table is as quickly explored; without it takes a minute and more. */
const MORE_SEATS = 7;
const MEALS = 1;
/** Of SPIN's states a second, and states a second of our own. */
const BARS = { ratio: 1 / 4, speed: 100_000 };
/** SPIN's hash table has 2^24 slots, more than there are states without a search for cycles. */
const PAN_FLAGS = ["-w24"];
/** Deeper paths than this there are none; and next to no search at all. */
const DEPTH = "-m100000";
const NO_DEPTH = "-m2";

const ERRORS = "errors";
const CYCLES = "cycles too";
const PROPERTIES = [
  { property: ERRORS, compile: ["-DSAFETY"], run: [], flags: ["--no-endless"] },
  { property: CYCLES, compile: ["-DNP"], run: ["-l"], flags: [] },
];

/**
 * HC4: hashes instead of states, as we do. They collide more often than ours: states are
 * lost, and with them sometimes the right answer.
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
    // SPIN's hashes may collide; everything else has to be right.
    failures: runs.filter((run) => !run.right && !run.name.startsWith("SPIN, hashes")).length,
    data: { version, missing, meals: MEALS, runs, ratios },
  };
}

/** What SPIN cannot be measured without, null when all is there. */
function missingTool(version) {
  if (version === null) return "spin is not installed (Debian: apt-get install spin)";
  return versionOf("gcc", "--version") === null ? "gcc is not installed" : null;
}

const isPlain = ({ checker, isReduced, right }) => checker === "Deadwood" && !isReduced && right;

/** All that is compared with each other: of each its name and kind, and how to do it once. */
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

/** In turns, so that whatever else the machine does meets all of them; of each the cheapest counts. */
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
  // To set up the table takes a tenth of a second, which is no more search than our loading is.
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
  "looking for cycles SPIN stores every state twice, and both count",
  "compared is the fastest of SPIN's searches that are right; wrong ones are hashes that collided",
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
