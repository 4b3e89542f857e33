/**
 * The cost of reading and writing a library's class files as the tree of java-class-tools and as
 * our fragments.
 *
 *   npm run build && node benchmarks/class-files.mjs [--json FILE] [JAR…]
 *
 * Without jars, the libraries are those of the `reduce` benchmark, as Debian ships them. The figures
 * are CPU times for all classes of a jar, the best of five rounds in turns. Both read validated
 * classes and write all of them. The tree is also validated after writing, which is timed
 * separately. The tree must produce the bytes that were read.
 */
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { writePieces } from "../dist/classfile/editing/fragment-writer.js";
import { readPieces } from "../dist/classfile/editing/fragments.js";
import { validateClass } from "../dist/classfile/reading/validator.js";
import { ZipArchive } from "../dist/classfile/sources/zip.js";
import { jarOf, withJars } from "./lib/libraries.mjs";
import { table } from "./lib/table.mjs";

/**
 * Imports the built module by address, because the types of java-class-tools would otherwise become those of
 * all files here.
 */
const built = (path) =>
  import(new URL(`../dist/classfile/editing/${path}.js`, import.meta.url).href);
const { readTree } = await built("tree");
const { writeTree } = await built("tree-writer");

const ROUNDS = 5;
const LIBRARIES = [
  { jar: "guava", debian: "libguava-java" },
  { jar: "commons-io", debian: "libcommons-io-java" },
  { jar: "commons-lang3", debian: "libcommons-lang3-java" },
];

const { values, positionals } = parseArgs({
  options: { json: { type: "string" } },
  allowPositionals: true,
});

function classesOf(jar) {
  const zip = ZipArchive.open(jar);
  const names = [...zip.names()].filter((name) => name.endsWith(".class"));
  const classes = names.map((name) => ({ name, bytes: zip.read(name) }));
  zip.close();
  return classes;
}

/** Milliseconds of CPU time. */
function timed(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, time: (user + system) / 1000 };
}

/** A whole class, in its order. */
function wholePlan(pieces) {
  const attributes = (list) =>
    list.map((piece) => ({
      piece,
      entries: null,
      inner: attributes(piece.code?.attributes ?? []),
    }));
  const member = (piece) => ({
    piece,
    accessFlags: piece.accessFlags,
    attributes: attributes(piece.attributes),
    body: null,
  });
  return {
    accessFlags: pieces.accessFlags,
    superName: null,
    interfaces: pieces.interfaces.map((_, index) => index),
    fields: pieces.fields.map(member),
    methods: pieces.methods.map(member),
    attributes: attributes(pieces.attributes),
  };
}

function measure(jar) {
  const classes = classesOf(jar);
  const best = {};
  const note = (name, { result, time }) => {
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, time);
    return result;
  };
  for (let round = 0; round < ROUNDS; round++) {
    note(
      "validate",
      timed(() => classes.forEach(({ bytes }) => validateClass(bytes))),
    );
    const trees = note(
      "treeRead",
      timed(() => classes.map(({ name, bytes }) => readTree(bytes, name))),
    );
    const written = note(
      "treeWrite",
      timed(() => trees.map((tree) => writeTree(tree))),
    );
    const changed = classes.filter(({ bytes }, i) => !Buffer.from(bytes).equals(written[i]));
    if (changed.length > 0) throw new Error(`${jar}: ${changed[0].name} is not written as it was`);
    const pieces = note(
      "fragmentsRead",
      timed(() => classes.map(({ name, bytes }) => readPieces(bytes, name))),
    );
    note(
      "fragmentsWrite",
      timed(() => pieces.map((each) => writePieces(each, wholePlan(each)))),
    );
  }
  return { jar: basename(jar), classes: classes.length, ...best };
}

let jars = positionals;
if (jars.length === 0) {
  const { present, skipped } = withJars(LIBRARIES, (text) => process.stderr.write(`${text}\n`));
  if (skipped.length > 0) process.stderr.write(`not installed: ${skipped.join(", ")}\n`);
  jars = present.map((each) => jarOf(each.jar));
}
const rows = jars.map(measure).map((row) => ({
  ...row,
  readRatio: row.treeRead / row.fragmentsRead,
  writeRatio: row.treeWrite / row.fragmentsWrite,
}));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
const each = (row, name) => ((1000 * row[name]) / row.classes).toFixed(0);
process.stdout.write(
  `${table(
    [
      "us a class",
      "classes",
      "validate",
      "tree read",
      "fragments",
      "ratio",
      "tree write",
      "fragments",
      "ratio",
    ],
    rows.map((row) => [
      row.jar,
      String(row.classes),
      each(row, "validate"),
      each(row, "treeRead"),
      each(row, "fragmentsRead"),
      row.readRatio.toFixed(1),
      each(row, "treeWrite"),
      each(row, "fragmentsWrite"),
      row.writeRatio.toFixed(1),
    ]),
  )}\n`,
);
