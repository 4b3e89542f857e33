/** `deadwood explain`: states of traces and of runs, as text and as JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { CodeBuilder } from "../../src/classfile/assembling/code-builder.ts";
import { ACC_NATIVE, ACC_STATIC } from "../../src/classfile/format/access-flags.ts";
import { ExitCode } from "../../src/core/errors.ts";
import type { ExplainedObject, Explanation } from "../../src/explain/explanation.ts";
import { deadwood, directoryOf, mainClass, type Ran, type SpawnOptions } from "./support.ts";

vi.setConfig({ testTimeout: 60_000 });

const SMALL = ["--heap", "4m", "--stack", "64k"];
const PHILOSOPHERS = ["DiningPhilosophers", "naive", "2", "1"];
const EVERY_READ = ["--reduction", "private,final,threads"];

const explain = (argv: readonly string[], surroundings?: SpawnOptions): Promise<Ran> =>
  deadwood(["explain", ...argv], surroundings);

async function explanationOf(...argv: readonly string[]): Promise<Explanation> {
  const json = join(directoryOf({}), "explanation.json");
  const { exitCode, out, err } = await explain(["--json", json, "--quiet", ...argv]);
  expect({ exitCode, out, err }).toEqual({ exitCode: ExitCode.safe, out: "", err: "" });
  return JSON.parse(readFileSync(json, "utf8"));
}

/** A trace of five steps to a deadlock. */
async function deadlock(): Promise<string> {
  const trace = join(directoryOf({}), "trace.json");
  await deadwood(["check", ...SMALL, "--quiet", "--trace", trace, ...PHILOSOPHERS]);
  return trace;
}

const forks = ({ objects }: Explanation): ExplainedObject[] =>
  objects.filter((object) => object.class === "DiningPhilosophers$Fork");

describe("a trace", () => {
  test("is explained at its last state, where no thread reads anything", async () => {
    const explanation = await explanationOf(await deadlock());
    expect(explanation).toMatchObject({
      format: "deadwood-explanation",
      version: 1,
      program: { main: "DiningPhilosophers", args: ["naive", "2", "1"] },
      steps: 5,
      openedBy: null,
      isGuess: false,
      future: { states: 1, limit: null },
      contradictions: [],
    });
    expect(explanation.threads.map(({ name }) => name)).toEqual(["main", "Thread-0", "Thread-1"]);
    for (const { cells } of forks(explanation)) {
      expect(cells).toMatchObject([
        { name: "uses", status: "dead", deadBy: "dynamic", read: null },
      ]);
    }
  });

  test("is explained at any other state, counted from either end", async () => {
    const trace = await deadlock();
    const explanation = await explanationOf("--step", "2", trace);
    expect(explanation.steps).toBe(2);
    expect(await explanationOf("--step", "-4", trace)).toEqual(explanation);
    expect(await explanationOf(trace, "--step", "2")).toEqual(explanation);
    expect(forks(explanation).map(({ cells }) => cells[0]?.status)).toEqual(["live", "live"]);
    expect((await explanationOf("--step", "0", trace)).steps).toBe(0);
    expect(await explanationOf("--step", "-1", trace)).toEqual(await explanationOf(trace));
  });

  test("names the locals of a frame, and says which are dead", async () => {
    const { threads } = await explanationOf(await deadlock());
    const main = threads[0]!.frames.find(({ place }) =>
      place.startsWith("DiningPhilosophers.main"),
    );
    const told = main?.locals.map(({ name, value, status }) => [name, value, status]);
    expect(told).toContainEqual(["seats", "2", "live"]);
    expect(told).toContainEqual(["meals", "1", "dead"]);
    expect(main?.locals.find(({ name }) => name === "forks")).toMatchObject({
      type: "DiningPhilosophers$Fork[]",
      value: "Fork[2]#1",
      deadBy: null,
      mayRead: [{ thread: "main", path: ["DiningPhilosophers.main:68"] }],
    });
  });

  test("as text: --field lists all threads that may read it", async () => {
    const { exitCode, out } = await explain([
      await deadlock(),
      "--step",
      "2",
      "--field",
      "Fork.uses",
    ]);
    expect(exitCode).toBe(ExitCode.safe);
    // Lines of our own library move with it.
    expect(
      out.replaceAll(/\$entry:\d+/g, "$entry:LINE"),
    ).toBe(`DiningPhilosophers naive 2 1: the state after 2 steps
explored: all 35 states from here on

objects
  Fork#1 (DiningPhilosophers$Fork)
    uses: int = 0  live: Thread-0 reads it after Thread-0: DiningPhilosophers$Philosopher.run:32
      main may read it: DiningPhilosophers.main:68
      Thread-0 may read it: DiningPhilosophers$Philosopher.run:32
      Thread-1 may read it: java.lang.Thread.$entry:LINE -> DiningPhilosophers$Philosopher.run:32
  Fork#2 (DiningPhilosophers$Fork)
    uses: int = 0  live: Thread-0 reads it after Thread-0: DiningPhilosophers$Philosopher.run:33
      main may read it: DiningPhilosophers.main:68
      Thread-0 may read it: DiningPhilosophers$Philosopher.run:32
      Thread-1 may read it: java.lang.Thread.$entry:LINE -> DiningPhilosophers$Philosopher.run:32
`);
  });
});

