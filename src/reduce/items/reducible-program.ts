/**
 * A program to be reduced: its items, what they need of each other, and the
 * program that is left when some of them stay.
 */
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import { applyToClass, type Kept } from "./apply.ts";
import { constrainClass } from "./class-clauses.ts";
import { itemsOfClass } from "./class-items.ts";
import { type Clause, Clauses } from "./clauses.ts";
import { constrainFlags } from "./flag-clauses.ts";
import { FlagNumbers } from "./flags.ts";
import { Hierarchy } from "./hierarchy.ts";
import { type ClassItems, type InputClass, type InputFile, ItemTable } from "./items.ts";
import { Relations } from "./relations.ts";

export interface ProgramInput {
  readonly classes: readonly InputClass[];
  /** What else there is beside them. */
  readonly files: readonly InputFile[];
}

interface ModelOptions {
  /** Access flags are items, too; otherwise they stay with what they are flags of. */
  readonly hasFlags?: boolean;
}

export class ReducibleProgram {
  readonly items = new ItemTable();
  readonly classes: readonly ClassItems[];
  readonly clauses: readonly Clause[];
  readonly files: readonly (InputFile & { readonly item: number })[];
  readonly hierarchy: Hierarchy;

  /** `libraries` are classes that it needs and that stay as they are. */
  constructor(
    { classes, files }: ProgramInput,
    libraries: ClassSource,
    { hasFlags = false }: ModelOptions = {},
  ) {
    const { items } = this;
    const flagNumbers = new FlagNumbers(items, hasFlags);
    this.classes = classes.map((input) => itemsOfClass(input, items, flagNumbers));
    this.files = files.map(({ path, bytes }) => {
      const item = items.add("file", bytes.length, () => path);
      return { path, bytes, item };
    });
    this.hierarchy = new Hierarchy(this.classes, libraries);
    const clauses = new Clauses();
    const relations = new Relations(this.hierarchy, items, clauses);
    const end = this.files[0]?.item ?? items.count;
    for (const [i, owner] of this.classes.entries()) {
      const lastItem = (this.classes[i + 1]?.item ?? end) - 1;
      constrainClass({ hierarchy: this.hierarchy, relations, clauses, owner, lastItem });
      if (hasFlags) constrainFlags({ hierarchy: this.hierarchy, clauses, owner });
    }
    this.clauses = clauses.all;
  }

  /** The files of what is left, in the order of the input. */
  apply(kept: Kept): InputFile[] {
    const files: InputFile[] = [];
    for (const each of this.classes) {
      if (!kept.has(each.item)) continue;
      files.push({ path: each.input.path, bytes: applyToClass(each, kept, this.hierarchy) });
    }
    for (const { path, bytes, item } of this.files) {
      if (kept.has(item)) files.push({ path, bytes });
    }
    return files;
  }
}
