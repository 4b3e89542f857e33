/**
 * Access flags: which of them are items, what is written without them, and what needs
 * them. Where a JVM has something against it, it is asked; the rest is what source code needs.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import * as Acc from "../../../../src/classfile/format/access-flags.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { type ClassSource, CompositeSource } from "../../../../src/classfile/sources/class-path.ts";
import { JdkSource } from "../../../../src/classfile/sources/jdk.ts";
import { readInput } from "../../../../src/reduce/files/input.ts";
import type { InputFile } from "../../../../src/reduce/items/items.ts";
import { inputOf } from "../../../../src/reduce/items/program-files.ts";
import { ReducibleProgram } from "../../../../src/reduce/items/reducible-program.ts";
import { installedJdk } from "../../../support/java.ts";
import { brokenBy, keptWithout } from "../../../support/reduce/broken-clauses.ts";
import { compileSources } from "../../../support/reduce/java-source.ts";
import { LinkCheck } from "../../../support/reduce/link-check.ts";
import { outputOf } from "../../../support/reduce/output.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const flagsOf = ({ items }: ReducibleProgram): string[] =>
  Array.from({ length: items.count }, (_, item) => item)
    .filter((item) => items.kindOf(item) === "flag")
    .map((item) => items.nameOf(item));

const returns = (code: { emit(name: "return"): unknown }): void => {
  code.emit("return");
};

function programOf(
  classes: readonly ClassAssembler[],
  hasFlags = true,
  libraries: ClassSource = new CompositeSource([]),
): ReducibleProgram {
  const files = classes.map((each) => ({
    path: `${each.toClassFile().name}.class`,
    bytes: each.toBytes(),
  }));
  return new ReducibleProgram(inputOf(files), libraries, { hasFlags });
}

describe("which flags are items", () => {
  const all = () =>
    new ClassAssembler({
      name: "p/A",
      majorVersion: 49,
      accessFlags:
        Acc.ACC_PUBLIC | Acc.ACC_FINAL | Acc.ACC_SUPER | Acc.ACC_SYNTHETIC | Acc.ACC_ENUM,
    })
      .field(Acc.ACC_PUBLIC | Acc.ACC_STATIC | Acc.ACC_FINAL | Acc.ACC_ENUM, "e", "I")
      .field(Acc.ACC_PROTECTED | Acc.ACC_VOLATILE | Acc.ACC_TRANSIENT, "v", "I")
      .field(Acc.ACC_PRIVATE | Acc.ACC_SYNTHETIC, "s", "I")
      .method(Acc.ACC_PUBLIC | Acc.ACC_FINAL | Acc.ACC_SYNCHRONIZED, "m", "()V", returns)
      .method(Acc.ACC_PROTECTED | Acc.ACC_BRIDGE | Acc.ACC_SYNTHETIC, "b", "()V", returns)
      .method(
        Acc.ACC_PRIVATE | Acc.ACC_STATIC | Acc.ACC_VARARGS | Acc.ACC_STRICT,
        "s",
        "()V",
        returns,
      )
      .method(Acc.ACC_PRIVATE, "own", "()V", returns)
      .method(Acc.ACC_NATIVE, "n", "()V", null);
  const NAMES = [
    "p.A!public",
    "p.A!final",
    "p.A!synthetic",
    "p.A!enum",
    "p.A.e!public",
    "p.A.e!enum",
    "p.A.v!protected",
    "p.A.v!volatile",
    "p.A.v!transient",
    "p.A.s!private",
    "p.A.s!synthetic",
    "p.A.m()V!public",
    "p.A.m()V!final",
    "p.A.m()V!synchronized",
    "p.A.b()V!protected",
    "p.A.b()V!bridge",
    "p.A.b()V!synthetic",
    "p.A.s()V!private",
    "p.A.s()V!varargs",
    "p.A.s()V!strictfp",
  ];

  test("those that can go alone; a private method of an object would be another one", () => {
    expect(flagsOf(programOf([all()]))).toEqual(NAMES);
  });

  test("none in a model that does without them", () => {
    const program = programOf([all()], false);
    expect(flagsOf(program)).toEqual([]);
    const [file] = program.apply({ has: () => true });
    expect(readClass(file!.bytes, "A").accessFlags).toBe(0x5031);
  });

  test("each is one bit less, and the others stay", () => {
    const program = programOf([all()]);
    for (const name of NAMES) {
      const [file] = program.apply(keptWithout(program, [name]));
      const { accessFlags, fields, methods } = readClass(file!.bytes, "A");
      const before = readClass(all().toBytes(), "A");
      const bits = [
        before.accessFlags ^ accessFlags,
        ...fields.map((field, i) => before.fields[i]!.accessFlags ^ field.accessFlags),
        ...methods.map((method, i) => before.methods[i]!.accessFlags ^ method.accessFlags),
      ].filter((difference) => difference !== 0);
      expect(bits.length, name).toBe(1);
      expect(bits[0]! & (bits[0]! - 1), name).toBe(0);
    }
  });

  test("of an interface only what has nothing to do with access", () => {
    const { ACC_PUBLIC, ACC_ABSTRACT, ACC_SYNTHETIC } = Acc;
    const one = new ClassAssembler({
      name: "p/I",
      majorVersion: 52,
      accessFlags: ACC_PUBLIC | ACC_ABSTRACT | Acc.ACC_INTERFACE,
    })
      .field(ACC_PUBLIC | Acc.ACC_STATIC | Acc.ACC_FINAL | ACC_SYNTHETIC, "f", "I")
      .method(ACC_PUBLIC | ACC_ABSTRACT | Acc.ACC_VARARGS, "m", "([I)V", null)
      .method(ACC_PUBLIC | Acc.ACC_BRIDGE | ACC_SYNTHETIC, "b", "()V", returns)
      .method(Acc.ACC_PRIVATE | Acc.ACC_STATIC | ACC_SYNTHETIC, "s", "()V", returns);
    expect(flagsOf(programOf([one]))).toEqual([
      "p.I!public",
      "p.I.f!synthetic",
      "p.I.m([I)V!varargs",
      "p.I.b()V!bridge",
      "p.I.b()V!synthetic",
      "p.I.s()V!synthetic",
    ]);
  });

  test("each needs what it is a flag of", () => {
    const program = programOf([all()]);
    for (const owner of ["p.A", "p.A.e", "p.A.m()V"]) {
      const kept = keptWithout(program, [owner]);
      for (const name of NAMES.filter((each) => each.startsWith(`${owner}!`))) {
        const { items } = program;
        const item = Array.from({ length: items.count }, (_, i) => i).find(
          (each) => items.nameOf(each) === name,
        )!;
        const needs = program.clauses
          .filter(({ ifAll }) => ifAll.length === 1 && ifAll[0] === item)
          .map(({ thenOne }) => items.nameOf(thenOne[0]!));
        expect(needs).toEqual([owner]);
        expect(kept.has(item)).toBe(false);
      }
    }
  });
});

/** Programs of a package each (two where it takes two), with a main class where a JVM is to run it. */
const SOURCES = {
  "elsewhere/a/Cast.java": `package elsewhere.a; public class Cast {}`,
  "elsewhere/a/Marker.java": `package elsewhere.a; public @interface Marker {}`,
  "elsewhere/a/Kind.java": `package elsewhere.a; public class Kind<T> {}`,
  "elsewhere/b/User.java": `package elsewhere.b;
    import elsewhere.a.*;
    class User {
      @Marker int marked;
      static <T extends Kind<?>> Object use(Object o) { return (Cast) o; }
    }`,
  "members/a/Base.java": `package members.a; public class Base {
      public Base() {} protected Base(int i) {} public int open; protected int below; public static int shared;
      public void m() {} protected void p() {} public static void s() {} public void found() {} void mine() {}
    }`,
  "members/a/Sub.java": `package members.a; public class Sub extends Base { }`,
  "members/a/Near.java": `package members.a; class Near { int use(Base b) { b.p(); return b.below; } }`,
  "members/b/User.java": `package members.b;
    import members.a.*;
    class User extends Base {
      User() { super(1); }
      int use(Base b, Sub s) { b.m(); p(); Base.s(); s.found(); return new Base().open + below + Base.shared; }
    }`,
  "stub/a/Upper.java": `package stub.a; public class Upper { public Upper(String s) {} public Upper() {} }`,
  "stub/b/Lower.java": `package stub.b; class Lower extends stub.a.Upper { Lower() {} Lower(int i) { this(); } }`,
  "over/Upper.java": `package over; class Upper { public void m() {} protected void p() {} static void run() {} }`,
  "over/Lower.java": `package over; class Lower extends Upper { public void m() {} public void p() {} }`,
  "apart/a/Upper.java": `package apart.a; public abstract class Upper {
      public abstract void m();
      public static void main(String[] a) { Upper u = new apart.b.Lower(); u.m(); }
    }`,
  "apart/b/Lower.java": `package apart.b; public class Lower extends apart.a.Upper { public void m() {} }`,
  "body/I.java": `package body; interface I { void m(); void own(); }`,
  "body/T.java": `package body; class T { public void m() {} public void other() {} }`,
  "body/C.java": `package body; class C extends T implements I {
      public void own() {}
      public static void main(String[] a) { I i = new C(); i.m(); i.own(); }
    }`,
  "statics/Upper.java": `package statics; class Upper { private static void s() {} private static void alone() {} }`,
  "statics/Lower.java": `package statics; class Lower extends Upper { private static void s() {} }`,
  "language/E.java": `package language; public enum E { ONE; public void m() {} }`,
  "language/R.java": `package language; record R(int part) { }`,
  "free/Free.java": `package free;
    public final class Free {
      private int f; transient int t; volatile int v; public int o; protected int p;
      private Free() {}
      private static int s() { return 1; }
      private int own() { return s() + f; }
      public synchronized final int sync(int... all) { return own() + all.length; }
      static class Bridged implements Comparable<Bridged> {
        private final int secret = 1;
        public int compareTo(Bridged other) { return secret - other.secret; }
      }
      public static void main(String[] a) {
        new Free().sync(1, 2);
        Comparable<Bridged> c = new Bridged();
        c.compareTo(new Bridged());
        Runnable r = () -> System.out.print("ran");
        r.run();
      }
    }`,
};

