/**
 * The part of docs/supported-java.md that compares with a JDK: public and protected members that the JDK's classes have and
 * our models of them lack. The members that Java 17 promises are the same in every JDK 17.
 */
import { join } from "node:path";
import {
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_SYNTHETIC,
} from "../../../src/classfile/format/access-flags.ts";
import type { ClassFile } from "../../../src/classfile/format/class-file.ts";
import { readClass } from "../../../src/classfile/reading/reader.ts";
import { Jar } from "../../../src/classfile/sources/jar.ts";
import { JdkSource } from "../../../src/classfile/sources/jdk.ts";
import { ROOT } from "../sources.ts";
import { code, plain, table } from "./markdown.ts";

interface Member {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
}

const isPromised = ({ accessFlags }: Member): boolean =>
  (accessFlags & (ACC_PUBLIC | ACC_PROTECTED)) !== 0 && (accessFlags & ACC_SYNTHETIC) === 0;

const keyOf = ({ name, descriptor }: Member): string => name + descriptor;

export function libraryDifferences(home: string, version: number): readonly string[] {
  const models = Jar.open(join(ROOT, "models/library.jar"), version);
  const jdk = new JdkSource(home);
  const ofModels = cached((name) => models.find(name)?.bytes ?? null);
  const ofJdk = cached((name) => jdk.classes.find(name)?.bytes ?? null);
  const withModels = (name: string): ClassFile | null => ofModels(name) ?? ofJdk(name);
  try {
    const rows = models
      .classNames()
      .filter((name) => name.startsWith("java/"))
      .map((name) => ({ name, promised: ofJdk(name) }))
      .filter(({ promised }) => promised !== null && (promised.accessFlags & ACC_PUBLIC) !== 0)
      .map(({ name, promised }) => {
        const there = membersOf(name, withModels);
        const missing = [...promised!.methods, ...promised!.fields]
          .filter((member) => isPromised(member) && !there.has(keyOf(member)))
          .map(({ name: member }) => (member === "<init>" ? "constructor" : member));
        return { name, missing: counted(missing) };
      });
    return textOf(version, rows);
  } finally {
    models.close();
    jdk.close();
  }
}

function textOf(
  version: number,
  rows: readonly { readonly name: string; readonly missing: readonly string[] }[],
): readonly string[] {
  const different = rows.filter(({ missing }) => missing.length > 0);
  return [
    "## What our models lack",
    "",
    `Of ${rows.length} public classes of Java ${version} that have a model, ${rows.length - different.length} have every public and protected member. The`,
    "others lack these; a number says how many overloads. A program that uses one is refused by name.",
    "",
    ...table(
      ["class", "members"],
      different.map(({ name, missing }) => [
        code(name.replaceAll("/", ".").replaceAll("$", ".")),
        missing.map(plain).join(", "),
      ]),
    ),
  ];
}

function cached(read: (name: string) => Uint8Array | null): (name: string) => ClassFile | null {
  const known = new Map<string, ClassFile | null>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const bytes = read(name);
    const parsed = bytes === null ? null : readClass(bytes, name);
    known.set(name, parsed);
    return parsed;
  };
}

/** The members of a class and of all that it extends and implements. */
function membersOf(name: string, find: (name: string) => ClassFile | null): ReadonlySet<string> {
  const keys = new Set<string>();
  const todo = [name];
  const seen = new Set<string>();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const cls = find(next);
    if (cls === null) continue;
    for (const member of [...cls.methods, ...cls.fields]) keys.add(keyOf(member));
    if (cls.superName !== null) todo.push(cls.superName);
    todo.push(...cls.interfaces);
  }
  return keys;
}

function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
}