describe("a run", () => {
  const tree = [...SMALL, ...EVERY_READ, "--after", "3", "TreeLookup", "small"];

  test("is explained after a number of steps, the same for the same seed", async () => {
    const explanation = await explanationOf(...tree);
    expect(explanation.steps).toBe(3);
    expect(await explanationOf(...tree)).toEqual(explanation);
    expect((await explanationOf(...SMALL, "TreeLookup")).steps).toBe(0);
    const node = explanation.objects.find(({ name }) => name === "TreeNode#1");
    expect(node?.cells.map(({ name, status, deadBy }) => [name, status, deadBy])).toEqual([
      ["value", "live", null],
      ["color", "dead", "hybrid"],
      ["left", "live", null],
      ["right", "dead", "dynamic"],
    ]);
  });

  test("as text: objects that are dead as a whole take one line", async () => {
    const { out } = await explain(tree);
    expect(out).toContain("\nthread T1 (runnable)\n  at TreeLookup$Lookup.run:80\n");
    expect(out).toContain(
      "  TreeLookup.tree: TreeLookup$TreeNode = TreeNode#1  live: T1 reads it next: TreeLookup$Lookup.run:80\n",
    );
    expect(out).toContain("\n  Color.RED (TreeLookup$Color): dead (hybrid)\n");
    expect(out).toMatch(
      /right: .*dead \(dynamic\); T1 may read it: .* -> TreeLookup\$TreeNode.contains:38, but never does\n/,
    );
  });

  test("without exploring the future, the code analyses decide", async () => {
    const { future, objects } = await explanationOf("--no-future", ...tree);
    expect(future).toBeNull();
    const node = objects.find(({ name }) => name === "TreeNode#1");
    expect(node?.cells.map(({ status }) => status)).toEqual(["live", "dead", "live", "live"]);
    expect((await explain(["--no-future", ...tree])).out).toContain(
      "the states that follow were not explored\n",
    );
  });

  test("a value that is read without effect is dead, with or without exploring", async () => {
    const counters = [...SMALL, "--after", "3", "--field", "RequestCounters.served"];
    const program = ["RequestCounters", "bounded", "2", "1"];
    const explored = await explain([...counters, ...program]);
    expect(explored).toMatchObject({ exitCode: ExitCode.safe, err: "" });
    expect(explored.out).toMatch(
      /served: int = 0 {2}dead \(faint: its value has no observable effect\); Thread-0 reads it after .*: RequestCounters.count:56\n {6}Thread-0 may read it: /,
    );
    const { out } = await explain(["--no-future", ...counters, ...program]);
    expect(out).toMatch(
      /served: int = 0 {2}dead \(faint: its value has no observable effect\); Thread-0 may read it: .*RequestCounters.count:56\n/,
    );
    const live = await explanationOf("--only", "live", ...counters, ...program);
    expect(live.objects).toEqual([]);
  });

  test("if exploration stops early, a value that was not read is unknown, not dead", async () => {
    const json = join(directoryOf({}), "explanation.json");
    const argv = ["--json", json, "--max-states", "2", ...tree];
    const { exitCode, out } = await explain(argv);
    expect(exitCode).toBe(ExitCode.incomplete);
    expect(out).toContain("explored: 2 states from here on, incomplete (2 states)");
    const { objects }: Explanation = JSON.parse(readFileSync(json, "utf8"));
    const cells = objects.flatMap((object) => object.cells);
    expect(cells.some(({ status }) => status === "unknown")).toBe(true);
    expect(cells.some(({ deadBy }) => deadBy === "dynamic")).toBe(false);
  });

  test("an unsupported feature ends the exploration and is named", async () => {
    const main = mainClass((code) => {
      choose(code);
      code.emit("invokestatic", { owner: "Main", name: "foreign", descriptor: "()V" });
    }).method(ACC_STATIC | ACC_NATIVE, "foreign", "()V", null);
    const argv = [...SMALL, "-cp", directoryOf({ "Main.class": main }), "--after", "1", "Main"];
    const { exitCode, out } = await explain(argv);
    expect(exitCode).toBe(ExitCode.incomplete);
    expect(out).toMatch(/explored: 1 state from here on, incomplete \(.*Main.foreign/);
  });

  test("Ctrl-C ends the exploration, and what is known is printed", async () => {
    const argv = [...SMALL, ...EVERY_READ, "DiningPhilosophers", "ordered", "4", "3"];
    const { exitCode, out, err } = await explain(argv, { interruptAtFlush: 2 });
    expect({ exitCode, err }).toEqual({ exitCode: ExitCode.incomplete, err: "" });
    expect(out).toMatch(/explored: [\d,]+ states? from here on, incomplete \(Ctrl-C\)/);
  });

  test("--all also shows boot objects", async () => {
    const [some, all] = await Promise.all([
      explanationOf("--no-future", ...tree),
      explanationOf("--no-future", "--all", ...tree),
    ]);
    expect(all.objects.length).toBeGreaterThan(some.objects.length);
    expect(all.statics.length).toBeGreaterThan(some.statics.length);
    expect(all.objects.some(({ isBoot }) => isBoot)).toBe(true);
  });

  test("what an invariant reads is live in every state", async () => {
    const field = { owner: "Main", name: "x", descriptor: "I" };
    const main = mainClass((code) => {
      code.pushInt(7).emit("putstatic", field);
      choose(code);
    })
      .field(ACC_STATIC, "x", "I")
      .method(ACC_STATIC, "isFine", "()Z", (code) => {
        code.emit("getstatic", field).emit("ireturn");
      });
    const classPath = directoryOf({ "Main.class": main });
    const argv = [...SMALL, "-cp", classPath, "--after", "1", "--field", "Main.x"];
    const [without] = (await explanationOf(...argv, "Main")).statics;
    expect(without).toMatchObject({ value: "7", status: "dead", deadBy: "hybrid" });
    const [watched] = (await explanationOf("--invariant", "Main.isFine", ...argv, "Main")).statics;
    expect(watched).toMatchObject({ status: "live", mayRead: [{ thread: null }], read: null });
  });
});

/** A state in which the program is not over. */
const choose = (code: CodeBuilder): void => {
  code.emit("invokestatic", { owner: "deadwood/Verify", name: "getBoolean", descriptor: "()Z" });
  code.emit("pop");
};

describe("what is shown can be chosen", () => {
  const tree = [...SMALL, ...EVERY_READ, "--after", "3"];

  test("by whether it is live", async () => {
    const live = await explanationOf(...tree, "--only", "live", "TreeLookup");
    const cells = live.objects.flatMap((object) => object.cells);
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every(({ status }) => status === "live")).toBe(true);
  });

  test("by object, or by class", async () => {
    const one = await explanationOf(...tree, "--object", "TreeNode#2", "TreeLookup");
    expect(one.objects.map(({ name }) => name)).toEqual(["TreeNode#2"]);
    expect(one.threads).toEqual([]);
    const all = await explanationOf(...tree, "--object", "TreeNode", "TreeLookup");
    expect(all.objects.map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `TreeNode#${number}`),
    );
  });

  test("by field, static or not", async () => {
    const { statics } = await explanationOf(...tree, "--field", "TreeLookup.tree", "TreeLookup");
    expect(statics.map(({ name }) => name)).toEqual(["TreeLookup.tree"]);
    const { objects } = await explanationOf(...tree, "--field", "Thread.tid", "TreeLookup");
    expect(objects.map(({ name, cells }) => [name, cells.length])).toEqual([
      ["T1", 1],
      ["T2", 1],
    ]);
  });

  test("so that nothing matches, which is reported", async () => {
    const { exitCode, err } = await explain([...tree, "--object", "NoSuchThing", "TreeLookup"]);
    expect({ exitCode, err }).toEqual({
      exitCode: ExitCode.safe,
      err: "no value matches the filter\n",
    });
  });
});

