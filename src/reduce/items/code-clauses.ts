/**
 * What the body of a method needs. Constants that instructions name are classes
 * and members; and wherever a value is used as a type the hierarchy must allow
 * it. The latter is asked of the type inference that also checks code before it
 * runs: an oracle notes each question instead of answering it.
 */

import type { AttributePiece } from "../../classfile/editing/fragments.ts";
import { ACC_PRIVATE, ACC_PROTECTED } from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { lowerBound } from "../../core/sorted.ts";
import { inferTypes } from "../../program/types/inference.ts";
import type { Clauses } from "./clauses.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { ALWAYS, type ClassItems, type MemberItems } from "./items.ts";
import { classesIn, classesOfConstant } from "./mentions.ts";
import { packageOf, type Relations } from "./relations.ts";

const INVOKESPECIAL = 0xb7;
const LDC = 0x12;
const LDC_W = 0x13;
const LOADS: ReadonlySet<number> = new Set([LDC, LDC_W]);
const STACK_MAP_SINCE = 50;
const METAFACTORY = "java/lang/invoke/LambdaMetafactory";
/** Kinds of method handles. */
const REF_STATIC = 6;
const REF_NEW = 8;
/** The dimensions of an array and its class. */
const CLASS_TYPE = /^(\[*)L(.*);$/;

export interface CodeContext {
  readonly hierarchy: Hierarchy;
  readonly relations: Relations;
  readonly clauses: Clauses;
  readonly owner: ClassItems;
}

/** What `item`, the body of a method, needs. */
export function constrainCode(context: CodeContext, method: MemberItems, item: number): void {
  new CodeConstraints(context, item).run(method);
}

/** What an item needs that names a constant, as bootstrap methods do. */
export function constrainConstant(context: CodeContext, index: number, item: number): void {
  new CodeConstraints(context, item).constant(index, 0);
}

class CodeConstraints {
  readonly #context: CodeContext;
  readonly #item: number;

  constructor(context: CodeContext, item: number) {
    this.#context = context;
    this.#item = item;
  }

  run(method: MemberItems): void {
    const { bytes, constants } = this.#context.owner.input.pieces;
    const code = method.piece.code!.code!;
    for (const at of code.uses) {
      this.constant(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0), bytes[at - 1] ?? 0);
    }
    for (const at of code.shortUses) this.constant(bytes[at] ?? 0, LDC);
    for (let at = code.handlers + 2; at < code.handlersEnd; at += 8) {
      const type = ((bytes[at + 6] ?? 0) << 8) | (bytes[at + 7] ?? 0);
      if (type === 0) continue;
      const name = constants.className(type);
      this.#mention(name);
      this.#need(this.#context.relations.subtype(name, "java/lang/Throwable"));
    }
    const stackMap = code.attributes.find(({ kind }) => kind === Attribute.stackMapTable);
    if (stackMap !== undefined) this.#mentionAll(stackMap);
    this.#types(method, stackMap);
  }

  #need(needed: number): void {
    this.#context.clauses.need(this.#item, needed);
  }

  #mention(name: string): void {
    this.#need(this.#context.hierarchy.itemOf(name));
  }

  #mentionClasses(names: readonly string[]): void {
    for (const name of names) this.#mention(name);
  }

  /** The classes that an attribute names. */
  #mentionAll({ start, end }: AttributePiece): void {
    const { bytes, constants, uses } = this.#context.owner.input.pieces;
    for (const at of usesIn(uses, start, end)) {
      const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (constants.tag(index) === Tag.class) {
        this.#mentionClasses(classesOfConstant(constants, index));
      }
    }
  }

  /** A constant that the instruction names, or that one for a bootstrap method does. */
  constant(index: number, opcode: number): void {
    const { constants } = this.#context.owner.input.pieces;
    switch (constants.tag(index)) {
      case Tag.class:
        this.#mentionClasses(classesOfConstant(constants, index));
        if (LOADS.has(opcode)) this.#reflection(constants.className(index));
        break;
      case Tag.fieldRef:
        this.#field(constants.member(index));
        break;
      case Tag.methodRef:
      case Tag.interfaceMethodRef:
        this.#method(constants.member(index), opcode === INVOKESPECIAL);
        break;
      case Tag.methodType:
        this.#mentionClasses(classesIn(constants.methodType(index)));
        break;
      case Tag.methodHandle: {
        const handle = constants.methodHandle(index);
        if (handle.kind <= 4) this.#field(handle);
        else this.#method(handle, false);
        break;
      }
      case Tag.dynamic:
      case Tag.invokeDynamic:
        this.#dynamic(index);
        break;
      default:
    }
  }

  /** A class that is loaded as an object is asked about, or is a Class<? extends B>: its superclasses stay. */
  #reflection(name: string): void {
    const { hierarchy } = this.#context;
    for (let each = hierarchy.find(name); each !== null; ) {
      this.#need(each.items?.superclass ?? ALWAYS);
      each = each.superName === null ? null : hierarchy.find(each.superName);
    }
  }

  #field(ref: MemberRef): void {
    const { relations } = this.#context;
    this.#mention(ref.owner);
    this.#mentionClasses(classesIn(ref.descriptor));
    this.#need(relations.field(ref.owner, ref.name + ref.descriptor));
    this.#access(ref, "fields");
  }

  #method(ref: MemberRef, isSpecial: boolean): void {
    const { relations, owner } = this.#context;
    const { file } = owner.input;
    this.#mentionClasses(ref.owner.startsWith("[") ? classesIn(ref.owner) : [ref.owner]);
    this.#mentionClasses(classesIn(ref.descriptor));
    if (ref.name === "<init>") {
      // Constructors are not inherited.
      const own = this.#context.hierarchy.find(ref.owner)?.methods.get(ref.name + ref.descriptor);
      this.#need(own?.item ?? ALWAYS);
      if (ref.owner === file.superName && isSpecial) this.#need(owner.superclass);
    } else {
      this.#need(relations.method(ref.owner, ref.name + ref.descriptor));
      if (isSpecial && ref.owner !== file.name) this.#superCall(ref.owner);
    }
    this.#access(ref, "methods");
  }

  /** super.m(): the class called must be above, an interface even right above. */
  #superCall(above: string): void {
    const { relations, owner } = this.#context;
    const { file } = owner.input;
    const direct = file.interfaces.indexOf(above);
    this.#need(direct < 0 ? relations.subtype(file.name, above) : owner.interfaces[direct]!);
  }

  /** Members that not everybody may use: those below may, and nest mates. */
  #access(ref: MemberRef, which: "fields" | "methods"): void {
    const { hierarchy, relations, owner } = this.#context;
    const { name } = owner.input.file;
    for (const each of hierarchy.ancestors(ref.owner)) {
      const member = hierarchy.find(each)?.[which].get(ref.name + ref.descriptor);
      if (member === undefined) continue;
      if ((member.accessFlags & ACC_PROTECTED) !== 0 && packageOf(each) !== packageOf(name)) {
        this.#need(relations.subtype(name, each));
      }
      if ((member.accessFlags & ACC_PRIVATE) !== 0 && each !== name) {
        for (const item of nestItems(hierarchy, name, each)) this.#need(item);
      }
      return;
    }
  }

  /** A call site or constant that a bootstrap method makes. */
  #dynamic(index: number): void {
    const { owner } = this.#context;
    const { constants } = owner.input.pieces;
    const { bootstrapMethod, descriptor } = constants.dynamic(index);
    this.#mentionClasses(classesIn(descriptor));
    for (const { piece, entries } of owner.attributes) {
      if (piece.kind === Attribute.bootstrapMethods) this.#need(entries![bootstrapMethod]!);
    }
    this.#functional(index);
  }

  /** A lambda's interface must have the method that the lambda is for. */
  #functional(index: number): void {
    const { owner, relations } = this.#context;
    const { file, pieces } = owner.input;
    const { constants } = pieces;
    const { bootstrapMethod, name, descriptor } = constants.dynamic(index);
    const bootstrap = file.bootstrapMethods[bootstrapMethod];
    if (bootstrap === undefined) return;
    if (constants.methodHandle(bootstrap.methodHandle).owner !== METAFACTORY) return;
    const type = bootstrap.args[0];
    const [made] = classesIn(descriptor.slice(descriptor.indexOf(")")));
    if (made === undefined || type === undefined || constants.tag(type) !== Tag.methodType) return;
    this.#need(relations.method(made, name + constants.methodType(type)));
    this.#adapted(descriptor, bootstrap.args);
  }

  /** Each value that a lambda hands on must be what it is handed on as, or no lambda is made. */
  #adapted(site: string, [declaredAt, handleAt, usedAt]: readonly number[]): void {
    const { constants } = this.#context.owner.input.pieces;
    if (declaredAt === undefined || handleAt === undefined || usedAt === undefined) return;
    const isAsUsual =
      constants.tag(handleAt) === Tag.methodHandle && constants.tag(usedAt) === Tag.methodType;
    if (!isAsUsual) return;
    const declared = parseMethodDescriptor(constants.methodType(declaredAt));
    const used = parseMethodDescriptor(constants.methodType(usedAt));
    const { kind, owner, descriptor } = constants.methodHandle(handleAt);
    const called = parseMethodDescriptor(descriptor);
    const made = kind === REF_NEW ? `L${owner};` : called.result;
    const hasReceiver = kind !== REF_NEW && kind !== REF_STATIC;
    const given = [...parseMethodDescriptor(site).parameters, ...used.parameters];
    const taken = [...(hasReceiver ? [`L${owner};`] : []), ...called.parameters];
    given.forEach((from, i) => this.#passed(from, taken[i]));
    used.parameters.forEach((from, i) => this.#passed(from, declared.parameters[i]));
    this.#passed(made, used.result);
    this.#passed(used.result, declared.result);
  }

  /** Of the descriptors of two types: a value of one is used as the other. */
  #passed(from: string, to: string | undefined): void {
    const lower = CLASS_TYPE.exec(from);
    const upper = CLASS_TYPE.exec(to ?? "");
    if (lower === null || upper === null || lower[1] !== upper[1]) return;
    this.#need(this.#context.relations.subtype(lower[2]!, upper[2]!));
  }

  #types(method: MemberItems, stackMap: AttributePiece | undefined): void {
    const { hierarchy, relations, owner } = this.#context;
    const { file, pieces } = owner.input;
    const oracle = {
      isAssignable: (from: string, to: string): "unknown" => {
        this.#mention(to);
        this.#need(relations.subtype(from, to));
        return "unknown";
      },
    };
    const info = file.methods.find(
      ({ name, descriptor }) =>
        name === method.piece.name && descriptor === method.piece.descriptor,
    )!;
    const hasMap = file.majorVersion >= STACK_MAP_SINCE && stackMap !== undefined;
    const declared = hasMap
      ? { stackMap: pieces.bytes.subarray(stackMap.start, stackMap.end) }
      : {};
    try {
      inferTypes(file, info, { oracle, ...declared });
    } catch (error) {
      if (!(error instanceof BadClassFileError)) throw error;
      // A JVM would reject this code, but perhaps it never runs: everything that it names stays.
      this.#keepHierarchies(hierarchy);
    }
  }

  #keepHierarchies(hierarchy: Hierarchy): void {
    const { constants } = this.#context.owner.input.pieces;
    for (let index = 1; index < constants.count; index++) {
      if (constants.tag(index) !== Tag.class) continue;
      for (const name of classesOfConstant(constants, index)) {
        for (const above of hierarchy.ancestors(name)) {
          for (const { item } of hierarchy.find(above)?.parents ?? []) this.#need(item);
        }
      }
    }
  }
}

/** What makes classes those of a nest: what each says, and what its host says. */
export function nestItems(hierarchy: Hierarchy, ...names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const items = hierarchy.find(name)?.items ?? null;
    const host = items?.input.file.nestHost ?? null;
    if (items === null || host === null) return [];
    const hostItems = hierarchy.find(host)?.items ?? null;
    const position = hostItems?.input.file.nestMembers.indexOf(name) ?? -1;
    return [
      hierarchy.itemOf(host),
      ...items.attributes
        .filter(({ piece }) => piece.kind === Attribute.nestHost)
        .map(({ item }) => item),
      ...(hostItems?.attributes ?? [])
        .filter(({ piece }) => piece.kind === Attribute.nestMembers && position >= 0)
        .map(({ entries }) => entries![position]!),
    ];
  });
}

/** The places between two others. */
export function* usesIn(uses: Int32Array, start: number, end: number): Generator<number> {
  for (let at = lowerBound(uses, start); at < uses.length && uses[at]! < end; at++) yield uses[at]!;
}
