/**
 * All programs of the tests that use java.util.concurrent, found by looking
 * through the sources: experiments and trials that end in a number, programs
 * with a main method, the bundled ones and the anchors.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundledProgramList, sourceOf } from "../programs/manifest.ts";
import { compileJava } from "./java.ts";
import { bundledPrograms } from "./machine.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DIFFERENTIAL = join(ROOT, "test/differential");
const ANCHORS = join(ROOT, "benchmarks/programs/anchors");

export interface LibraryProgram {
  readonly title: string;
  readonly mainClass: string;
  readonly args: readonly string[];
  readonly classPath: () => string;
  /** The static field with the number that it ends in. */
  readonly result?: string;
}

const usesLibrary = (source: string): boolean => source.includes("java.util.concurrent");

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".java"))
    .map((file) => join(folder, file));

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

const VERIFY = join(ROOT, "models/library/deadwood/Verify.java");
const common = ["Experiment", "Once", "Often"].map((name) =>
  join(DIFFERENTIAL, "programs", `${name}.java`),
);

/** Experiments of a folder, one for each class that is one. */
function experiments(folder: string, others: readonly string[]): [Group, LibraryProgram[]] {
  const files = sourcesIn(join(DIFFERENTIAL, folder));
  const group = new Group([...files, ...others]);
  const programs = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    if (!usesLibrary(source)) return [];
    const outer = /(\w+)\.java$/.exec(file)![1]!;
    return [...source.matchAll(/static final class (\w+) extends Experiment/g)].map(([, name]) => ({
      title: `${folder} ${outer}$${name}`,
      mainClass: "Once",
      args: [`${outer}$${name}`],
      classPath: group.classPath,
      result: "result",
    }));
  });
  return [group, programs];
}

function trials(): [Group, LibraryProgram[]] {
  const files = sourcesIn(join(DIFFERENTIAL, "pools"));
  const group = new Group(files);
  const names = readFileSync(join(DIFFERENTIAL, "pools/Trials.java"), "utf8").matchAll(
    /case "(\w+)":/g,
  );
  const programs = [...names].map(([, name]) => ({
    title: `pools ${name}`,
    mainClass: "TrialOnce",
    args: [name!],
    classPath: group.classPath,
    result: "result",
  }));
  return [group, programs];
}

/** Classes with a main method of their own, of files that have several. */
function mains(folder: string): [Group, LibraryProgram[]] {
  const files = sourcesIn(join(DIFFERENTIAL, folder));
  const group = new Group([...files, VERIFY]);
  const programs = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    if (!usesLibrary(source)) return [];
    return topLevelClasses(source)
      .filter(({ text }) => text.includes("void main(") && imported(source).test(text))
      .map(({ name }) => ({
        title: `${folder} ${name}`,
        mainClass: name,
        args: [],
        classPath: group.classPath,
      }));
  });
  return [group, programs];
}

/** What the source imports of java.util.concurrent, by its simple name. */
function imported(source: string): RegExp {
  const names = [...source.matchAll(/^import java\.util\.concurrent\.[\w.]*?(\w+);/gm)];
  return new RegExp(`\\b(?:${names.map(([, name]) => name).join("|")})\\b`);
}

function topLevelClasses(source: string): { name: string; text: string }[] {
  const starts = [...source.matchAll(/^(?:public |final |abstract )*class (\w+)/gm)];
  return starts.map((start, i) => ({
    name: start[1]!,
    text: source.slice(start.index, starts[i + 1]?.index ?? source.length),
  }));
}

const bundled = (): LibraryProgram[] =>
  bundledProgramList()
    .filter(({ name }) => usesLibrary(sourceOf(name)))
    .flatMap(({ name, runs }) =>
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
    sourcesIn(join(ANCHORS, folder))
      .filter((file) => usesLibrary(readFileSync(file, "utf8")))
      .map((file) => {
        const name = `${folder}/${/(\w+)\.java$/.exec(file)![1]}`;
        const isPackaged = /^package /m.test(readFileSync(file, "utf8"));
        return {
          title: `anchor ${name}`,
          mainClass: isPackaged ? name : name.replace(/^.*\//, ""),
          args: [],
          classPath: () => jar,
        };
      }),
  );
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
    trials(),
    mains("history"),
    mains("unnoticed"),
    mains("dynamic"),
  ];
  return {
    programs: [...groups.flatMap(([, programs]) => programs), ...bundled(), ...anchors()],
    remove: () => {
      for (const [group] of groups) group.remove();
    },
  };
}
