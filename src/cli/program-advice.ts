/**
 * What a user may have meant who named a program that cannot be started: the class in its package, a class or a
 * bundled program of a similar name, the jar that was given without -jar. Loaded only when a start has failed.
 */
import { existsSync, statSync } from "node:fs";
import { basename, delimiter } from "node:path";
import { readClassName } from "../classfile/reading/class-name.ts";
import { readClass } from "../classfile/reading/reader.ts";
import { type FoundClass, parseClassPath } from "../classfile/sources/class-path.ts";
import { Jar } from "../classfile/sources/jar.ts";
import { DeadwoodError } from "../core/errors.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
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
  const { code } = error;
  if (code === "E302_NO_MAIN_METHOD") return mainClassesHint(classPath);
  if (code === "E201_BAD_CLASS_FILE") return adviceForPackage(main, classPath);
  return isAbout(error, main) ? adviceForMissing(main, classPath) : null;
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

  /** Those that have a main method, as a user should write them. */
  withMain(): readonly string[] {
    return this.#look(this.names.slice(0, MOST_READ), ({ bytes, origin }) =>
      hasMain(bytes, origin),
    );
  }

  /**
   * How to name these classes: "app.Main", or "-cp classes app.Main" for one that is found in a folder that is not
   * the root of its package.
   */
  asWritten(names: readonly string[]): readonly string[] {
    return this.#look(names, () => true);
  }

  #look(names: readonly string[], isWanted: (found: FoundClass) => boolean): readonly string[] {
    const source = parseClassPath(this.text, { featureVersion: FEATURE_VERSION });
    try {
      return names.flatMap((name) => {
        const found = source.find(name);
        return found === null || !isWanted(found) ? [] : (nameToWrite(name, found) ?? []);
      });
    } finally {
      source.close();
    }
  }
}

function nameToWrite(path: string, { bytes, origin }: FoundClass): string | null {
  const name = nameIn(bytes, origin);
  if (name === null || name === path) return name === null ? null : external(name);
  const suffix = `${name}.class`;
  if (!origin.endsWith(suffix)) return null;
  const root = origin.slice(0, -suffix.length).replace(/[/\\]$/, "") || ".";
  return `-cp ${root} ${external(name)}`;
}

/** Null for what is not a class file. */
function nameIn(bytes: Uint8Array, origin: string): string | null {
  try {
    return readClassName(bytes, origin);
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
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
  const others = classPath.asWritten(
    classPath.names.filter((name) => simpleName(name) === wanted).slice(0, MOST_READ),
  );
  const [only] = others;
  if (only === undefined) return null;
  if (others.length > 1) return `There are classes of this name: ${someOf(others)}.`;
  return only.startsWith("-")
    ? `Write: ${only}`
    : `There is a class ${only}: name it with its package.`;
}

function adviceForSpelling(main: string, classPath: ListedClassPath): string | null {
  const name = main.replaceAll("/", ".");
  const found = didYouMean(name, [...classPath.names.map(external), ...bundledPrograms()]);
  if (found !== null) return found;
  // A misspelt class whose package was left out.
  const simple = new Map(classPath.names.map((each) => [simpleName(each), each]));
  const similar = nearest(name, simple.keys());
  const [written] = classPath.asWritten(similar === null ? [] : [simple.get(similar) ?? similar]);
  return written === undefined ? null : `Did you mean ${written}?`;
}

const bundledPrograms = (): string[] =>
  listClasses(bundled("programs.jar"), FEATURE_VERSION).filter((name) => !name.includes("$"));

function adviceForEmpty(classPath: ListedClassPath): string | null {
  if (classPath.names.length > 0) return mainClassesHint(classPath);
  return `The class path (${classPath.text}) has no classes. Name the folder that holds the top-level packages, such as -cp build/classes.`;
}

function mainClassesHint(classPath: ListedClassPath): string | null {
  const found = classPath.withMain();
  return found.length === 0 ? null : `The class path has ${mainMethods(found)}.`;
}

const mainMethods = (names: readonly string[]): string =>
  `${names.length === 1 ? "a main method" : "main methods"} in ${someOf(names)}`;

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The class path leads into the folder of a package, so that the class has another name there. */
function adviceForPackage(main: string, classPath: ListedClassPath): string | null {
  const [written] = classPath.asWritten([main.replaceAll(".", "/")]);
  return written?.startsWith("-") === true ? `It belongs to a package. Write: ${written}` : null;
}

function adviceForJar(path: string, { code }: DeadwoodError): string | null {
  if (code !== "E302_NO_MAIN_METHOD") return null;
  const jar = Jar.open(path, FEATURE_VERSION);
  const names = jar.classNames();
  jar.close();
  if (names.length === 0) return `${basename(path)} has no classes.`;
  const found = new ListedClassPath(path).withMain();
  const [only] = found;
  if (only === undefined) return `No class in ${basename(path)} has a main method.`;
  const start = `Write: -cp ${path} ${only}`;
  return found.length === 1 ? start : `It has ${mainMethods(found)}. ${start}`;
}
