/** `deadwood fuzz` on few programs: its output, and how it saves a difference. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readClassName } from "../../src/classfile/reading/class-name.ts";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { type FuzzReport, isFuzzReport } from "../../src/fuzz/fuzz-report.ts";
import { loadDifference } from "../../src/fuzz/saved-difference.ts";
import { CONFIGURATIONS, type Configuration } from "../../src/fuzz/search-configurations.ts";
import { DONE } from "../../src/search/search.ts";
import { BROKEN } from "../support/broken-configurations.ts";
import { deadwoodWith } from "./broken-searches.ts";
import { deadwood, directoryOf, mainClass, type Ran } from "./support.ts";

const TIMEOUT = 120_000;
const QUICK = ["--states", "400", "--kind", "unrestricted"];
const jdk = findJdk({});

const fuzz = (...argv: string[]): Promise<Ran> => deadwood(["fuzz", ...argv]);

const fuzzWith = (known: readonly Configuration[], ...argv: string[]): Promise<Ran> =>
  deadwoodWith(known, "fuzz", ...argv);

function readReport(file: string): FuzzReport {
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isFuzzReport(report)) throw new Error(`${file} is not a report`);
  return report;
}

/** The only thing in a directory. */
function onlyIn(directory: string): string {
  const names = readdirSync(directory);
  expect(names).toHaveLength(1);
  return names[0]!;
}

