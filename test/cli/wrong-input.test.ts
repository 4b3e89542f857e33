/** Wrong input of every kind: a clear message, exit code 2, and nothing half-written. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ExitCode } from "../../src/core/errors.ts";
import { jarOf } from "../support/jar.ts";
import { deadwood, directoryOf, mainClass, print } from "./support.ts";

const main = mainClass(print("hello"));

/** One of everything that is not what its name says. */
function wrongThings(): string {
  const root = directoryOf({
    "Main.class": main,
    "empty.jar": "",
    "text.jar": "hello\n",
    "cut.jar": jarOf({ "Main.class": main }).slice(0, 60),
    "bare.jar": jarOf({}),
    "text.class": "hello\n",
    "empty.class": "",
    "text.json": "hello\n",
    "object.json": "{}",
    "empty.java": "",
    "earlier.json": "earlier\n",
  });
  for (const name of ["dir.class", "dir.jar", "dir.java", "dir.jpf", "dir.json"]) {
    mkdirSync(join(root, name));
  }
  return root;
}

test.each([
  ["check -jar DIR/dir.jar", "dir.jar: it is a directory", "write -cp"],
  ["check DIR/dir.class", "dir.class: it is a directory", "write -cp"],
  ["check DIR/dir.java", "dir.java: it is a directory", "Name the .java file"],
  ["check DIR/dir.jpf", "dir.jpf is a directory", "Name the file"],
  ["check -jar DIR/empty.jar", "empty.jar is not a zip archive", "A jar must be a zip file"],
  ["check -jar DIR/text.jar", "text.jar is not a zip archive", "A jar must be a zip file"],
  ["check -jar DIR/cut.jar", "cut.jar is not a zip archive", "cut off"],
  ["check -jar DIR/bare.jar", "the manifest has no Main-Class", "has no classes"],
  ["check -jar DIR/none.jar", "there is no such file", "Check the path"],
  ["check -cp DIR/text.jar Main", "text.jar is not a zip archive", ""],
  ["check DIR/text.class", "text.class is not a class file", "Compile"],
  ["check DIR/empty.class", "empty.class is not a class file", "Compile"],
  ["check --source DIR/none -cp DIR Main", "--source DIR/none", "Name the folder"],
  ["check --source DIR/text.class -cp DIR Main", "text.class is not a zip archive", ""],
  ["check --jdk DIR/dir.jar -cp DIR Main", "is not a JDK", "Name the directory"],
  ["check --json DIR/dir.json -cp DIR Main", "dir.json: it is a directory", "Give --json"],
  ["check --trace DIR/none/x.json -cp DIR Main", "cannot write", "Give --trace"],
  ["check --config DIR/dir.json -cp DIR Main", "dir.json is a directory", "Name the file"],
  ["check --config DIR/text.json -cp DIR Main", "text.json:1:1", "must be JSON"],
  ["check --config DIR/none.json -cp DIR Main", "there is no DIR/none.json", "Check the path"],
  ["replay DIR/dir.json", "dir.json: it is a directory", "Name a file"],
  ["replay DIR/none.json", "there is no DIR/none.json", "Check the path"],
  ["replay DIR/text.json", "text.json is not a trace", "check --trace"],
  ["replay DIR/object.json", "object.json is not a trace", "check --trace"],
  ["explain DIR/text.json", "text.json is not a trace", "check --trace"],
  ["compare --set DIR/none.json", "there is no DIR/none.json", "Check the path"],
  ["compare --set DIR/text.json", "text.json is not JSON", "docs/compare.md"],
  ["compare --csv DIR/dir.json -cp DIR Main", "it is a directory", "Give --csv"],
  ["reduce DIR/none.jar -o DIR/out.jar -- true", "there is no DIR/none.jar", "Check the path"],
  ["reduce DIR/text.jar -o DIR/out.jar -- true", "is not a zip archive", ""],
  ["fuzz --input DIR/none", "none/difference.json", "Name a directory"],
  ["fuzz --out DIR/text.jar --programs 1", "text.jar: it is a file", "Give --out a directory"],
  ["doctor --json DIR/dir.json", "it is a directory", "Give --json"],
  ["doctor -jar DIR/empty.jar", "empty.jar is not a zip archive", ""],
])("%s", async (line, message, hint) => {
  const root = wrongThings();
  const before = readdirSync(root).toSorted();
  const { exitCode, out, err } = await deadwood(
    line.split(" ").map((word) => word.replace("DIR", root)),
  );
  const said = err.replaceAll(root, "DIR");
  expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
  expect(said).toContain(message);
  expect(said).toContain(hint);
  expect(said).toMatch(/^error\[E\d+_[A-Z_]+\]: /);
  expect(said).not.toMatch(/\n\s+at |internal error/);
  expect(readdirSync(root).toSorted()).toEqual(before);
});

test("an earlier report gives way to the error when the program cannot be started", async () => {
  const root = wrongThings();
  const earlier = join(root, "earlier.json");
  const argv = ["check", "--json", earlier, "--trace", join(root, "new.json")];
  const { exitCode } = await deadwood([...argv, join(root, "text.class")]);
  expect(exitCode).toBe(ExitCode.badInput);
  // A tool must not take the report of an earlier run for this one.
  expect(JSON.parse(readFileSync(earlier, "utf8"))).toMatchObject({
    verdict: "error",
    error: { code: "E201_BAD_CLASS_FILE" },
  });
  expect(existsSync(join(root, "new.json"))).toBe(false);
});
