/** Merges of classes that compilers do not make, or not at once; and the pass with nobody but a test to ask. */
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
import { Tag } from "../../../../src/classfile/format/constant-pool.ts";
import type { ClassSource } from "../../../../src/classfile/sources/class-path.ts";
import type { InputClass } from "../../../../src/reduce/items/items.ts";
import {
  bytesOf,
  classesOf,
  type ProgramFiles,
} from "../../../../src/reduce/items/program-files.ts";
import type { MergeKind } from "../../../../src/reduce/merging/candidates.ts";
import { MergeableProgram } from "../../../../src/reduce/merging/merge-program.ts";
import { MERGE_PASS } from "../../../../src/reduce/passes/merge-pass.ts";
import type { PassContext } from "../../../../src/reduce/passes/pass.ts";

const OBJECT = "java/lang/Object";
const INTERFACE = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;

/** A library that has Object, and of every other class of the JDK its name. */
const libraryClass = (name: string): Uint8Array =>
  new ClassAssembler({ name, superName: name === OBJECT ? null : OBJECT })
    .method(ACC_PUBLIC, "<init>", "()V", (code) => {
      code.emit("return");
    })
    .method(ACC_PUBLIC | ACC_STATIC, "strap", "()Ljava/lang/Object;", (code) => {
      code.emit("aconst_null").emit("areturn");
    })
    .toBytes();
const LIBRARIES: ClassSource = {
  find: (name) =>
    name.startsWith("java/") ? { bytes: libraryClass(name), origin: "test", module: null } : null,
  describe: () => "test",
};

const assembled = (name: string, options: Partial<ClassOptions> = {}): ClassAssembler =>
  new ClassAssembler({ name, ...options });

const below = (name: string, options: Partial<ClassOptions> = {}): ClassAssembler =>
  assembled(name, { superName: "p/A", ...options });

const filesOf = (classes: readonly ClassAssembler[]): ProgramFiles =>
  classes.map((each) => ({ path: `${each.toClassFile().name}.class`, bytes: each.toBytes() }));

function merge(
  classes: readonly ClassAssembler[],
  kind: MergeKind,
  from = "p/B",
  into = "p/A",
): MergeableProgram | string {
  const program = new MergeableProgram(classesOf(filesOf(classes)), LIBRARIES);
  return program.merge({ kind, from, into, name: into });
}

/** The class that two have become. */
function merged(result: MergeableProgram | string, name = "p/A"): InputClass {
  if (typeof result === "string") expect.fail(result);
  return result.find(name)!;
}

const constructs = (code: CodeBuilder): void => {
  const init = { owner: OBJECT, name: "<init>", descriptor: "()V" };
  code.emit("aload_0").emit("invokespecial", init).emit("return");
};

describe("what is not even tried", () => {
  test.each<[string, readonly ClassAssembler[], RegExp]>([
    ["another version", [assembled("p/A"), below("p/B", { majorVersion: 48 })], /version/],
    [
      "attributes that nobody knows",
      [assembled("p/A"), below("p/B").attribute("Mine", new Uint8Array(2))],
      /nobody knows/,
    ],
    [
      "those of a class that speaks of it",
      [
        assembled("p/A"),
        below("p/B"),
        assembled("p/C").field(0, "b", "Lp/B;").attribute("Mine", new Uint8Array(2)),
      ],
      /nobody knows/,
    ],
    [
      "unknown classes above",
      [assembled("p/A", { superName: "lib/Unknown" }), below("p/B")],
      /unknown/,
    ],
  ])("%s", (_, classes, reason) => {
    expect(merge(classes, "superclass")).toMatch(reason);
  });

  test("another package", () => {
    const classes = [assembled("p/A"), below("q/B")];
    expect(merge(classes, "superclass", "q/B")).toMatch(/package/);
  });

  test("a class that would be above itself", () => {
    const classes = [
      assembled("p/A"),
      below("p/M"),
      assembled("p/B", { superName: "p/M" }),
      assembled("p/C", { superName: "p/B" }),
    ];
    expect(merge(classes, "sibling", "p/A", "p/B")).toBe("above itself");
  });

  test("what is not there", () => {
    expect(merge([assembled("p/A")], "superclass")).toBe("not there");
  });
});

