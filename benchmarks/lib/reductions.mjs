/**
 * The reductions that `deadwood check` offers, read from its help text: the benchmark compares them without
 * knowing their names.
 */
import { spawnSync } from "node:child_process";
import { DEADWOOD } from "./checker.mjs";

/** Parses "--reduction <list> … some of a,b,c"; null if there is no such option. */
export function parseReductions(help) {
  const option = /--reduction <list>(.*?)(?: --|$)/.exec(help.replaceAll(/\s+/g, " "))?.[1];
  const names = /some of ([a-z-]+(?:,[a-z-]+)*)/.exec(option ?? "")?.[1];
  return names === undefined ? null : names.split(",");
}

let known;

/** The names; null if there is no choice. */
export function reductions() {
  known ??= parseReductions(
    spawnSync(process.execPath, [DEADWOOD, "check", "--help"], { encoding: "utf8" }).stdout,
  );
  return known;
}

/**
 * Reductions that other checkers have too: no thread stops in front of what no other thread can reach or
 * change.
 */
const COMMON = ["private", "final"];
/** Leaves out transitions to known states: all states are visited, on fewer paths. */
const SLEEP = "sleep";

const flagsFor = (names, wanted) => [
  "--reduction",
  names.filter((name) => wanted.includes(name)).join(",") || "none",
];

/** The flags for a search that stops at every shared access; null if there is no choice. */
export const plainSearch = (names = reductions()) =>
  names === null ? null : flagsFor(names, COMMON);

/** The same states without the transitions that sleep sets save; null if they are not available. */
export const sleepSearch = (names = reductions()) =>
  names?.includes(SLEEP) ? flagsFor(names, [...COMMON, SLEEP]) : null;

/** What to compare: all of them, all but one, none. */
export const choices = (names) => [
  { label: "all", flags: ["--reduction", "all"] },
  ...names.map((name) => {
    const others = names.filter((other) => other !== name);
    const list = others.length === 0 ? "none" : others.join(",");
    return { label: `without ${name}`, flags: ["--reduction", list] };
  }),
  { label: "none", flags: ["--reduction", "none"] },
];
