/**
 * Programs as people write them, each with a bug as reviews find them: the printed trace word for word, and what every
 * trace must be like.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { check } from "../../../src/check/check.ts";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { verdictLine } from "../../../src/report/check/text.ts";
import { cachedFolder } from "../../conformance/support/cached-folder.ts";
import { findJdk, type Jdk, runJavac } from "../../conformance/support/jdks.ts";
import { installedJdk } from "../../support/java.ts";
import { keepsLaws, printed, WIDTHS } from "./laws.ts";

// Compilers and searches on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const PROGRAMS = join(import.meta.dirname, "programs");
const FIRST_WITH_VIRTUAL_THREADS = 21;
const virtualJdk = findJdk(25);

interface Case {
  readonly name: string;
  readonly jdk: Jdk | null;
  readonly release: number;
  /** What the explanation must come to. */
  readonly why: RegExp;
}

const plain = (name: string, why: RegExp): Case => ({ name, jdk: installedJdk, release: 17, why });

const CASES: readonly Case[] = [
  plain("Bank", /^why: \w+ went on with Account#1\.balance = 100, which \w+ had changed$/m),
  plain("BestPrice", /main read BestPrice#1\.best = null, which no thread had written \(step \d\)/),
  plain("MailQueue", /sender(?: \(2\))? waits in ArrayBlockingQueue#1\.take\(\)/),
  plain("Settings", /main wrote Settings\.instance: null → Settings#1 \(step \d\)/),
  plain("StreamTotal", /^why: \S+ went on with StreamTotal#1\.total = 0, which \S+ had changed$/m),
  plain("Warehouses", /^why: these threads wait for each other: truck → train → truck$/m),
  plain("WordCount", /changed ConcurrentHashMap#1 with put\(\), after \S+ had looked \(step \d+\)/),
  {
    name: "RateLimiter",
    jdk: virtualJdk,
    release: FIRST_WITH_VIRTUAL_THREADS,
    why: /^why: unnamed thread.* went on with AtomicInteger#1 = 0, which unnamed thread.* had changed$/m,
  },
];

async function reportOf({ name, jdk, release }: Case): Promise<CheckReport> {
  const source = join(PROGRAMS, `${name}.java`);
  const classes = cachedFolder([jdk!.build, String(release), source], (folder) =>
    runJavac(jdk!, ["-g", "--release", String(release), "-d", folder, source]),
  );
  return await check(
    { main: name, classPath: classes, sources: [PROGRAMS], jdk: jdk!.home },
    // The shortest schedule is always the same; how far one is simplified depends on the time that takes.
    { env: {}, directory: PROGRAMS, strategy: "bfs", minimize: false },
  );
}

test("there is a program for each file", () => {
  const files = readdirSync(PROGRAMS).map((file) => file.replace(".java", ""));
  expect(CASES.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

describe.each(CASES)("$name", (each) => {
  test.skipIf(each.jdk === null)("is told as in its golden file, and keeps the laws", async () => {
    const report = await reportOf(each);
    const [violation] = report.violations;
    expect(report.verdict).toBe("violated");
    expect(keepsLaws(violation!, report)).toBeGreaterThan(2);
    const text = printed(violation!, report, 120).join("\n");
    expect(text).toMatch(each.why);
    const all = WIDTHS.map((width) => [`${width} columns`, ...printed(violation!, report, width)]);
    await expect(
      [verdictLine(report), ...all.flatMap((lines) => ["", ...lines])].join("\n"),
    ).toMatchFileSnapshot(join("golden", `${each.name}.txt`));
  });
});
