/**
 * Java PathFinder's results for a set of programs, and how our own runs compare. Only arithmetic and text;
 * check/anchors.mjs runs the programs.
 */
import { geometricMean } from "./measure.mjs";

/** JPF's transitions per second are only comparable if its search was long enough to warm up. */
export const WARM_STATES = 20_000;

export const BARS = { states: 0.5, cpu: 1 / 20, speed: 40 };

const COLUMNS =
  "name class arguments truth jpf17 jpf11 new matched depth searchMs cpuSeconds megabytes";

const number = (text) => {
  if (text === "-") return null;
  const value = Number(text);
  if (Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
};

function parseRow(line) {
  const cells = line.split("\t");
  if (cells.length !== COLUMNS.split(" ").length) throw new Error(`not a row: ${line}`);
  const [name, mainClass, args, truth, jpf17, jpf11, ...figures] = cells;
  if (!["safe", "deadlock", "exception"].includes(truth)) {
    throw new Error(`${name}: ${truth} is no verdict`);
  }
  const [states, matched, depth, searchMs, cpuSeconds, megabytes] = figures.map(number);
  return {
    name,
    mainClass,
    args: args === "-" ? [] : args.split(" "),
    truth,
    jpf: { verdicts: [jpf17, jpf11], states, matched, depth, searchMs, cpuSeconds, megabytes },
  };
}

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} mainClass
 * @property {string[]} args
 * @property {string} truth "safe", "deadlock" or "exception"
 * @property {{verdicts: string[], states: number | null, matched: number | null,
 *   depth: number | null, searchMs: number | null, cpuSeconds: number | null,
 *   megabytes: number | null}} jpf
 */

/**
 * Rows of data/jpf.tsv: comments, one line of titles, then a line a program.
 * @param {string} text
 * @returns {Row[]}
 */
export function parseRows(text) {
  const [titles, ...lines] = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (titles !== COLUMNS.replaceAll(" ", "\t")) throw new Error(`unknown columns: ${titles}`);
  return lines.map(parseRow);
}

/** Whether some build of JPF is right; only then do its counts mean anything. */
export const isJpfRight = ({ truth, jpf }) =>
  jpf.states !== null && jpf.verdicts.some((verdict) => verdict.split(" ")[0] === truth);

/** Whether JPF's search was long enough to measure its speed. */
export const isWarm = (row) => isJpfRight(row) && row.jpf.states > WARM_STATES;

/**
 * Our speed relative to JPF's, over the transitions of one search: cold, in a process of its own, and
 * sustained, when it runs for seconds as JPF's did.
 */
function speedsOf({ jpf }, { transitions, search }) {
  const jpfSpeed = (jpf.states + jpf.matched) / (jpf.searchMs / 1000);
  const cold = transitions / search.cold;
  const sustained = transitions / search.sustained;
  return {
    coldTransitionsPerSecond: cold,
    transitionsPerSecond: sustained,
    jpfTransitionsPerSecond: jpfSpeed,
    coldSpeedRatio: cold / jpfSpeed,
    speedRatio: sustained / jpfSpeed,
  };
}

const NO_SPEEDS = {
  coldTransitionsPerSecond: null,
  transitionsPerSecond: null,
  jpfTransitionsPerSecond: null,
  coldSpeedRatio: null,
  speedRatio: null,
};

/**
 * One line of the comparison. Ratios are ours over JPF's, null if one of the two has no valid figure. The
 * speed is that of `plain`, a repeated search that stops at every shared access; null for rows whose speed is
 * not compared.
 */
export function compare(row, run, plain) {
  const { jpf, truth } = row;
  const right = run.verdict === truth;
  const comparable = right && isJpfRight(row);
  const isTimed = right && isWarm(row) && plain !== null && plain.verdict === truth;
  return {
    name: row.name,
    truth,
    verdict: run.verdict,
    right,
    jpfRight: isJpfRight(row),
    states: run.states,
    matched: run.matched,
    transitions: run.transitions,
    depth: run.depth,
    jpfStates: jpf.states,
    statesRatio: comparable ? run.states / jpf.states : null,
    ...(isTimed ? speedsOf(row, plain) : NO_SPEEDS),
    plain,
    searchSeconds: run.searchSeconds,
    cpuSeconds: run.cpu,
    jpfCpuSeconds: jpf.cpuSeconds,
    // A fast wrong verdict does not count.
    cpuRatio: right && jpf.cpuSeconds !== null ? run.cpu / jpf.cpuSeconds : null,
    ...(run.message === undefined ? {} : { message: run.message }),
  };
}

/**
 * What a row says that it should not: of the default search, and of the plain one where
 * there is one.
 * @param {{name: string, truth: string, verdict: string, right: boolean, message?: string,
 *   plain: {verdict: string, message?: string} | null}} result
 */
export const mistakesOf = ({ name, truth, verdict, right, message, plain }) => [
  ...(right ? [] : [mistake(name, truth, verdict, message)]),
  ...(plain === null || plain.verdict === truth
    ? []
    : [mistake(`${name}, every shared access`, truth, plain.verdict, plain.message)]),
];

const mistake = (name, truth, verdict, message) =>
  `${name}: ${verdict} instead of ${truth}${message === undefined ? "" : ` (${message})`}`;

const meanOf = (results, name) => {
  const values = results.map((result) => result[name]).filter((value) => value !== null);
  return values.length === 0 ? null : geometricMean(values);
};

export function summarize(results) {
  const wrong = results.filter(({ right }) => !right);
  return {
    rows: results.length,
    right: results.length - wrong.length,
    statesRatio: meanOf(results, "statesRatio"),
    speedRows: results.filter(({ speedRatio }) => speedRatio !== null).length,
    speedRatio: meanOf(results, "speedRatio"),
    coldSpeedRatio: meanOf(results, "coldSpeedRatio"),
    cpuRatio: meanOf(results, "cpuRatio"),
    statesAboveJpf: results
      .filter(({ statesRatio }) => statesRatio !== null && statesRatio > 1)
      .map(({ name, states, jpfStates }) => ({ name, states, jpfStates })),
  };
}
