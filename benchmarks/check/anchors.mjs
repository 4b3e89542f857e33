/**
 * The programs that Java PathFinder was measured on: is our verdict the true one,
 * and with how many states, how fast, at what cost in CPU time?
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BARS, compare, isWarm, parseRows, summarize } from "../lib/anchors.mjs";
import { check, figuresOf } from "../lib/checker.mjs";
import { plainSearch } from "../lib/reductions.mjs";
import { bar, count, fixed, ratio, table } from "../lib/table.mjs";

const HERE = resolve(import.meta.dirname, "..");
const JAR = join(HERE, "programs/anchors.jar");
const DATA = join(HERE, "data/jpf.tsv");

export async function anchors({ matches, limit, rounds, scratch, progress }) {
  const rows = parseRows(readFileSync(DATA, "utf8")).filter(({ name }) => matches(name));
  if (rows.length === 0) return null;
  const results = [];
  const fullRun = async (words) => {
    const plain = plainSearch();
    if (plain === null) return undefined;
    const flags = ["--class-path", JAR, ...plain];
    return flat(await check({ words, flags, limit, rounds, scratch }));
  };
  for (const row of rows) {
    progress(row.name);
    const words = [row.mainClass, ...row.args];
    const run = await check({ words, flags: ["--class-path", JAR], limit, rounds, scratch });
    results.push(compare(row, flat(run), isWarm(row) ? await fullRun(words) : undefined));
  }
  const summary = summarize(results);
  return {
    title: "Java PathFinder's figures (jpf-core, default configuration) and ours",
    text: [table(HEADER, results.map(rowOf)), "", ...notes(results), ...summaryLines(summary)],
    failures: results.length - summary.right,
    data: { summary, rows: results },
  };
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
  "trans/s",
  "JPF",
  "ratio",
  "CPU s",
  "JPF",
  "1/ratio",
];

const rowOf = (result) => [
  result.name,
  result.right ? "ok" : `WRONG: ${result.verdict}`,
  count(result.states),
  result.jpfRight ? count(result.jpfStates) : "wrong",
  ratio(result.statesRatio),
  count(result.depth),
  count(result.transitionsPerSecond),
  count(result.jpfTransitionsPerSecond),
  fixed(result.speedRatio, 1),
  fixed(result.cpuSeconds, 2),
  fixed(result.jpfCpuSeconds, 2),
  fixed(result.cpuRatio === null ? null : 1 / result.cpuRatio, 1),
];

const notes = (results) =>
  results
    .filter(({ right }) => !right)
    .map(
      ({ name, truth, verdict, message }) =>
        `${name}: ${verdict} instead of ${truth}${message === undefined ? "" : ` (${message})`}`,
    );

function summaryLines({ rows, right, statesRatio, speedRatio, cpuRatio, statesAboveJpf }) {
  return [
    "transitions/s: of a search that stops at every shared access, on rows where JPF has more than 20,000 states",
    `verdicts            ${right} of ${rows} right`,
    `states              ${bar(statesRatio, "of JPF's", statesRatio <= BARS.states, `at most ${BARS.states}`)}`,
    `transitions/s       ${bar(speedRatio, "times JPF's", speedRatio >= BARS.speed, `at least ${BARS.speed}`)}`,
    `CPU time            ${bar(cpuRatio, "of JPF's", cpuRatio <= BARS.cpu, `at most ${BARS.cpu}`)}`,
    `more states than JPF on ${statesAboveJpf.length} rows${statesAboveJpf.length === 0 ? "" : ":"}`,
    ...statesAboveJpf.map(({ name, states, jpfStates }) => `  ${name}: ${states} to ${jpfStates}`),
  ];
}
