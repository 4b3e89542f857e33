/** Reads the input of a reduction together with the libraries that it needs. */
import { CompositeSource, parseClassPath } from "../classfile/sources/class-path.ts";
import { findJdk, type Jdk } from "../classfile/sources/jdk.ts";
import { contextOf } from "../launch/java-program.ts";
import { classesOfDifference } from "./checker/predicates.ts";
import { MAX_INPUT_BYTES, type ReductionInput, readInput } from "./files/input.ts";
import type { InputOptions } from "./options.ts";

export interface OpenedInput {
  readonly path: string;
  readonly input: ReductionInput;
  readonly libraries: CompositeSource;
  readonly jdk: Jdk | null;
}

/** Reads an input and opens its libraries, which the caller closes. */
export function openInput(path: string, options: InputOptions): OpenedInput {
  const jdk = findJdk({ explicit: options.jdk, env: contextOf(options).env });
  const isDifference = options.predicate !== undefined && "difference" in options.predicate;
  const classes = isDifference ? classesOfDifference(path) : path;
  const input = readInput(classes, options.maxInputBytes ?? MAX_INPUT_BYTES);
  const files = options.resources === "drop" ? [] : input.files;
  const libraries = librariesOf(options.classPath, jdk);
  return { path: classes, input: { ...input, files }, libraries, jdk };
}

/** The version of Java that is assumed without a JDK. */
const FEATURE_VERSION = 17;

function librariesOf(classPath: string | undefined, jdk: Jdk | null): CompositeSource {
  const featureVersion = jdk?.featureVersion ?? FEATURE_VERSION;
  const given = classPath === undefined ? [] : [parseClassPath(classPath, { featureVersion })];
  return new CompositeSource([...(jdk === null ? [] : [jdk.source]), ...given]);
}
