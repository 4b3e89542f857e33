/**
 * Runs a check in a process of its own. Only fresh processes give each configuration the same conditions. In
 * one process, the second check of a program takes a third of the time of the first, because V8 has compiled
 * the interpreter by then, and the peak memory is that of all checks.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CheckReport, REPORT_FORMAT } from "../check/check-report.ts";
import { ExitCode } from "../core/errors.ts";
import { runOf } from "./aggregate.ts";
import type { Run } from "./comparison.ts";

/** `stopped`: the check was ended by `stop`. */
export interface CheckProcess {
  readonly done: Promise<Run | "stopped">;
  stop(): void;
}

const TOOL = fileURLToPath(new URL("../../bin/deadwood.js", import.meta.url));
/** The time a process gets to end after SIGTERM, in milliseconds. */
const GRACE_MILLIS = 3000;
/** The number of characters kept of a process's standard error. */
const MAX_ERRORS = 10_000;

/** `argv`: the words after `deadwood check`. `file`: where to write the report. */
export function startCheck(
  argv: readonly string[],
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): CheckProcess {
  const collectsAll = argv.includes("--all-errors");
  // Simplifying schedules is no part of what is compared.
  const words = [TOOL, "check", "--no-config", "--no-minimize", "--json", file, ...argv];
  const child = spawn(process.execPath, words, {
    env: { ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let isStopped = false;
  let errors = "";
  child.stderr.on("data", (data: Buffer) => {
    if (errors.length < MAX_ERRORS) errors += data.toString();
  });
  const done = new Promise<Run | "stopped">((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (isStopped) {
        rmSync(file, { force: true });
        resolve("stopped");
        return;
      }
      const report = readReport(file);
      resolve(
        report === null || code === null
          ? failedRun(code, signal, errors)
          : runOf(report, code, collectsAll),
      );
    });
  });
  return {
    done,
    stop() {
      isStopped = true;
      // The process may have to remove a directory. If it does not react, it is killed.
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MILLIS);
      child.once("close", () => clearTimeout(timer));
    },
  };
}

/** Reads and removes the file; null if there is none. */
function readReport(file: string): CheckReport | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  rmSync(file, { force: true });
  try {
    const report: CheckReport = JSON.parse(text);
    return report.format === REPORT_FORMAT ? report : null;
  } catch {
    return null; // incomplete: the process ended while writing it
  }
}

function failedRun(code: number | null, signal: string | null, errors: string): Run {
  const [first] = errors.split("\n").filter((line) => line.trim() !== "");
  const reason = code === null ? `the process was ended by ${signal ?? "a signal"}` : first;
  return {
    outcome: "error",
    message: reason ?? `exit code ${code ?? ""} without an error message`,
    exitCode: code ?? ExitCode.internal,
    isComplete: false,
    exitCodes: [],
    figures: null,
    notes: [],
  };
}
