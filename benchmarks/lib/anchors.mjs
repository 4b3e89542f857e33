/**
 * What Java PathFinder says of a set of programs, and how our own runs compare.
 * Only arithmetic and text: what runs is in check/anchors.mjs.
 */
import { geometricMean } from "./measure.mjs";

/** JPF's transitions a second are only worth comparing where its search was long enough to warm up. */
const WARM_STATES = 20_000;

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

/** Is some build of JPF right? Only then do its counts mean anything. */
export const isJpfRight = ({ truth, jpf }) =>
  jpf.states !== null && jpf.verdicts.some((verdict) => verdict.split(" ")[0] === truth);

/** Was JPF's search long enough to tell its speed? */
export const isWarm = (row) => isJpfRight(row) && row.jpf.states > WARM_STATES;

/**
 * One line of the comparison. Ratios are ours over JPF's, null where one of the
 * two has no figure that counts. The speed is that of `full`, a search that stops at every
 * shared access: with reductions most are over before they are warm.
 */
export function compare(row, run, full = run) {
  const { jpf, truth } = row;
  const right = run.verdict === truth;
  const comparable = right && isJpfRight(row);
  const isTimed = right && full.verdict === truth && isWarm(row) && full.searchSeconds > 0;
  const speed = isTimed ? full.transitions / full.searchSeconds : null;
  const jpfSpeed = isTimed ? (jpf.states + jpf.matched) / (jpf.searchMs / 1000) : null;
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
    transitionsPerSecond: speed,
    jpfTransitionsPerSecond: jpfSpeed,
    speedRatio: isTimed ? speed / jpfSpeed : null,
    fullStates: isTimed ? full.states : null,
    fullTransitions: isTimed ? full.transitions : null,
    fullSearchSeconds: isTimed ? full.searchSeconds : null,
    searchSeconds: run.searchSeconds,
    cpuSeconds: run.cpu,
    jpfCpuSeconds: jpf.cpuSeconds,
    // A wrong verdict in no time is no achievement.
    cpuRatio: right && jpf.cpuSeconds !== null ? run.cpu / jpf.cpuSeconds : null,
    ...(run.message === undefined ? {} : { message: run.message }),
  };
}

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
    speedRatio: meanOf(results, "speedRatio"),
    cpuRatio: meanOf(results, "cpuRatio"),
    statesAboveJpf: results
      .filter(({ statesRatio }) => statesRatio !== null && statesRatio > 1)
      .map(({ name, states, jpfStates }) => ({ name, states, jpfStates })),
  };
}