describe("classes that the program lacks", () => {
  const calls = (code: CodeBuilder): void => {
    code.emit("invokestatic", { owner: "lib/Gone", name: "m", descriptor: "()V" }).emit("return");
  };
  const plain = (name: string): ClassAssembler =>
    assembled(name).method(ACC_STATIC, `of${name.at(-1)}`, "()V", (code) => {
      code.emit("return");
    });
  const MISSING = /one of them needs a class that is missing/;

  test.each<[string, ClassAssembler]>([
    ["a superclass", assembled("p/A", { superName: "lib/Gone" })],
    ["an interface", assembled("p/A", { interfaces: ["lib/Gone"] })],
    ["the type of a field", assembled("p/A").field(0, "f", "[Llib/Gone;")],
    ["a type of a method", assembled("p/A").method(ACC_ABSTRACT, "m", "(Llib/Gone;)V", null)],
    ["code", assembled("p/A").method(ACC_STATIC, "a", "()V", calls)],
  ])("one that loads does not become part of one that may not: %s", (_, into) => {
    expect(merge([into, plain("p/B")], "static")).toMatch(MISSING);
  });

  test("nor do two that lack the same, which one of them may need for something else", () => {
    const classes = [
      plain("p/A").method(ACC_STATIC, "a", "()V", calls),
      plain("p/B").method(ACC_STATIC, "b", "()V", calls),
    ];
    expect(merge(classes, "static")).toMatch(MISSING);
  });

  test("what is thrown stays something that can be thrown", () => {
    const throwable = "java/lang/Throwable";
    const classes = (superName: string): ClassAssembler[] => [
      assembled(throwable),
      assembled("p/A"),
      assembled("p/B", { superName: throwable }).method(ACC_STATIC, "b", "()V", (code) => {
        code.emit("return");
      }),
      assembled("p/C", { superName }).method(
        ACC_STATIC,
        "c",
        "()V",
        (code) => {
          code.emit("return");
        },
        { exceptions: ["p/B"] },
      ),
    ];
    expect(merge(classes(OBJECT), "static")).toMatch(/p\/C\.c\(\)V throws p\/A/);
    expect(merged(merge(classes("p/B"), "static", "p/C", "p/B"), "p/B")).toBeDefined();
  });
});

describe("constants", () => {
  test("what both name is there once, and so is what has become the same", () => {
    const says = (code: CodeBuilder): void => {
      code.pushString("twice").emit("pop").pushClass("p/B").emit("pop").pushClass("p/A");
      code.emit("pop").emit("return");
    };
    const { pieces } = merged(
      merge(
        [
          assembled("p/A").method(ACC_STATIC, "a", "()V", says),
          below("p/B").method(ACC_STATIC, "b", "()V", says),
        ],
        "superclass",
      ),
    );
    const { constants } = pieces;
    const counts = new Map<number, number>();
    const texts: string[] = [];
    for (let i = 1; i < constants.count; i++) {
      const tag = constants.tag(i);
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
      if (tag === Tag.utf8) texts.push(constants.utf8(i));
    }
    expect(counts.get(Tag.string)).toBe(1);
    expect(counts.get(Tag.class)).toBe(2);
    expect(texts.toSorted()).toEqual(["()V", "Code", "a", "b", OBJECT, "p/A", "twice"].toSorted());
  });

  test("more than one byte can name are too many", () => {
    const says =
      (first: number) =>
      (code: CodeBuilder): void => {
        for (let i = 0; i < 150; i++) code.pushInt(first + i).emit("pop");
        code.emit("return");
      };
    const classes = [
      assembled("p/A").method(ACC_STATIC, "a", "()V", says(100_000)),
      below("p/B").method(ACC_STATIC, "b", "()V", says(200_000)),
    ];
    expect(merge(classes, "superclass")).toMatch(/too many short constants/);
  });

  test("numbers of all kinds, and bootstrap methods of both", () => {
    const says =
      (number: number) =>
      (code: CodeBuilder): void => {
        code.pushLong(5_000_000_000n).emit("pop2").pushDouble(1.5).emit("pop2");
        code.pushFloat(2.5).emit("pop").pushInt(100_000).emit("pop");
        code.invokeDynamic(0, `site${number}`, "()V").emit("return");
      };
    const withSite = (each: ClassAssembler, number: number): ClassAssembler => {
      const handle = each.constants.addMethodHandle(6, {
        owner: "java/lib/Boot",
        name: "strap",
        descriptor: "()Ljava/lang/Object;",
      });
      each.bootstrapMethod(handle, [each.constants.addString(`argument ${number}`)]);
      return each.method(ACC_STATIC, `m${number}`, "()V", says(number));
    };
    const both = [
      withSite(assembled("p/A", { majorVersion: 51 }), 1),
      withSite(below("p/B", { majorVersion: 51 }), 2),
    ];
    const { file, pieces } = merged(merge(both, "superclass"));
    expect(file.bootstrapMethods.length).toBe(2);
    const argument = file.bootstrapMethods.map(({ args }) => pieces.constants.string(args[0]!));
    expect(argument).toEqual(["argument 1", "argument 2"]);
  });
});

