/**
 * Runs random programs on a real JVM, each many times in one process
 * (models/jvm-runner), to see that the checker knows every outcome.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Jdk } from "../classfile/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import type { FuzzInput } from "../fuzz/fuzz-input.ts";
import { canRunOnJvm, jvmClassOf } from "../fuzz/jvm-classes.ts";
import { type JvmRuns, parseRuns } from "../fuzz/jvm-outcomes.ts";
import { type Checked, type Testimony, type Witness, without } from "../fuzz/testimony.ts";
import { temporaryDirectory } from "./temporary.ts";

const RUNNER = fileURLToPath(new URL("../../models/jvm-runner.jar", import.meta.url));
/** After so many milliseconds no further run of a program begins; after so many more the JVM is ended. */
const RUNS_MILLIS = 4000;
const LATEST_MILLIS = 30_000;

export interface JvmOptions {
  readonly jdk: Jdk;
  /** Of each program. */
  readonly runs: number;
}

export class JvmWitness implements Witness {
  readonly #runs: number;
  readonly #java: string;
  /** What came of programs that were run before they were asked about. */
  readonly #known = new Map<string, JvmRuns>();

  constructor({ jdk, runs }: JvmOptions) {
    this.#runs = runs;
    this.#java = join(jdk.home, "bin", "java");
  }

  /** A JVM takes as long to start as a program takes to run: many are run by one. */
  prepare(inputs: readonly FuzzInput[]): void {
    this.#known.clear();
    const possible = inputs.filter(({ classes }) => canRunOnJvm(classes));
    const found = possible.length === 0 ? [] : this.#run(possible);
    for (const [i, input] of possible.entries()) {
      const ran = found[i];
      if (ran !== undefined) this.#known.set(keyOf(input), ran);
    }
  }

  judge(input: FuzzInput, known: Checked): Testimony | null {
    if (!known.isComplete || !canRunOnJvm(input.classes)) return null;
    const ran = this.#known.get(keyOf(input)) ?? this.#run([input])[0];
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

  /** Fewer than were asked for when the JVM did not come to its end. */
  #run(inputs: readonly FuzzInput[]): JvmRuns[] {
    const { path, remove } = temporaryDirectory("deadwood-fuzz-");
    try {
      const folders = inputs.map(({ classes }, i) => {
        const folder = join(path, `${i}`);
        for (const [name, bytes] of classes) {
          const file = join(folder, `${name}.class`);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, jvmClassOf(bytes));
        }
        return folder;
      });
      return parseRuns(this.#start(folders));
    } finally {
      remove();
    }
  }

  /** The JVM takes most of its time to start: what makes it fast later is not wanted. */
  #start(folders: readonly string[]): string {
    const { stdout, stderr, error } = spawnSync(
      this.#java,
      [
        ...FLAGS,
        "-cp",
        RUNNER,
        "deadwood.fuzz.Runner",
        `${this.#runs}`,
        `${RUNS_MILLIS}`,
        ...folders,
      ],
      {
        encoding: "utf8",
        timeout: LATEST_MILLIS + folders.length * 2 * RUNS_MILLIS,
        killSignal: "SIGKILL",
        maxBuffer: 1 << 26,
      },
    );
    if (error !== undefined && !("code" in error && error.code === "ETIMEDOUT")) {
      throw new BadUsageError(`cannot run ${this.#java}: ${error.message}`, { cause: error });
    }
    if (/Exception in thread|Error:/.test(stderr)) {
      throw new Error(`the runner failed on the JVM: ${stderr}`);
    }
    return stdout;
  }
}

/** As many processors as the checker has, on which the size of the library's common pool depends. */
const FLAGS = [
  "-Xshare:auto",
  "-XX:TieredStopAtLevel=1",
  "-XX:+UseSerialGC",
  "-Xmx256m",
  "-XX:ActiveProcessorCount=2",
];

function keyOf({ classes }: FuzzInput): string {
  const hash = createHash("sha256");
  for (const [name, bytes] of classes) hash.update(name).update(bytes);
  return hash.digest("hex");
}
