/**
 * A program with two of its classes merged. Every class that names the removed one is
 * rewritten. Then everything that can have changed for a JVM is checked as a JVM
 * would check it, so that the result is either valid or absent.
 */

import {
  type JoinedClass,
  type WrittenClass,
  writeJoined,
} from "../../classfile/editing/class-merger.ts";
import { writePieces } from "../../classfile/editing/fragment-writer.ts";
import { ACC_ABSTRACT, ACC_PRIVATE, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { ClassSource } from "../../classfile/sources/class-path.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { wholePlan, withBodies } from "../bodies/class-bodies.ts";
import { tidied } from "../bodies/edits.ts";
import { readBody } from "../bodies/method-body.ts";
import { checksOf } from "../bodies/program-checks.ts";
import { type BodyChecks, newBody } from "../bodies/verified-body.ts";
import { classMentions, linkedClasses } from "../items/class-graph.ts";
import { itemsOfClass } from "../items/class-items.ts";
import { FlagNumbers } from "../items/flags.ts";
import { Hierarchy } from "../items/hierarchy.ts";
import { type ClassItems, type InputClass, ItemTable } from "../items/items.ts";
import { classesInSignature } from "../items/mentions.ts";
import type { NameChange } from "../items/name-changes.ts";
import { classOf } from "../items/program-files.ts";
import {
  type ClassMerge,
  hasUnknown,
  isInterface,
  isMadeByLambda,
  unfitness,
} from "./candidates.ts";
import { concatenated } from "./initializers.ts";
import { LinkRules } from "./link-rules.ts";
import { MergedNames } from "./merge-names.ts";
import { keepsSignature, mergedClass, mergedFlags, SECOND_INITIALIZER } from "./merged-class.ts";
import { type Rewrite, rewrittenClass } from "./renamed-class.ts";

/** Classes as they are, and what is found out about them once. */
export class MergeableProgram {
  readonly classes: readonly InputClass[];
  readonly libraries: ClassSource;
  /** The merges that led here. */
  readonly changes: readonly NameChange[];
  #hierarchy: Hierarchy | null = null;

  constructor(
    classes: readonly InputClass[],
    libraries: ClassSource,
    changes: readonly NameChange[] = [],
  ) {
    this.classes = classes;
    this.libraries = libraries;
    this.changes = changes;
  }

  get hierarchy(): Hierarchy {
    this.#hierarchy ??= new Hierarchy(this.classes.map(partsOf), this.libraries);
    return this.#hierarchy;
  }

  find(name: string): InputClass | null {
    return this.classes.find((each) => each.name === name) ?? null;
  }

  /** The program with the two classes merged; a string says why that is impossible. */
  merge(merge: ClassMerge): MergeableProgram | string {
    const from = this.find(merge.from);
    const into = this.find(merge.into);
    if (from === null || into === null || from === into) return "not there";
    const reason = unfitness(merge.kind, from, into, this.classes);
    if (reason !== null) return reason;
    try {
      return new ProgramMerge(this, merge, from, into).run();
    } catch (error) {
      // What is too large for a class file is found when it is written.
      if (error instanceof BadClassFileError) return error.message;
      throw error;
    }
  }
}

/** The parts of a class; only its supertypes matter here, not the item numbers. */
const PARTS = new WeakMap<InputClass, ClassItems>();
function partsOf(input: InputClass): ClassItems {
  let parts = PARTS.get(input);
  if (parts === undefined) {
    const items = new ItemTable();
    parts = itemsOfClass(input, items, new FlagNumbers(items, false));
    PARTS.set(input, parts);
  }
  return parts;
}

const MENTIONS = new WeakMap<InputClass, ReadonlySet<string>>();
function mentionsOf(input: InputClass): ReadonlySet<string> {
  let mentions = MENTIONS.get(input);
  if (mentions === undefined) {
    mentions = classMentions(input);
    MENTIONS.set(input, mentions);
  }
  return mentions;
}

class ProgramMerge {
  readonly #program: MergeableProgram;
  readonly #merge: ClassMerge;
  readonly #from: InputClass;
  readonly #into: InputClass;
  readonly #rewrite: Rewrite;
  /** Classes whose calls were padded, with the positions of those methods. */
  readonly #padded = new Map<InputClass, readonly number[]>();

  constructor(program: MergeableProgram, merge: ClassMerge, from: InputClass, into: InputClass) {
    this.#program = program;
    this.#merge = merge;
    this.#from = from;
    this.#into = into;
    const { name } = merge;
    const gone = name === from.name ? into.name : from.name;
    const loses = isInterface(from) && !isInterface(into) ? [from.name] : [];
    const untyped = keepsSignature(merge, from, into) ? [gone] : [gone, name];
    this.#rewrite = {
      names: new MergedNames(name, [from.name, into.name], loses),
      gone,
      accessFlags: mergedFlags(merge, from, into),
      untyped: withThoseThatSpeakOf(untyped, program.classes),
    };
  }

  run(): MergeableProgram | string {
    const { classes: before, hierarchy, libraries } = this.#program;
    const { name } = this.#merge;
    if (hierarchy.ancestors(this.#from.name).some((each) => hierarchy.find(each) === null)) {
      return "classes above it are unknown";
    }
    if (this.#lacks(this.#from) || this.#lacks(this.#into)) {
      return "one of them needs a class that is missing";
    }
    const merged = mergedClass({
      merge: this.#merge,
      from: this.#from,
      into: this.#into,
      rewrite: this.#rewrite,
      hierarchy,
    });
    if (typeof merged === "string") return merged;
    const classes: InputClass[] = [];
    for (const each of before) {
      if (each === this.#from) continue;
      if (each === this.#into) classes.push(this.#written(merged, `${name}.class`));
      else {
        const other = this.#other(each);
        if (typeof other === "string") return other;
        classes.push(other);
      }
    }
    const changes = [...this.#program.changes, changeOf(this.#merge, this.#rewrite.names, before)];
    const written = new MergeableProgram(classes, libraries, changes);
    // First, because the other checks walk up the hierarchy and must end.
    const { parents } = written.hierarchy.find(name)!;
    if (parents.some((each) => written.hierarchy.ancestors(each.name).includes(name))) {
      return "above itself";
    }
    const program = this.#settled(written);
    if (typeof program === "string") return program;
    return this.#problem(program) ?? program;
  }

  /**
   * Whether a class, or a supertype, names a missing class or a subclass of one. A JVM may reject it for
   * that, when it loads the class or only when it runs a method, and a class that it accepts must not become
   * part of one that it rejects. Even two classes that lack the same one may need it for different things.
   */
  #lacks(input: InputClass): boolean {
    const { hierarchy } = this.#program;
    const isLost = (name: string): boolean =>
      hierarchy.ancestors(name).some((each) => hierarchy.find(each) === null);
    return hierarchy.ancestors(input.name).some((each) => {
      const type = hierarchy.find(each);
      const named =
        type === null || type.items === null ? [] : [...linkedClasses(type.items.input)];
      return type === null || named.some((name) => isLost(name));
    });
  }

  #written(joined: JoinedClass, path: string): InputClass {
    const { bytes, padded }: WrittenClass = writeJoined(joined);
    const written = classOf({ path, bytes });
    if (padded.length > 0) this.#padded.set(written, padded);
    return written;
  }

  /** A class that is neither of the two. */
  #other(input: InputClass): InputClass | string {
    const { gone, untyped } = this.#rewrite;
    const mentions = mentionsOf(input);
    const isTouched = speaksOf(input, gone) || [...untyped].some((name) => mentions.has(name));
    // A call of an interface's method is another one when the interface becomes a class.
    if (!isTouched && !mentions.has(this.#from.name)) return input;
    if (hasUnknown(input.pieces)) return "attributes that nobody knows";
    const joined = rewrittenClass(input, this.#rewrite);
    return typeof joined === "string" ? joined : this.#written(joined, input.path);
  }

  /** Bodies to rebuild: those with padded calls, and the two class initialisers. */
  #settled(program: MergeableProgram): MergeableProgram | string {
    const checks = checksOf(program.hierarchy);
    const changed = new Map<InputClass, InputClass>();
    for (const [input, positions] of this.#padded) {
      const settled = withoutPadding(input, positions, checks);
      if (settled === null) return "a call of an interface's method cannot be one of a class's";
      changed.set(input, settled);
    }
    const merged = program.find(this.#merge.name)!;
    const second = merged.file.methods.some(({ name }) => name === SECOND_INITIALIZER);
    if (second && this.#needsInitializer()) {
      const joined = withOneInitializer(changed.get(merged) ?? merged, checks);
      if (joined === null) return "class initialisers that do not go together";
      changed.set(merged, joined);
    }
    if (changed.size === 0) return program;
    const classes = program.classes.map((each) => changed.get(each) ?? each);
    return new MergeableProgram(classes, program.libraries, program.changes);
  }

  /** Both have one: otherwise a method happens to be called as the second is. */
  #needsInitializer(): boolean {
    return [this.#from, this.#into].every(({ file }) =>
      file.methods.some(({ name }) => name === "<clinit>"),
    );
  }

  /** Why the program is not valid; null if it is. */
  #problem(program: MergeableProgram): string | null {
    const { hierarchy, classes } = program;
    const { name } = this.#merge;
    const { gone } = this.#rewrite;
    const below = new Set(
      classes.map((each) => each.name).filter((each) => hierarchy.ancestors(each).includes(name)),
    );
    const known = new Set(this.#program.classes);
    const rules = new LinkRules(hierarchy);
    for (const each of classes) {
      const mentions = mentionsOf(each);
      if (mentions.has(gone)) return `${each.name} still mentions ${gone}`;
      const isNew = !known.has(each);
      const isConcerned =
        isNew || below.has(each.name) || [...mentions].some((one) => below.has(one));
      // What was a subtype of something still is, unless it was never meant to be: a class without objects.
      const withTypes = isNew || this.#merge.kind === "static";
      const reason = isConcerned ? rules.problemOf(each, withTypes) : null;
      if (reason !== null) return reason;
    }
    const isLambda = this.#merge.kind === "superinterface" && isMadeByLambda(name, classes);
    return isLambda && abstractMethods(name, hierarchy).size > 1
      ? "a lambda would have several methods"
      : null;
  }
}

/** Members that the two have in common: which class loses its own is up to how they are related (merged-class.ts). */
const changeOf = (
  { kind, from, into }: ClassMerge,
  names: MergedNames,
  before: readonly InputClass[],
): NameChange => ({
  before,
  className: (name) => names.className(name),
  memberName: (name) => name,
  types: (text) => names.types(text),
  yields: kind === "implementor" || kind === "static" ? from : into,
});

/** A class whose own signature speaks of one without loses it, too, and so on. */
function withThoseThatSpeakOf(
  names: readonly string[],
  classes: readonly InputClass[],
): ReadonlySet<string> {
  const untyped = new Set(names);
  for (let before = 0; before < untyped.size; ) {
    before = untyped.size;
    for (const { name, file } of classes) {
      const mentioned = file.signature === null ? [] : classesInSignature(file.signature);
      if (mentioned.some((each) => untyped.has(each))) untyped.add(name);
    }
  }
  return untyped;
}

/** Whether anything in a class names another: also what only debuggers and annotations read. */
function speaksOf({ pieces: { constants } }: InputClass, name: string): boolean {
  for (let i = 1; i < constants.count; i++) {
    if (constants.tag(i) === 1 && constants.utf8(i).includes(name)) return true;
  }
  return false;
}

function withoutPadding(
  input: InputClass,
  positions: readonly number[],
  checks: BodyChecks,
): InputClass | null {
  const bodies = new Map<number, NonNullable<ReturnType<typeof newBody>>>();
  for (const position of positions) {
    const body = tidied(readBody(input, position)!);
    const written = newBody(input, input.file.methods[position]!, body, checks);
    if (written === null) return null;
    bodies.set(position, written);
  }
  return classOf({ path: input.path, bytes: withBodies(input.pieces, bodies) });
}

function withOneInitializer(input: InputClass, checks: BodyChecks): InputClass | null {
  const { methods } = input.file;
  const first = methods.findIndex(({ name }) => name === "<clinit>");
  const second = methods.findIndex(({ name }) => name === SECOND_INITIALIZER);
  const body = concatenated(readBody(input, first)!, readBody(input, second)!);
  const written = newBody(input, methods[first]!, body, checks);
  if (written === null) return null;
  const plan = wholePlan(input.pieces);
  const one = {
    ...plan.methods[first]!,
    attributes: plan.methods[first]!.attributes.filter(({ piece }) => piece.code === null),
    body: written,
  };
  const rest = plan.methods.flatMap((each, i) => {
    if (i === second) return [];
    return [i === first ? one : each];
  });
  return classOf({
    path: input.path,
    bytes: writePieces(input.pieces, { ...plan, methods: rest }),
  });
}

/** The methods of an interface that a lambda would have to have. */
function abstractMethods(name: string, hierarchy: Hierarchy): Set<string> {
  const isAbstract = new Set<string>();
  for (const each of hierarchy.ancestors(name)) {
    for (const [key, { accessFlags }] of hierarchy.find(each)?.methods ?? []) {
      if ((accessFlags & (ACC_STATIC | ACC_PRIVATE)) !== 0) continue;
      if ((accessFlags & ACC_ABSTRACT) !== 0) isAbstract.add(key);
    }
  }
  return isAbstract;
}
