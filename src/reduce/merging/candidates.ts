/**
 * Which two classes could become one, and how. Whether the result is valid is seen when
 * it is made; here only those pairs are named for which there is a chance.
 */

import type { AttributePiece } from "../../classfile/editing/fragments.ts";
import {
  ACC_ANNOTATION,
  ACC_ENUM,
  ACC_INTERFACE,
  ACC_MODULE,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { unreachable } from "../../core/assert.ts";
import { classMentions } from "../items/class-graph.ts";
import type { InputClass } from "../items/items.ts";
import { classesIn } from "../items/mentions.ts";
import { packageOf } from "../items/relations.ts";

export const MERGE_KINDS = [
  /** A class and the class that it extends. */
  "superclass",
  /** An interface and one that it extends. */
  "superinterface",
  /** An interface and the only class that implements it. */
  "implementor",
  /** A class without instances, and any other class. */
  "static",
  /** Two classes that extend the same one, or of which the first extends none but Object. */
  "sibling",
] as const;
export type MergeKind = (typeof MERGE_KINDS)[number];

export interface ClassMerge {
  readonly kind: MergeKind;
  /** The one whose members move. */
  readonly from: string;
  /** The one that they move to. */
  readonly into: string;
  /** What the result is called: as one of the two. */
  readonly name: string;
}

const OBJECT = "java/lang/Object";
/** Unrelated classes are only tried in programs with at most this many classes. */
const FEW_CLASSES = 16;

export const isInterface = ({ file }: InputClass): boolean =>
  (file.accessFlags & ACC_INTERFACE) !== 0;

/** First all under the name of the class that the members move to, then under the other's. */
export function possibleMerges(classes: readonly InputClass[]): ClassMerge[] {
  const isFew = classes.length <= FEW_CLASSES;
  const mentions = new Map(classes.map((each) => [each, classMentions(each)]));
  const isNear = (a: InputClass, b: InputClass): boolean =>
    isFew || mentions.get(a)!.has(b.name) || mentions.get(b)!.has(a.name);
  const isPair = (kind: MergeKind, from: InputClass, into: InputClass): boolean =>
    from !== into &&
    isRelation(kind, from, into) &&
    (isKin(kind) || isNear(from, into)) &&
    !(kind === "sibling" && isOtherWay(from, into, classes)) &&
    unfitness(kind, from, into, classes) === null;
  const pairs = MERGE_KINDS.flatMap((kind) => {
    const some = kind === "static" ? classes.filter(hasNoObjects) : classes;
    return some.flatMap((from) =>
      classes
        .filter((into) => isPair(kind, from, into))
        .map((into) => ({ kind, from: from.name, into: into.name })),
    );
  });
  return [
    ...pairs.map((pair) => ({ ...pair, name: pair.into })),
    ...pairs.map((pair) => ({ ...pair, name: pair.from })),
  ];
}

/** One way for each two is enough where it does not matter which is which. */
function isOtherWay(from: InputClass, into: InputClass, classes: readonly InputClass[]): boolean {
  const isSame = from.file.superName === into.file.superName;
  return (
    (isSame && from.name > into.name) ||
    from.file.superName === into.name ||
    into.file.superName === from.name ||
    unfitness("static", from, into, classes) === null ||
    unfitness("static", into, from, classes) === null
  );
}

/** Whether one of two classes says that it is below the other. */
const isKin = (kind: MergeKind): boolean => kind !== "static" && kind !== "sibling";

/** Why two classes cannot become one in some way, as far as it can be said without trying; null if they may. */
export function unfitness(
  kind: MergeKind,
  from: InputClass,
  into: InputClass,
  classes: readonly InputClass[],
): string | null {
  if (!isRelation(kind, from, into)) return "not related in this way";
  const isSameVersion =
    from.file.majorVersion === into.file.majorVersion &&
    from.file.minorVersion === into.file.minorVersion;
  if (!isSameVersion) return "another version of class files";
  if (packageOf(from.name) !== packageOf(into.name)) return "another package";
  for (const each of [from, into]) {
    const reason = specialty(each) ?? sealing(each, classes);
    if (reason !== null) return reason;
  }
  if (kind === "implementor") return implementorUnfitness(from, classes);
  if (kind === "static") return staticUnfitness(from, classes);
  return null;
}

function isRelation(kind: MergeKind, from: InputClass, into: InputClass): boolean {
  switch (kind) {
    case "superclass":
      return !isInterface(from) && from.file.superName === into.name;
    case "superinterface":
      return isInterface(from) && from.file.interfaces.includes(into.name);
    case "implementor":
      return isInterface(from) && !isInterface(into) && into.file.interfaces.includes(from.name);
    case "static":
      return !isInterface(into);
    case "sibling":
      return !isInterface(from) && !isInterface(into) && hasSameSuper(from, into);
    default:
      return unreachable(kind);
  }
}

const hasSameSuper = ({ file }: InputClass, into: InputClass): boolean =>
  file.superName === into.file.superName || (file.superName === OBJECT && into.name !== OBJECT);

const SPECIAL = ACC_ENUM | ACC_ANNOTATION | ACC_MODULE;

/** What a JVM or a compiler knows more about than that it is a class. */
function specialty({ file, pieces }: InputClass): string | null {
  if ((file.accessFlags & SPECIAL) !== 0) return "an enum or an annotation";
  if (file.superName === null) return "no superclass";
  if (file.recordComponents !== null) return "a record";
  if (file.permittedSubclasses.length > 0) return "a sealed class";
  if (hasUnknown(pieces)) return "attributes that nobody knows";
  return null;
}

export function hasUnknown({ attributes, fields, methods }: InputClass["pieces"]): boolean {
  const isUnknown = ({ kind, code }: AttributePiece): boolean =>
    kind === Attribute.unknown || (code?.attributes.some(isUnknown) ?? false);
  return (
    attributes.some(isUnknown) ||
    [...fields, ...methods].some((member) => member.attributes.some(isUnknown))
  );
}

const sealing = ({ name }: InputClass, classes: readonly InputClass[]): string | null =>
  classes.some(({ file }) => file.permittedSubclasses.includes(name))
    ? "permitted by a sealed class"
    : null;

function implementorUnfitness({ name }: InputClass, classes: readonly InputClass[]): string | null {
  const below = classes.filter(({ file }) => file.interfaces.includes(name));
  if (below.length !== 1) return "implemented by others, too";
  return isMadeByLambda(name, classes) ? "implemented by lambdas, too" : null;
}

/** Whether some call site may make objects of an interface. */
export const isMadeByLambda = (name: string, classes: readonly InputClass[]): boolean =>
  classes.some(({ pieces: { constants }, file }) => {
    const isArgument = file.bootstrapMethods.some(({ args }) =>
      args.some((arg) => constants.tag(arg) === Tag.class && constants.className(arg) === name),
    );
    if (isArgument) return true;
    for (let i = 1; i < constants.count; i++) {
      const tag = constants.tag(i);
      if (tag !== Tag.invokeDynamic && tag !== Tag.dynamic) continue;
      const { descriptor } = constants.dynamic(i);
      if (classesIn(descriptor.slice(descriptor.indexOf(")") + 1)).includes(name)) return true;
    }
    return false;
  });

/** All its members are static, but for constructors. */
function hasNoObjects({ file }: InputClass): boolean {
  return [...file.fields, ...file.methods].every(
    ({ accessFlags, name }) => (accessFlags & ACC_STATIC) !== 0 || name === "<init>",
  );
}

function staticUnfitness(from: InputClass, classes: readonly InputClass[]): string | null {
  const { name } = from;
  if (!hasNoObjects(from)) return "has members of objects";
  for (const each of classes) {
    if (each.file.superName === name || each.file.interfaces.includes(name)) {
      return "is above another class";
    }
    if (makesObjects(each, name)) return "there are objects of it";
  }
  return null;
}

function makesObjects({ pieces: { constants } }: InputClass, name: string): boolean {
  for (let i = 1; i < constants.count; i++) {
    if (constants.tag(i) !== Tag.methodRef) continue;
    const ref = constants.member(i);
    if (ref.owner === name && ref.name === "<init>") return true;
  }
  return false;
}
