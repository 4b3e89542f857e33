/**
 * Turns what a user names on the command line (a class on a class path, a jar,
 * a class file, a bundled program) into a Program and the name of its main
 * class.
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
import type { Host } from "./host.ts";

/** The version our models mimic when there is no JDK. */
const DEFAULT_FEATURE_VERSION = 17;

/** Models that `--library real` does without. */
const CONCURRENT = "java/util/concurrent/";

const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../models/${name}`, import.meta.url));

export interface ProgramRequest {
  readonly classPath?: string | undefined;
  readonly jar?: string | undefined;
  readonly jdk?: string | undefined;
  /** The main class, or the first program argument when a jar is given. */
  readonly words: readonly string[];
  readonly library?: LibraryKind | undefined;
}

/** Whose java.util.concurrent a program uses: that of our models, or the JDK's own. */
export type LibraryKind = "model" | "real";

export interface LoadedProgram {
  readonly program: Program;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly classPath: string;
}

export function loadProgram(request: ProgramRequest, host: Host): LoadedProgram {
  const jdk = findJdk({ explicit: request.jdk, env: host.env });
  const featureVersion = jdk?.featureVersion ?? DEFAULT_FEATURE_VERSION;
  const found =
    request.jar === undefined
      ? findClass(request, featureVersion, host)
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

/** The same from its beginning: only the class files that were read stay read. */
export const loadAgain = (loaded: LoadedProgram): LoadedProgram => ({
  ...loaded,
  program: new Program(loaded.program.sources),
});

interface Found {
  readonly source: ClassSource;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: string;
}

function openBundle(name: string, featureVersion: number): ClassSource {
  return new JarSource(Jar.open(bundled(name), featureVersion));
}

/** Our class library, for whoever loads programs in another way. */
export const openModels = (jdk: Jdk | null): ClassSource =>
  openBundle("library.jar", jdk?.featureVersion ?? DEFAULT_FEATURE_VERSION);

/** The same without models of java.util.concurrent: the JDK's own classes take their place. */
export const withoutConcurrent = (models: ClassSource): ClassSource =>
  new FilteredSource(models, CONCURRENT);

function findJar(request: ProgramRequest, featureVersion: number): Found {
  const path = request.jar ?? "";
  requireFile(path);
  const jar = Jar.open(path, featureVersion);
  const mainClass = jar.manifest?.mainClass ?? null;
  jar.close();
  if (mainClass === null) {
    throw new MainMethodError(`${path}: the manifest names no Main-Class`, {
      hint: "Use -cp with the jar and name the main class.",
    });
  }
  return {
    source: parseClassPath(path, { featureVersion }),
    mainClass,
    args: request.words,
    classPath: path,
  };
}

function findClass(request: ProgramRequest, featureVersion: number, host: Host): Found {
  const [name, ...args] = request.words;
  if (name === undefined) {
    throw new BadUsageError("no program named", {
      hint: "Name a main class (with -cp), a .class file, -jar FILE, or a bundled program.",
    });
  }
  if (name.endsWith(".java")) {
    throw new BadUsageError(`${name} is source code`, {
      hint: "Compile it with javac, then name the class.",
    });
  }
  if (name.endsWith(".class")) return findClassFile(name, args, featureVersion);
  const classPath = request.classPath ?? (host.env["CLASSPATH"] || ".");
  const source = parseClassPath(classPath, { featureVersion });
  if (request.classPath === undefined && source.find(name.replaceAll(".", "/")) === null) {
    const programs = openBundle("programs.jar", featureVersion);
    if (programs.find(name.replaceAll(".", "/")) !== null) {
      return { source: programs, mainClass: name, args, classPath };
    }
  }
  return { source, mainClass: name, args, classPath };
}

/** A class file on its own; the directory that its package starts in serves the classes it needs. */
function findClassFile(path: string, args: readonly string[], featureVersion: number): Found {
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
  let isFile: boolean;
  try {
    isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    isFile = false; // no right to look, a name that is too long, a loop of links
  }
  if (!isFile) {
    throw new InputUnreadableError(`cannot read ${path}: there is no such file`, {
      hint: "Check the path; a class name goes with -cp instead.",
    });
  }
}
