/**
 * How the cost of a state grows with the number of states: time, bytes of the visited set, bytes of the
 * search stack. The programs are one family: three threads that add under a lock, more and more often, so
 * that the number of states grows and their size does not. The search stops at every shared access, because
 * otherwise there would be few states however often they add.
 *
 * A search of ten thousand states ends before V8 has compiled the checker, so its states would seem far more
 * expensive than those of a long search. Therefore searches are repeated for several seconds, and the
 * repetition in the middle ("warm") is compared: it is as if its states came after a million others.
 */
import { check, checkRepeatedly, figuresOf } from "../lib/checker.mjs";
import { plainSearch } from "../lib/reductions.mjs";
import { bar, count, fixed, megabytes, table, verdictCell } from "../lib/table.mjs";

const THREADS = 3;
const TARGETS = [1e4, 1e5, 1e6];
const LARGE_TARGET = 1e7;
/** Seconds. */
const LARGE_LIMIT = 1800;
/** The sizes of the first runs, from which the others are derived. */
const FIRST_SIZES = [4, 8];
/** A search is repeated for this many CPU seconds. */
const WARM_SECONDS = 4;
const BARS = { time: 1.3, bytes: 16, stack: 150 };

const wordsOf = (size) => ["LostUpdate", "locked", `${THREADS}`, `${size}`];

/**
 * The size that comes nearest to a number of states, if their number keeps growing with the same power of the
 * size as between the last two runs.
 */
export function nextSize(earlier, latest, target) {
  const power = Math.log(latest.states / earlier.states) / Math.log(latest.size / earlier.size);
  return Math.max(1, Math.round(latest.size * (target / latest.states) ** (1 / power)));
}

/** Adds a size to those measured so far; the same size twice says nothing about growth. */
export const withSize = (sizes, entry) =>
  sizes.at(-1)?.size === entry.size ? sizes : [...sizes, entry];

export async function growth({ matches, limit, rounds, large, scratch, progress }) {
  if (!matches("growth")) return null;
  const results = [];
  let sizes = [];
  const flags = plainSearch() ?? [];
  for (const size of FIRST_SIZES) {
    const run = await check({ words: wordsOf(size), flags, limit, scratch });
    sizes = withSize(sizes, { size, states: figuresOf(run).states ?? 1 });
  }
  for (const target of large ? [...TARGETS, LARGE_TARGET] : TARGETS) {
    const size = nextSize(sizes.at(-2), sizes.at(-1), target);
    const words = wordsOf(size);
    progress(`${words.join(" ")}, about ${count(target)} states`);
    // The largest run needs no repetition, and may take longer.
    const isLarge = target === LARGE_TARGET;
    const time = isLarge ? LARGE_LIMIT : limit;
    const run = await checkRepeatedly({
      words,
      flags,
      least: 1,
      seconds: WARM_SECONDS,
      most: time,
      limit: time,
      rounds: isLarge ? 1 : rounds,
      scratch,
    });
    results.push(resultOf(words, run));
    if (run.verdict !== "safe") break;
    sizes = withSize(sizes, { size, states: run.report.totals.states });
  }
  const summary = summaryOf(results);
  return {
    title: "Growth: one family of programs, more and more states",
    text: [
      table(HEADER, results.map(rowOf)),
      "",
      ...summaryLines(summary),
      ...(large ? [] : [`the run of ${count(LARGE_TARGET)} states needs --large`]),
    ],
    failures: results.filter(({ right }) => !right).length,
    data: { summary, runs: results },
  };
}

const per = (value, number) => (value === undefined || number === null ? null : value / number);

function resultOf(words, run) {
  const totals = run.report?.totals ?? {};
  const { states, matched, transitions, depth } = figuresOf(run);
  return {
    program: words.join(" "),
    right: run.verdict === "safe",
    verdict: run.verdict,
    states,
    matched,
    transitions,
    depth,
    search: run.search,
    coldMicrosecondsPerState: per(run.search?.cold, states === null ? null : states / 1e6),
    microsecondsPerState: per(run.search?.warm, states === null ? null : states / 1e6),
    bytesPerState: per(totals.storeBytes, states),
    stackBytesPerLevel: per(totals.stackBytes, depth),
    wordsPerState: totals.wordsPerState ?? null,
    peakBytes: totals.peakMemoryBytes ?? null,
  };
}

const most = (results, name) => Math.max(...results.map((result) => result[name]));

/**
 * The time of the largest complete run relative to the cheapest of the smaller ones. Fixed costs of a search
 * make a state of the smallest run expensive; that must not hide that states of a large one are expensive. Of
 * bytes, the maximum over all runs.
 */
export function summaryOf(results) {
  const good = results.filter(({ right }) => right);
  const last = good.at(-1);
  if (last === undefined) return null;
  const [base] = good
    .slice(0, -1)
    .toSorted((a, b) => a.microsecondsPerState - b.microsecondsPerState);
  return {
    fromStates: base?.states ?? null,
    toStates: last.states,
    timeRatio: base === undefined ? null : last.microsecondsPerState / base.microsecondsPerState,
    bytesPerState: most(good, "bytesPerState"),
    stackBytesPerLevel: most(good, "stackBytesPerLevel"),
  };
}

function summaryLines(summary) {
  if (summary === null) return ["no run was complete"];
  const { fromStates, toStates, timeRatio, bytesPerState, stackBytesPerLevel } = summary;
  return [
    `us/state: cold: one search in a fresh process; warm: the middle one of those repeated for ${WARM_SECONDS} s`,
    `time a state        ${bar(timeRatio, `times from ${count(fromStates)} to ${count(toStates)} states, warm`, timeRatio <= BARS.time, `at most ${BARS.time}`)}`,
    `visited set         ${bar(bytesPerState, "bytes a state at most", bytesPerState <= BARS.bytes, `at most ${BARS.bytes}`)}`,
    `search stack        ${bar(stackBytesPerLevel, "bytes a level at most", stackBytesPerLevel <= BARS.stack, `at most ${BARS.stack}`)}`,
  ];
}

const HEADER = [
  "program",
  "verdict",
  "states",
  "matched",
  "depth",
  "searches",
  "cold us/state",
  "warm",
  "bytes/state",
  "words",
  "bytes/level",
  "MB",
];

const rowOf = (result) => [
  result.program,
  verdictCell(result),
  count(result.states),
  count(result.matched),
  count(result.depth),
  count(result.search?.repetitions ?? null),
  fixed(result.coldMicrosecondsPerState, 2),
  fixed(result.microsecondsPerState, 2),
  fixed(result.bytesPerState, 1),
  fixed(result.wordsPerState, 0),
  fixed(result.stackBytesPerLevel, 0),
  megabytes(result.peakBytes),
];
