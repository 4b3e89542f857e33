/**
 * What benchmarks with parts have in common: options, running one part after the other, a file of results.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeResults } from "./results.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

const print = (text = "") => process.stdout.write(`${text}\n`);

export function fail(message) {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(2);
}

export function wholeNumber(name, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) fail(`--${name} must be a positive whole number`);
  return value;
}

/** The selected parts and the values of the options. All benchmarks have --only and --out. */
export function readOptions(all, options) {
  const { values, positionals } = parsed({
    only: { type: "string" },
    out: { type: "string" },
    ...options,
  });
  const names = Object.keys(all);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) fail(`unknown part ${unknown}; the parts are ${names.join(", ")}`);
  const parts = positionals.length === 0 ? names : positionals;
  const isFull = values.only === undefined && parts.length === names.length;
  return { parts, values, isFull };
}

function parsed(options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(error.message);
  }
}

/**
 * Measures some parts and prints what they say.
 *
 * @param {object} settings that parts want besides those that all have
 * @returns {Promise<{data: object, failures: number}>} data by part
 */
export async function measure(all, { parts, values }, settings) {
  if (!existsSync(join(ROOT, "dist/bundle/deadwood.cjs"))) fail("run `npm run build` first");
  const only = values.only?.toLowerCase();
  const scratch = mkdtempSync(join(tmpdir(), "deadwood-bench-"));
  const data = {};
  let failures = 0;
  try {
    for (const name of parts) {
      const result = await all[name]({
        ...settings,
        matches: (text) => only === undefined || text.toLowerCase().includes(only),
        scratch,
        progress: (text) => process.stderr.write(`${name}: ${text} …\n`),
      });
      if (result === null) continue;
      print(`\n== ${result.title}\n`);
      for (const line of result.text) print(line);
      failures += result.failures;
      data[name] = result.data;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (Object.keys(data).length === 0) fail(`no row matches --only ${values.only}`);
  return { data, failures };
}

/** Writes the results: of a full run to benchmarks/results, of any other to the file named by --out. */
export function keep(name, { values, isFull }, reportFor) {
  const usual = isFull ? join(ROOT, `benchmarks/results/${name}.json`) : null;
  const file = values.out === undefined ? usual : resolve(values.out);
  if (file === null) {
    print("\nnot a full run: no result file written (use --out FILE)");
    return;
  }
  writeResults(file, reportFor(file));
  print(`\nwritten: ${relative(process.cwd(), file)}`);
}
