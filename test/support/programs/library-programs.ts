/**
 * All programs of the tests that are searched for what they can end in, found by
 * looking through the sources: experiments and trials that end in a number,
 * programs with a main method, those that are told by an argument what to do,
 * the bundled ones and the anchors. The contracts have a comparison of their own (test/contracts).
 * Apart from those, the programs that always print the same (test/conformance).
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { compilePrograms } from "../../conformance/support/compile.ts";
import { allPrograms } from "../../conformance/support/programs.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { compileJava, installedJdk } from "../java.ts";
import { bundledPrograms } from "../machine.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const DIFFERENTIAL = join(ROOT, "test/differential");
const ANCHORS = join(ROOT, "benchmarks/programs/anchors");
const VERIFY = join(ROOT, "models/library/deadwood/Verify.java");

export interface LibraryProgram {
  readonly title: string;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: () => string;
  /** The static field with the number that it ends in. */
  readonly result?: string;
  readonly stdin?: string;
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".java"))
    .toSorted()
    .map((file) => join(folder, file));

const classIn = (file: string): string => basename(file, ".java");

/** Compiled when the first of them is run. */
class Group {
  readonly #files: readonly string[];
  #compiled: { folder: string; remove: () => void } | null = null;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  readonly classPath = (): string => {
    this.#compiled ??= compileJava(this.#files);
    return this.#compiled.folder;
  };

  remove(): void {
    this.#compiled?.remove();
    this.#compiled = null;
  }
}

type Grouped = readonly [Group, readonly LibraryProgram[]];

const common = ["Experiment", "Once", "Often"].map((name) =>
  join(DIFFERENTIAL, "programs", `${name}.java`),
);

/** Experiments of a folder, one for each class that is one. */
function experiments(folder: string, others: readonly string[]): Grouped {
  const files = sourcesIn(join(DIFFERENTIAL, folder));
  const group = new Group([...files, ...others]);
  const programs = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(/static final class (\w+) extends Experiment/g)].map(([, name]) => ({
      title: `${folder} ${classIn(file)}$${name}`,
      mainClass: "Once",
      args: [`${classIn(file)}$${name}`],
      classPath: group.classPath,
      result: "result",
    }));
  });
  return [group, programs];
}

/** A program for each case of a switch over the first argument, which is all that `source` decides by a text. */
function cases(folder: string, mainClass: string, source = mainClass): Grouped {
  const files = sourcesIn(join(DIFFERENTIAL, folder));
  const group = new Group([...files, VERIFY]);
  const text = readFileSync(join(DIFFERENTIAL, folder, `${source}.java`), "utf8");
  const hasResult = /static (?:volatile )?int result\b/.test(
    readFileSync(join(DIFFERENTIAL, folder, `${mainClass}.java`), "utf8"),
  );
  const programs = [...text.matchAll(/case "([^"]*)"/g)].map(([, name]) => ({
    title: `${folder} ${mainClass} ${name}`,
    mainClass,
    args: [name!],
    classPath: group.classPath,
    ...(hasResult ? { result: "result" } : {}),
  }));
  return [group, programs];
}

/** Classes with a main method of their own that needs no arguments; most files have several. */
function mains(folder: string, title: string): Grouped {
  const files = sourcesIn(folder);
  const group = new Group([...files, VERIFY]);
  const programs = files.flatMap((file) =>
    mainClasses(readFileSync(file, "utf8")).map((name) => ({
      title: `${title} ${name}`,
      mainClass: name,
      args: [],
      classPath: group.classPath,
    })),
  );
  return [group, programs];
}

/** Names of the classes, which may be nested in one other, whose main method does not look at its arguments. */
function mainClasses(source: string): string[] {
  const classes = [
    ...source.matchAll(/^( {4})?(?:public |static |final |abstract )*class (\w+)/gm),
  ];
  const methods = [...source.matchAll(/^( {4})?(?: {4}|\t)(?:public )?static void main\(/gm)];
  return methods.flatMap((main, i) => {
    const text = source.slice(main.index, methods[i + 1]?.index ?? source.length);
    if (text.includes("args[")) return [];
    const before = classes.filter(({ index }) => index < main.index);
    const outer = before.findLast(([, indent]) => indent === undefined)![2]!;
    const isNested = main[1] !== undefined;
    return [
      isNested ? `${outer}$${before.findLast(([, indent]) => indent === main[1])![2]}` : outer,
    ];
  });
}

const bundled = (): LibraryProgram[] =>
  bundledProgramList().flatMap(({ name, runs }) =>
    runs.map(({ args }) => ({
      title: [name, ...args].join(" "),
      mainClass: name,
      args,
      classPath: bundledPrograms,
    })),
  );

function anchors(): LibraryProgram[] {
  const jar = join(ROOT, "benchmarks/programs/anchors.jar");
  return readdirSync(ANCHORS).flatMap((folder) =>
    sourcesIn(join(ANCHORS, folder)).map((file) => {
      const name = `${folder}/${classIn(file)}`;
      const isPackaged = /^package /m.test(readFileSync(file, "utf8"));
      return {
        title: `anchor ${name}`,
        mainClass: isPackaged ? name : classIn(file),
        args: [],
        classPath: () => jar,
      };
    }),
  );
}

/** Programs whose output on a real JVM is recorded. */
export function recordedPrograms(): LibraryProgram[] {
  if (installedJdk === null) return [];
  const jdk = installedJdk;
  const programs = allPrograms().filter(
    ({ sources, minJdk }) => sources.length > 0 && minJdk <= jdk.version,
  );
  return programs.map(({ id, mainClass, args, stdin }) => ({
    title: id,
    mainClass: mainClass.replaceAll(".", "/"),
    args,
    stdin,
    classPath: () => compilePrograms(programs, jdk).get(id)!,
  }));
}

export interface LibraryPrograms {
  readonly programs: readonly LibraryProgram[];
  readonly remove: () => void;
}

export function libraryPrograms(): LibraryPrograms {
  const groups = [
    experiments("programs", []),
    experiments("tricky", sourcesIn(join(DIFFERENTIAL, "programs"))),
    experiments("library", common),
    experiments("variables", sourcesIn(join(DIFFERENTIAL, "programs"))),
    cases("pools", "TrialOnce", "Trials"),
    cases("callbacks", "Callbacks"),
    cases("callbacks", "HeldLocks"),
    cases("callbacks", "MonitorsByVersion"),
    cases("fixed-values", "Fixed"),
    cases("serialization", "Serialized"),
    ...["dynamic", "history", "sleepers", "unnoticed"].map((folder) =>
      mains(join(DIFFERENTIAL, folder), folder),
    ),
    mains(join(ROOT, "test/cli/programs"), "cli"),
  ];
  return {
    programs: [...groups.flatMap(([, programs]) => programs), ...bundled(), ...anchors()],
    remove: () => {
      for (const [group] of groups) group.remove();
    },
  };
}