describe("what a JVM would not accept", () => {
  test("an object that is passed as an interface is none of the class's", () => {
    const classes = [
      assembled("p/C", { interfaces: ["p/I"] }),
      assembled("p/I", { accessFlags: INTERFACE }),
      assembled("p/User").method(ACC_STATIC, "m", `(L${OBJECT};)Lp/I;`, (code) => {
        code.emit("aload_0").emit("areturn");
      }),
    ];
    expect(merge(classes, "implementor", "p/I", "p/C")).toMatch(/should be a p.C/);
  });

  test("a class of which there are objects and which is abstract", () => {
    const classes = [
      assembled("p/A", { accessFlags: ACC_PUBLIC | ACC_ABSTRACT }),
      assembled("p/B").method(ACC_STATIC, "m", "()V", (code) => {
        code.emit("new", "p/B").emit("pop").emit("return");
      }),
    ];
    expect(merge(classes, "static")).toMatch(/makes objects of p\/A/);
  });

  test("a type that is a subtype no longer", () => {
    const classes = [
      assembled("p/A"),
      assembled("p/S"),
      assembled("p/B", { superName: "p/S" }).method(ACC_STATIC, "m", "(Lp/B;)Lp/S;", (code) => {
        code.emit("aload_0").emit("areturn");
      }),
    ];
    expect(merge(classes, "static")).toMatch(/should be a p.S/);
  });

  test("a static that was inherited", () => {
    const classes = [
      assembled("p/A").method(ACC_STATIC, "m", "()V", (code) => {
        code.emit("invokestatic", { owner: "p/B", name: "s", descriptor: "()V" }).emit("return");
      }),
      assembled("p/S").method(ACC_STATIC, "s", "()V", (code) => {
        code.emit("return");
      }),
      assembled("p/B", { superName: "p/S" }),
    ];
    expect(merge(classes, "static")).toMatch(/there is no p\/A.s/);
  });
});

describe("the pass", () => {
  const context = (ask: (files: ProgramFiles) => boolean): PassContext => ({
    ask: (files) => Promise.resolve(ask(files)),
    expect: (programs) => {
      for (const program of programs) expect(program.length).toBeGreaterThan(0);
    },
    libraries: LIBRARIES,
    signal: new AbortController().signal,
    mustStay: () => false,
  });
  const nothing = (code: CodeBuilder): void => {
    code.emit("return");
  };
  const files: ProgramFiles = [
    ...filesOf([
      assembled("p/A").method(ACC_PUBLIC, "<init>", "()V", constructs),
      below("p/B").method(ACC_STATIC, "b", "()V", nothing),
      assembled("p/C").method(ACC_STATIC, "c", "()V", nothing),
      assembled("p/D").method(ACC_STATIC, "d", "()V", nothing),
    ]),
    { path: "notes.txt", bytes: Buffer.from("p.B") },
  ];
  const pathsOf = (program: ProgramFiles): string[] => program.map(({ path }) => path);

  test("all are one, at once; other files stay", async () => {
    let asked = 0;
    const small = await MERGE_PASS.run(
      files,
      context(() => {
        asked++;
        return true;
      }),
    );
    expect(asked).toBe(1);
    expect(small.length).toBe(2);
    expect(pathsOf(small)).toContain("notes.txt");
    expect(bytesOf(small)).toBeLessThan(bytesOf(files));
  });

  test("a name that is wanted is the one that stays", async () => {
    const small = await MERGE_PASS.run(
      files,
      context((candidate) => pathsOf(candidate).includes("p/D.class")),
    );
    expect(pathsOf(small)).toEqual(["p/D.class", "notes.txt"]);
  });

  test("nothing is done where nothing will do, or where it is stopped", async () => {
    expect(
      await MERGE_PASS.run(
        files,
        context(() => false),
      ),
    ).toBe(files);
    const stopped = { ...context(() => true), signal: AbortSignal.abort() };
    expect(await MERGE_PASS.run(files, stopped)).toBe(files);
  });

  test("what must stay keeps its class and the names in it", async () => {
    const user = assembled("p/User").field(ACC_STATIC, "b", "Lp/B;");
    user.method(ACC_STATIC, "m", "(Lp/B;)V", nothing);
    const kept = "p.User.m(Lp/B;)V";
    const mustStay = (name: string): boolean => name === kept || name === "p.User";
    const small = await MERGE_PASS.run([...files, ...filesOf([user])], {
      ...context(() => true),
      mustStay,
    });
    const left = classesOf(small).find(({ name }) => name === "p/User")!;
    expect(left.file.methods.map(({ descriptor }) => descriptor)).toContain("(Lp/B;)V");
    expect(small.length).toBe(3);
  });
});
