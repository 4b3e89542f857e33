/** Where the source of a program's classes is found, and where it must not be looked for. */
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { InputUnreadableError } from "../../../src/core/errors.ts";
import { type SourceFile, SourceFinder } from "../../../src/launch/source-files.ts";
import { directoryOf } from "../../cli/support.ts";

const PATH = "p/Main.java";
const TEXT = "package p; class Main {}";

interface Wanted {
  readonly path?: string;
  readonly given?: readonly string[];
  readonly classPath: string;
}

function find(root: string, { path = PATH, given = [], classPath }: Wanted): SourceFile | null {
  return new SourceFinder({ given, classPath, others: [], directory: root }).find(path);
}

const jar = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );

describe("the source of a class", () => {
  test.each([
    { where: "beside the classes", file: "out/p/Main.java", classPath: "out" },
    { where: "in the folder above", file: "p/Main.java", classPath: "out" },
    { where: "in src", file: "src/p/Main.java", classPath: "out" },
    {
      where: "in a Maven project",
      file: "src/main/java/p/Main.java",
      classPath: "target/classes",
    },
    {
      where: "in a Gradle project",
      file: "src/main/java/p/Main.java",
      classPath: "build/classes/java/main",
    },
    {
      where: "among a project's tests",
      file: "src/test/java/p/Main.java",
      classPath: "target/test-classes",
    },
    {
      where: "in the project that a jar was built in",
      file: "src/main/java/p/Main.java",
      classPath: "target/app.jar",
    },
  ])("is found $where", ({ file, classPath }) => {
    const isJar = classPath.endsWith(".jar");
    const classes = isJar ? { [classPath]: jar({}) } : { [`${classPath}/p/Main.class`]: "" };
    const root = directoryOf({ [file]: TEXT, ...classes });
    expect(find(root, { classPath })).toEqual({ path: PATH, location: file, text: TEXT });
  });

  test("is found in a jar of sources beside the jar, and in the jar itself", () => {
    const root = directoryOf({
      "lib/a.jar": jar({}),
      "lib/a-sources.jar": jar({ [PATH]: TEXT }),
      "lib/b.jar": jar({ [PATH]: TEXT }),
    });
    expect(find(root, { classPath: "lib/a.jar" })).toMatchObject({
      location: "lib/a-sources.jar!/p/Main.java",
      text: TEXT,
    });
    expect(find(root, { classPath: "lib/b.jar" })).toMatchObject({
      location: "lib/b.jar!/p/Main.java",
    });
  });

  test("is first looked for where the user says", () => {
    const root = directoryOf({ "out/p/Main.java": "old", "mine/p/Main.java": TEXT });
    expect(find(root, { given: ["mine"], classPath: "out" })).toMatchObject({ text: TEXT });
  });

  test("has the lines of a file from Windows", () => {
    const root = directoryOf({ "out/p/Main.java": "a\r\nb\r\n" });
    expect(find(root, { classPath: "out" })?.text).toBe("a\nb\n");
  });

  test("is null where there is none, and where a jar of sources is damaged", () => {
    const root = directoryOf({ "a.jar": jar({}), "a-sources.jar": "no jar" });
    expect(find(root, { classPath: "a.jar" })).toBeNull();
  });

  test("is never a file outside the places for sources, whatever a class file says", () => {
    const root = directoryOf({ "secret.txt": "secret", "out/p/Main.java": TEXT });
    const places = { classPath: "out/p" };
    expect(find(root, { ...places, path: "Main.java" })).not.toBeNull();
    for (const path of [
      "../../secret.txt",
      "p/../../secret.txt",
      join(root, "secret.txt"),
      "..\\..\\secret.txt",
    ]) {
      expect(find(root, { ...places, path }), path).toBeNull();
    }
  });
});

test("a place for sources that does not exist is refused", () => {
  const root = directoryOf({});
  const looking = (): unknown => find(root, { given: ["nowhere"], classPath: "out" });
  expect(looking).toThrow(InputUnreadableError);
  expect(looking).toThrow("--source nowhere: there is no such folder or jar");
});
