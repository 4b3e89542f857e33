/**
 * Hand-written methods for tests of byte-code analyses: one instruction a
 * line, labels with a colon, constants written in place. It checks nothing, so
 * that malformed code can be written down too.
 *
 *   invokevirtual p/A.m(I)V     invokeinterface p/I.m(I)V 2    getfield p/A.f:I
 *   new p/A    ldc string x     ldc int 1    ldc2_w long 1     ldc class p/A
 *   tableswitch 0 default a b   lookupswitch default 1:a 5:b   raw 1 2 3
 */
import type {
  ClassFile,
  CodeInfo,
  ExceptionHandler,
  MethodInfo,
} from "../../../../src/classfile/format/class-file.ts";
import {
  type ConstantPool,
  type MemberRef,
  Tag,
  wrongConstant,
} from "../../../../src/classfile/format/constant-pool.ts";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import { unreachable } from "../../../../src/core/assert.ts";

interface Entry {
  readonly tag: number;
  readonly text: string;
}

class Pool implements ConstantPool {
  readonly entries: Entry[] = [{ tag: 0, text: "" }];

  add(tag: number, text: string): number {
    const known = this.entries.findIndex((entry) => entry.tag === tag && entry.text === text);
    return known > 0 ? known : this.entries.push({ tag, text }) - 1;
  }

  get count(): number {
    return this.entries.length;
  }

  tag(index: number): number {
    return this.entries[index]?.tag ?? 0;
  }

  #text(index: number, ...tags: number[]): string {
    const entry = this.entries[index];
    return entry !== undefined && tags.includes(entry.tag)
      ? entry.text
      : wrongConstant(index, `tag ${tags.join()}`, this.tag(index));
  }

  utf8(index: number): string {
    return this.#text(index, Tag.utf8);
  }

  className(index: number): string {
    return this.#text(index, Tag.class);
  }

  string(index: number): string {
    return this.#text(index, Tag.string);
  }

  int(index: number): number {
    return Number(this.#text(index, Tag.integer));
  }

  floatBits(): number {
    return 0;
  }

  low(): number {
    return 0;
  }

  high(): number {
    return 0;
  }

  member(index: number): MemberRef {
    const text = this.#text(index, Tag.fieldRef, Tag.methodRef, Tag.interfaceMethodRef);
    const [, owner, name, descriptor] = /^(.*)\.([^.:(]+):?(.*)$/.exec(text) ?? [];
    return {
      owner: owner ?? "",
      name: name ?? "",
      descriptor: descriptor ?? "",
      isInterface: this.tag(index) === Tag.interfaceMethodRef,
    };
  }

  methodHandle(index: number): never {
    return wrongConstant(index, "MethodHandle", this.tag(index));
  }

  methodType(index: number): string {
    return this.#text(index, Tag.methodType);
  }

  dynamic(index: number): { bootstrapMethod: number; name: string; descriptor: string } {
    const text = this.#text(index, Tag.dynamic, Tag.invokeDynamic);
    const [, name, descriptor] = /^([^:(]+):?(.*)$/.exec(text) ?? [];
    return { bootstrapMethod: 0, name: name ?? "", descriptor: descriptor ?? "" };
  }
}

const LOADABLE: Readonly<Record<string, number>> = {
  int: Tag.integer,
  float: Tag.float,
  long: Tag.long,
  double: Tag.double,
  string: Tag.string,
  class: Tag.class,
  methodType: Tag.methodType,
  dynamic: Tag.dynamic,
  utf8: Tag.utf8,
};

const MEMBER_TAGS: Readonly<Record<string, number>> = {
  invokeinterface: Tag.interfaceMethodRef,
  invokedynamic: Tag.invokeDynamic,
  getstatic: Tag.fieldRef,
  putstatic: Tag.fieldRef,
  getfield: Tag.fieldRef,
  putfield: Tag.fieldRef,
};

export interface Source {
  readonly code: string;
  /** "static m(I)V" or "m(I)V". */
  readonly method?: string;
  readonly maxStack?: number;
  readonly maxLocals?: number;
  /** "start end handler type", type "*" for all. */
  readonly handlers?: readonly string[];
  readonly version?: number;
  readonly lines?: readonly number[];
  readonly variables?: CodeInfo["localVariables"];
}

export interface Assembled {
  readonly classFile: ClassFile;
  readonly method: MethodInfo;
  readonly code: CodeInfo;
  /** Byte offsets of labels. */
  readonly labels: ReadonlyMap<string, number>;
}

const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)];

type Encoder = (labels: ReadonlyMap<string, number>, at: number) => number[];

const target = (labels: ReadonlyMap<string, number>, at: number, name = ""): number => {
  const to = labels.get(name);
  return (to ?? Number(name)) - at;
};

