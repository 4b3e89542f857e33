/**
 * `npm run contracts [-- --all] [-- NAME...]`: explores contracts with the JDK's
 * own classes and runs them on a real JVM, then writes the results and
 * docs/contracts.md. Those whose source has changed, unless all are asked for,
 * and only those whose full name contains one of the names. `--briefly` spends
 * little on those that cannot be exhausted with the JDK's own classes.
 */
import { writeFileSync } from "node:fs";
import { CompiledContracts } from "./support/compiled.ts";
import {
  type ClassResults,
  type ContractResult,
  dropResultsBut,
  exploreReal,
  isBroken,
  isCurrent,
  readResults,
  requireUnbroken,
  writeResults,
} from "./support/results.ts";
import { type ContractClass, fullName, readContracts } from "./support/sources.ts";
import { renderTable, TABLE } from "./support/table.ts";

const MODEL_STATES = 20_000;
const JVM_RUNS = 2000;

const words = process.argv.slice(2);
const isAll = words.includes("--all");
/** States and random schedules with the JDK's own classes; otherwise as many as usual. */
const effort = words.includes("--briefly") ? ([2000, 20] as const) : ([] as const);
const names = words.filter((word) => !word.startsWith("--"));

const classes = readContracts();
const compiled = new CompiledContracts(classes);
let failures = 0;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

function requireFound(found: readonly string[], seen: readonly string[], where: string): void {
  const missing = seen.filter((each) => !found.includes(each));
  if (missing.length > 0) throw new Error(`the models miss what ${where} shows: ${missing.join()}`);
}

function record(owner: ContractClass): ClassResults {
  const before = readResults(owner);
  const wanted = owner.contracts.filter((contract) => {
    const full = fullName(owner, contract);
    const isNamed = names.length === 0 || names.some((name) => full.includes(name));
    return isNamed && (isAll || !isCurrent(before, contract));
  });
  if (wanted.length === 0) return before;
  const seen = compiled.runOnJvm(
    wanted.map((each) => fullName(owner, each)),
    JVM_RUNS,
  );
  const results: Record<string, ContractResult> = { ...before };
  for (const contract of wanted) {
    const full = fullName(owner, contract);
    try {
      const outcomes = seen.get(full) ?? [];
      requireUnbroken(full, "a JVM", outcomes.filter(isBroken));
      const model = compiled.explore(full, "model", MODEL_STATES);
      requireUnbroken(full, "the models", model.broken);
      const real = exploreReal(compiled, full, ...effort);
      requireFound(model.outcomes, outcomes, "a JVM");
      requireFound(model.outcomes, real.outcomes, "--library real");
      results[contract.name] = {
        hash: contract.hash,
        real,
        jvm: { runs: JVM_RUNS, outcomes },
      };
      say(`${full}: ${real.states} states, ${real.incomplete ?? "exhausted"}`);
    } catch (error) {
      failures++;
      say(`${full}: ${error instanceof Error ? error.message : String(error)}`);
    }
    writeResults(owner, results);
  }
  return results;
}

const rows = classes.map((owner) => {
  const results = record(owner);
  const explored = new Map(
    owner.contracts.map((each) => [
      each.name,
      compiled.explore(fullName(owner, each), "model", MODEL_STATES),
    ]),
  );
  return { owner, results, explored };
});
dropResultsBut(classes);
writeFileSync(TABLE, renderTable(rows));
compiled.remove();
if (failures > 0) process.exitCode = 1;
