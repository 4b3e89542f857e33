/** The program that a caller of the library names, and the launch options derived from it. */
import { delimiter } from "node:path";
import { BadUsageError } from "../core/errors.ts";
import type { LibraryKind, ProcessContext } from "./find-program.ts";
import type { LaunchOptions } from "./launchable-program.ts";
import { defaultSizes, type Preset } from "./presets.ts";

/** A Java program and how to start it. */
export interface JavaProgram {
  /** Main class, `.class` file, `.java` file (not for `run`) or name of a bundled program. */
  readonly main?: string;
  /** A jar whose manifest names the main class; instead of `main`. */
  readonly jar?: string;
  /** The arguments of its main method. */
  readonly args?: readonly string[];
  /** Where its classes are; by default CLASSPATH or the working directory, and then the bundled programs. */
  readonly classPath?: string | readonly string[];
  /** The JDK whose class library it uses; by default that of JAVA_HOME, then of the `java` on the PATH. */
  readonly jdk?: string;
  /** Which java.util.concurrent: our models (one step per operation) or the JDK's bytecode. */
  readonly library?: LibraryKind;
  readonly heapBytes?: number;
  /** Size of one thread's stack. */
  readonly stackBytes?: number;
  /** Whether assert statements run; true by default. */
  readonly assertions?: boolean;
  readonly systemProperties?: Readonly<Record<string, string>>;
  /** Folders and jars with its sources, for reports; looked for beside its classes as well. */
  readonly sources?: readonly string[];
}

/** A string stands for `{ main }`. */
export type ProgramLike = string | JavaProgram;

/** The options of all functions of the library. */
export interface CommonOptions {
  /** Ends the work early. The report then says so; the promise is not rejected. */
  readonly signal?: AbortSignal;
  /**
   * The environment variables, of which JAVA_HOME, PATH and CLASSPATH are used; by default the process's own.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the Java program sees as its working directory (`user.dir`). */
  readonly directory?: string;
}

/** Receives what the Java program prints. */
export type Output = (stream: "stdout" | "stderr", bytes: Uint8Array) => void;

export const contextOf = ({ env, directory }: CommonOptions): ProcessContext => ({
  env: env ?? process.env,
  directory: directory ?? process.cwd(),
});

export function launchOptionsOf(program: ProgramLike, preset: Preset): LaunchOptions {
  const given = typeof program === "string" ? { main: program } : program;
  const { main, jar, args = [], classPath, jdk } = given;
  if (main !== undefined && jar !== undefined) {
    throw new BadUsageError("a program needs either a main class or a jar", {
      hint: "Put the jar on the class path, or leave out the main class.",
    });
  }
  const sizes = defaultSizes(preset);
  return {
    classPath: typeof classPath === "object" ? classPath.join(delimiter) : classPath,
    jar,
    jdk,
    mainAndArgs: main === undefined ? args : [main, ...args],
    heapBytes: given.heapBytes ?? sizes.heapBytes,
    stackBytes: given.stackBytes ?? sizes.stackBytes,
    assertions: given.assertions ?? true,
    properties: Object.entries(given.systemProperties ?? {}).map(
      ([key, value]) => `${key}=${value}`,
    ),
    library: given.library ?? "model",
    sources: given.sources ?? [],
  };
}
