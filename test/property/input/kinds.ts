/**
 * The kinds of input that are damaged, and the command that gets each of them. An input is a
 * few files and a command line that names them; which of the files is damaged, and how, follows
 * from the number it is made with.
 */
import * as fc from "fast-check";
import { zipSync } from "fflate";
import { byteDamages } from "../classfile/byte-damage.ts";
import { damage, type Edit, edits } from "../classfile/sources/edits.ts";
import { type Damage, damages } from "../cli/damage.ts";
import type { ClassSeed } from "./class-seeds.ts";
import { damageJson, type JsonDamage, jsonDamages } from "./json-damage.ts";
import { tableDamages } from "./table-damage.ts";

/** What stands for the directory of an input in its command line. */
export const ROOT = "{ROOT}";

export interface Input {
  /** By path below the input's directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly argv: readonly string[];
}

export interface Kind {
  readonly name: string;
  /** Undamaged: what these need is normal. */
  readonly intact: readonly Input[];
  readonly damaged: fc.Arbitrary<Input>;
}

/** Small, so that a loop that has lost its end is soon over. */
const RUN = ["run", "--heap", "32m", "--max-instructions", "300000"];
const CHECK = ["check", "--heap", "16m", "--max-states", "200", "--max-seconds", "5"];
const DOT = ["--dot", `${ROOT}/out.dot`, "--dot-level", "items"];
const FROM_CLASSES = ["--class-path", `${ROOT}/classes`];

const CLASS_COMMANDS: readonly ((main: string) => readonly string[])[] = [
  (main) => [...RUN, ...FROM_CLASSES, main],
  (main) => [...RUN, ...FROM_CLASSES, main],
  (main) => [...RUN, ...FROM_CLASSES, main],
  (main) => [...CHECK, ...FROM_CLASSES, main],
  (main) => [...CHECK, "--dvr", "full", ...FROM_CLASSES, main],
  () => ["reduce", `${ROOT}/classes`, ...DOT],
];

const filesOf = (classes: Iterable<readonly [string, Uint8Array]>): Map<string, Uint8Array> =>
  new Map([...classes].map(([name, bytes]) => [`classes/${name}.class`, bytes]));

const intactClasses = ({ classes }: ClassSeed): (readonly [string, Uint8Array])[] =>
  [...classes].map(([name, { bytes }]) => [name, bytes] as const);

export const classKind = (seeds: readonly ClassSeed[]): Kind =>
  damagedClasses(seeds, CLASS_COMMANDS);

/** Only run, as by a JVM. */
export const runKind = (seeds: readonly ClassSeed[]): Kind =>
  damagedClasses(seeds, CLASS_COMMANDS.slice(0, 1));

function damagedClasses(seeds: readonly ClassSeed[], commands: typeof CLASS_COMMANDS): Kind {
  const inBytes = byteDamages.map((list): readonly Damage[] =>
    list.map(
      (each): Damage =>
        (_, bytes) =>
          each(bytes),
    ),
  );
  const ways = fc.oneof(
    { weight: 3, arbitrary: damages },
    { weight: 4, arbitrary: tableDamages },
    { weight: 1, arbitrary: inBytes },
  );
  return {
    name: "class file",
    // The commands take turns.
    intact: seeds.map((seed, i) => ({
      files: filesOf(intactClasses(seed)),
      argv: commands[i % commands.length]!(seed.main),
    })),
    damaged: fc
      .tuple(fc.constantFrom(...seeds), fc.nat(), ways, fc.constantFrom(...commands))
      .map(([seed, which, list, words]) => {
        const [name, anatomy] = [...seed.classes][which % seed.classes.size]!;
        const bytes = list.reduce((now, each) => each(anatomy, now), anatomy.bytes);
        const classes = new Map(intactClasses(seed)).set(name, bytes);
        return { files: filesOf(classes), argv: words(seed.main) };
      }),
  };
}

/** Grep looks for a name, and names are not compressed. */
const REDUCE_JAR = `reduce ${ROOT}/in.jar -o ${ROOT}/out.jar --session ${ROOT}/session
  --strategy binary --passes none --tries 1 --time-limit 8 --quiet`.split(/\s+/);
const grep = (main: string): readonly string[] => ["--", "grep", "-q", `${main}.class`, "{}"];

