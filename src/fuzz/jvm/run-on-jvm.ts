/**
 * Runs random programs on a real JVM, each many times in one process (models/jvm-runner), to
 * find outcomes that the checker does not know.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Jdk } from "../../classfile/sources/jdk.ts";
import { contentKey } from "../../core/bulk-hash.ts";
import { BadUsageError } from "../../core/errors.ts";
import { bundled } from "../../launch/find-program.ts";
import { temporaryDirectory } from "../../launch/temporary-directory.ts";
import type { FuzzInput } from "../fuzz-input.ts";
import { type Checked, type Testimony, type Witness, without } from "../outside-evidence.ts";
import { canRunOnJvm, jvmClassOf } from "./instrument.ts";
import { type JvmRuns, parseRuns } from "./outcomes.ts";

const RUNNER = bundled("jvm-runner.jar");
/** No further run of a program starts after this many milliseconds; the JVM is killed some time later. */
const RUNS_MILLIS = 4000;
const LATEST_MILLIS = 30_000;

export interface JvmOptions {
  readonly jdk: Jdk;
  /** The number of runs of each program. */
  readonly runs: number;
}

export class JvmWitness implements Witness {
  readonly #runs: number;
  readonly #java: string;
  /** Outcomes of programs that ran ahead: of the last batch, and of the one before. */
  #known: readonly ReadonlyMap<string, JvmRuns>[] = [];
  #running: ChildProcess | null = null;

  constructor({ jdk, runs }: JvmOptions) {
    this.#runs = runs;
    this.#java = join(jdk.home, "bin", "java");
  }

  /** Starting a JVM takes as long as running a program, so one JVM runs many programs. */
  async prepare(inputs: readonly FuzzInput[]): Promise<void> {
    const possible = inputs.filter(({ classes }) => canRunOnJvm(classes));
    const found = possible.length === 0 ? [] : await this.#runBeside(possible);
    const known = new Map<string, JvmRuns>();
    for (const [i, input] of possible.entries()) {
      const ran = found[i];
      if (ran !== undefined) known.set(keyOf(input), ran);
    }
    this.#known = [known, ...this.#known.slice(0, 1)];
  }

  close(): void {
    this.#running?.kill("SIGKILL");
  }

  judge(input: FuzzInput, known: Checked): Testimony | null {
    if (!known.isComplete || !canRunOnJvm(input.classes)) return null;
    const key = keyOf(input);
    const prepared = this.#known.find((each) => each.has(key))?.get(key);
    const ran = prepared ?? this.#run([input])[0];
    if (ran === undefined) return null;
    const unknown = without(ran.outcomes, known.outcomes);
    return {
      differences: unknown.map((text) => ({
        configuration: known.configuration,
        kind: "jvm",
        text,
      })),
      counts: {
        jvmPrograms: 1,
        jvmRuns: ran.runs,
        jvmKnown: known.outcomes.size,
        jvmSeen: ran.outcomes.size - unknown.length,
      },
    };
  }

  /** Returns fewer results than requested if the JVM did not finish. */
  #run(inputs: readonly FuzzInput[]): JvmRuns[] {
    const { path, remove } = temporaryDirectory("deadwood-fuzz-");
    try {
      const { stdout, stderr, error } = spawnSync(this.#java, this.#words(inputs, path), {
        encoding: "utf8",
        timeout: timeFor(inputs),
        killSignal: "SIGKILL",
        maxBuffer: 1 << 26,
      });
      if (error !== undefined && !("code" in error && error.code === "ETIMEDOUT")) {
        throw this.#cannotRun(error);
      }
      return readRuns(stdout, stderr);
    } finally {
      remove();
    }
  }

  /** The same, while this process does other work. It cannot read pipes then, so the JVM writes to files. */
  async #runBeside(inputs: readonly FuzzInput[]): Promise<JvmRuns[]> {
    const { path, remove } = temporaryDirectory("deadwood-fuzz-");
    const [out, err] = [join(path, "out"), join(path, "err")];
    const files = [openSync(out, "w"), openSync(err, "w")] as const;
    try {
      const child = spawn(this.#java, this.#words(inputs, path), {
        stdio: ["ignore", ...files],
        timeout: timeFor(inputs),
        killSignal: "SIGKILL",
      });
      this.#running = child;
      await new Promise<void>((resolve, reject) => {
        child.on("error", (error) => {
          reject(this.#cannotRun(error));
        });
        child.on("close", () => {
          resolve();
        });
      });
      return readRuns(readFileSync(out, "utf8"), readFileSync(err, "utf8"));
    } finally {
      this.#running = null;
      for (const each of files) closeSync(each);
      remove();
    }
  }

  #cannotRun(cause: Error): BadUsageError {
    return new BadUsageError(`cannot run ${this.#java}: ${cause.message}`, { cause });
  }

  /** Writes the instrumented programs, and returns the JVM's arguments. */
  #words(inputs: readonly FuzzInput[], path: string): string[] {
    const folders = inputs.map(({ classes }, i) => {
      const folder = join(path, `${i}`);
      for (const [name, bytes] of classes) {
        const file = join(folder, `${name}.class`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, jvmClassOf(bytes));
      }
      return folder;
    });
    const limits = [`${this.#runs}`, `${RUNS_MILLIS}`];
    return [...FLAGS, "-cp", RUNNER, "deadwood.fuzz.Runner", ...limits, ...folders];
  }
}

const timeFor = (inputs: readonly FuzzInput[]): number =>
  LATEST_MILLIS + inputs.length * 2 * RUNS_MILLIS;

function readRuns(stdout: string, stderr: string): JvmRuns[] {
  if (/Exception in thread|Error:/.test(stderr)) {
    throw new Error(`the runner failed on the JVM: ${stderr}`);
  }
  return parseRuns(stdout);
}

/**
 * Most of the time is spent starting the JVM, so optimisations that pay off later are switched off. The JVM
 * gets as many processors as the checker's machine, because the size of the common pool depends on them.
 */
const FLAGS = [
  "-Xshare:auto",
  "-XX:TieredStopAtLevel=1",
  "-XX:+UseSerialGC",
  "-Xmx256m",
  "-XX:ActiveProcessorCount=2",
];

function keyOf({ classes }: FuzzInput): string {
  return [...classes].map(([name, bytes]) => `${name} ${contentKey(bytes)}`).join("\n");
}
