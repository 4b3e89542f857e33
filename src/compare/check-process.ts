/**
 * A check in a process of its own. Only a fresh process gives each configuration the same
 * conditions: in one process the second check of a program takes a third of the time of the first,
 * because V8 has compiled the interpreter by then, and peak memory is that of all checks.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CheckReport, REPORT_FORMAT } from "../check/check-report.ts";
import { ExitCode } from "../core/errors.ts";
import { runOf } from "./aggregate.ts";
import type { Run } from "./comparison.ts";

/** `stopped`: `stop` ended it. */
export interface CheckProcess {
  readonly done: Promise<Run | "stopped">;
  stop(): void;
}

const TOOL = fileURLToPath(new URL("../../bin/deadwood.js", import.meta.url));
/** How long a process may take to end when it is asked to. */
const GRACE_MILLIS = 3000;
/** Characters that are kept of what a process prints to standard error. */
const MAX_ERRORS = 10_000;

/** `argv`: what stands after `deadwood check`. `file`: where the report may be written. */
export function startCheck(
  argv: readonly string[],
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): CheckProcess {
  const collectsAll = argv.includes("--all-errors");
  const child = spawn(process.execPath, [TOOL, "check", "--json", file, ...argv], {
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
      // It may have a directory to remove. If it does not react, it is killed.
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MILLIS);
      child.once("close", () => clearTimeout(timer));
    },
  };
}

/** Null if there is none. Removes the file. */
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
    return null; // incomplete: the process was ended while it wrote
  }
}

function failedRun(code: number | null, signal: string | null, errors: string): Run {
  const [first] = errors.split("\n").filter((line) => line.trim() !== "");
  const reason = code === null ? `the process was ended by ${signal ?? "a signal"}` : first;
  return {
    outcome: "error",
    message: reason ?? `exit code ${code ?? ""} without a word`,
    exitCode: code ?? ExitCode.internal,
    isComplete: false,
    exitCodes: [],
    figures: null,
    notes: [],
  };
}