describe("without a difference", () => {
  test("a path that has no room left makes a search incomplete", { timeout: TIMEOUT }, async () => {
    // A loop of choices that allocates: with objects known by their allocation, no state comes again.
    const ran = await fuzz("--kind", "dead-values", "--seed", "700403", "--programs", "1");
    expect(ran.exitCode).toBe(0);
    expect(ran.out).toMatch(/^ {2}none@allocated +0 +1 /m);
  });

  test("the figures of all configurations are printed", { timeout: TIMEOUT }, async () => {
    const root = directoryOf({});
    const json = join(root, "report.json");
    const some = ["--configurations", "none,default@bfs,none@hybrid"];
    const ran = await fuzz(...QUICK, ...some, "--programs", "2", "--json", json, "--out", root);
    expect(ran.out).toMatch(/^no difference: 2 of 2 programs \(unrestricted\) from seed 0\n/);
    expect(ran.out).toMatch(/^ {2}default@bfs +\d+ +\d+ +[\d,]+ +0$/m);
    expect({ exitCode: ran.exitCode, err: ran.err }).toEqual({ exitCode: 0, err: "" });
    const report = readReport(json);
    expect(report).toMatchObject({
      format: "deadwood-fuzz-report",
      version: 1,
      verdict: "same",
      limit: null,
      kinds: ["unrestricted"],
      firstSeed: 0,
      asked: 2,
      against: "reference",
      limits: { referenceStates: 400, states: 800, libraryStates: 6000 },
      differences: [],
      totals: { programs: 2, different: 0 },
    });
    const { unfinished, skipped, configurations } = report.totals;
    expect(unfinished + skipped).toBeLessThan(2);
    expect(configurations["none"]!.searches).toBe(2);
    expect(readdirSync(root)).toEqual(["report.json"]);
  });

  test("only the configurations that were named", { timeout: TIMEOUT }, async () => {
    const { out } = await fuzz(...QUICK, "--programs", "1", "--configurations", "sleep,none");
    expect(out.match(/^ {2}(?:none|sleep|default)\b.*$/gm)).toHaveLength(2);
  });

  test("a sample of the configurations, and the first of them always", {
    timeout: TIMEOUT,
  }, async () => {
    const json = join(directoryOf({}), "report.json");
    const sampled = [...QUICK, "--programs", "4", "--sample", "2", "--json", json];
    expect((await fuzz(...sampled)).exitCode).toBe(0);
    const first = readReport(json).totals.configurations;
    const searches = Object.values(first).map((each) => each.searches);
    expect(first["none"]!.searches).toBe(4);
    expect(searches.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(12);
    expect(Object.keys(first).length).toBeLessThan(CONFIGURATIONS.length);
    // The same seeds are searched in the same ways again.
    await fuzz(...sampled);
    expect(readReport(json).totals.configurations).toEqual(first);
  });

  test("no JDK, no programs that need one", { timeout: TIMEOUT }, async () => {
    const few = ["--states", "400", "--programs", "2", "--configurations", "default"];
    const ran = await fuzz(...few);
    expect(ran.err).toBe("found no JDK: skipping the families library and exits\n");
    expect(ran.out).toContain(
      "2 of 2 programs (unrestricted, guarded, dead-values, corner-cases, long-range)",
    );
    const library = await fuzz(...few, "--kind", "library");
    expect(library.exitCode).toBe(2);
    expect(library.err).toContain("--kind library needs a JDK");
  });

  test.skipIf(jdk === null)("programs of the library", { timeout: TIMEOUT }, async () => {
    const few = ["--states", "1000", "--programs", "3", "--configurations", "none,default"];
    const ran = await fuzz(...few, "--kind", "library", "--jdk", jdk!.home);
    expect(ran).toMatchObject({ exitCode: 0, err: "" });
  });
});

describe("limits", () => {
  test("of time end a campaign early", { timeout: TIMEOUT }, async () => {
    const ran = await fuzz(...QUICK, "--programs", "1000", "--time", "0.001");
    expect(ran.exitCode).toBe(3);
    expect(ran.out).toMatch(
      /^incomplete, no difference so far: \d+ of 1,000 .*stopped at 0\.001 s\n/,
    );
  });

  test("Ctrl-C ends it with what it has", { timeout: TIMEOUT }, async () => {
    const argv = ["fuzz", ...QUICK, "--programs", "1000", "--configurations", "default"];
    const ran = await deadwood(argv, { interruptAtFlush: 2 });
    expect(ran.exitCode).toBe(3);
    expect(ran.out).toMatch(/: 2 of 1,000 programs .*stopped at Ctrl-C\n/);
  });

  test("of states leave programs out", { timeout: TIMEOUT }, async () => {
    const few = ["--kind", "unrestricted", "--programs", "2", "--configurations", "none"];
    const ran = await fuzz(...few, "--states", "1");
    expect(ran.out).toContain("2 skipped: no search was complete within 2 states");
    expect(ran.exitCode).toBe(3);
  });
});

describe("a difference", () => {
  const known = [...CONFIGURATIONS, ...BROKEN];
  const WORDS =
    "--kind unrestricted --seed 3 --programs 1 --states 1500 --configurations none,trusting-fields";
  const find = (out: string): Promise<Ran> => fuzzWith(known, ...WORDS.split(" "), "--out", out);

  test("is reported, saved, and checked again", { timeout: TIMEOUT }, async () => {
    const root = directoryOf({});
    const ran = await find(root);
    expect(ran.exitCode).toBe(1);
    const name = onlyIn(root);
    expect(name).toBe("seed-unrestricted-3");
    const saved = join(root, name);
    expect(ran.out).toContain(`difference in unrestricted program of seed 3, saved in ${saved}`);
    expect(ran.out).toMatch(/^ {2}trusting-fields: lost /m);
    expect(ran.out).toMatch(/^different \(1 program\): 1 of 1 program /m);

    const difference = loadDifference(saved).saved;
    expect(difference.differences[0]).toMatchObject({
      configuration: "trusting-fields",
      kind: "lost",
    });
    const { reference, configurations } = difference;
    const lost = difference.differences[0]!.text;
    expect(reference.outcomes).toContain(lost);
    expect(configurations["trusting-fields"]!.outcomes).not.toContain(lost);
    expect(readFileSync(join(saved, "program.txt"), "utf8")).toMatch(
      /^seed \d+\n(?:locals.*\n)?thread 0:\n/,
    );
    expect(readFileSync(join(saved, "classes.txt"), "utf8")).toMatch(
      /^(?:\w+ )*class Main extends /m,
    );
    const files = readdirSync(join(saved, "classes"));
    expect(files).toContain("Main.class");
    for (const file of files) {
      const bytes = readFileSync(join(saved, "classes", file));
      expect(`${readClassName(bytes, file)}.class`).toBe(file);
    }

    // As a script would use it.
    const again = await fuzzWith(known, "--input", saved);
    expect(again.exitCode).toBe(1);
    expect(again.out).toContain("different: the saved difference still occurs");
    const sound = CONFIGURATIONS.find(({ name: each }) => each === "private+final+discipline")!;
    // Mended: the same configuration without what is wrong with it.
    const mended = BROKEN.map(({ name: broken }) => ({ ...sound, name: broken }));
    const gone = await fuzzWith([...CONFIGURATIONS, ...mended], "--input", saved);
    expect(gone).toMatchObject({
      exitCode: 0,
      out: "no difference: the saved difference no longer occurs\n",
    });
    // Other classes, as a reducer makes them: here none at all, then the same.
    const candidate = join(root, "candidate");
    mkdirSync(candidate);
    const empty = await fuzzWith(known, "--input", saved, "--classes", candidate);
    expect(empty.exitCode).toBe(2);
    expect(empty.err).toContain("has no Main.class");
    writeFileSync(
      join(candidate, "Main.class"),
      mainClass(() => {})
        .toBytes()
        .subarray(0, 40),
    );
    const damaged = await fuzzWith(known, "--input", saved, "--classes", candidate);
    expect(damaged.exitCode).toBe(2);
    for (const file of files) {
      writeFileSync(join(candidate, file), readFileSync(join(saved, "classes", file)));
    }
    expect((await fuzzWith(known, "--input", saved, "--classes", candidate)).exitCode).toBe(1);
  });

  test("is found again by its recorded command", { timeout: TIMEOUT }, async () => {
    const [first, second] = [directoryOf({}), directoryOf({})];
    await find(first);
    const name = onlyIn(first);
    const { saved } = loadDifference(join(first, name));
    const words = saved.command.split(" ").slice(2);
    const ran = await fuzzWith(known, ...words, "--out", second);
    expect(ran.exitCode).toBe(1);
    for (const file of readdirSync(join(first, name, "classes"))) {
      const read = (root: string): Buffer => readFileSync(join(root, name, "classes", file));
      expect(read(second).equals(read(first))).toBe(true);
    }
  });
});

describe("bad usage", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["--seed x is not a whole number", ["--seed", "x"]],
    ["--seed 4294967296 is too large", ["--seed", "4294967296"]],
    ["--seed 4294967295 is too large", ["--seed", "4294967295"]],
    ["--programs 0 is not a positive whole number", ["--programs", "0"]],
    ["--kind any is not a family of programs", ["--kind", "any"]],
    ['unknown configuration "fast"', ["--configurations", "none,fast"]],
    ["--against me is not one of reference, library, jvm", ["--against", "reference,me"]],
    ["--sample none is not a positive whole number", ["--sample", "none"]],
    ["--states many is not a positive whole number", ["--states", "many"]],
    ["--time 0 is not a positive number of seconds", ["--time", "0"]],
    ["--jobs 65 is too large", ["--jobs", "65"]],
    ["--jvm-runs can only be used with --against jvm", ["--jvm-runs", "5"]],
    ["--library-states can only be used with --against library", ["--library-states", "5"]],
    ["--classes can only be used with --input", ["--classes", "x"]],
    ["--against jvm needs a JDK", ["--against", "jvm"]],
    ["--against library needs a JDK", ["--against", "library", "--kind", "guarded"]],
    ["--kind concurrent needs a JDK", ["--kind", "concurrent"]],
    ["cannot read /nowhere/difference.json", ["--input", "/nowhere"]],
  ];
  test.each(cases)("%s", async (message, argv) => {
    const ran = await fuzz(...argv);
    expect(ran.exitCode).toBe(2);
    expect(ran.err).toContain(message);
  });

  test("a file that is not a saved difference", async () => {
    for (const text of ["", "{}", '{"format":"deadwood-fuzz-difference","version":2}']) {
      const root = directoryOf({ "difference.json": text });
      const ran = await fuzz("--input", root);
      expect(ran.exitCode).toBe(2);
      expect(ran.err).toContain("is not a difference saved by this version");
    }
  });
});

