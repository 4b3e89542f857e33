/**
 * Merges two classes where the result is still interesting: each class costs a file with a
 * name, a superclass and a constant pool, and the pools of two related classes are mostly
 * the same.
 */

import { itemsOfClass } from "../items/class-items.ts";
import { FlagNumbers } from "../items/flags.ts";
import { type InputClass, ItemTable } from "../items/items.ts";
import { bytesOf, inputOf, type ProgramFiles } from "../items/program-files.ts";
import { type ClassMerge, possibleMerges } from "../merging/candidates.ts";
import { MergeableProgram } from "../merging/merge-program.ts";
import type { Attempt } from "./attempts.ts";
import { takeAway } from "./chunks.ts";
import type { Pass, PassContext } from "./pass.ts";

export const MERGE_PASS: Pass = {
  name: "merge",
  run(files, context) {
    return new MergeReduction(files, context).run();
  },
};

/** Which of the two classes gives the other its name. */
const NAMED_AS = ["into", "from"] as const;

interface Merged extends Attempt {
  readonly program: MergeableProgram;
}

class MergeReduction {
  readonly #context: PassContext;
  /** The files that are not classes. */
  readonly #others: ProgramFiles;
  /** Names of items that must stay. */
  readonly #required: readonly string[];
  #program: MergeableProgram;
  /** What came of merging two classes of the program. */
  readonly #known = new Map<string, MergeableProgram | string>();
  #files: ProgramFiles;

  constructor(files: ProgramFiles, context: PassContext) {
    const { classes, files: others } = inputOf(files);
    this.#context = context;
    this.#others = others;
    this.#required = classes.flatMap(namesOf).filter(context.mustStay);
    this.#program = new MergeableProgram(classes, context.libraries);
    this.#files = files;
  }

  async run(): Promise<ProgramFiles> {
    for (let before = null; before !== this.#program; ) {
      before = this.#program;
      for (const named of NAMED_AS) await this.#round(named);
    }
    return this.#files;
  }

  async #round(named: (typeof NAMED_AS)[number]): Promise<void> {
    const merges = this.#merges(named);
    await takeAway<Merged>(
      {
        count: merges.length,
        without: (some) => {
          const program = this.#with(some.map((i) => merges[i]!));
          // Those that went before have left nothing to merge.
          if (program === this.#program) return true;
          const files = this.#smaller(program);
          return files !== null && { program, files, changes: program.changes };
        },
        take: ({ program, files }) => {
          this.#program = program;
          this.#known.clear();
          this.#files = files;
        },
      },
      this.#context,
    );
  }

  /** Each of them possible by itself. */
  #merges(named: (typeof NAMED_AS)[number]): ClassMerge[] {
    const { signal, mustStay } = this.#context;
    const isFree = (name: string): boolean => !mustStay(name.replaceAll("/", "."));
    return possibleMerges(this.#program.classes).filter(
      (merge) =>
        merge.name === merge[named] &&
        isFree(merge.from) &&
        isFree(merge.into) &&
        !signal.aborted &&
        typeof this.#merged(merge) !== "string",
    );
  }

  /** The program with one of them; a reason where it cannot be. */
  #merged(merge: ClassMerge): MergeableProgram | string {
    const key = `${merge.kind} ${merge.from} ${merge.into} ${merge.name}`;
    const merged = this.#known.get(key) ?? this.#program.merge(merge);
    this.#known.set(key, merged);
    return merged;
  }

  /** With some of them, one after the other, as far as they go together. */
  #with(merges: readonly ClassMerge[]): MergeableProgram {
    let program = this.#program;
    for (const merge of merges) {
      const merged = program === this.#program ? this.#merged(merge) : program.merge(merge);
      if (typeof merged !== "string") program = merged;
    }
    return program;
  }

  /** The files of a program; null if there is no need to ask about it. */
  #smaller(program: MergeableProgram): ProgramFiles | null {
    const files = [
      ...program.classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes })),
      ...this.#others,
    ];
    if (bytesOf(files) >= bytesOf(this.#files)) return null;
    if (this.#required.length === 0) return files;
    const names = new Set(program.classes.flatMap(namesOf));
    return this.#required.every((name) => names.has(name)) ? files : null;
  }
}

/** The names of a class's items. */
function namesOf(input: InputClass): string[] {
  const items = new ItemTable();
  itemsOfClass(input, items, new FlagNumbers(items, true));
  return Array.from({ length: items.count }, (_, item) => items.nameOf(item));
}
