/**
 * A class compiled for a newer Java than the library in use: what is missing
 * there is refused by name, and is no error of the program's. A class of the
 * library's own age gets the Java error that a JVM throws.
 */
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { NEWEST_MAJOR } from "../../../src/classfile/reading/validator.ts";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { machineOf, runToEnd } from "../../support/machine.ts";

const TIMEOUT = 60_000;
const NAME = "Newer";
const jdk = findJdk({});

/** main calls a method of Executors that no JDK has. */
function calling(majorVersion: number): ClassAssembler {
  const cls = new ClassAssembler({ name: NAME, majorVersion });
  cls.method(ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    code.emit("invokestatic", {
      owner: "java/util/concurrent/Executors",
      name: "newerThanAll",
      descriptor: "()V",
    });
    code.emit("return");
  });
  return cls;
}

const run = (majorVersion: number) =>
  runToEnd(machineOf({ mainClass: NAME, classes: [calling(majorVersion)], jdk: jdk!.home }));

describe.skipIf(jdk === null)(
  "a method that the library does not have",
  { timeout: TIMEOUT },
  () => {
    test("in a class compiled for a newer Java is refused by name", () => {
      expect(() => run(NEWEST_MAJOR)).toThrow(
        /Executors\.newerThanAll\(\) is not in the library of Java \d+ \(reached at Newer\.main/,
      );
    });

    test("in a class as old as the library is a NoSuchMethodError", () => {
      const { stderr, exitCode } = run(49);
      expect(exitCode).toBe(1);
      expect(stderr).toContain("java.lang.NoSuchMethodError");
    });
  },
);
