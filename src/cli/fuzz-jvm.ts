/**
 * Runs random programs on a real JVM, each many times in one process
 * (models/jvm-runner), to see that the checker knows every outcome.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Jdk } from "../classfile/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import type { Testimony, Witness } from "../fuzz/campaign.ts";
import type { Configuration } from "../fuzz/configurations.ts";
import type { FuzzInput } from "../fuzz/fuzz-input.ts";
import type { FuzzLibrary } from "../fuzz/fuzz-machine.ts";
import { canRunOnJvm, jvmClassOf } from "../fuzz/jvm-classes.ts";
import { checkedOutcomes, type JvmRuns, parseRuns } from "../fuzz/jvm-outcomes.ts";
import { temporaryDirectory } from "./temporary.ts";

const RUNNER = fileURLToPath(new URL("../../models/jvm-runner.jar", import.meta.url));
/** After so many milliseconds no further run of a program begins; after so many more the JVM is ended. */
const RUNS_MILLIS = 4000;
const LATEST_MILLIS = 30_000;

export interface JvmOptions {
  readonly library: FuzzLibrary;
  readonly jdk: Jdk | null;
  readonly configurations: readonly Configuration[];
  readonly states: number;
  readonly runs: number;
}

export class JvmWitness implements Witness {
  readonly #options: JvmOptions;
  readonly #java: string;

  constructor(options: JvmOptions) {
    if (options.jdk === null) {
      throw new BadUsageError("--against jvm needs a JDK, and none was found", {
        hint: "Set --jdk or JAVA_HOME.",
      });
    }
    this.#options = options;
    this.#java = join(options.jdk.home, "bin", "java");
  }

  judge(input: FuzzInput): Testimony | null {
    const { library, configurations, states } = this.#options;
    const configuration =
      configurations.find(({ name }) => name === "default") ?? configurations.at(-1);
    if (configuration === undefined || !canRunOnJvm(input.classes)) return null;
    const known = checkedOutcomes(input, library, configuration, states);
    const ran = known === null ? null : this.#run(input);
    if (known === null || ran === null) return null;
    const unknown = [...ran.outcomes].filter((outcome) => !known.has(outcome));
    return {
      differences: unknown.map((text) => ({
        configuration: configuration.name,
        kind: "jvm",
        text,
      })),
      runs: ran.runs,
      known: known.size,
      seen: ran.outcomes.size - unknown.length,
    };
  }

  #run(input: FuzzInput): JvmRuns | null {
    const { path: directory, remove } = temporaryDirectory("deadwood-fuzz-");
    try {
      for (const [name, bytes] of input.classes) {
        const file = join(directory, `${name}.class`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, jvmClassOf(bytes));
      }
      return parseRuns(this.#start(directory));
    } finally {
      remove();
    }
  }

  /** The JVM takes most of its time to start: what makes it fast later is not wanted. */
  #start(directory: string): string {
    const flags = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"];
    const { runs } = this.#options;
    const args = ["-cp", RUNNER, "deadwood.fuzz.Runner", directory, `${runs}`, `${RUNS_MILLIS}`];
    const { stdout, stderr, error } = spawnSync(this.#java, [...flags, ...args], {
      encoding: "utf8",
      timeout: LATEST_MILLIS,
      killSignal: "SIGKILL",
      maxBuffer: 1 << 26,
    });
    if (error !== undefined && !("code" in error && error.code === "ETIMEDOUT")) {
      throw new BadUsageError(`cannot run ${this.#java}: ${error.message}`, { cause: error });
    }
    if (/Exception in thread|Error:/.test(stderr)) {
      throw new Error(`the runner failed on the JVM: ${stderr}`);
    }
    return stdout;
  }
}
