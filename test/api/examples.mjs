/** An example for each function of the library, as a user of the installed package would write it. */
import { fileURLToPath } from "node:url";
import { assertSafe, check, compare, explain, fuzz, reduce, render, replay, run } from "deadwood";

const small = { env: { PATH: process.env.PATH }, directory: "/" };
const philosophers = { main: "DiningPhilosophers", args: ["naive", "2", "1"] };

/** Each gives what the test compares. */
const EXAMPLES = {
  async run() {
    let printed = "";
    const report = await run("Hello", {
      output: (_, bytes) => {
        printed += Buffer.from(bytes).toString();
      },
    });
    return [report.outcome, report.exitCode, printed];
  },

  async check() {
    const job = check(philosophers);
    const found = [];
    for await (const event of job) if (event.type === "violation") found.push(event.kind);
    const report = await job;
    return [report.verdict, found, render(report, "text").split("\n", 1)[0]];
  },

  async abort() {
    const report = await check(
      { main: "DiningPhilosophers", args: ["ordered", "4", "2"] },
      { signal: AbortSignal.abort() },
    );
    return [report.verdict, report.limit];
  },

  async assertSafe() {
    const { verdict } = await assertSafe({
      main: "DiningPhilosophers",
      args: ["ordered", "2", "1"],
    });
    const refused = await assertSafe(philosophers).catch((error) => error.name);
    return [verdict, refused];
  },

  async replay() {
    const trace = await check(philosophers).trace();
    const report = await replay(trace);
    return [report.reproduced, report.violation.kind];
  },

  async explain() {
    const { steps, future } = await explain(
      { program: { main: "LostUpdate", args: ["racy", "2", "1"] }, afterSteps: 2 },
      { maxStates: 500 },
    );
    return [steps, future.limit];
  },

  async compare() {
    const { programs, problems } = await compare([philosophers], {
      configurations: ["none", "local"],
    });
    return [programs[0].results.map(({ configuration }) => configuration), problems.length];
  },

  async fuzz() {
    const { verdict } = await fuzz({ ...small, programs: 1, seed: 3, families: ["unrestricted"] });
    return verdict;
  },

  async reduce() {
    const jar = fileURLToPath(
      new URL("node_modules/deadwood/models/programs.jar", import.meta.url),
    );
    const { results, isComplete } = await reduce(jar, {
      predicate: { check: "deadlock", ...philosophers, same: "kind" },
      output: "reduced.jar",
      passes: [],
    });
    return [isComplete, results[0].bytes < results[0].inputBytes / 10];
  },

  async mistake() {
    return check("NoSuchClass").then(
      () => "found",
      (error) => [error.code, error.exitCode],
    );
  },
};

const results = {};
for (const [name, example] of Object.entries(EXAMPLES)) results[name] = await example();
process.stdout.write(JSON.stringify(results));