function encoder(line: string, pool: Pool): Encoder {
  const [word = "", first = "", ...rest] = line.split(/\s+/);
  const all = [first, ...rest];
  if (word === "raw") return () => all.map(Number);
  const info = OPCODES.find(({ mnemonic }) => mnemonic === word);
  if (info === undefined) throw new Error(`unknown mnemonic ${word}`);
  const { opcode, layout } = info;
  const constant = (): number => {
    if (/^\d+$/.test(first)) return Number(first);
    if (first in LOADABLE && rest.length > 0) return pool.add(LOADABLE[first] ?? 0, rest.join(" "));
    if (opcode >= 0xb2 && opcode <= 0xba) {
      const isForced = rest.includes("interface");
      return pool.add(
        isForced ? Tag.interfaceMethodRef : (MEMBER_TAGS[word] ?? Tag.methodRef),
        first,
      );
    }
    return pool.add(Tag.class, first);
  };
  switch (layout) {
    case "none":
      return () => [opcode];
    case "byte":
    case "arrayType":
      return () => [opcode, Number(first) & 255];
    case "local":
      return () => [opcode, Number(first)];
    case "short":
      return () => [opcode, ...u16(Number(first))];
    case "increment":
      return () => [opcode, Number(first), Number(rest[0]) & 255];
    case "constant8":
      return () => [opcode, constant()];
    case "constant":
      return () => [opcode, ...u16(constant())];
    case "interface":
      return () => [opcode, ...u16(constant()), Number(rest[0]), 0];
    case "dynamic":
      return () => [opcode, ...u16(constant()), 0, 0];
    case "multiarray":
      return () => [opcode, ...u16(constant()), Number(rest[0])];
    case "branch":
      return (labels, at) => [opcode, ...u16(target(labels, at, first))];
    case "branch32":
      return (labels, at) => [opcode, ...u32(target(labels, at, first))];
    case "wide":
      return () => {
        const inner = OPCODES.find(({ mnemonic }) => mnemonic === first)?.opcode ?? 0;
        return [opcode, inner, ...rest.flatMap((operand) => u16(Number(operand)))];
      };
    case "tableswitch":
      return (labels, at) => {
        const [fallback, ...cases] = rest;
        const low = Number(first);
        return [
          opcode,
          ...Array.from({ length: 3 - (at & 3) }, () => 0),
          ...u32(target(labels, at, fallback)),
          ...u32(low),
          ...u32(low + cases.length - 1),
          ...cases.flatMap((name) => u32(target(labels, at, name))),
        ];
      };
    case "lookupswitch":
      return (labels, at) => [
        opcode,
        ...Array.from({ length: 3 - (at & 3) }, () => 0),
        ...u32(target(labels, at, first)),
        ...u32(rest.length),
        ...rest.flatMap((pair) => {
          const [key, name] = pair.split(":");
          return [...u32(Number(key)), ...u32(target(labels, at, name))];
        }),
      ];
    default:
      return unreachable(layout);
  }
}

export function assemble(source: Source): Assembled {
  const pool = new Pool();
  const items: (string | Encoder)[] = source.code
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => (line.endsWith(":") ? line.slice(0, -1) : encoder(line, pool)));
  const labels = new Map<string, number>();
  let bytes: number[] = [];
  for (let pass = 0; pass < 2; pass++) {
    bytes = [];
    for (const item of items) {
      if (typeof item === "string") labels.set(item, bytes.length);
      else bytes.push(...item(labels, bytes.length));
    }
  }
  const offset = (name = ""): number =>
    name === "end" ? bytes.length : (labels.get(name) ?? Number(name));
  const handlers: ExceptionHandler[] = (source.handlers ?? []).map((line) => {
    const [start, end, handler, type] = line.split(" ");
    return {
      start: offset(start),
      end: offset(end),
      handler: offset(handler),
      catchType: type === "*" ? null : (type ?? null),
    };
  });
  const code: CodeInfo = {
    maxStack: source.maxStack ?? 6,
    maxLocals: source.maxLocals ?? 6,
    bytes: Uint8Array.from(bytes),
    handlers,
    lineNumbers: Int32Array.from(source.lines ?? []),
    localVariables: source.variables ?? [],
    stackMap: null,
  };
  const [, isStatic, name, descriptor] =
    /^(static )?([^(]+)(.*)$/.exec(source.method ?? "static m()V") ?? [];
  const method: MethodInfo = {
    accessFlags: isStatic === undefined ? 1 : 9,
    name: name ?? "m",
    descriptor: descriptor ?? "()V",
    signature: null,
    code,
    exceptions: [],
  };
  const classFile: ClassFile = {
    minorVersion: 0,
    majorVersion: source.version ?? 61,
    accessFlags: 1,
    name: "p/A",
    superName: "p/Base",
    interfaces: ["p/Direct"],
    fields: [{ accessFlags: 0, name: "own", descriptor: "I", signature: null, constantValue: 0 }],
    methods: [method],
    constants: pool,
    sourceFile: null,
    signature: null,
    bootstrapMethods: [],
    innerClasses: [],
    enclosingMethod: null,
    nestHost: null,
    nestMembers: [],
    permittedSubclasses: [],
    recordComponents: null,
    visibleAnnotations: null,
  };
  return { classFile, method, code, labels };
}