/** What is printed, or how it fails. */
function run(files: readonly InputFile[], main: string): string {
  try {
    return outputOf(files, main);
  } catch (error) {
    return String(error);
  }
}

describe.skipIf(installedJdk === null)("what needs flags", () => {
  let program: ReducibleProgram;
  let check: LinkCheck;

  beforeAll(() => {
    const { folder, remove } = compileSources(SOURCES);
    program = new ReducibleProgram(readInput(folder), new JdkSource(installedJdk!.home), {
      hasFlags: true,
    });
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  const filesWithout = (names: readonly string[]): InputFile[] =>
    program.apply(keptWithout(program, names));

  test("nothing is wrong as long as all stay", async () => {
    expect(await check.problemsOf(program.apply({ has: () => true }))).toEqual([]);
  });

  test.each([
    ["elsewhere.a.Cast", "elsewhere.b.User"],
    ["elsewhere.a.Marker", "elsewhere.b.User"],
    ["elsewhere.a.Kind", "elsewhere.b.User"],
  ])("%s is named in another package", (name, user) => {
    expect(brokenBy(program, [`${name}!public`])).toEqual([`${name} & ${user}`]);
  });

  test("a JVM asks for classes of other packages to be public", async () => {
    const problems = await check.problemsOf(filesWithout(["elsewhere.a.Cast!public"]));
    expect(problems.join("\n")).toMatch(/elsewhere.b.User: elsewhere\/a\/Cast: .*IllegalAccess/);
  });

  test.each([
    "<init>()V!public",
    "<init>(I)V!protected",
    "open!public",
    "below!protected",
    "shared!public",
    "m()V!public",
    "p()V!protected",
    "s()V!public",
    "found()V!public",
  ])("a member that another package uses: %s", async (name) => {
    const flag = `members.a.Base.${name}`;
    const member = flag.slice(0, flag.indexOf("!"));
    expect(brokenBy(program, [flag])).toContain(`${member} & members.b.User`);
    const problems = await check.problemsOf(filesWithout([flag]));
    expect(problems.join("\n")).toMatch(/members.b.User: .*(IllegalAccess|NoSuch)/);
  });

  test("a member that only its own package uses is free", async () => {
    const flags = ["members.a.Base.below!protected", "members.a.Base.p()V!protected"];
    const without = ["members.b.User", ...flags];
    expect(brokenBy(program, without)).toEqual([]);
    expect(await check.problemsOf(filesWithout(without))).toEqual([]);
  });

  test("a constructor that one without its body calls", async () => {
    const flag = "stub.a.Upper.<init>(Ljava/lang/String;)V!public";
    expect(brokenBy(program, [flag])).toEqual([
      "stub.a.Upper.<init>(Ljava/lang/String;)V & stub.b.Lower.<init>(I)V & stub.b.Lower extends stub.a.Upper",
    ]);
    const body = "stub.b.Lower.<init>(I)V!code";
    const [, lower] = filesWithout([body, flag]).filter(({ path }) => path.startsWith("stub/"));
    expect(Buffer.from(lower!.bytes).includes("(Ljava/lang/String;)V")).toBe(true);
  });

  test("a method is as open as the one that it overrides", () => {
    expect(brokenBy(program, ["over.Lower.m()V!public"])).toEqual([
      "over.Lower.m()V & over.Upper.m()V & over.Upper.m()V!public",
    ]);
    expect(brokenBy(program, ["over.Lower.p()V!public"])).toEqual([
      "over.Lower.p()V & over.Upper.p()V & over.Upper.p()V!protected",
    ]);
    expect(brokenBy(program, ["over.Lower.m()V!public", "over.Upper.m()V!public"])).toEqual([]);
  });

  test("a method that is overridden in another package", () => {
    const flag = "apart.a.Upper.m()V!public";
    expect(brokenBy(program, [flag])).toEqual(["apart.a.Upper.m()V & apart.b.Lower.m()V"]);
    expect(run(filesWithout([]), "apart.a.Upper")).toBe("");
    expect(run(filesWithout([flag]), "apart.a.Upper")).toMatch(/AbstractMethodError/);
  });

  test.each([
    ["body.C.own()V", "body.C.own()V & body.I.own()V"],
    ["body.T.m()V", "body.T.m()V & body.C & body.I.m()V"],
  ])("%s is the body of an interface's method", async (name, by) => {
    const files = filesWithout([`${name}!public`]);
    expect(brokenBy(program, [`${name}!public`])).toEqual([by]);
    expect(run(files, "body.C")).toMatch(/IllegalAccessError/);
    expect((await check.problemsOf(files)).join("\n")).toMatch(/body.C: no body for/);
    expect(brokenBy(program, ["body.T.other()V!public"])).toEqual([]);
  });

  test("what is above and not to be found may ask for any method", () => {
    const { ACC_PUBLIC, ACC_STATIC } = Acc;
    const upper = new ClassAssembler({ name: "p/A", majorVersion: 49 })
      .method(ACC_PUBLIC, "m", "()V", returns)
      .method(ACC_PUBLIC, "<init>", "()V", returns);
    const lower = new ClassAssembler({
      name: "p/B",
      superName: "p/A",
      interfaces: ["lib/I"],
      majorVersion: 49,
    }).method(ACC_PUBLIC | ACC_STATIC, "s", "()V", returns);
    const jdk = new JdkSource(installedJdk!.home);
    const theirs = programOf([upper, lower], true, jdk);
    expect(brokenBy(theirs, ["p.A.m()V!public"])).toEqual(["p.A.m()V & p.B"]);
    expect(brokenBy(theirs, ["p.B.s()V!public"])).toEqual(["p.B.s()V & p.B"]);
    expect(brokenBy(theirs, ["p.A.<init>()V!public"])).toEqual([]);
    const ours = programOf([upper], true, jdk);
    expect(brokenBy(ours, ["p.A.m()V!public"])).toEqual([]);
  });

  test("private methods of one name stay apart", () => {
    const [upper, lower] = ["statics.Upper.s()V", "statics.Lower.s()V"];
    expect(brokenBy(program, [`${upper}!private`])).toEqual([`${upper} & ${lower}`]);
    expect(brokenBy(program, [`${lower}!private`])).toEqual([`${lower} & ${upper}`]);
    expect(brokenBy(program, ["statics.Upper.alone()V!private"])).toEqual([]);
  });

  test("what the language says of enums", () => {
    const extending = "language.E & language.E extends java.lang.Enum";
    expect(brokenBy(program, ["language.E!enum"])).toEqual([extending]);
    expect(brokenBy(program, ["language.E.ONE!enum"])).toEqual([
      "language.E.ONE & language.E!enum",
    ]);
    for (const method of ["values()[Llanguage/E;", "valueOf(Ljava/lang/String;)Llanguage/E;"]) {
      expect(brokenBy(program, [`language.E.${method}!public`])).toEqual([
        `language.E.${method} & language.E!enum`,
      ]);
    }
    expect(brokenBy(program, ["language.E.<init>(Ljava/lang/String;I)V!private"])).toHaveLength(1);
    expect(brokenBy(program, ["language.E.m()V!public", "language.E.ONE!public"])).toEqual([]);
  });

  test("what the language says of records", () => {
    expect(brokenBy(program, ["language.R!final"])).toEqual(["language.R & language.R!Record"]);
    for (const flag of ["language.R.part!private", "language.R.part()I!public"]) {
      const member = flag.slice(0, flag.indexOf("!"));
      expect(brokenBy(program, [flag])).toEqual([`${member} & language.R!Record`]);
    }
  });

  test("what nobody needs can go all at once", async () => {
    const needed = ["free.Free.main([Ljava/lang/String;)V!public"];
    // The bridge is called by a JVM, and the method behind it is what a compiler takes for the body.
    const bodies = ["Ljava/lang/Object;", "Lfree/Free$Bridged;"].map(
      (type) => `free.Free$Bridged.compareTo(${type})I!public`,
    );
    const flags = flagsOf(program).filter(
      (name) => name.startsWith("free.") && ![...needed, ...bodies].includes(name),
    );
    const words = flags.map((name) => name.slice(name.lastIndexOf("!") + 1)).toSorted();
    expect(words.join(" ")).toBe(
      "bridge final final private private private private private protected public public " +
        "public synchronized synthetic synthetic transient varargs volatile",
    );
    expect(brokenBy(program, flags)).toEqual([]);
    const files = filesWithout(flags);
    expect(await check.problemsOf(files)).toEqual([]);
    expect(run(files, "free.Free")).toBe("ran");
  });
});
