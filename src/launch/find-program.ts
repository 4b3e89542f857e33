/**
 * Finds the program that the user names (a class on a class path, a jar, a class file, a bundled program),
 * and its main class.
 */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ClassSource,
  CompositeSource,
  FilteredSource,
  JarSource,
  parseClassPath,
  SingleClassSource,
} from "../classfile/sources/class-path.ts";
import { Jar } from "../classfile/sources/jar.ts";
import { findJdk, type Jdk } from "../classfile/sources/jdk.ts";
import { BadUsageError, InputUnreadableError, MainMethodError } from "../core/errors.ts";
import { Program } from "../program/linking/program.ts";

/** The version of Java that our models mimic when there is no JDK. */
const DEFAULT_FEATURE_VERSION = 17;

/** The models that `--library real` leaves out. */
const CONCURRENT = "java/util/concurrent/";

/** A file that is shipped with the tool, in models/. */
export const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../models/${name}`, import.meta.url));

/** The environment in which a program is looked up. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly directory: string;
}

export interface ProgramRequest {
  readonly classPath?: string | undefined;
  readonly jar?: string | undefined;
  readonly jdk?: string | undefined;
  /** The main class and the program's arguments; with a jar, the arguments alone. */
  readonly mainAndArgs: readonly string[];
  readonly library?: LibraryKind | undefined;
}

/** Which java.util.concurrent a program uses: our models, or the JDK's bytecode. */
export type LibraryKind = "model" | "real";

export interface FoundProgram {
  readonly program: Program;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly classPath: string;
}

export function findProgram(request: ProgramRequest, context: ProcessContext): FoundProgram {
  const jdk = findJdk({ explicit: request.jdk, env: context.env });
  const featureVersion = featureVersionOf(jdk);
  const found =
    request.jar === undefined
      ? findClass(request, featureVersion, context)
      : findJar(request, featureVersion);
  const models = openBundle("library.jar", featureVersion);
  if (request.library === "real" && jdk === null) {
    throw new BadUsageError("--library real needs a JDK, and none was found", {
      hint: "Set --jdk or JAVA_HOME.",
    });
  }
  const program = new Program({
    models: request.library === "real" ? withoutConcurrent(models) : models,
    jdk: jdk?.source ?? null,
    application: found.source,
    featureVersion,
    known: new Map(),
  });
  return { program, mainClass: found.mainClass, args: found.args, jdk, classPath: found.classPath };
}

/** The same program with no class loaded. Class files that were read are not read again. */
export const reload = (found: FoundProgram): FoundProgram => ({
  ...found,
  program: new Program(found.program.sources),
});

export const featureVersionOf = (jdk: Jdk | null): number =>
  jdk?.featureVersion ?? DEFAULT_FEATURE_VERSION;

interface ResolvedMain {
  readonly source: ClassSource;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: string;
}

function openBundle(name: string, featureVersion: number): ClassSource {
  return new JarSource(Jar.open(bundled(name), featureVersion));
}

/** Our models of the class library, for programs that are not looked up by name. */
export const openModels = (jdk: Jdk | null): ClassSource =>
  openBundle("library.jar", featureVersionOf(jdk));

/** The models without java.util.concurrent, whose place the JDK's own classes take. */
export const withoutConcurrent = (models: ClassSource): ClassSource =>
  new FilteredSource(models, CONCURRENT);

function findJar(request: ProgramRequest, featureVersion: number): ResolvedMain {
  const path = request.jar ?? "";
  requireFile(path);
  const jar = Jar.open(path, featureVersion);
  const mainClass = jar.manifest?.mainClass ?? null;
  jar.close();
  if (mainClass === null) {
    throw new MainMethodError(`${path}: the manifest has no Main-Class`, {
      hint: "Put the jar on the class path with -cp and name the main class.",
    });
  }
  return {
    source: parseClassPath(path, { featureVersion }),
    mainClass,
    args: request.mainAndArgs,
    classPath: path,
  };
}

function findClass(
  request: ProgramRequest,
  featureVersion: number,
  context: ProcessContext,
): ResolvedMain {
  const [name, ...args] = request.mainAndArgs;
  if (name === undefined) {
    throw new BadUsageError("no program named", {
      hint: "Name a main class (with -cp), a .class file, -jar FILE, or a bundled program.",
    });
  }
  if (name.endsWith(".java")) {
    throw new BadUsageError(`${name} is source code`, {
      hint: "Compile it with javac and name the class.",
    });
  }
  if (name.endsWith(".class")) return findClassFile(name, args, featureVersion);
  const classPath = request.classPath ?? (context.env["CLASSPATH"] || ".");
  const source = parseClassPath(classPath, { featureVersion });
  if (request.classPath === undefined && source.find(name.replaceAll(".", "/")) === null) {
    const programs = openBundle("programs.jar", featureVersion);
    if (programs.find(name.replaceAll(".", "/")) !== null) {
      return { source: programs, mainClass: name, args, classPath };
    }
  }
  return { source, mainClass: name, args, classPath };
}

/** A single class file. The classes it needs are looked up in the root directory of its package. */
function findClassFile(
  path: string,
  args: readonly string[],
  featureVersion: number,
): ResolvedMain {
  requireFile(path);
  const single = SingleClassSource.open(path);
  let root = resolve(path);
  for (const _ of single.className.split("/")) root = dirname(root);
  return {
    source: new CompositeSource([single, parseClassPath(root, { featureVersion })]),
    mainClass: single.className,
    args,
    classPath: root,
  };
}

function requireFile(path: string): void {
  let kind: "file" | "directory" | "nothing" = "nothing";
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isFile() === true) kind = "file";
    else if (status?.isDirectory() === true) kind = "directory";
  } catch {
    // no permission, a name that is too long, a loop of links
  }
  if (kind === "directory") {
    throw new InputUnreadableError(`cannot read ${path}: it is a directory`, {
      hint: `To use the classes in it, write -cp ${path} and name the main class.`,
    });
  }
  if (kind === "nothing") {
    throw new InputUnreadableError(`cannot read ${path}: there is no such file`, {
      hint: "Check the path. To name a class, leave out .class and use -cp.",
    });
  }
}
