import { describe, expect, test } from "vitest";
import { mainWithRareCommands } from "../../src/cli/rare-commands.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { deadwood, directoryOf, emptyClass, mainClass, print, printing, run } from "./support.ts";

const hello = () => directoryOf({ "Main.class": mainClass(print("hello")) });

describe("help and usage", () => {
  test("the overview describes commands that are not loaded like all others", async () => {
    const overview = await deadwood(["--help"]);
    const written: string[] = [];
    const streams = {
      write: (_: number, bytes: Uint8Array) => void written.push(Buffer.from(bytes).toString()),
      read: () => -1,
      flush: () => {},
    };
    const host = { streams, env: {}, directory: "/", onInterrupt: () => () => {} };
    expect(await mainWithRareCommands(["--help"], host)).toBe(ExitCode.safe);
    expect(written.join("")).toBe(overview.out);
  });

  test.each([["--help"], ["run", "--help"], ["help", "run"]])("%s %s", async (...argv) => {
    const { exitCode, out, err } = await deadwood(argv.filter((arg) => arg !== undefined));
    expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: "" });
    expect(out).toMatch(/^Usage: deadwood/);
  });

  test.each([
    { command: "check", option: ["--dvr", "none"] },
    { command: "check", option: ["--store", "exact"] },
    { command: "check", option: ["--quiet"] },
    { command: "explain", option: ["--max-states", "100"] },
  ])("Java's options may follow $option", async ({ command, option }) => {
    const { exitCode, err } = await deadwood([command, ...option, "-cp", hello(), "Main"]);
    expect({ exitCode, err }).toEqual({ exitCode: ExitCode.safe, err: "" });
  });

  test.each([
    { argv: [], message: "Usage: deadwood" },
    { argv: ["run"], message: "no program named" },
    { argv: ["no-such-command"], message: "unknown command 'no-such-command'" },
    { argv: ["run", "--no-such-option", "Main"], message: "unknown option '--no-such-option'" },
    { argv: ["run", "-Xint", "Main"], message: "unknown option '-Xint'" },
    { argv: ["run", "-cp"], message: "argument missing" },
    { argv: ["run", "NoSuchProgram"], message: "class NoSuchProgram was not found" },
    { argv: ["run", ""], message: "was not found" },
    { argv: ["run", "[Q"], message: "class [Q was not found" },
    { argv: ["run", "["], message: "was not found" },
    { argv: ["run", "[I"], message: "has no method" },
    { argv: ["run", "../Main"], message: "was not found" },
    { argv: ["run", "Main.java"], message: "Compile it with javac" },
    { argv: ["run", "/no/such/Main.class"], message: "there is no such file" },
    { argv: ["run", "-jar", "/no/such.jar"], message: "there is no such file" },
    { argv: ["run", "--jdk", "/no/such/jdk", "Hello"], message: "is not a JDK" },
    { argv: ["run", "--heap", "lots", "Hello"], message: "--heap lots is not a size" },
    { argv: ["run", "--heap", "0", "Hello"], message: "--heap 0 is not a size" },
    { argv: ["run", "--heap", "-1", "Hello"], message: "--heap -1 is not a size" },
    { argv: ["run", "--heap", "1", "Hello"], message: "--heap 1 is too small" },
    { argv: ["run", "-Xmx900g", "Hello"], message: "--heap 900g is too large" },
    { argv: ["run", "--stack", "1k", "Hello"], message: "--stack 1k is too small" },
    { argv: ["run", "-Xss9g", "Hello"], message: "--stack 9g is too large" },
    {
      argv: ["run", "--max-instructions", "many", "Hello"],
      message: "not a positive whole number",
    },
    { argv: ["run", "--max-instructions", "0", "Hello"], message: "not a positive whole number" },
    {
      argv: ["run", "--stats", "/no/such/dir/s.json", "Hello"],
      message: "cannot write /no/such/dir/s.json",
    },
    { argv: ["run", "--stats", "/", "Hello"], message: "cannot write /: it is a directory" },
    { argv: ["run", "--opcodes", "/no/such/dir/o.json", "Hello"], message: "cannot write" },
  ])("$argv says: $message", async ({ argv, message }) => {
    const { exitCode, out, err } = await deadwood(argv);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain(message);
    expect(err).not.toContain("internal error");
  });
});

describe("programs are found", () => {
  test("on the class path, in both spellings", async () => {
    const directory = hello();
    for (const option of ["-cp", "-classpath", "--class-path"]) {
      expect(await run([option, directory, "Main"])).toEqual({
        exitCode: 0,
        out: "hello\n",
        err: "",
      });
    }
  });

  test("by the CLASSPATH variable", async () => {
    expect(await run(["Main"], { env: { CLASSPATH: hello() } })).toMatchObject({ out: "hello\n" });
  });

  test("as a class file, with the classes beside it", async () => {
    const directory = directoryOf({
      "p/Main.class": mainClass(
        (code) => code.emit("invokestatic", { owner: "p/Other", name: "greet", descriptor: "()V" }),
        { name: "p/Main" },
      ),
      "p/Other.class": emptyClass({ name: "p/Other" }).method(9, "greet", "()V", (code) => {
        print("other")(code);
        code.emit("return");
      }),
    });
    expect(await run([`${directory}/p/Main.class`])).toMatchObject({ exitCode: 0, out: "other\n" });
    expect(await run(["-cp", directory, "p.Main"])).toMatchObject({ exitCode: 0, out: "other\n" });
    expect(await run(["-cp", directory, "p/Main"])).toMatchObject({ exitCode: 0, out: "other\n" });
  });

  test("bundled, by name", async () => {
    expect(await run(["Hello"])).toMatchObject({ exitCode: 0, err: "" });
  });

  test("and get their arguments, options among them", async () => {
    const directory = directoryOf({
      "Main.class": mainClass((code) => {
        printing(code, (each) => each.emit("aload_0").pushInt(1).emit("aaload"));
        printing(code, (each) => each.emit("aload_0").emit("arraylength"), "I");
      }),
    });
    expect(await run(["-cp", directory, "Main", "-x", "--heap", "-cp"])).toMatchObject({
      out: "--heap\n3\n",
    });
  });

  test("and see system properties", async () => {
    const directory = directoryOf({
      "Main.class": mainClass((code) =>
        printing(code, (each) =>
          each.pushString("colour").emit("invokestatic", {
            owner: "java/lang/System",
            name: "getProperty",
            descriptor: "(Ljava/lang/String;)Ljava/lang/String;",
          }),
        ),
      ),
    });
    expect(await run(["-Dcolour=a=b", "-cp", directory, "Main"])).toMatchObject({ out: "a=b\n" });
    expect(await run(["-Dcolour", "-cp", directory, "Main"])).toMatchObject({ out: "\n" });
    expect(await run(["-cp", directory, "Main"])).toMatchObject({ out: "null\n" });
  });

  test("and read standard input", async () => {
    const directory = directoryOf({
      "Main.class": mainClass((code) =>
        printing(
          code,
          (each) => {
            each.emit("getstatic", {
              owner: "java/lang/System",
              name: "in",
              descriptor: "Ljava/io/InputStream;",
            });
            each.emit("invokevirtual", {
              owner: "java/io/InputStream",
              name: "read",
              descriptor: "()I",
            });
          },
          "I",
        ),
      ),
    });
    expect(await run(["-cp", directory, "Main"], { input: "A" })).toMatchObject({ out: "65\n" });
    expect(await run(["-cp", directory, "Main"])).toMatchObject({ out: "-1\n" });
  });
});
