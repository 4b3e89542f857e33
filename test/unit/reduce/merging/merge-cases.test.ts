/**
 * A small program for each way in which two classes become one, and for each reason why
 * they cannot. Those that can are made one all together: a JVM links what comes out,
 * and it prints what it did before.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  ACC_ABSTRACT,
  ACC_FINAL,
  ACC_INTERFACE,
} from "../../../../src/classfile/format/access-flags.ts";
import { JdkSource } from "../../../../src/classfile/sources/jdk.ts";
import { readInput } from "../../../../src/reduce/files/input.ts";
import type { InputFile } from "../../../../src/reduce/items/items.ts";
import type { ClassMerge, MergeKind } from "../../../../src/reduce/merging/candidates.ts";
import { MergeableProgram } from "../../../../src/reduce/merging/merge-program.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { LinkCheck } from "../../../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MEANT = ACC_ABSTRACT | ACC_INTERFACE | ACC_FINAL;
const SOURCE = join(import.meta.dirname, "MergeCases.java");

/** By the class of MergeCases.java: kind, from and into; "~" where the result is called as the first. */
const NAMED: readonly (readonly [string, MergeKind, string, string, "~"?])[] = [
  ["Trivial", "superclass", "B", "A"],
  ["Redirected", "superclass", "B", "A"],
  ["Overridden", "superclass", "B", "A"],
  ["Filled", "superclass", "B", "A", "~"],
  ["Bridged", "superclass", "B", "A"],
  ["Initialised", "superclass", "B", "A"],
  ["Above", "superclass", "B", "A"],
  ["Caught", "superclass", "B", "A"],
  ["Nested", "superclass", "A$B", "A"],
  ["Captured", "superclass", "B", "A", "~"],
  ["Deeper", "superclass", "B", "A"],
  ["Lent", "superclass", "B", "A"],
  ["Only", "implementor", "I", "C"],
  ["Inherited", "implementor", "I", "C", "~"],
  ["Upper", "superinterface", "I", "K"],
  ["Statics", "static", "U", "T"],
  ["Constants", "static", "U", "T"],
  ["Siblings", "sibling", "X", "Y"],
  ["Cousins", "sibling", "X", "Y"],
];

const GOOD = NAMED.map(
  ([place, kind, from, into, other]) => [place, kind, from, into, other === "~"] as const,
);

const BAD: readonly (readonly [string, MergeKind, string, string, RegExp])[] = [
  ["SameField", "superclass", "B", "A", /fields of the same name/],
  ["SameConstructor", "superclass", "B", "A", /constructors of the same parameters/],
  ["SuperCalled", "superclass", "B", "A", /super.m is called/],
  ["SameStatic", "superclass", "B", "A", /both have m\(\)I/],
  ["SamePrivate", "superclass", "B", "A", /both have m\(\)I/],
  ["SameOverload", "superclass", "B", "A", /overloads of m would be the same/],
  ["OverloadElsewhere", "superclass", "B", "A", /methods of .*User would be the same/],
  ["Obliged", "superclass", "B", "A", /C has no body for m\(\)I/],
  ["FieldHidden", "superclass", "B", "A", /C.f.* is static or is not/],
  ["StaticBeside", "superclass", "B", "A", /C.m.*one is static/],
  ["WeakerBeside", "superclass", "B", "A", /C.m.*less accessible/],
  ["OfEnum", "implementor", "I", "E", /an enum/],
  ["OfRecord", "implementor", "I", "R", /a record/],
  ["OfSealed", "implementor", "I", "C", /sealed/],
  ["OfLambda", "implementor", "I", "C", /lambdas/],
  ["OfTwo", "implementor", "I", "C", /others, too/],
  ["DefaultCalled", "implementor", "I", "C", /super.m is called/],
  ["Functional", "superinterface", "I", "K", /a lambda would have several methods/],
  ["Circle", "superinterface", "I", "K", /above itself/],
  ["WithObjects", "static", "U", "T", /there are objects of it/],
  ["WithMembers", "static", "U", "T", /members of objects/],
  ["IsAbove", "static", "U", "T", /above another class/],
  ["Strangers", "sibling", "X", "Y", /there is no Strangers\$Base.<init>\(\)V/],
  ["Strangers", "sibling", "Y", "X", /not related/],
  ["SameField", "sibling", "B", "A", /not related/],
];

const mergeOf = (
  place: string,
  kind: MergeKind,
  from: string,
  into: string,
  isOther = false,
): ClassMerge => ({
  kind,
  from: `${place}$${from}`,
  into: `${place}$${into}`,
  name: `${place}$${isOther ? from : into}`,
});

function output(files: readonly InputFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-cases-"));
  try {
    mkdirSync(folder, { recursive: true });
    for (const { path, bytes } of files) writeFileSync(join(folder, path), bytes);
    const java = join(installedJdk!.home, "bin", "java");
    return execFileSync(java, ["-Xverify:all", "-cp", folder, "MergeCases"]).toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const filesOf = ({ classes }: MergeableProgram): InputFile[] =>
  classes.map(({ path, pieces }) => ({ path, bytes: pieces.bytes }));

describe.skipIf(installedJdk === null)("two classes as one", () => {
  let program: MergeableProgram;

  beforeAll(() => {
    const { folder, remove } = compileJava([SOURCE]);
    program = new MergeableProgram(readInput(folder).classes, new JdkSource(installedJdk!.home));
    remove();
  });

  test.each(GOOD)("%s: %s %s and %s", (place, kind, from, into, other) => {
    const merged = program.merge(mergeOf(place, kind, from, into, other));
    expect(merged).toBeInstanceOf(MergeableProgram);
  });

  test.each(GOOD)("%s under the other name", (place, kind, from, into, other) => {
    const merged = program.merge(mergeOf(place, kind, from, into, !other));
    expect(merged).toBeInstanceOf(MergeableProgram);
  });

  test.each(BAD)("%s: not %s %s and %s", (place, kind, from, into, reason) => {
    expect(program.merge(mergeOf(place, kind, from, into))).toMatch(reason);
  });

  test("what inner-class entries say of the result is so", () => {
    const flagsIn = (merged: MergeableProgram | string, name: string): number => {
      if (typeof merged === "string") expect.fail(merged);
      const { innerClasses } = merged.find("Told")!.file;
      return innerClasses.find(({ inner }) => inner === name)!.accessFlags & MEANT;
    };
    const isAbstract = program.merge(mergeOf("Told", "static", "U", "T", true));
    expect(flagsIn(isAbstract, "Told$U")).toBe(ACC_ABSTRACT);
    const isClass = program.merge(mergeOf("Told", "implementor", "I", "C", true));
    expect(flagsIn(isClass, "Told$I")).toBe(0);
  });

  test("all of them together are linked, and run as before", async () => {
    let merged = program;
    for (const [place, kind, from, into, other] of GOOD) {
      const next = merged.merge(mergeOf(place, kind, from, into, other));
      if (typeof next === "string") expect.fail(`${place}: ${next}`);
      merged = next;
    }
    const check = new LinkCheck();
    try {
      expect(await check.problemsOf(filesOf(merged))).toEqual([]);
    } finally {
      check.close();
    }
    expect(output(filesOf(merged))).toBe(output(filesOf(program)));
  });
});
