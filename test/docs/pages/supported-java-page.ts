/**
 * docs/supported-java.md: what runs and what is refused, read off the tables that decide it: opcodes, class file
 * versions, natives, models.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ACC_PUBLIC, ACC_SYNTHETIC } from "../../../src/classfile/format/access-flags.ts";
import { OPCODES } from "../../../src/classfile/format/opcodes.ts";
import { readClass } from "../../../src/classfile/reading/reader.ts";
import { NEWEST_MAJOR, OLDEST_MAJOR } from "../../../src/classfile/reading/validator.ts";
import { Jar } from "../../../src/classfile/sources/jar.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { findJdk } from "../../conformance/support/jdks.ts";
import { ROOT, readDocument, SOURCES } from "../sources.ts";
import { libraryDifferences } from "./library-differences.ts";
import { code, page, plain, table } from "./markdown.ts";

/** Class files of Java N have major version N + 44; Java 1.1 has 45 as well. */
const MAJOR_OF_JAVA_0 = 44;
const ANY_RELEASE = 99;

/** Without a JDK 17, the section that compares with it stays as it is. */
export const supportedJavaPage = (): string =>
  page(
    INTRODUCTION,
    classFiles(),
    opcodes(),
    ...modelledClasses(),
    jdk17 === null ? sectionOfNow("## What our models lack") : libraryDifferences(jdk17.home, 17),
    ...natives(),
    refusedByModels(),
    refusedByMachine(),
  );

const jdk17 = findJdk(17);

function sectionOfNow(heading: string): readonly string[] {
  const lines = readDocument("docs/supported-java.md").split("\n");
  const from = lines.indexOf(heading);
  const to = lines.findIndex((line, index) => index > from && line.startsWith("## "));
  return lines.slice(from, to - 1);
}

const INTRODUCTION = [
  "# The Java that is supported",
  "",
  "A program is Java bytecode and the library that it calls. The bytecode is supported completely. A class of the library comes from",
  "our [models](architecture.md#the-class-library) if there is one, and otherwise from the JDK on your machine, whose bytecode runs like",
  "yours. What ends a program is a *native* method that nobody has written for Deadwood, or a feature in the last two tables.",
  "Then the run stops, names the method and says where the program reached it. Nothing is skipped, and no Java exception takes its place.",
  "",
  "[Limits](limits.md) says in words what that means.",
];

const classFiles = (): readonly string[] => [
  "## Class files",
  "",
  `Versions ${OLDEST_MAJOR} to ${NEWEST_MAJOR}: Java 1.1 to Java ${NEWEST_MAJOR - MAJOR_OF_JAVA_0}, with preview features. From version 51 on`,
  "(Java 7) code is verified against its stack maps, as on a JVM; older code by inference.",
];

function opcodes(): readonly string[] {
  const known = OPCODES.filter((each) => each !== undefined);
  return [
    "## Opcodes",
    "",
    `All ${known.length} of the JVM specification, with the prefix and all its forms:`,
    "",
    known.map(({ mnemonic }) => code(mnemonic)).join(" "),
  ];
}

interface ModelledClass {
  readonly packageName: string;
  readonly name: string;
  readonly methods: number;
}

/** Public top-level classes of our library. */
function modelled(): ModelledClass[] {
  const jar = Jar.open(join(ROOT, "models/library.jar"), ANY_RELEASE);
  try {
    return jar
      .classNames()
      .filter((name) => !name.includes("$"))
      .map((name) => readClass(jar.find(name)!.bytes, name))
      .filter(({ accessFlags }) => (accessFlags & ACC_PUBLIC) !== 0)
      .map((each) => ({
        packageName: packageOf(each.name),
        name: each.name.slice(each.name.lastIndexOf("/") + 1),
        methods: each.methods.filter(
          ({ accessFlags }) =>
            (accessFlags & ACC_PUBLIC) !== 0 && (accessFlags & ACC_SYNTHETIC) === 0,
        ).length,
      }));
  } finally {
    jar.close();
  }
}

