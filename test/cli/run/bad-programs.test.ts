import { describe, expect, test } from "vitest";
import {
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_NATIVE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { makeZip } from "../../unit/classfile/sources/support.ts";
import {
  constructor,
  directoryOf,
  emptyClass,
  mainClass,
  print,
  type Ran,
  run,
} from "../support.ts";

const ABSTRACT_INTERFACE = ACC_PUBLIC | ACC_INTERFACE | 0x400;
const hello = mainClass(print("hello"));

function expectRefusal(ran: Ran, ...words: readonly string[]): void {
  for (const word of words) expect(ran.err).toContain(word);
  expect(ran.err).toMatch(/^error\[E\d+_[A-Z_]+\]: /);
  expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
}

const named = (name: string, options: object = {}) => emptyClass({ name, ...options });

const running = async (main: ReturnType<typeof mainClass>, files = {}) =>
  await run(["-cp", directoryOf({ "Main.class": main, ...files }), "Main"]);

describe("jars", () => {
  const manifest = { name: "META-INF/MANIFEST.MF", data: "Main-Class: Main\n\n" };
  const main = { name: "Main.class", data: hello.toBytes() };
  const good = makeZip([manifest, main]);

  test("a correct jar runs", async () => {
    const root = directoryOf({ "a.jar": good });
    expect(await run(["-jar", `${root}/a.jar`])).toEqual({ exitCode: 0, out: "hello\n", err: "" });
  });

  test.each([
    { what: "no manifest", bytes: makeZip([main]), words: ["has no Main-Class"] },
    {
      what: "no Main-Class",
      bytes: makeZip([{ ...manifest, data: "A: b\n\n" }, main]),
      words: ["has no Main-Class"],
    },
    {
      what: "a Main-Class it lacks",
      bytes: makeZip([manifest]),
      words: ["class Main was not found"],
    },
    { what: "no archive", bytes: Buffer.from("this is text"), words: ["a.jar"] },
    { what: "nothing in it", bytes: Buffer.alloc(0), words: ["a.jar"] },
    { what: "its end missing", bytes: good.subarray(0, good.length - 30), words: ["a.jar"] },
    {
      what: "an encrypted class",
      bytes: makeZip([manifest, { ...main, flags: 1 }]),
      words: ["a.jar", "encrypted"],
    },
    {
      what: "a wrong checksum",
      bytes: makeZip([manifest, { ...main, crc: 1 }]),
      words: ["a.jar", "Main.class"],
    },
    {
      what: "a class that inflates without end",
      bytes: makeZip([manifest, { name: "Main.class", data: Buffer.alloc(200 << 20) }]),
      words: ["a.jar", "Main.class"],
    },
    {
      what: "a class that lies about its size",
      bytes: makeZip([manifest, { ...main, size: 5 }]),
      words: ["Main.class"],
    },
    {
      what: "a path that leaves the archive",
      bytes: makeZip([
        { ...manifest, data: "Main-Class: ../Main\n\n" },
        { ...main, name: "../Main.class" },
      ]),
      words: ["Main"],
    },
  ])("with $what", async ({ bytes, words }) => {
    const root = directoryOf({ "a.jar": bytes });
    expectRefusal(await run(["-jar", `${root}/a.jar`]), ...words);
  });

  test("that are directories", async () => {
    const root = directoryOf({ "a.jar/x": "" });
    expectRefusal(await run(["-jar", `${root}/a.jar`]), "it is a directory");
  });
});

describe("class files", () => {
  const bytes = hello.toBytes();
  const changed = (at: number, ...values: number[]): Uint8Array => {
    const copy = bytes.slice();
    copy.set(values, at);
    return copy;
  };

  test.each([
    { what: "nothing in it", content: new Uint8Array(0), word: "Main.class" },
    {
      what: "a wrong magic number",
      content: changed(0, 0xca, 0xfe, 0xd0, 0x0d),
      word: "Main.class",
    },
    { what: "too new a version", content: changed(6, 0x00, 0xff), word: "Main.class" },
    { what: "too old a version", content: changed(6, 0x00, 0x10), word: "Main.class" },
    { what: "a wild constant count", content: changed(8, 0xff, 0xff), word: "Main.class" },
    { what: "its end missing", content: bytes.slice(0, bytes.length - 5), word: "Main.class" },
    {
      what: "something after its end",
      content: Buffer.concat([bytes, Buffer.from("x")]),
      word: "Main.class",
    },
  ])("with $what", async ({ content, word }) => {
    const root = directoryOf({ "Main.class": content });
    expectRefusal(await run(["-cp", root, "Main"]), word);
    expectRefusal(await run([`${root}/Main.class`]), word);
  });

  test("of another name", async () => {
    const root = directoryOf({ "p/Main.class": hello });
    expectRefusal(
      await run(["-cp", root, "p.Main"]),
      "Main.class holds class Main, not p.Main",
      "hint:",
    );
  });
});

describe("main methods", () => {
  test.each([
    {
      what: "none",
      main: emptyClass(),
      words: ['class Main has no method "public static void main(String[])"'],
    },
    {
      what: "one that is not static",
      main: mainClass(print("x"), {}, ACC_PUBLIC),
      words: ["is not public static"],
    },
    {
      what: "one that is not public",
      main: mainClass(print("x"), {}, ACC_STATIC),
      words: ["is not public static"],
    },
    {
      what: "one that is native",
      main: emptyClass().method(
        ACC_PUBLIC | ACC_STATIC | ACC_NATIVE,
        "main",
        "([Ljava/lang/String;)V",
        null,
      ),
      words: ["class Main"],
    },
  ])("$what", async ({ main, words }) => {
    expectRefusal(await run(["-cp", directoryOf({ "Main.class": main }), "Main"]), ...words);
  });

  test("may be inherited; the class that was named is initialised", async () => {
    const root = directoryOf({
      "Base.class": mainClass(print("from Base"), { name: "Base" }),
      "Main.class": emptyClass({ superName: "Base" }).method(
        ACC_STATIC,
        "<clinit>",
        "()V",
        (code) => {
          print("Main is ready")(code);
          code.emit("return");
        },
      ),
    });
    expect(await run(["-cp", root, "Main"])).toEqual({
      exitCode: 0,
      out: "Main is ready\nfrom Base\n",
      err: "",
    });
  });
});

describe("class hierarchies", () => {
  test.each([
    {
      what: "a superclass that is missing",
      files: {},
      words: ["class Up was not found (needed by class Main)", "-cp"],
    },
    {
      what: "a superclass that is final",
      files: { "Up.class": named("Up", { accessFlags: ACC_PUBLIC | ACC_FINAL | 0x20 }) },
      words: ["class Main extends the final class Up"],
    },
    {
      what: "a superclass that is an interface",
      files: { "Up.class": named("Up", { accessFlags: ABSTRACT_INTERFACE }) },
      words: ["class Main extends the interface Up"],
    },
    {
      what: "a superclass that extends it",
      files: { "Up.class": named("Up", { superName: "Main" }) },
      words: ["class Main is its own superclass"],
    },
    {
      what: "a superclass that is damaged",
      files: { "Up.class": "no class" },
      words: ["Up.class"],
    },
  ])("with $what", async ({ files, words }) => {
    const root = directoryOf({
      "Main.class": mainClass(print("x"), { superName: "Up" }),
      ...files,
    });
    expectRefusal(await run(["-cp", root, "Main"]), ...words);
  });

  test("with a class as its own superclass", async () => {
    const root = directoryOf({ "Main.class": mainClass(print("x"), { superName: "Main" }) });
    expectRefusal(await run(["-cp", root, "Main"]), "class Main is its own superclass");
  });

  test("with an interface that is a class, or missing", async () => {
    const main = mainClass(print("x"), { interfaces: ["I"] });
    const withClass = directoryOf({ "Main.class": main, "I.class": named("I") });
    expectRefusal(
      await run(["-cp", withClass, "Main"]),
      "class Main implements I, which is no interface",
    );
    expectRefusal(
      await run(["-cp", directoryOf({ "Main.class": main }), "Main"]),
      "class I was not found",
    );
  });

  test("that are deeper than any stack", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1500 }, (_, i) => [
        `C${i}.class`,
        named(`C${i}`, { superName: `C${i + 1}` }),
      ]),
    );
    const root = directoryOf({
      ...files,
      "Main.class": mainClass(print("x"), { superName: "C0" }),
    });
    expectRefusal(await run(["-cp", root, "Main"]), "The limit is 1000.");
  });
});

