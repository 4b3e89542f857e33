/**
 * The reductions that `deadwood check` can be asked to leave out, by what its help
 * text says: the benchmark compares them without knowing their names.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const DEADWOOD = resolve(import.meta.dirname, "../../bin/deadwood.js");

/** "--reduction <list> … some of a,b,c": the names, null where there is no such option. */
export function parseReductions(help) {
  const option = /--reduction <list>(.*?)(?: --|$)/.exec(help.replaceAll(/\s+/g, " "))?.[1];
  const names = /some of ([a-z-]+(?:,[a-z-]+)*)/.exec(option ?? "")?.[1];
  return names === undefined ? null : names.split(",");
}

let known;

/** The names, null where there is no choice. */
export function reductions() {
  known ??= parseReductions(
    spawnSync(process.execPath, [DEADWOOD, "check", "--help"], { encoding: "utf8" }).stdout,
  );
  return known;
}

/** What other checkers do too: nobody stops in front of what no other thread can reach or change. */
const COMMON = ["private", "final"];

/** The flags for a search that stops at every shared access, null where there is no choice. */
export function plainSearch(names = reductions()) {
  if (names === null) return null;
  return ["--reduction", names.filter((name) => COMMON.includes(name)).join(",") || "none"];
}

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
