/**
 * What the real JVM did, committed as `recordings/<version>/<group>.json`.
 * Text is kept as lines, so that a change shows as a readable difference, and
 * in ASCII, so that a terminal or an editor cannot change it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Outcome } from "./outcome.ts";

const RECORDINGS = resolve(import.meta.dirname, "../recordings");

/** The formatter puts an array on one line if it fits. */
const LINE_WIDTH = 100;

interface Recording {
  readonly exitCode: number;
  readonly stderr: readonly string[];
  readonly stdout: readonly string[];
}

const fileOf = (version: number, group: string): string =>
  join(RECORDINGS, String(version), `${group}.json`);

/** Outcomes by program id. */
export function readRecordings(version: number, groups: readonly string[]): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const group of groups) {
    const file = fileOf(version, group);
    if (!existsSync(file)) continue;
    const recorded: Record<string, Recording> = JSON.parse(readFileSync(file, "utf8"));
    for (const [name, { exitCode, stderr, stdout }] of Object.entries(recorded)) {
      outcomes.set(`${group}/${name}`, {
        exitCode,
        stderr: stderr.join("\n"),
        stdout: stdout.join("\n"),
      });
    }
  }
  return outcomes;
}

export function writeRecordings(
  version: number,
  group: string,
  outcomes: ReadonlyMap<string, Outcome>,
): void {
  const names = [...outcomes.keys()].toSorted();
  const programs = names.map((id) => {
    const { exitCode, stderr, stdout } = outcomes.get(id)!;
    const name = json(id.slice(group.length + 1));
    return `  ${name}: {\n    "exitCode": ${exitCode},\n${lines("stderr", stderr)},\n${lines("stdout", stdout)}\n  }`;
  });
  const file = fileOf(version, group);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n${programs.join(",\n")}\n}\n`);
}

function lines(key: string, text: string): string {
  const items = text === "" ? [] : text.split("\n").map(json);
  const short = `    "${key}": [${items.join(", ")}]`;
  if (short.length < LINE_WIDTH) return short;
  return `    "${key}": [\n${items.map((item) => `      ${item}`).join(",\n")}\n    ]`;
}

function json(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
