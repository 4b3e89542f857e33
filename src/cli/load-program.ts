/**
 * Turns what a user names on the command line (a class on a class path, a jar,
 * a class file, a bundled program) into a Program and the name of its main
 * class.
 */
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ClassSource,
  CompositeSource,
  JarSource,
  parseClassPath,
  SingleClassSource,
} from "../classfile/class-path.ts";
import { Jar } from "../classfile/jar.ts";
import { findJdk, type Jdk } from "../classfile/jdk.ts";
import { BadUsageError, InputUnreadableError, MainMethodError } from "../core/errors.ts";
import { Program } from "../program/program.ts";

/** The version our models mimic when there is no JDK. */
const DEFAULT_FEATURE_VERSION = 17;

const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../models/${name}`, import.meta.url));

export interface ProgramRequest {
  readonly classPath?: string | undefined;
  readonly jar?: string | undefined;
  readonly jdk?: string | undefined;
  /** The main class, or the first program argument when a jar is given. */
  readonly words: readonly string[];
}

export interface LoadedProgram {
  readonly program: Program;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly jdk: Jdk | null;
  readonly classPath: string;
}

export function loadProgram(request: ProgramRequest): LoadedProgram {
  const jdk = findJdk(request.jdk === undefined ? {} : { explicit: request.jdk });
  const featureVersion = jdk?.featureVersion ?? DEFAULT_FEATURE_VERSION;
  const found =
    request.jar === undefined
      ? findClass(request, featureVersion)
      : findJar(request, featureVersion);
  const program = new Program({
    models: openBundle("library.jar", featureVersion),
    jdk: jdk?.source ?? null,
    application: found.source,
    featureVersion,
  });
  return { program, mainClass: found.mainClass, args: found.args, jdk, classPath: found.classPath };
}

interface Found {
  readonly source: ClassSource;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: string;
}

function openBundle(name: string, featureVersion: number): ClassSource {
  return new JarSource(Jar.open(bundled(name), featureVersion));
}

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

function findClass(request: ProgramRequest, featureVersion: number): Found {
  const [name, ...args] = request.words;
  if (name === undefined) {
    throw new BadUsageError("no program named", {
      hint: "Name a main class (with -cp), a .class file, -jar FILE, or a bundled program.",
    });
  }
  if (name.endsWith(".class")) return findClassFile(name, args);
  const classPath = request.classPath ?? process.env["CLASSPATH"] ?? ".";
  const source = parseClassPath(classPath, { featureVersion });
  if (request.classPath === undefined && source.find(name.replaceAll(".", "/")) === null) {
    const programs = openBundle("programs.jar", featureVersion);
    if (programs.find(name.replaceAll(".", "/")) !== null) {
      return { source: programs, mainClass: name, args, classPath };
    }
  }
  return { source, mainClass: name, args, classPath };
}

/** A class file on its own; the directory it lies in serves the classes it needs. */
function findClassFile(path: string, args: readonly string[]): Found {
  requireFile(path);
  const single = SingleClassSource.open(path);
  const depth = single.className.split("/").length;
  const root = `${path}${"/..".repeat(depth)}`;
  const around = existsSync(root)
    ? [parseClassPath(root, { featureVersion: DEFAULT_FEATURE_VERSION })]
    : [];
  return {
    source: new CompositeSource([single, ...around]),
    mainClass: single.className,
    args,
    classPath: root,
  };
}

function requireFile(path: string): void {
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new InputUnreadableError(`cannot read ${path}: there is no such file`);
  }
}