describe("mistakes", () => {
  test.each([
    { argv: [], message: "no program named" },
    { argv: ["--step", "1", "Hello"], message: "--step can be used with a trace" },
    { argv: ["--after", "1", "t.json"], message: "--after can be used with a program" },
    { argv: ["--seed", "1", "t.json"], message: "--seed can be used with a program" },
    { argv: ["t.json", "--heap", "4m"], message: "--heap can be used with a program" },
    { argv: ["-cp", ".", "t.json"], message: "--class-path can be used with a program" },
    { argv: ["--no-uncaught", "t.json"], message: "--no-uncaught can be used with a program" },
    { argv: ["/no/such.json"], message: "there is no /no/such.json" },
    { argv: ["t.json", "more"], message: "more: a trace takes no arguments" },
    { argv: ["--after", "x", "Hello"], message: "--after x is not a whole number" },
    { argv: ["--after", "99", "Hello"], message: "the program ends after 1 step" },
    {
      argv: ["--only", "alive", "Hello"],
      message: "--only alive is not one of live, dead, unknown",
    },
    { argv: ["--field", "uses", "Hello"], message: "is not of the form Class.field" },
    { argv: ["--max-states", "0", "Hello"], message: "--max-states 0 is not a positive" },
    { argv: ["--json", "/no/such/dir/e.json", "Hello"], message: "cannot write" },
    { argv: ["NoSuchProgram"], message: "class NoSuchProgram was not found" },
  ])("$argv says: $message", async ({ argv, message }) => {
    const { exitCode, out, err } = await explain(argv);
    expect({ exitCode, out }).toEqual({ exitCode: ExitCode.badInput, out: "" });
    expect(err).toContain(message);
  });

  test("a state that the trace does not have", async () => {
    const trace = await deadlock();
    for (const step of ["6", "-7", "x"]) {
      const { exitCode, err } = await explain(["--step", step, trace]);
      expect(exitCode).toBe(ExitCode.badInput);
      expect(err).toContain(`--step ${step} is not a state of the trace`);
      expect(err).toContain(step === "x" ? "0 is the first state" : "The trace has 5 steps");
    }
  });

  test("a trace that the program does not follow", async () => {
    const trace = await deadlock();
    const text = readFileSync(trace, "utf8");
    const value = JSON.parse(text);
    value.trace.steps[0].thread = 1;
    writeFileSync(trace, JSON.stringify(value));
    const { exitCode, err } = await explain([trace]);
    expect(exitCode).toBe(ExitCode.badInput);
    expect(err).toContain("step 1 of the trace cannot be taken: thread 1 has not been started");
  });

  test("help lists the options", async () => {
    const { out } = await explain(["--help"]);
    for (const option of ["--step", "--after", "--only", "--object", "--field", "--no-future"]) {
      expect(out).toContain(option);
    }
  });
});
