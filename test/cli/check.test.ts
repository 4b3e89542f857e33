import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { main } from "../../src/cli/main.ts";
import { ExitCode } from "../../src/core/errors.ts";
import { deadwood, directoryOf, type Ran, type SpawnOptions } from "./support.ts";

// Compilers and searches on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const check = (argv: readonly string[], surroundings?: SpawnOptions): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", ...argv], surroundings);

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

describe("verdicts", () => {
  test("safe", async () => {
    const ran = await check(["DiningPhilosophers", "ordered", "2", "1"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.safe, err: "" });
    expect(firstLine(ran)).toBe("safe: no schedule violates a property");
    expect(ran.out).toMatch(/^states \d+ new, \d+ matched; transitions \d+, .*threads 3$/m);
    expect(ran.out).toMatch(/^time .* s to load, .* s to search/m);
  });

  test("violated: a deadlock shows which thread waits for which", async () => {
    const ran = await check(["DiningPhilosophers", "naive", "2", "1"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toBe("violated: deadlock: no thread can continue");
    expect(ran.out).toMatch(
      /Thread-0 waits for the monitor of Fork#\d, held by Thread-1, at Dining\S+:\d+\s+synchronized/,
    );
    expect(ran.out).toMatch(/Thread-1 took Fork#\d \(step \d+\), at Dining/);
    expect(ran.out).toContain(
      "why: these threads wait for each other: Thread-0 → Thread-1 → Thread-0",
    );
  });

  test("violated: a lost wake-up", async () => {
    const ran = await check(["BoundedBuffer", "notify", "1", "2", "2", "2"]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(ran.out).toMatch(/waits to be notified on BoundedBuffer#1, at BoundedBuffer\.java:\d+/);
    expect(ran.out).toContain("lost wake-up: no thread is left to notify the waiting ones");
  });

  test("violated: an exception with its place and the values behind it", async () => {
    const ran = await check(["LinkedListRace", "racy", "2", "1"]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(firstLine(ran)).toMatch(
      /^violated: uncaught exception: java\.lang\.AssertionError: 1 of/,
    );
    expect(ran.out).toMatch(/ LinkedListRace\.java:\d+ .*throws java\.lang\.AssertionError/);
    expect(ran.out).toMatch(/^why: \S+ went on with LinkedListRace#1\.top = null, which /m);
  });

  test.each([
    { option: "--max-states", value: "5", says: "5 states" },
    { option: "--max-depth", value: "5", says: "depth 5" },
    { option: "--max-seconds", value: "0.000001", says: "0.000001 s" },
    { option: "--memory", value: "64m", says: "64 MB of memory" },
  ])("incomplete: $option", async ({ option, value, says }) => {
    const ran = await check([option, value, "DiningPhilosophers", "ordered", "3", "1"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.incomplete, err: "" });
    expect(firstLine(ran)).toMatch(
      new RegExp(
        `^incomplete: stopped at ${says}( with [\\d,]+ states?)?, depth \\d+; no violation`,
      ),
    );
    expect(ran.out).toMatch(/^states \d+ new/m);
  });

  test("incomplete: Ctrl-C", async () => {
    const ran = await check(["DiningPhilosophers", "ordered", "4", "2"], { interruptAtFlush: 1 });
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(firstLine(ran)).toMatch(/^incomplete: stopped at Ctrl-C with/);
  });

  test.each([
    { argv: [], says: /no program named/ },
    { argv: ["NoSuchProgram"], says: /NoSuchProgram/ },
    { argv: ["--output", "maybe", "Hello"], says: /neither show nor hide/ },
    { argv: ["--max-seconds", "soon", "Hello"], says: /not a positive number/ },
    { argv: ["--json", "/no/such/directory/r.json", "Hello"], says: /cannot write/ },
    { argv: ["Missing.java"], says: /there is no such file/ },
  ])("bad input: $argv", async ({ argv, says }) => {
    const ran = await check(argv);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toMatch(says);
  });
});

describe("what is printed", () => {
  test("the program's own output is hidden, or shown", async () => {
    expect((await check(["--quiet", "Hello"])).out).toBe("safe: no schedule violates a property\n");
    const shown = await check(["--quiet", "--output", "show", "Hello"]);
    expect(shown.out).toMatch(/^Hello.*\nsafe: no schedule violates a property\n$/);
  });

  test("a terminal shows the progress of the search in one line", async () => {
    let err = "";
    const exitCode = await main(
      ["check", "--max-seconds", "1.6", "DiningPhilosophers", "ordered", "6", "3"],
      {
        streams: {
          write(fd, bytes) {
            if (fd === 2) err += Buffer.from(bytes).toString();
          },
          read: () => -1,
          flush() {},
        },
        env: {},
        directory: "/",
        terminalWidth: 60,
        onInterrupt: () => () => {},
      },
    );
    expect(exitCode).toBe(ExitCode.incomplete);
    const lines = err.split("\r\u001b[K");
    expect(lines[0]).toBe("");
    expect(lines[1]).toMatch(/^[\d,]+ states, [\d,]+ matched, depth [\d,]+, [\d,]+ states/);
    expect(lines.at(-1)).toBe("");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
  });

  test("--quiet prints only the verdict", async () => {
    const ran = await check(["--quiet", "DiningPhilosophers", "naive", "2", "1"]);
    expect(ran.out).toBe("violated: deadlock: no thread can continue\n");
  });

  test("options after the program belong to the program", async () => {
    const ran = await check(["Hello", "--quiet"]);
    expect(ran.out).toMatch(/^states 1?\d new/m);
  });

  test("--all-errors continues after the first violation", async () => {
    const ran = await check(["--all-errors", "LinkedListRace", "racy", "3", "1"]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(firstLine(ran)).toMatch(/ \(and 1 other violation\)$/);
    expect(ran.out).toMatch(/^violation \d: .* 1 of 3 nodes are lost$/m);
    expect(ran.out).toMatch(/^violation \d: .* 2 of 3 nodes are lost$/m);
  });
});

describe("schedules", () => {
  test.each([
    { name: "philosophers", argv: ["DiningPhilosophers", "naive", "3", "1"] },
    { name: "linked-list", argv: ["LinkedListRace", "racy", "2", "1"] },
    { name: "bounded-buffer", argv: ["BoundedBuffer", "notify", "1", "2", "2", "1"] },
  ])("of $name", async ({ name, argv }) => {
    // The shortest schedule is always the same; how far one is simplified depends on the time that takes.
    const ran = await check(["--search", "bfs", "--no-minimize", ...argv]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    // Without the totals, which are not about the schedule.
    const text = ran.out.slice(0, ran.out.indexOf("\nstates "));
    await expect(text).toMatchFileSnapshot(join("golden", `${name}.txt`));
  });

  test("are shown with the fewest preemptions", async () => {
    const root = directoryOf({});
    const preemptions = async (more: readonly string[]): Promise<number> => {
      const file = join(root, "r.json");
      const ran = await check([...more, "--json", file, "LinkedListRace", "racy", "2", "2"]);
      expect(ran.exitCode).toBe(ExitCode.violated);
      return JSON.parse(readFileSync(file, "utf8")).violations[0].preemptions;
    };
    const found = await preemptions(["--no-minimize"]);
    const least = await preemptions([]);
    expect(found).toBeGreaterThanOrEqual(least);
    // A reads the top; B runs to its end; A writes: one is needed, and enough.
    expect(least).toBe(1);
  });
});

describe("a .java file", () => {
  const SOURCE = `
    package p; // a comment; package q;
    public class Race {
      static int hits;
      public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> hits++);
        t.start();
        hits++;
        t.join();
        assert hits == 2 : args[0];
      }
    }`;
  const env = { PATH: process.env["PATH"] ?? "" };
  const hasCompiler = (findJdk({ explicit: undefined, env })?.javac ?? null) !== null;

  test.skipIf(!hasCompiler)("is compiled before it is checked", async () => {
    const root = directoryOf({ "p/Race.java": SOURCE, "t.json": "" });
    const trace = join(root, "t.json");
    const ran = await check(["--trace", trace, join(root, "p/Race.java"), "lost"], { env });
    expect(firstLine(ran)).toBe("violated: uncaught exception: java.lang.AssertionError: lost");
    expect(ran.out).toMatch(/Race\.java:8 +hits\+\+; +reads hits = 0/);
    const again = await deadwood(["replay", trace], { env });
    expect(again.err).toBe("");
    expect(firstLine(again)).toBe(firstLine(ran));
  });

  test.skipIf(!hasCompiler)("may use the choices of Verify", async () => {
    const source = `import deadwood.Verify;
      public class Chosen {
        public static void main(String[] args) {
          assert Verify.getInt(0, 3) != 2 : args[0];
        }
      }`;
    const ran = await check([join(directoryOf({ "Chosen.java": source }), "Chosen.java"), "two"], {
      env,
    });
    expect(ran.err).toBe("");
    expect(firstLine(ran)).toBe("violated: uncaught exception: java.lang.AssertionError: two");
  });

  test.skipIf(!hasCompiler)("that does not compile is bad input", async () => {
    const root = directoryOf({ "Bad.java": "class Bad { int x = ; }" });
    const ran = await check([join(root, "Bad.java")], { env });
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toMatch(/does not compile:[\s\S]*illegal start of expression/);
  });

  test("without a compiler is bad input", async () => {
    const root = directoryOf({ "A.java": "class A {}" });
    const ran = await check([join(root, "A.java")]);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput });
    expect(ran.err).toMatch(/no Java compiler was found/);
  });
});