const packageOf = (name: string): string =>
  name.slice(0, name.lastIndexOf("/")).replaceAll("/", ".");

function modelledClasses(): readonly (readonly string[])[] {
  const classes = modelled();
  const packages = [...new Set(classes.map(({ packageName }) => packageName))].toSorted();
  return [
    [
      "## Modelled classes",
      "",
      `${classes.length} public classes run as our own Java code, in \`models/library\`. The number in parentheses counts public methods and`,
      "constructors. A call of a method that the JDK's class has and the model lacks is refused by name. `--library real` takes",
      "`java.util.concurrent` from the JDK instead ([library steps](library-steps.md)).",
    ],
    table(
      ["package", "classes"],
      packages.map((name) => [
        code(name),
        classes
          .filter(({ packageName }) => packageName === name)
          .map((each) => `${each.name} (${each.methods})`)
          .join(", "),
      ]),
    ),
  ];
}

function natives(): readonly (readonly string[])[] {
  const rows = Object.entries(allNatives)
    .map(([name, methods]) => ({
      name: name.replaceAll("/", "."),
      methods: [...new Set(Object.keys(methods).map((each) => each.slice(0, each.indexOf("("))))],
      count: Object.keys(methods).length,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const count = rows.reduce((sum, each) => sum + each.count, 0);
  return [
    [
      "## Native methods",
      "",
      `${count} native methods of ${rows.length} classes, overloads included. A native method of the JDK that is not in this table, and is not in a`,
      "modelled class either, is refused by name when a program calls it.",
    ],
    table(
      ["class", "methods"],
      rows.map(({ name, methods }) => [
        code(name),
        methods.map((method) => code(method)).join(", "),
      ]),
    ),
  ];
}

/** What is appended to the text at run time is shown as an ellipsis. */
const REFUSED_BY_MODEL = /\bunsupported\(\s*"([^"]+)"(\s*\+)?/g;

/** What the models refuse, by the class that does. */
function refusedByModels(): readonly string[] {
  const folder = join(ROOT, "models/library");
  const rows = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".java"))
    .toSorted()
    .map((file) => {
      const texts = [...readDocument(`models/library/${file}`).matchAll(REFUSED_BY_MODEL)];
      return {
        name: file.slice(0, -".java".length).replaceAll("/", "."),
        texts: [
          ...new Set(texts.map(([, text, more]) => (more === undefined ? text! : `${text}…`))),
        ],
      };
    })
    .filter(({ texts }) => texts.length > 0);
  return [
    "## Refused by our models",
    "",
    "These methods exist, so that code that mentions them links. A call ends the run. (What compilers make of lambdas and of string",
    "concatenation does not call them: the machine links those call sites itself.)",
    "",
    ...table(
      ["class", "refused"],
      rows.map(({ name, texts }) => [code(name), texts.map(plain).join(", ")]),
    ),
  ];
}

/** A message and, where there is one, its hint. Values that a run fills in are shown as an ellipsis. */
const REFUSED_BY_MACHINE =
  /new UnsupportedFeatureError\(\s*(["`])((?:(?!\1).)+)\1(?:,\s*\{\s*hint:\s*(["`])((?:(?!\3).)+)\3)?/gs;

const withoutValues = (text: string): string =>
  text.replaceAll(/ \(reached \$\{[^}]*\}\)/g, "").replaceAll(/\$\{[^}]*\}/g, "…");

function refusedByMachine(): readonly string[] {
  const rows = SOURCES.flatMap((file) =>
    [...readDocument(file).matchAll(REFUSED_BY_MACHINE)].map((match) => [
      plain(withoutValues(match[2]!)),
      match[4] === undefined ? "" : plain(withoutValues(match[4])),
    ]),
  )
    .filter(([what]) => what !== "… is not supported")
    .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
  return [
    "## Refused by the machine",
    "",
    "The messages of error `E401_UNSUPPORTED_FEATURE`; `…` stands for a name.",
    "",
    ...table(["message", "hint"], rows),
  ];
}
