/**
 * A difference on disk: the classes, the program as text, and what was found. It can be inspected,
 * checked again, and shrunk by any reducer.
 *
 *   DIR/seed-KIND-N/classes/*.class   the program
 *   DIR/seed-KIND-N/classes.txt       the classes, disassembled
 *   DIR/seed-KIND-N/program.txt       its statements, shrunk and original
 *   DIR/seed-KIND-N/difference.json   the differences, and both sets of outcomes
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { disassembleAll } from "../classfile/editing/disassembler.ts";
import { readClassName } from "../classfile/reading/class-name.ts";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";
import { array, boolean, literal, number, object, parseJson, string } from "../core/json-shape.ts";
import type { FoundDifference } from "./campaign.ts";
import type { FamilyName } from "./families/all-families.ts";
import type { Difference } from "./find-differences.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import { textOf } from "./generator/program.ts";

export const DIFFERENCE_FORMAT = "deadwood-fuzz-difference";
export const DIFFERENCE_VERSION = 1;
const CLASSES = "classes";
const FILE = "difference.json";

export interface SavedSearch {
  readonly isComplete: boolean;
  readonly states: number;
  readonly outcomes: readonly string[];
}

export interface SavedDifference {
  readonly format: typeof DIFFERENCE_FORMAT;
  readonly version: typeof DIFFERENCE_VERSION;
  readonly kind: FamilyName;
  readonly seed: number;
  /** The command that finds it again from the seed. */
  readonly command: string;
  /**
   * The command that exits with 1 while the difference occurs, for the classes in the directory that replaces
   * `{}`.
   */
  readonly predicate: string;
  readonly needsJdk: boolean;
  readonly heapWords: number;
  readonly referenceStates: number;
  readonly states: number;
  /** Outcomes of searches with the JDK's own classes, and with the models for comparison. */
  readonly libraryStates?: number;
  readonly differences: readonly Difference[];
  readonly reference: SavedSearch;
  readonly configurations: Readonly<Record<string, SavedSearch>>;
}

export interface SaveOptions {
  readonly directory: string;
  /** The options that the result depends on, besides the seed. */
  readonly options: readonly string[];
  readonly referenceStates: number;
  readonly states: number;
  readonly libraryStates: number;
}

const directoryName = ({ kind, seed }: { kind: FamilyName; seed: number }): string =>
  `seed-${kind}-${seed}`;

/** Returns the directory it was saved to. An earlier difference of the same name is replaced. */
export function saveDifference(found: FoundDifference, options: SaveOptions): string {
  const { task, input, program, original } = found;
  const directory = join(options.directory, directoryName(task));
  const saved = savedOf(found, directory, options);
  const text =
    program === original
      ? textOf(program)
      : `${textOf(program)}\nAs it was before it was made smaller:\n\n${textOf(original)}`;
  try {
    rmSync(join(directory, CLASSES), { recursive: true, force: true });
    for (const [name, bytes] of input.classes) {
      const file = join(directory, CLASSES, `${name}.class`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    writeFileSync(join(directory, "classes.txt"), disassembleAll(input.classes));
    writeFileSync(join(directory, "program.txt"), text);
    writeFileSync(join(directory, FILE), `${JSON.stringify(saved, null, 2)}\n`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputUnreadableError(`cannot save the difference in ${directory}: ${why}`, {
      cause,
      hint: "Give --out a directory that you may write to.",
    });
  }
  return directory;
}

function savedOf(
  { task, input, comparison }: FoundDifference,
  directory: string,
  { options, referenceStates, states, libraryStates }: SaveOptions,
): SavedDifference {
  const { differences, reference, searched } = comparison;
  const command = [
    "deadwood fuzz",
    `--seed ${task.seed} --programs 1 --kind ${task.kind}`,
    ...options,
  ].join(" ");
  return {
    format: DIFFERENCE_FORMAT,
    version: DIFFERENCE_VERSION,
    ...task,
    command,
    predicate: `deadwood fuzz --input ${resolve(directory)} --classes {}`,
    needsJdk: input.needsJdk,
    heapWords: input.heapWords,
    referenceStates,
    states,
    libraryStates,
    differences,
    reference: savedSearch(reference),
    configurations: Object.fromEntries(
      [...searched].map(([name, each]) => [name, savedSearch(each)]),
    ),
  };
}

const savedSearch = (search: {
  readonly outcomes: ReadonlySet<string>;
  readonly states: number;
  readonly isComplete: boolean;
}): SavedSearch => ({
  isComplete: search.isComplete,
  states: search.states,
  outcomes: [...search.outcomes].toSorted(),
});

/** The directory of a saved difference's classes. */
export const classesIn = (directory: string): string => join(directory, CLASSES);

/** `classes`: a directory with other classes for the same program, such as those a reducer makes. */
export function loadDifference(
  directory: string,
  classes: string = classesIn(directory),
): { saved: SavedDifference; input: FuzzInput } {
  const saved = parse(directory);
  const files = new Map<string, Uint8Array>();
  for (const name of list(classes)) {
    const file = join(classes, name);
    const bytes = readFileSync(file);
    files.set(readClassName(bytes, file), bytes);
  }
  if (!files.has("Main")) {
    throw new BadUsageError(`${classes} has no Main.class`, {
      hint: "Name a directory with the class files of a program that `deadwood fuzz` saved.",
    });
  }
  return { saved, input: { classes: files, ...pick(saved) } };
}

const pick = ({ needsJdk, heapWords }: SavedDifference): Omit<FuzzInput, "classes"> => ({
  needsJdk,
  heapWords,
});

function list(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".class"))
      .toSorted();
  } catch (cause) {
    throw new InputUnreadableError(`cannot read ${directory}: there is no such directory`, {
      cause,
    });
  }
}

function parse(directory: string): SavedDifference {
  const file = join(directory, FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new InputUnreadableError(`cannot read ${file}`, {
      cause,
      hint: "Name a directory that `deadwood fuzz` saved a difference in.",
    });
  }
  const value = parseJson(text);
  if (!isSaved(value)) {
    throw new BadUsageError(
      `${file} is not a difference saved by this version of deadwood fuzz: ${SAVED.mismatch(value, "") ?? ""}`,
    );
  }
  return value;
}

/** The part that a new check uses; the rest is for readers. */
const SAVED = object({
  format: literal(DIFFERENCE_FORMAT),
  version: literal(DIFFERENCE_VERSION),
  needsJdk: boolean,
  heapWords: number,
  referenceStates: number,
  states: number,
  differences: array(object({ configuration: string, kind: string, text: string })),
});

const isSaved = (value: unknown): value is SavedDifference => SAVED.fits(value);
