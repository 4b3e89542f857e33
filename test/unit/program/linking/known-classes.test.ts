/** Programs that are started again read their class files once, and share nothing else. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type ClassSource, JarSource } from "../../../../src/classfile/sources/class-path.ts";
import { Jar } from "../../../../src/classfile/sources/jar.ts";
import { Program, type ReadClass } from "../../../../src/program/linking/program.ts";

const LIBRARY = resolve(import.meta.dirname, "../../../../models/library.jar");
const NAME = "java/lang/String";

const nothing: ClassSource = { find: () => null, describe: () => "nothing" };

// Comparisons are made outside of `expect`: it would compare the whole graph of classes.

/** Two programs over one source that load a class each, and how often the source was asked for it. */
function loadTwice(known?: Map<string, ReadClass>) {
  const library = new JarSource(Jar.open(LIBRARY, 17));
  let asked = 0;
  const models: ClassSource = {
    find: (name) => {
      if (name === NAME) asked++;
      return library.find(name);
    },
    describe: () => "the library",
  };
  const sources = { models, jdk: null, application: nothing, featureVersion: 17 };
  const load = () => new Program(known === undefined ? sources : { ...sources, known });
  const classes = [load().require(NAME), load().require(NAME)] as const;
  library.close();
  return { asked, classes };
}

test("class files that are known are not read again", () => {
  const { asked, classes } = loadTwice(new Map());
  expect(asked).toBe(1);
  expect(classes[0].file === classes[1].file).toBe(true);
  expect(classes[0] === classes[1]).toBe(false);
  expect(classes[0].methods[0] === classes[1].methods[0]).toBe(false);
});

test("programs that know nothing of each other read for themselves", () => {
  const { asked, classes } = loadTwice();
  expect(asked).toBe(2);
  expect(classes[0].file === classes[1].file).toBe(false);
});
