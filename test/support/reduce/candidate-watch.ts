/**
 * Whether a reduction asks about programs that are worse than the one it came from: a class
 * that loaded does not any more, something that was found is missing, reflection or a compiler
 * refuses what it took before. Every candidate is compared with the last one that was
 * accepted, which was compared with the one before it; so classes may be missing in the input
 * and names may change on the way.
 */
import { readTrustedClass } from "../../../src/classfile/reading/reader.ts";
import type { InputFile } from "../../../src/reduce/items/items.ts";

/** Somebody who has a JVM and a compiler. */
export interface Judges {
  /** What is wrong, a line each, beginning with the class and a colon. */
  problemsOf(files: readonly InputFile[]): Promise<readonly string[]>;
  compileProblemsOf(files: readonly InputFile[]): Promise<readonly string[]>;
}

interface Judged {
  /** Classes that do not link. */
  readonly broken: ReadonlySet<string>;
  /** Methods of these, by name: merges move them to classes of other names. */
  readonly brokenMethods: ReadonlySet<string>;
  readonly problems: readonly string[];
  readonly names: ReadonlySet<string>;
}

const CLASS_LEVEL = /^([^ ]+): java\.lang\.[A-Za-z.]*(?:Error|Exception): /;
/** Of a member that cannot be resolved: what follows depends on the order of searching. */
const REFERENCE = /^[^ ]+: [^ ]+: (?=java\.lang\.)/;
const MISSING =
  /(?:NoClassDefFoundError|ClassNotFoundException|TypeNotPresentException|class file for|cannot access):? (?:Type )?([\w/.$-]+)/g;
/** Times at which a JVM has warned. */
const TIMES = /^\[[\d.,]+s\]/;

const keyOf = (problem: string): string =>
  REFERENCE.exec(problem)?.[0] ?? problem.replace(TIMES, "");

export class CandidateWatch {
  readonly #judges: Judges;
  #accepted: Judged | null = null;
  #compiled: readonly string[] | null = null;
  #latest: Judged | null = null;

  constructor(judges: Judges) {
    this.#judges = judges;
  }

  /** What is worse about a candidate than about the last one that was accepted; the first is what it is. */
  async judge(files: readonly InputFile[], mayRename: boolean): Promise<string[]> {
    const judged = judgedOf(files, await this.#judges.problemsOf(files));
    this.#latest = judged;
    this.#accepted ??= judged;
    return worse(this.#accepted, judged, mayRename);
  }

  /** The same for a compiler that compiles against it. */
  async compile(files: readonly InputFile[], mayRename: boolean): Promise<string[]> {
    const problems = await this.#judges.compileProblemsOf(files);
    this.#compiled ??= problems;
    if (mayRename) return problems.length > this.#compiled.length ? [...problems] : [];
    const known = new Set(this.#compiled);
    return problems.filter((each) => !known.has(each) && !isMissing(each, this.#accepted!.names));
  }

  /** The latest is what others are compared with from now on. */
  async accept(files: readonly InputFile[]): Promise<void> {
    this.#accepted = this.#latest;
    this.#compiled = await this.#judges.compileProblemsOf(files);
  }
}

function judgedOf(files: readonly InputFile[], problems: readonly string[]): Judged {
  const broken = new Set(
    problems.flatMap((problem) => {
      const name = CLASS_LEVEL.exec(problem)?.[1];
      return name === undefined ? [] : [name];
    }),
  );
  const names = new Set<string>();
  const brokenMethods = new Set<string>();
  for (const { path, bytes } of files) {
    if (!path.endsWith(".class")) continue;
    const name = path.slice(0, -".class".length);
    names.add(name);
    if (!broken.has(name.replaceAll("/", "."))) continue;
    for (const method of readTrustedClass(bytes).methods) brokenMethods.add(method.name);
  }
  return { broken, brokenMethods, problems, names };
}

function worse(before: Judged, after: Judged, mayRename: boolean): string[] {
  // With other names nothing can be recognised, but it must not become more.
  if (mayRename) {
    return after.problems.length > before.problems.length ? [...after.problems] : [];
  }
  const known = new Set(before.problems.map(keyOf));
  const found: string[] = [];
  for (const problem of after.problems) {
    const owner = problem.slice(0, problem.indexOf(": "));
    if (known.has(keyOf(problem)) || before.broken.has(owner)) continue;
    const isClass = CLASS_LEVEL.test(problem);
    if (!isClass && isMissing(problem, before.names)) continue;
    found.push(problem);
  }
  for (const method of after.brokenMethods) {
    const isOfAll = method === "<init>" || method === "<clinit>";
    if (isOfAll || before.brokenMethods.has(method)) continue;
    found.push(`${method}: in a class that loaded, and now in one that does not`);
  }
  return found;
}

/** Whether it is for want of classes that were not there before either. */
function isMissing(problem: string, names: ReadonlySet<string>): boolean {
  const missing = [...problem.matchAll(MISSING)].map(([, name = ""]) => name.replaceAll(".", "/"));
  return missing.length > 0 && !missing.some((name) => names.has(name));
}

/**
 * A failure that a reduction may look for: some methods are there, with half of their code at
 * least, in classes of whatever name.
 */
export interface Feature {
  readonly method: string;
  readonly descriptor: string;
  readonly bytes: number;
}

const LEAST_BYTES = 20;

/** Those that a class file could be reduced to. */
export const featuresOf = (files: readonly InputFile[]): Feature[] =>
  files
    .filter(({ path }) => path.endsWith(".class"))
    .flatMap(({ bytes }) => readTrustedClass(bytes).methods)
    .flatMap(({ name, descriptor, code }) =>
      code === null || code.bytes.length < LEAST_BYTES || name.startsWith("<")
        ? []
        : [{ method: name, descriptor, bytes: code.bytes.length / 2 }],
    );

/** Descriptors name classes, whose names may change: only how many parameters there are counts. */
export function hasFeatures(files: readonly InputFile[], wanted: readonly Feature[]): boolean {
  const methods = files
    .filter(({ path }) => path.endsWith(".class"))
    .flatMap(({ bytes }) => readTrustedClass(bytes).methods);
  return wanted.every((feature) =>
    methods.some(
      ({ name, descriptor, code }) =>
        name === feature.method &&
        descriptor.length >= 3 &&
        shapeOf(descriptor) === shapeOf(feature.descriptor) &&
        (code?.bytes.length ?? 0) >= feature.bytes,
    ),
  );
}

const shapeOf = (descriptor: string): string => descriptor.replaceAll(/L[^;]*;/g, "L");
