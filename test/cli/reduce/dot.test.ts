/** `deadwood reduce --dot FILE --dot-level items`: what each item needs, as a graph. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { clauseLines } from "../../../src/reduce/items/dependency-dot.ts";
import { directoryOf } from "../support.ts";
import { reduce } from "./support.ts";

const sub = (name: string, superName: string): ClassAssembler =>
  new ClassAssembler({ name, majorVersion: 49, superName, interfaces: ["p/I"] });

/** A B is an A, and an I in two ways. */
const FILES = {
  "in/p/I.class": new ClassAssembler({
    name: "p/I",
    majorVersion: 49,
    accessFlags: ACC_PUBLIC | ACC_ABSTRACT | ACC_INTERFACE,
  }),
  "in/p/A.class": sub("p/A", "java/lang/Object"),
  "in/p/B.class": sub("p/B", "p/A")
    .method(ACC_PUBLIC, "me", "()Lp/I;", (code) => {
      const you = { owner: "p/B", name: "you", descriptor: "(Lp/I;)Lp/I;" };
      code.emit("aload_0").emit("invokestatic", you).emit("areturn");
    })
    .method(ACC_PUBLIC | ACC_STATIC, "you", "(Lp/I;)Lp/I;", (code) => {
      code.emit("aload_0").emit("areturn");
    }),
  "in/notes.txt": "",
};

test("items, arrows to what they need, points for alternatives", async () => {
  const root = directoryOf(FILES);
  const path = join(root, "graph.dot");
  const argv = [join(root, "in"), "--dot", path, "--dot-level", "items"];
  expect(await reduce(argv)).toEqual({ exitCode: ExitCode.safe, out: "", err: "" });
  expect(readFileSync(path, "utf8")).toBe(`digraph program {
  i0 [label="p.A" tooltip="class" shape=box3d];
  i1 [label="p.A implements p.I" tooltip="interface" shape=box];
  i2 [label="p.B" tooltip="class" shape=box3d];
  i3 [label="p.B extends p.A" tooltip="superclass" shape=box];
  i4 [label="p.B implements p.I" tooltip="interface" shape=box];
  i5 [label="p.B.me()Lp/I;" tooltip="method" shape=box];
  i6 [label="p.B.me()Lp/I;!code" tooltip="code" shape=box];
  i7 [label="p.B.you(Lp/I;)Lp/I;" tooltip="method" shape=box];
  i8 [label="p.B.you(Lp/I;)Lp/I;!code" tooltip="code" shape=box];
  i9 [label="p.I" tooltip="class" shape=box3d];
  i10 [label="notes.txt" tooltip="file" shape=note];
  i11 [label="p/B > p/A > p/I" tooltip="relation" shape=ellipse];
  i12 [label="p/B <: p/I" tooltip="relation" shape=ellipse];
  i1 -> i0;
  i1 -> i9;
  i3 -> i2;
  i3 -> i0;
  i4 -> i2;
  i4 -> i9;
  i5 -> i2;
  i5 -> i9;
  i6 -> i5;
  i6 -> i2;
  i6 -> i9;
  i6 -> i7;
  i11 -> i3;
  i11 -> i1;
  c14 [shape=point];
  i12 -> c14 [dir=none];
  c14 -> i11 [style=dashed];
  c14 -> i4 [style=dashed];
  i6 -> i12;
  i7 -> i2;
  i7 -> i9;
  i8 -> i7;
}
`);
});

test.each([
  ["one needs one", [1], [2], ["i1 -> i2;"]],
  ["what must stay is a node with a thick frame", [], [2], []],
  [
    "two need one",
    [1, 2],
    [3],
    ["c7 [shape=point];", "i1 -> c7 [dir=none];", "i2 -> c7 [dir=none];", "c7 -> i3;"],
  ],
  [
    "one of two must stay",
    [],
    [1, 2],
    ["c7 [shape=point];", "c7 -> i1 [style=dashed];", "c7 -> i2 [style=dashed];"],
  ],
  [
    "two that exclude each other",
    [1, 2],
    [],
    ['c7 [shape=plain label="never"];', "i1 -> c7 [dir=none];", "i2 -> c7 [dir=none];"],
  ],
])("a clause: %s", (_, ifAll, thenOne, lines) => {
  expect(clauseLines({ ifAll, thenOne }, 7).map((line) => line.trim())).toEqual(lines);
});