describe("errors that a run reaches", () => {
  test("a class that is missing", async () => {
    const main = mainClass((code) =>
      code.emit("invokestatic", { owner: "Gone", name: "m", descriptor: "()V" }),
    );
    expectRefusal(
      await running(main),
      "class Gone was not found (needed by code at Main.main(Main.java:7))",
      "-cp",
    );
  });

  test("a class of the JDK without a JDK", async () => {
    const main = mainClass((code) =>
      code.emit("new", "java/util/concurrent/ConcurrentSkipListMap").emit("pop"),
    );
    expectRefusal(
      await running(main),
      "class java.util.concurrent.ConcurrentSkipListMap was not found (needed by code at Main.main(Main.java:7))",
      "It is part of the JDK, and none was found: install one, set JAVA_HOME, or pass --jdk DIR.",
    );
  });

  test("a method that our model of a class lacks", async () => {
    const main = mainClass((code) =>
      code
        .pushInt(1)
        .emit("invokestatic", { owner: "java/lang/Math", name: "guess", descriptor: "(I)V" }),
    );
    expectRefusal(
      await running(main),
      "void java.lang.Math.guess(int) is not in our model of java.lang.Math (reached at Main.main(Main.java:7))",
    );
  });

  test("a method that another class of the program lacks", async () => {
    const main = mainClass((code) =>
      code.emit("invokestatic", { owner: "Other", name: "m", descriptor: "()V" }),
    );
    const ran = await running(main, { "Other.class": emptyClass({ name: "Other" }) });
    expect(ran).toMatchObject({ exitCode: 1, out: "" });
    expect(ran.err).toBe(
      "Exception in thread \"main\" java.lang.NoSuchMethodError: 'void Other.m()'\n\tat Main.main(Main.java:7)\n",
    );
  });

  test("a native method of the program's own", async () => {
    const main = mainClass((code) =>
      code.emit("invokestatic", { owner: "Main", name: "jni", descriptor: "()V" }),
    ).method(ACC_STATIC | ACC_NATIVE, "jni", "()V", null);
    expectRefusal(
      await running(main),
      "native method Main.jni()V is not supported (reached at Main.main(Main.java:7))",
    );
  });

  test("code that does not verify", async () => {
    const main = mainClass((code) =>
      code.emit("iconst_1").emit("aload_0").emit("iadd").emit("pop"),
    );
    expectRefusal(
      await running(main),
      "class Main, method main([Ljava/lang/String;)V, offset 2 (line 7): the operand should be an int",
    );
  });

  test("an object of an abstract class, and a method without a body", async () => {
    const main = mainClass(
      (code) => {
        code.emit("new", "Main").emit("dup");
        code.emit("invokespecial", { owner: "Main", name: "<init>", descriptor: "()V" });
        code.emit("invokevirtual", { owner: "Up", name: "m", descriptor: "()V" });
      },
      { superName: "Up" },
    ).method(ACC_PUBLIC, "<init>", "()V", constructor("Up"));
    const up = emptyClass({ name: "Up", accessFlags: ACC_PUBLIC | 0x420 })
      .method(ACC_PUBLIC, "<init>", "()V", constructor())
      .method(ACC_PUBLIC | 0x400, "m", "()V", null);
    const ran = await running(main, { "Up.class": up });
    expect(ran.exitCode).toBe(1);
    expect(ran.err).toContain(
      "java.lang.AbstractMethodError: Receiver class Main does not define or inherit an implementation of the " +
        "resolved method 'abstract void m()' of abstract class Up.",
    );
    const direct = mainClass((code) => code.emit("new", "Up").emit("pop"));
    expect((await running(direct, { "Up.class": up })).err).toContain(
      "java.lang.InstantiationError: Up",
    );
  });

  test("a class called as an interface", async () => {
    const main = mainClass(
      (code) =>
        code.emit("invokestatic", {
          owner: "Other",
          name: "m",
          descriptor: "()V",
          isInterface: true,
        }),
      { majorVersion: 52 },
    );
    const ran = await running(main, { "Other.class": emptyClass({ name: "Other" }) });
    expect(ran.err).toContain(
      "java.lang.IncompatibleClassChangeError: Found class Other, but interface was expected",
    );
  });

  test.each([
    { flags: ACC_PRIVATE | ACC_STATIC, owner: "Other", what: "private method 'void Other.m(int)'" },
    { flags: ACC_STATIC, owner: "p/Other", what: "method 'void p.Other.m(int)'" },
    {
      flags: ACC_STATIC | ACC_PROTECTED,
      owner: "p/Other",
      what: "protected method 'void p.Other.m(int)'",
    },
  ])("$what, which the program may not use", async ({ flags, owner, what }) => {
    const main = mainClass((code) =>
      code.pushInt(1).emit("invokestatic", { owner, name: "m", descriptor: "(I)V" }),
    );
    const other = emptyClass({ name: owner }).method(flags, "m", "(I)V", (code) =>
      code.emit("return"),
    );
    const ran = await running(main, { [`${owner}.class`]: other });
    const name = owner.replaceAll("/", ".");
    expect(ran.err).toContain(
      `java.lang.IllegalAccessError: class Main tried to access ${what} ` +
        `(Main and ${name} are in unnamed module of loader 'app')`,
    );
  });

  test("our own part of the library", async () => {
    const member = {
      owner: "deadwood/internal/Runtime",
      name: "featureVersion",
      descriptor: "()I",
    };
    const ran = await running(mainClass((code) => code.emit("invokestatic", member).emit("pop")));
    expect(ran.err).toContain(
      "java.lang.IllegalAccessError: class Main tried to access class deadwood.internal.Runtime",
    );
    const inside = {
      "deadwood/internal/Own.class": mainClass(print("x"), { name: "deadwood/internal/Own" }),
    };
    expectRefusal(
      await run(["-cp", directoryOf(inside), "deadwood.internal.Own"]),
      "deadwood.internal.Own was not found",
    );
  });
});
