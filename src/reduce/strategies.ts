/**
 * The first phase of a reduction: one of the papers' algorithms on one of the two
 * models, the graph of classes (FSE'19) or the logic of items (PLDI'21).
 */

import { binary, lossyFirst, lossyLast } from "./algorithms/binary.ts";
import { closure, ddmin, verify } from "./algorithms/ddmin.ts";
import { gbr } from "./algorithms/gbr.ts";
import type { ItemOracle, ItemSet, SearchOptions } from "./algorithms/item-oracle.ts";
import { type ClauseModel, ModelBuilder } from "./algorithms/problem.ts";
import { classMentions } from "./items/class-graph.ts";
import type { ProgramFiles } from "./items/program-files.ts";
import type { ReducibleProgram } from "./items/reducible-program.ts";
import type { Oracle } from "./oracle.ts";

export const STRATEGIES = [
  "gbr",
  "lossy-first",
  "lossy-last",
  "binary",
  "closure",
  "verify",
  "ddmin",
] as const;
export type ReduceStrategy = (typeof STRATEGIES)[number];

export type Cost = "bytes" | "count";

const ALGORITHMS = {
  gbr,
  "lossy-first": lossyFirst,
  "lossy-last": lossyLast,
  binary,
  closure,
  verify,
  ddmin,
} as const;

/** It decides about items; the others decide about whole classes. */
export const isLogical = (strategy: ReduceStrategy): boolean =>
  strategy === "gbr" || strategy === "lossy-first" || strategy === "lossy-last";

export interface ReduceStrategyOptions {
  readonly strategy: ReduceStrategy;
  readonly cost: Cost;
  /** Items that must stay. */
  readonly required: readonly number[];
  readonly signal: AbortSignal;
}

/** The smaller program that a strategy finds. */
export async function runStrategy(
  program: ReducibleProgram,
  oracle: Oracle<ProgramFiles>,
  options: ReduceStrategyOptions,
): Promise<ProgramFiles> {
  const space = isLogical(options.strategy)
    ? logicalSpace(program, options.required)
    : classSpace(program, options.required);
  const programs = new Programs(space.apply);
  const { expect } = oracle;
  const asked: ItemOracle = {
    ask: (kept) => oracle.ask(programs.of(kept), space.sizeOf(kept)),
    ...(expect === undefined ? {} : { expect: (next) => expect(programs.lazily(next)) }),
  };
  const weights = options.cost === "bytes" ? space.weights : undefined;
  const search: SearchOptions = { weights, signal: options.signal };
  const kept = await ALGORITHMS[options.strategy](space.model, asked, search);
  return space.apply(kept);
}

/** How many candidates are expected at a time; a few more may be asked for again. */
const MAX_PREPARED = 8;

/** The programs of sets of items. The latest are kept, because an expected program is asked about soon. */
class Programs {
  readonly #apply: Space["apply"];
  readonly #latest: { readonly kept: ItemSet; readonly files: ProgramFiles }[] = [];

  constructor(apply: Space["apply"]) {
    this.#apply = apply;
  }

  of(kept: ItemSet): ProgramFiles {
    const known = this.#latest.find((each) => each.kept.equals(kept));
    if (known !== undefined) return known.files;
    const files = this.#apply(kept);
    this.#latest.push({ kept, files });
    if (this.#latest.length > MAX_PREPARED) this.#latest.shift();
    return files;
  }

  /** Written when there is time. */
  *lazily(all: Iterable<ItemSet>): Generator<ProgramFiles> {
    for (const each of all) yield this.of(each);
  }
}

interface Space {
  readonly model: ClauseModel;
  readonly weights: ArrayLike<number>;
  readonly apply: (kept: ItemSet) => ProgramFiles;
  /** How many parts of the program are kept. */
  readonly sizeOf: (kept: ItemSet) => number;
}

function logicalModel(program: ReducibleProgram, required: readonly number[]): ClauseModel {
  const { items, clauses } = program;
  const builder = new ModelBuilder(items.count, (item) => items.nameOf(item));
  for (const { ifAll, thenOne } of clauses) builder.implies(ifAll, thenOne);
  for (const item of required) builder.require(item);
  return builder.build();
}

function logicalSpace(program: ReducibleProgram, required: readonly number[]): Space {
  const { items } = program;
  const all = Array.from({ length: items.count }, (_, item) => item);
  const relations = all.filter((item) => items.kindOf(item) === "relation");
  return {
    model: logicalModel(program, required),
    weights: Float64Array.from({ length: items.count }, (_, item) => items.bytesOf(item)),
    apply: (kept) => program.apply(kept),
    sizeOf: (kept) => kept.count - relations.filter((item) => kept.has(item)).length,
  };
}

/** Classes and other files, which stay or go as a whole. */
function classSpace(program: ReducibleProgram, required: readonly number[]): Space {
  const { classes, files } = program;
  const count = classes.length + files.length;
  const nameOf = (index: number): string =>
    classes[index]?.input.name ?? files[index - classes.length]?.path ?? "";
  const builder = new ModelBuilder(count, nameOf);
  const numbers = new Map(classes.map(({ input }, i) => [input.name, i]));
  classes.forEach(({ input }, i) => {
    for (const name of classMentions(input)) {
      const other = numbers.get(name);
      if (other !== undefined && other !== i) builder.implies([i], [other]);
    }
  });
  const owners = ownersOf(program);
  for (const index of new Set(required.map((item) => owners[item] ?? -1))) {
    if (index >= 0) builder.require(index);
  }
  const whole = [
    ...classes.map(({ input }) => ({ path: input.path, bytes: input.pieces.bytes })),
    ...files.map(({ path, bytes }) => ({ path, bytes })),
  ];
  return {
    model: builder.build(),
    weights: Float64Array.from(whole, ({ bytes }) => bytes.length),
    apply: (kept) => whole.filter((_, i) => kept.has(i)),
    sizeOf: (kept) => kept.count,
  };
}

/** For each item which class or file it is part of. */
function ownersOf({ classes, files, items }: ReducibleProgram): Int32Array {
  const owners = new Int32Array(items.count).fill(-1);
  const starts = classes.map(({ item }) => item);
  // Items of a class are numbered one after the other, from its own on.
  starts.forEach((start, i) => owners.fill(i, start, starts[i + 1] ?? files[0]?.item));
  files.forEach(({ item }, i) => {
    owners[item] = classes.length + i;
  });
  return owners;
}
