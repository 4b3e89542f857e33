/**
 * Boots the machines of the fuzzer. There are thousands, so they are small, use a JDK only if the program
 * needs one, and share the library classes that were read.
 */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { Jdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import { InMemoryLauncher } from "../launch/in-memory-programs.ts";
import type { GivenSettings } from "../launch/presets.ts";
import type { Machine } from "../vm/machine.ts";
import type { FuzzInput } from "./fuzz-input.ts";

export class FuzzLibrary {
  readonly jdk: Jdk | null;
  readonly #launcher: InMemoryLauncher;

  /** `settings`: for all machines. */
  constructor(models: ClassSource, jdk: Jdk | null, settings: GivenSettings = {}) {
    this.#launcher = new InMemoryLauncher("fuzz", models, settings);
    this.jdk = jdk;
  }

  /** A machine in front of the program's main method, ready to be explored. */
  machineOf(input: FuzzInput, settings: GivenSettings = {}): Machine {
    const jdk = input.needsJdk ? this.jdk : null;
    if (input.needsJdk && jdk === null) {
      throw new BadUsageError("the program needs a JDK, but none was found", {
        hint: "Set --jdk or JAVA_HOME.",
      });
    }
    const program = { application: sourceOf(input.classes), mainClass: "Main", args: [], jdk };
    return this.#launcher.boot(program, { heapWords: input.heapWords, ...settings });
  }
}

function sourceOf(classes: ReadonlyMap<string, Uint8Array>): ClassSource {
  return {
    find: (name) => {
      const bytes = classes.get(name);
      return bytes === undefined ? null : { bytes, origin: `${name}.class`, module: null };
    },
    describe: () => "the program's classes",
  };
}
