/** The model where libraries are missing, cycles run, or attributes are nobody's. */
import { describe, expect, test } from "vitest";
import {
  ClassAssembler,
  type ClassOptions,
} from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { CompositeSource } from "../../../../src/classfile/sources/class-path.ts";
import { inputOf } from "../../../../src/reduce/items/program-files.ts";
import { ReducibleProgram } from "../../../../src/reduce/items/reducible-program.ts";
import { brokenBy, keptWithout } from "../../../support/reduce/broken-clauses.ts";

const NO_LIBRARIES = new CompositeSource([]);

const assembled = (options: ClassOptions): ClassAssembler =>
  new ClassAssembler({ majorVersion: 49, ...options });

const programOf = (
  classes: readonly ClassAssembler[],
  files: Readonly<Record<string, string>> = {},
): ReducibleProgram =>
  new ReducibleProgram(
    inputOf([
      ...classes.map((each) => ({
        path: `${each.toClassFile().name}.class`,
        bytes: each.toBytes(),
      })),
      ...Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    ]),
    NO_LIBRARIES,
  );

const constructs =
  (superName: string) =>
  (code: CodeBuilder): void => {
    const init = { owner: superName, name: "<init>", descriptor: "()V" };
    code.emit("aload_0").emit("invokespecial", init).emit("return");
  };

describe("libraries that are missing", () => {
  const calling = (name: string) =>
    assembled({ name: "p/A", superName: "lib/Base" })
      .method(ACC_PUBLIC, "<init>", "()V", constructs("lib/Base"))
      .method(ACC_PUBLIC, "use", "()V", (code) => {
        code.emit("aload_0").emit("invokevirtual", { owner: "p/A", name, descriptor: "()V" });
        code.emit("return");
      });

  test("a method that nobody has may be one of theirs", () => {
    const program = programOf([calling("theirs")]);
    expect(brokenBy(program, ["p.A extends lib.Base"])).toContain("p.A.use()V!code");
  });

  test("a method that is known does not need them", () => {
    const program = programOf([calling("use")]);
    expect(brokenBy(program, ["p.A extends lib.Base", "p.A.<init>()V!code"])).toEqual([]);
  });

  test("a value may be of a type that only they know", () => {
    const user = assembled({ name: "p/User" }).method(
      ACC_STATIC,
      "use",
      "(Lp/A;)Llib/Other;",
      (code) => {
        code.emit("aload_0").emit("areturn");
      },
    );
    const program = programOf([calling("use"), user]);
    expect(brokenBy(program, ["p.A extends lib.Base", "p.A.<init>()V!code"])).toEqual([
      "p.User.use(Lp/A;)Llib/Other;!code",
    ]);
  });

  test("their abstract methods ask for no bodies", () => {
    const theirs = assembled({ name: "p/C", interfaces: ["lib/I"] }).method(
      ACC_PUBLIC,
      "run",
      "()V",
      (code) => {
        code.emit("return");
      },
    );
    expect(brokenBy(programOf([theirs]), ["p.C.run()V"])).toEqual([]);
  });
});

test("classes above themselves end nothing", () => {
  const one = assembled({ name: "p/One", superName: "p/Two" });
  const two = assembled({ name: "p/Two", superName: "p/One" }).method(
    ACC_STATIC,
    "use",
    "(Lp/Two;)Lp/Other;",
    (code) => {
      code.emit("aload_0").emit("areturn");
    },
  );
  const program = programOf([one, two, assembled({ name: "p/Other" })]);
  expect(brokenBy(program, ["p.Other"])).toContain("p.Two.use(Lp/Two;)Lp/Other;");
});

test("code that no JVM accepts keeps what is above the classes it names", () => {
  const wrong = assembled({ name: "p/Wrong" }).method(ACC_STATIC, "m", "()V", (code) => {
    code.emit("new", "p/Lower").emit("iadd").emit("return");
  });
  const program = programOf([
    assembled({ name: "p/Upper", superName: "java/lang/Object" }),
    assembled({ name: "p/Lower", superName: "p/Upper" }),
    wrong,
  ]);
  expect(brokenBy(program, ["p.Lower extends p.Upper"])).toEqual(["p.Wrong.m()V!code"]);
});

describe("attributes that nobody knows", () => {
  const holder = () =>
    assembled({ name: "p/A", sourceFile: "A.java" })
      .attribute("Own", Uint8Array.of(1, 2))
      .method(ACC_STATIC, "m", "()V", (code) => {
        code.pushString("only here").emit("pop").emit("return");
      });

  test("keep all constants, where they are", () => {
    const program = programOf([holder()]);
    const [file] = program.apply(keptWithout(program, ["p.A.m()V"]));
    const before = readClass(holder().toBytes(), "before").constants;
    const after = readClass(file!.bytes, "after").constants;
    expect(after.count).toBe(before.count);
    for (let i = 1; i < before.count; i++) expect(after.tag(i)).toBe(before.tag(i));
  });

  test("go by themselves, and constants with them", () => {
    const program = programOf([holder()]);
    const [file] = program.apply(keptWithout(program, ["p.A.m()V", "p.A!Own"]));
    expect(Buffer.from(file!.bytes).includes("only here")).toBe(false);
    expect(Buffer.from(file!.bytes).includes("A.java")).toBe(true);
  });
});

test("other files are items, too", () => {
  const program = programOf([assembled({ name: "p/A" })], { "a.txt": "a", "b.txt": "b" });
  const files = program.apply(keptWithout(program, ["a.txt"]));
  expect(files.map(({ path }) => path)).toEqual(["p/A.class", "b.txt"]);
  expect(brokenBy(program, ["a.txt"])).toEqual([]);
});

test("an abstract class asks for no bodies", () => {
  const flags = ACC_PUBLIC | ACC_ABSTRACT;
  const program = programOf([
    assembled({ name: "p/I", accessFlags: flags | ACC_INTERFACE }).method(flags, "m", "()V", null),
    assembled({ name: "p/A", accessFlags: flags, interfaces: ["p/I"] }).method(
      ACC_PUBLIC,
      "m",
      "()V",
      (code) => {
        code.emit("return");
      },
    ),
  ]);
  expect(brokenBy(program, ["p.A.m()V"])).toEqual([]);
});

test("an attribute that nobody knows stays with its class as it is, or goes", () => {
  const known = assembled({ name: "p/A", interfaces: ["p/I"] })
    .field(0, "f", "I")
    .method(ACC_STATIC, "m", "()V", (code) => {
      code.emit("return");
    })
    .attribute("Mine", new Uint8Array(2));
  const other = assembled({
    name: "p/I",
    accessFlags: ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT,
  });
  const program = programOf([known, other]);
  for (const part of ["p.A.f", "p.A.m()V!code", "p.A implements p.I"]) {
    expect(brokenBy(program, [part])).toContain("p.A!Mine");
  }
  expect(brokenBy(program, ["p.A!Mine", "p.A.f", "p.A.m()V!code"])).toEqual([]);
  // What nobody can read may name any constant: without it only those stay that are used.
  const [left] = program.apply(keptWithout(program, ["p.A!Mine", "p.A.f"]));
  expect(Buffer.from(left!.bytes).includes("Mine")).toBe(false);
});
