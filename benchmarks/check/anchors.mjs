/**
 * The programs that Java PathFinder was measured on: is our verdict correct, and how many states, how much
 * time and how much CPU time does it take?
 *
 * States and CPU time are those of one check with default options. Speed is that of a search that stops at
 * every shared access, as JPF's does, and has two figures. JPF's searches took 6 to 180 seconds; ours take a
 * fraction of a second, most of which V8 spends compiling. So the search is repeated in its process for
 * several seconds. The first repetition is the "cold" figure; all of them together, including the first, are
 * the "sustained" one. The bar applies to the sustained figure, because JPF's warm-up is spread over a search
 * of similar length.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  BARS,
  compare,
  isWarm,
  mistakesOf,
  parseRows,
  summarize,
  WARM_STATES,
} from "../lib/anchors.mjs";
import { check, checkRepeatedly, figuresOf } from "../lib/checker.mjs";
import { plainSearch } from "../lib/reductions.mjs";
import { bar, count, fixed, ratio, table, verdictCell } from "../lib/table.mjs";

const HERE = resolve(import.meta.dirname, "..");
const JAR = join(HERE, "programs/anchors.jar");
const DATA = join(HERE, "data/jpf.tsv");
/** The minimum CPU seconds, and the minimum number of searches, of a sustained figure. */
const SUSTAINED_SECONDS = 4;
const REPETITIONS = 3;

export async function anchors({ matches, limit, rounds, scratch, progress }) {
  const rows = parseRows(readFileSync(DATA, "utf8")).filter(({ name }) => matches(name));
  if (rows.length === 0) return null;
  const results = [];
  for (const row of rows) {
    progress(row.name);
    const flags = ["--class-path", JAR];
    const request = { words: [row.mainClass, ...row.args], flags, limit, rounds, scratch };
    const run = await check(request);
    results.push(compare(row, flat(run), isWarm(row) ? await plainRun(row, request) : null));
  }
  const summary = summarize(results);
  const mistakes = results.flatMap(mistakesOf);
  return {
    title: "Java PathFinder's figures (jpf-core, default configuration) and ours",
    text: [table(HEADER, results.map(rowOf)), "", ...mistakes, ...summaryLines(summary)],
    failures: mistakes.length,
    data: { summary, rows: results },
  };
}

async function plainRun(row, request) {
  const jpfSeconds = row.jpf.searchMs / 1000;
  const run = await checkRepeatedly({
    ...request,
    flags: [...request.flags, ...(plainSearch() ?? [])],
    least: REPETITIONS,
    seconds: SUSTAINED_SECONDS,
    most: jpfSeconds,
  });
  // The cost of the process depends on the number of repetitions; `search` is the cost of one search.
  const { cpu: _, searchSeconds: __, ...figures } = flat(run);
  return { ...figures, search: run.search };
}

const flat = (run) => {
  const { verdict, message, cpu } = run;
  return { ...figuresOf(run), verdict, message, cpu };
};

const HEADER = [
  "program",
  "verdict",
  "states",
  "JPF",
  "ratio",
  "depth",
  "cold trans/s",
  "ratio",
  "sustained",
  "JPF",
  "ratio",
  "CPU s",
  "JPF",
  "1/ratio",
];

const rowOf = (result) => [
  result.name,
  verdictCell(result),
  count(result.states),
  result.jpfRight ? count(result.jpfStates) : "wrong",
  ratio(result.statesRatio),
  count(result.depth),
  count(result.coldTransitionsPerSecond),
  fixed(result.coldSpeedRatio, 1),
  count(result.transitionsPerSecond),
  count(result.jpfTransitionsPerSecond),
  fixed(result.speedRatio, 1),
  fixed(result.cpuSeconds, 2),
  fixed(result.jpfCpuSeconds, 2),
  fixed(result.cpuRatio === null ? null : 1 / result.cpuRatio, 1),
];

function summaryLines(summary) {
  const { rows, right, statesRatio, speedRows, speedRatio, coldSpeedRatio, cpuRatio } = summary;
  const { statesAboveJpf } = summary;
  return [
    `trans/s: of a search that stops at every shared access, on the ${speedRows} rows where JPF has more than ${count(WARM_STATES)} states.`,
    `  cold: one search in a fresh process, with V8 still compiling; sustained: the same search, repeated for`,
    `  ${SUSTAINED_SECONDS} CPU seconds and at least ${REPETITIONS} times, but no longer than JPF's search took, including the first one`,
    `verdicts            ${right} of ${rows} right`,
    `states              ${bar(statesRatio, "of JPF's", statesRatio <= BARS.states, `at most ${BARS.states}`)}`,
    `transitions/s       ${bar(speedRatio, "times JPF's, sustained", speedRatio >= BARS.speed, `at least ${BARS.speed}`)}`,
    ...(coldSpeedRatio === null
      ? []
      : [`  cold              ${coldSpeedRatio.toPrecision(3)} times JPF's`]),
    `CPU time            ${bar(cpuRatio, "of JPF's", cpuRatio <= BARS.cpu, `at most ${BARS.cpu}`)}`,
    `more states than JPF on ${statesAboveJpf.length} rows${statesAboveJpf.length === 0 ? "" : ":"}`,
    ...statesAboveJpf.map(({ name, states, jpfStates }) => `  ${name}: ${states} to ${jpfStates}`),
  ];
}
