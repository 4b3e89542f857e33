/**
 * Reads the contracts out of their Java sources: every static method without
 * parameters that is not private, with the sentence in the comment above it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../java");
const SUFFIX = "Contracts.java";

export interface ContractMethod {
  readonly name: string;
  readonly sentence: string;
  /** It returns its outcome, where several are allowed. */
  readonly hasOutcome: boolean;
  /** Tells its source from another one: results recorded for that are stale. */
  readonly hash: string;
}

/** The contracts of one file. */
export interface ContractClass {
  /** `SemaphoreContracts`. */
  readonly name: string;
  /** The classes it is about, from the comment of the class. */
  readonly about: string;
  readonly contracts: readonly ContractMethod[];
}

export const fullName = (owner: ContractClass, { name }: ContractMethod): string =>
  `${owner.name}.${name}`;

export const sourceFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".java"))
    .toSorted()
    .map((file) => join(FOLDER, file));

export const readContracts = (): ContractClass[] =>
  sourceFiles()
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => parseContracts(readFileSync(file, "utf8"), file));

const CLASS = /\/\*\*\s*([^]*?)\s*\*\/\nfinal class (\w+) extends Contract \{\n/;
const METHOD =
  /\n {4}\/\*\*\s*((?:(?!\*\/)[^])*?)\s*\*\/\n(?: {4}@[^\n]*\n)*? {4}static (void|String) (\w+)\(\)(?: throws [\w, ]+)? \{\n([^]*?)\n {4}\}\n/g;
/** What looks like a contract to a reader. */
const SIGNATURE = /^ {4}static (?:\w+) \w+\(\)/gm;

export function parseContracts(source: string, file: string): ContractClass {
  const [, about, name] = CLASS.exec(source) ?? [];
  if (about === undefined || name === undefined || !file.endsWith(`${name}.java`)) {
    throw new Error(`${file}: no "/** classes */" above "final class … extends Contract {"`);
  }
  const contracts = [...source.matchAll(METHOD)].map(
    ([, comment, type, method, body]): ContractMethod => ({
      name: method!,
      sentence: oneLine(comment!),
      hasOutcome: type === "String",
      hash: createHash("sha256").update(`${type} ${method} ${body}`).digest("hex").slice(0, 12),
    }),
  );
  const signatures = source.match(SIGNATURE)?.length ?? 0;
  if (contracts.length !== signatures) {
    throw new Error(`${file}: ${signatures} contracts, ${contracts.length} with a comment above`);
  }
  const unfinished = contracts.find(({ sentence }) => !/^\w+ .* .*\.$/.test(sentence));
  if (unfinished !== undefined) {
    throw new Error(`${file}: the comment of ${unfinished.name} is no sentence`);
  }
  return { name, about: oneLine(about), contracts };
}

const oneLine = (comment: string): string =>
  comment
    .replace(/^\*\s*/, "")
    .replaceAll(/\s*\n\s*\*\s*/g, " ")
    .trim();

/** The Java class that calls a contract by its name. */
export function dispatchSource(classes: readonly ContractClass[]): string {
  const owners = classes.map(({ name }) => `case "${name}": return ${name}_.run(method);`);
  const parts = classes.map((owner) => {
    const cases = owner.contracts.map(({ name, hasOutcome }) => {
      const call = `${owner.name}.${name}()`;
      return `case "${name}": ${hasOutcome ? `return ${call};` : `${call}; return "holds";`}`;
    });
    return `static final class ${owner.name}_ { ${dispatcher("method", cases)} }`;
  });
  return `final class AllContracts {
  static String run(String name) throws Exception {
    int dot = name.indexOf('.');
    return run(name.substring(0, dot), name.substring(dot + 1));
  }
  ${dispatcher("owner, String method", owners)}
  ${parts.join("\n  ")}
}
`;
}

const dispatcher = (parameters: string, cases: readonly string[]): string =>
  `static String run(String ${parameters}) throws Exception {
    switch (${parameters.split(",")[0]}) {
      ${cases.join("\n      ")}
      default: throw new IllegalArgumentException();
    }
  }`;
