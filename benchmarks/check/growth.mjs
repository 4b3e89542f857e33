/**
 * What a state costs as there are more of them: time, bytes of the visited set, bytes of
 * the search stack. One family: three threads that add under a lock, more and more
 * often, so that states grow in number and not in size.
 */
import { check, figuresOf } from "../lib/checker.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";

const THREADS = 3;
const TARGETS = [1e4, 1e5, 1e6];
const LARGE_TARGET = 1e7;
/** Seconds. */
const LARGE_LIMIT = 1800;
/** Additions of the runs that the others' sizes are derived from. */
const FIRST_SIZES = [4, 8];
const BARS = { time: 1.3, bytes: 16, stack: 150 };

const wordsOf = (size) => ["LostUpdate", "locked", `${THREADS}`, `${size}`];

/**
 * The size that comes nearest to a number of states, if they go on growing with the same
 * power of the size as between the two runs before.
 */
export function nextSize(earlier, latest, target) {
  const power = Math.log(latest.states / earlier.states) / Math.log(latest.size / earlier.size);
  return Math.max(1, Math.round(latest.size * (target / latest.states) ** (1 / power)));
}

export async function growth({ matches, limit, rounds, large, scratch, progress }) {
  if (!matches("growth")) return null;
  const results = [];
  const sizes = [];
  for (const size of FIRST_SIZES) {
    const run = await check({ words: wordsOf(size), limit, scratch });
    sizes.push({ size, states: figuresOf(run).states ?? 1 });
  }
  for (const target of large ? [...TARGETS, LARGE_TARGET] : TARGETS) {
    const size = nextSize(sizes.at(-2), sizes.at(-1), target);
    const words = wordsOf(size);
    progress(`${words.join(" ")}, about ${count(target)} states`);
    // The largest run tells what it has to tell in one go, and may take its time.
    const isLarge = target === LARGE_TARGET;
    const run = await check({
      words,
      limit: isLarge ? LARGE_LIMIT : limit,
      rounds: isLarge ? 1 : rounds,
      scratch,
    });
    results.push(resultOf(words, run));
    if (run.verdict !== "safe") break;
    sizes.push({ size, states: run.report.totals.states });
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
  const figures = figuresOf(run);
  return {
    program: words.join(" "),
    right: run.verdict === "safe",
    verdict: run.verdict,
    ...figures,
    microsecondsPerState: per(figures.searchSeconds * 1e6, figures.states),
    bytesPerState: per(totals.storeBytes, figures.states),
    stackBytesPerLevel: per(totals.stackBytes, figures.depth),
    wordsPerState: totals.wordsPerState ?? null,
    peakBytes: totals.peakMemoryBytes ?? null,
    cpuSeconds: run.cpu,
  };
}

/** From the smallest to the largest run that came to its end. */
export function summaryOf(results) {
  const good = results.filter(({ right }) => right);
  const [first] = good;
  const last = good.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    fromStates: first.states,
    toStates: last.states,
    timeRatio: last.microsecondsPerState / first.microsecondsPerState,
    bytesPerState: last.bytesPerState,
    stackBytesPerLevel: last.stackBytesPerLevel,
  };
}

function summaryLines(summary) {
  if (summary === null) return ["no run came to its end"];
  const { fromStates, toStates, timeRatio, bytesPerState, stackBytesPerLevel } = summary;
  return [
    `time a state        ${bar(timeRatio, `times from ${count(fromStates)} to ${count(toStates)} states`, timeRatio <= BARS.time, `at most ${BARS.time}`)}`,
    `visited set         ${bar(bytesPerState, "bytes a state", bytesPerState <= BARS.bytes, `at most ${BARS.bytes}`)}`,
    stackBytesPerLevel === null
      ? "search stack        not in the report"
      : `search stack        ${bar(stackBytesPerLevel, "bytes a level", stackBytesPerLevel <= BARS.stack, `at most ${BARS.stack}`)}`,
  ];
}

const HEADER = [
  "program",
  "verdict",
  "states",
  "matched",
  "depth",
  "search s",
  "us/state",
  "bytes/state",
  "words",
  "bytes/level",
  "MB",
];

const rowOf = (result) => [
  result.program,
  result.right ? "ok" : `WRONG: ${result.verdict}`,
  count(result.states),
  count(result.matched),
  count(result.depth),
  fixed(result.searchSeconds, 2),
  fixed(result.microsecondsPerState, 2),
  fixed(result.bytesPerState, 1),
  fixed(result.wordsPerState, 0),
  fixed(result.stackBytesPerLevel, 0),
  fixed(result.peakBytes === null ? null : result.peakBytes / 2 ** 20, 0),
];