export function jarKind(seeds: readonly ClassSeed[]): Kind {
  const commands: readonly ((main: string) => readonly string[])[] = [
    () => [...RUN, "--jar", `${ROOT}/in.jar`],
    () => [...CHECK, "--jar", `${ROOT}/in.jar`],
    (main) => [...RUN, "--class-path", `${ROOT}/in.jar`, main],
    () => ["reduce", `${ROOT}/in.jar`, ...DOT],
    (main) => [...REDUCE_JAR, ...grep(main)],
  ];
  const jars = seeds.map((seed) => ({ main: seed.main, entries: entriesOf(seed) }));
  const inputOf = (bytes: Uint8Array, main: string, words: (typeof commands)[number]): Input => ({
    files: new Map([["in.jar", bytes]]),
    argv: words(main),
  });
  const level = fc.constantFrom(0 as const, 6 as const);
  const outside = fc
    .tuple(fc.constantFrom(...jars), level, edits)
    .map(([{ main, entries }, how, list]) => ({ main, bytes: damage(zip(entries, how), list) }));
  // Most of that fails a checksum; an archive that is right may still have absurd things in it.
  const inside = fc
    .tuple(fc.constantFrom(...jars), level, fc.nat(), fc.option(edits), fc.constantFrom(...NAMES))
    .map(([{ main, entries }, how, which, list, odd]) => {
      const [name, old] = entries[which % entries.length]!;
      const entry = list === null ? ([odd, old] as const) : ([name, damage(old, list)] as const);
      const bytes = zip(
        entries.toSpliced(which % entries.length, list === null ? 0 : 1, entry),
        how,
      );
      return { main, bytes };
    });
  return {
    name: "jar",
    intact: jars.flatMap(({ main, entries }, i) =>
      commands.map((words) => inputOf(zip(entries, i % 2 === 0 ? 0 : 6), main, words)),
    ),
    damaged: fc
      .tuple(fc.oneof(outside, inside), fc.constantFrom(...commands))
      .map(([{ main, bytes }, words]) => inputOf(bytes, main, words)),
  };
}

/** Names of entries that nobody should follow. */
const NAMES = [
  "../outside.class",
  "/etc/absolute.class",
  "C:\\windows.class",
  "a/../../b.class",
  "\u0000.class",
  ".class",
  "/",
  "META-INF/versions/9/../Main.class",
  "META-INF/versions/99999999999/Main.class",
  "META-INF/MANIFEST.MF/below",
  `${"long/".repeat(5000)}Name.class`,
  "module-info.class",
  "java/lang/Object.class",
  "[I.class",
  "\u{1F600}.class",
] as const;

type Entry = readonly [string, Uint8Array];

const zip = (entries: readonly Entry[], level: 0 | 6): Uint8Array =>
  zipSync(Object.fromEntries(entries), { level });

function entriesOf(seed: ClassSeed): Entry[] {
  const manifest = Buffer.from(`Manifest-Version: 1.0\r\nMain-Class: ${seed.main}\r\n\r\n`);
  const classes = intactClasses(seed).map(([name, bytes]): Entry => [`${name}.class`, bytes]);
  return [["META-INF/MANIFEST.MF", manifest], ...classes];
}

export const jarOf = (seed: ClassSeed): Uint8Array => zip(entriesOf(seed), 6);

/** Of an input that was not damaged, one of some files is: as JSON where it is that, or in its bytes. */
export function fileKind(name: string, intact: readonly Input[], suspects: RegExp): Kind {
  type Change = { readonly bytes: readonly Edit[] } | { readonly json: readonly JsonDamage[] };
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 1, arbitrary: edits.map((bytes) => ({ bytes })) },
    { weight: 2, arbitrary: jsonDamages.map((json) => ({ json })) },
  );
  const damaged = fc
    .tuple(fc.constantFrom(...intact), fc.nat(), change)
    .map(([input, which, how]): Input => {
      const paths = [...input.files.keys()].filter((path) => suspects.test(path));
      const path = paths[which % paths.length]!;
      const old = input.files.get(path)!;
      const text = "json" in how && path.endsWith(".json") ? Buffer.from(old).toString() : null;
      const bytes =
        "json" in how && text !== null
          ? Buffer.from(damageJson(text, how.json))
          : damage(old, "bytes" in how ? how.bytes : bytesFor(how.json));
      return { ...input, files: new Map(input.files).set(path, bytes) };
    });
  return { name, intact, damaged };
}

/** The same numbers, for a file that is no JSON. */
const bytesFor = (list: readonly JsonDamage[]): Edit[] =>
  list.map(({ which, value }) => ({
    kind: value % 2 === 0 ? "set" : "cut",
    at: which % 1_000_000,
    from: 0,
    value,
  }));

export const reduceSession = (main: string): readonly string[] => [
  ...REDUCE_JAR,
  "--resume",
  ...grep(main),
];
export const beginSession = (main: string): readonly string[] => [...REDUCE_JAR, ...grep(main)];
