/**
 * Runs one program, in the real JVM or in Deadwood, and gives what can be seen
 * of it. Both get the same locale, time zone and heap limit, so that messages
 * and encodings are comparable.
 */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { main } from "../../../src/cli/main.ts";
import type { Jdk } from "./jdks.ts";
import type { ConformanceProgram } from "./programs.ts";

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A program that takes longer than this hangs; on `java` none takes a second. */
const TIME_LIMIT = 120_000;

const ENVIRONMENT = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" };

const ROOT = resolve(import.meta.dirname, "../../..");

export function runJava(program: ConformanceProgram, classes: string, jdk: Jdk): Promise<Outcome> {
  const options = [
    "-Xmx256m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-ea",
  ];
  return run(join(jdk.home, "bin", "java"), [...options, "-cp", classes], program);
}

const runArguments = (classes: string, jdk: Jdk): string[] => [
  "run",
  "--jdk",
  jdk.home,
  "--heap",
  "256m",
  "-cp",
  classes,
];

/** As users run it. */
export function runDeadwood(
  program: ConformanceProgram,
  classes: string,
  jdk: Jdk,
): Promise<Outcome> {
  const command = [join(ROOT, "bin", "deadwood.js"), ...runArguments(classes, jdk)];
  return run(process.execPath, command, program);
}

/**
 * The same command in this process, which has long read and optimised the engine.
 * `opcodes` names a file for the set of opcodes that were executed.
 */
export async function runDeadwoodHere(
  program: ConformanceProgram,
  classes: string,
  jdk: Jdk,
  opcodes?: string,
): Promise<Outcome> {
  const written: Record<number, Buffer[]> = { 1: [], 2: [] };
  const input = Buffer.from(program.stdin);
  let at = 0;
  const coverage = opcodes === undefined ? [] : ["--opcodes", opcodes];
  const [command, ...options] = runArguments(classes, jdk);
  const words = [program.mainClass, ...program.args];
  const exitCode = await main([command!, ...coverage, ...options, ...words], {
    streams: {
      write: (fd, bytes) => {
        written[fd]!.push(Buffer.from(bytes));
      },
      read: (into) => {
        const count = input.copy(into, 0, at);
        at += count;
        return count === 0 ? -1 : count;
      },
      flush: () => {},
    },
    env: ENVIRONMENT,
    directory: process.cwd(),
    onInterrupt: () => () => {},
  });
  return { stdout: text(written[1]!), stderr: text(written[2]!), exitCode: exitCode & 0xff };
}

/** Fails when dist/ is not what src/ says: the corpus would test another program. */
export function requireBuild(): void {
  const built = newest(join(ROOT, "dist"), ".js");
  if (built < newest(join(ROOT, "src"), ".ts")) {
    throw new Error("dist/ is missing or older than src/: run `npm run build` first");
  }
}

function newest(folder: string, extension: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const times = files
      .filter((file) => file.endsWith(extension))
      .map((file) => statSync(join(folder, file)).mtimeMs);
    return Math.max(0, ...times);
  } catch {
    return 0;
  }
}

function run(
  command: string,
  options: readonly string[],
  program: ConformanceProgram,
): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = spawn(command, [...options, program.mainClass, ...program.args], {
      env: ENVIRONMENT,
      timeout: TIME_LIMIT,
      killSignal: "SIGKILL",
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", fail);
    child.on("close", (code) => {
      // No exit code means the process was killed for taking too long.
      done({ stdout: text(stdout), stderr: text(stderr), exitCode: code ?? -1 });
    });
    // A program need not read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(program.stdin);
  });
}

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

let running = 0;
const waiting: (() => void)[] = [];

/** Does the work when fewer than two others are at it. */
export async function oneOfTwo<R>(work: () => Promise<R>): Promise<R> {
  if (running === 2) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    // The place goes to the next in line, if any, without becoming free in between.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** Calls `work` for each item, two at a time, and gives the results in order. */
export function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  return Promise.all(items.map((item) => oneOfTwo(() => work(item))));
}