test.skipIf(jdk === null)(
  "the JDK's own classes have the same outcomes",
  {
    timeout: TIMEOUT,
  },
  async () => {
    const json = join(directoryOf({}), "report.json");
    const few = ["--programs", "2", "--kind", "queues,barriers", "--library-states", "500"];
    const ran = await fuzz("--against", "library", ...few, "--jdk", jdk!.home, "--json", json);
    expect(ran).toMatchObject({ exitCode: 0, err: "" });
    expect(ran.out).toMatch(/^no difference: 2 of 2 programs \(queues, barriers\) from seed 0$/m);
    expect(ran.out).toMatch(/compared with all outcomes of the JDK's own classes/);
    const report = readReport(json);
    expect(report).toMatchObject({ against: "library", limits: { libraryStates: 500 } });
    expect(report.totals).toMatchObject({ librarySearched: 2, jvmPrograms: 0 });
    expect(report.totals.libraryCompared).toBeGreaterThan(0);
  },
);

describe.skipIf(jdk === null || !existsSync(join(jdk.home, "bin", "java")))("on a JVM", () => {
  const few = ["--against", "jvm", "--jvm-runs", "30", "--programs", "1", "--kind", "guarded"];

  test("outcomes are among those of the checker", { timeout: TIMEOUT }, async () => {
    const json = join(directoryOf({}), "report.json");
    const ran = await fuzz(...few, "--jdk", jdk!.home, "--json", json);
    expect(ran).toMatchObject({ exitCode: 0, err: "" });
    const { totals } = readReport(json);
    expect(totals.jvmPrograms).toBe(1);
    expect(totals.jvmSeen).toBeGreaterThan(0);
  });

  test("an outcome that the checker does not know is a difference", {
    timeout: TIMEOUT,
  }, async () => {
    const root = directoryOf({});
    const blind = { ...CONFIGURATIONS[0]!, name: "blind" };
    const search: Configuration["search"] = (m, limits) => {
      const made = blind.search(m, limits, []);
      made.advance = () => DONE;
      return made;
    };
    const ran = await fuzzWith(
      [{ ...blind, search }],
      ...few,
      "--configurations",
      "blind",
      "--jvm-runs",
      "3",
      "--out",
      root,
      "--jdk",
      jdk!.home,
    );
    expect(ran.exitCode).toBe(1);
    expect(ran.out).toMatch(/^ {2}blind: jvm end Main\./m);
    const again = ["--input", join(root, onlyIn(root)), "--jdk", jdk!.home];
    expect((await fuzzWith([{ ...blind, search }], ...again)).exitCode).toBe(1);
    expect((await fuzzWith([blind], ...again)).exitCode).toBe(0);
  });
});
