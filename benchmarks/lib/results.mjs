/** The origin of figures, and the files they are kept in. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

function git(...args) {
  const result = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : "";
}

/** The first line of a command's version; null if there is no such command. */
export function versionOf(command, flag) {
  const { status, stdout, error } = spawnSync(command, [flag], { encoding: "utf8" });
  return error === undefined && status === 0 ? stdout.split("\n")[0] : null;
}

/** Enough to distinguish two result files, and nothing that names the machine. */
export function provenance(...sources) {
  return {
    commit: git("rev-parse", "--short", "HEAD") || "unknown",
    uncommittedChanges: git("status", "--porcelain", "--", "src", "models", ...sources) !== "",
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    java: versionOf("java", "--version"),
    cpu: cpus()[0]?.model ?? "unknown",
  };
}

const rounded = (_key, value) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;

export function writeResults(file, report) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, rounded, 2)}\n`);
}
