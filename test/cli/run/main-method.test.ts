/** Which main method runs under the rules of Java 25. No JDK is needed: the models support every release. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import {
  ACC_ABSTRACT,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../src/classfile/format/access-flags.ts";
import { JarSource } from "../../../src/classfile/sources/class-path.ts";
import { Jar } from "../../../src/classfile/sources/jar.ts";
import { MainMethodError } from "../../../src/core/errors.ts";
import { Program } from "../../../src/program/linking/program.ts";
import { bootMachine } from "../../../src/vm/boot.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { runThreads } from "../../../src/vm/threads/round-robin.ts";
import { constructor, emptyClass, print } from "../support.ts";

const LIBRARY = fileURLToPath(new URL("../../../models/library.jar", import.meta.url));
const ARGUMENTS = "([Ljava/lang/String;)V";

/** What the classes print when Main is started as Java of that release would. */
function start(classes: readonly ClassAssembler[], featureVersion: number = 25): string {
  const files = new Map(classes.map((cls) => [cls.toClassFile().name, cls.toBytes()]));
  const application = {
    find: (name: string) => {
      const bytes = files.get(name);
      return bytes === undefined ? null : { bytes, origin: `${name}.class`, module: null };
    },
    describe: () => "test",
  };
  let out = "";
  const m = bootMachine(
    new Program({
      models: new JarSource(Jar.open(LIBRARY, featureVersion)),
      jdk: null,
      application,
      featureVersion,
    }),
    {
      heapWords: 1 << 16,
      stackWords: 1 << 14,
      console: {
        write: (_, bytes) => {
          out += Buffer.from(bytes).toString();
        },
        read: () => -1,
      },
      assertions: true,
      epochMillis: 0,
      properties: [],
      natives: allNatives,
      undo: false,
    },
    "Main",
    ["a"],
  );
  expect(runThreads(m, { instructions: 1e6, pause: () => false })).toBe("finished");
  return out;
}

const withMain = (
  cls: ClassAssembler,
  flags: number,
  descriptor: string,
  text: string,
): ClassAssembler =>
  cls.method(flags, "main", descriptor, (code) => {
    print(text)(code);
    code.emit("return");
  });

const withConstructor = (flags: number, superName = "java/lang/Object"): ClassAssembler =>
  emptyClass({ superName }).method(flags, "<init>", "()V", (code) => {
    print("constructed")(code);
    constructor(superName)(code);
  });

test("an instance main without arguments", () => {
  expect(start([withMain(withConstructor(0), 0, "()V", "instance")])).toBe(
    "constructed\ninstance\n",
  );
});

test("one with arguments goes first, static or not", () => {
  const both = withMain(
    withMain(withConstructor(0), ACC_STATIC, "()V", "static ()"),
    0,
    ARGUMENTS,
    "with arguments",
  );
  expect(start([both])).toBe("constructed\nwith arguments\n");
});

test("a private one is skipped", () => {
  const cls = withMain(
    withMain(emptyClass(), ACC_PRIVATE | ACC_STATIC, ARGUMENTS, "private"),
    ACC_STATIC,
    "()V",
    "static ()",
  );
  expect(start([cls])).toBe("static ()\n");
});

test("an inherited one is called on an object of the class that was named", () => {
  const base = emptyClass({ name: "Base" }).method(0, "<init>", "()V", constructor());
  expect(start([withMain(base, ACC_PUBLIC, "()V", "inherited"), withConstructor(0, "Base")])).toBe(
    "constructed\ninherited\n",
  );
});

test.each([
  { what: "no main method", cls: emptyClass(), message: "has no main method that is not private" },
  {
    what: "no constructor to use",
    cls: withMain(withConstructor(ACC_PRIVATE), 0, "()V", "x"),
    message: "no object can be made to call it on",
  },
  {
    what: "an abstract class",
    cls: withMain(emptyClass({ accessFlags: ACC_PUBLIC | ACC_ABSTRACT | 0x20 }), 0, "()V", "x"),
    message: "no object can be made to call it on",
  },
])("$what is refused", ({ cls, message }) => {
  expect(() => start([cls])).toThrow(MainMethodError);
  expect(() => start([cls])).toThrow(message);
});

test("before Java 25 only public static main(String[]) will do", () => {
  const cls = withMain(withConstructor(0), 0, "()V", "instance");
  expect(() => start([cls], 17)).toThrow('has no method "public static void main(String[])"');
});
