/**
 * What a user may have meant who named a program that cannot be started: the class in its package, a class or a
 * bundled program of a similar name, the jar that was given without -jar. Loaded only when a start has failed.
 */
import { existsSync, statSync } from "node:fs";
import { basename, delimiter } from "node:path";
import { readClassName } from "../classfile/reading/class-name.ts";
import { readClass } from "../classfile/reading/reader.ts";
import { parseClassPath } from "../classfile/sources/class-path.ts";
import { Jar } from "../classfile/sources/jar.ts";
import { DeadwoodError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest.ts";
import { bundled } from "../launch/find-program.ts";
import type { JavaProgram } from "../launch/java-program.ts";
import { listClasses } from "../launch/list-classes.ts";
import type { Host } from "./host.ts";

/** The release for which jars of several releases are read. */
const FEATURE_VERSION = 17;
/** Classes that are read to see whether they have a main method. */
const MOST_READ = 2000;
/** Classes that a hint names. */
const MOST_NAMED = 4;

/** A better hint for an error about the program itself; null if there is none. */
export function adviceFor(program: JavaProgram, host: Host, error: DeadwoodError): string | null {
  const { jar, main } = program;
  if (jar !== undefined) return adviceForJar(jar, error);
  if (main === undefined) return null;
  const classPath = new ListedClassPath(classPathOf(program, host));
  switch (error.code) {
    case "E301_CLASS_NOT_FOUND":
      return isAbout(error, main) ? adviceForMissing(main, classPath) : null;
    case "E302_NO_MAIN_METHOD":
      return mainClassesHint(classPath);
    case "E201_BAD_CLASS_FILE":
      return adviceForPackage(main, classPath);
    default:
      return null;
  }
}

const classPathOf = ({ classPath }: JavaProgram, { env }: Host): string => {
  const text = typeof classPath === "object" ? classPath.join(delimiter) : classPath;
  return text ?? (env["CLASSPATH"] || ".");
};

const external = (name: string): string => name.replaceAll("/", ".");
const simpleName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** The message names the class first. A class that the program needs is another matter. */
const isAbout = ({ message }: DeadwoodError, main: string): boolean =>
  message.startsWith(`class ${external(main)} was not found`);

class ListedClassPath {
  readonly text: string;
  #names: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** The internal names of all classes. */
  get names(): readonly string[] {
    this.#names ??= this.text
      .split(delimiter)
      .flatMap((entry) => listClasses(entry, FEATURE_VERSION));
    return this.#names;
  }

  /** Of these classes, those that have a main method. */
  withMain(names: readonly string[]): readonly string[] {
    const source = parseClassPath(this.text, { featureVersion: FEATURE_VERSION });
    try {
      return names.slice(0, MOST_READ).filter((name) => {
        const found = source.find(name);
        return found !== null && hasMain(found.bytes, found.origin);
      });
    } finally {
      source.close();
    }
  }
}

/** Most classes do not contain these words and need not be read. */
function hasMain(bytes: Uint8Array, origin: string): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.includes("main") || !text.includes("([Ljava/lang/String;)V")) return false;
  try {
    return readClass(bytes, origin).methods.some(
      ({ name, descriptor }) => name === "main" && descriptor === "([Ljava/lang/String;)V",
    );
  } catch (error) {
    if (error instanceof DeadwoodError) return false;
    throw error;
  }
}

function adviceForMissing(main: string, classPath: ListedClassPath): string | null {
  return (
    adviceForFile(main) ??
    adviceForOtherPackage(main, classPath) ??
    adviceForSpelling(main, classPath) ??
    adviceForEmpty(classPath)
  );
}

/** The name is that of a file. */
function adviceForFile(main: string): string | null {
  if (/\.jar$/i.test(main) && isFile(main)) return `To run a jar, write -jar ${main}.`;
  const file = `${main}.class`;
  if (main.includes("/") && isFile(file)) return startOfFile(file);
  return null;
}

const isFile = (path: string): boolean =>
  existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const startOfFile = (file: string): string => `To start a class file, write ${file}.`;

/** A class of this name, in another package than the user wrote. */
function adviceForOtherPackage(main: string, classPath: ListedClassPath): string | null {
  const wanted = simpleName(main.replaceAll(".", "/"));
  const others = classPath.names.filter((name) => simpleName(name) === wanted);
  const [only] = others;
  if (only === undefined) return null;
  if (others.length === 1) return `There is a class ${external(only)}: name it with its package.`;
  return `There are classes of this name in other packages: ${someOf(others.map(external))}.`;
}

function adviceForSpelling(main: string, classPath: ListedClassPath): string | null {
  const name = main.replaceAll("/", ".");
  const known = [...classPath.names.map(external), ...bundledPrograms()];
  const found = didYouMean(name, known);
  if (found !== null) return found;
  // A misspelt class whose package was left out.
  const simple = new Map(classPath.names.map((each) => [simpleName(each), external(each)]));
  const similar = [...simple.keys()].filter((each) => didYouMean(name, [each]) !== null);
  const [first] = similar;
  return first === undefined ? null : `Did you mean ${simple.get(first) ?? first}?`;
}

const bundledPrograms = (): string[] =>
  listClasses(bundled("programs.jar"), FEATURE_VERSION).filter((name) => !name.includes("$"));

function adviceForEmpty(classPath: ListedClassPath): string | null {
  if (classPath.names.length > 0) return mainClassesHint(classPath);
  return `The class path (${classPath.text}) has no classes. Name the folder that holds the top-level packages, such as -cp build/classes.`;
}

function mainClassesHint(classPath: ListedClassPath): string | null {
  const found = classPath.withMain(classPath.names);
  if (found.length === 0) return null;
  return `The class path has ${mainMethods(found)}.`;
}

const mainMethods = (names: readonly string[]): string =>
  names.length === 1
    ? `a main method in ${external(names[0] ?? "")}`
    : `main methods in ${someOf(names.map(external))}`;

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The class path leads into the folder of a package, so that the class has another name there. */
function adviceForPackage(main: string, classPath: ListedClassPath): string | null {
  const source = parseClassPath(classPath.text, { featureVersion: FEATURE_VERSION });
  try {
    const found = source.find(main.replaceAll(".", "/"));
    if (found === null) return null;
    const name = readClassName(found.bytes, found.origin);
    const suffix = `${name}.class`;
    if (!found.origin.endsWith(suffix)) return null;
    const root = found.origin.slice(0, -suffix.length).replace(/[/\\]$/, "") || ".";
    return `It belongs to a package. Write: -cp ${root} ${external(name)}`;
  } catch (error) {
    if (error instanceof DeadwoodError) return null; // not a class file: the message says so
    throw error;
  } finally {
    source.close();
  }
}

function adviceForJar(path: string, { code }: DeadwoodError): string | null {
  if (code !== "E302_NO_MAIN_METHOD") return null;
  const jar = Jar.open(path, FEATURE_VERSION);
  const names = jar.classNames();
  jar.close();
  if (names.length === 0) return `${basename(path)} has no classes.`;
  const found = new ListedClassPath(path).withMain(names);
  const [only] = found;
  if (only === undefined) return `No class in ${basename(path)} has a main method.`;
  const start = `Write: -cp ${path} ${external(only)}`;
  return found.length === 1 ? start : `It has ${mainMethods(found)}. ${start}`;
}
