/**
 * The reductions that `deadwood check` can be asked to leave out, by what its help
 * text says: the benchmark compares them without knowing their names.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const DEADWOOD = resolve(import.meta.dirname, "../../bin/deadwood.js");

/** "--reduction <none|local|full>" in a help text: its values, none where there is no such option. */
export function parseReductions(help) {
  const values = /--reduction\s+<([^>]+)>/.exec(help)?.[1];
  return values === undefined
    ? []
    : values
        .split("|")
        .map((value) => value.trim())
        .filter((value) => /^[a-z][a-z-]*$/.test(value));
}

let known;

export function reductions() {
  known ??= parseReductions(
    spawnSync(process.execPath, [DEADWOOD, "check", "--help"], { encoding: "utf8" }).stdout,
  );
  return known;
}

/** The flags that choose a reduction, null where there is no such choice. */
export const reductionFlag = (value) =>
  reductions().includes(value) ? ["--reduction", value] : null;
