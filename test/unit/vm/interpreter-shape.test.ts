/**
 * The dispatch loop is written with bare numbers, and V8 stops optimising a
 * function beyond a size without saying so. Both are watched here: the numbers
 * against the tables they come from, the size in V8's own count.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { OPCODES } from "../../../src/classfile/format/opcodes.ts";
import {
  CHECKED_DEPTH,
  CHECKED_PLAIN,
  FIRST_CHECKED,
  I,
} from "../../../src/vm/code/instructions.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const source = (name: string): string => readFileSync(join(ROOT, "src/vm", name), "utf8");

const opcodeOf = new Map<string, number>(OPCODES.map(({ mnemonic }, opcode) => [mnemonic, opcode]));
const instructionOf = new Map<string, number>(Object.entries(I));

interface Case {
  readonly number: number;
  readonly names: readonly string[];
}

/** `case 46: {` and its comment, on the same line or the next. */
function casesOf(text: string): Case[] {
  return [...text.matchAll(/case (\d+):(?: \{)?\s*\/\/ ([^\n:]+)/g)].map(([, number, names]) => ({
    number: Number(number),
    names: names!.split(",").map((name) => name.trim()),
  }));
}

/** What is wrong with a case's comment, if anything is. */
function complaints({ number, names }: Case): string[] {
  const [first] = names;
  const unknown = names.filter((name) => !opcodeOf.has(name) && !instructionOf.has(name));
  const own = opcodeOf.get(first!) === number || instructionOf.get(first!) === number;
  return [
    ...unknown.map((name) => `case ${number}: there is no instruction ${name}`),
    ...(own ? [] : [`case ${number} is not ${first}`]),
  ];
}

describe("the interpreter's switch", () => {
  const text = source("interpreter/dispatch.ts");
  const cases = casesOf(text);

  test("has a comment that names the instruction at each case", () => {
    expect(cases.length).toBeGreaterThan(100);
    expect(cases).toHaveLength([...text.matchAll(/\bcase\b.*:/g)].length);
  });

  test("has numbers and names that agree with the tables", () => {
    expect(cases.flatMap(complaints)).toEqual([]);
  });

  test("handles no instruction twice", () => {
    const numbers = cases.map(({ number }) => number);
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  });

  test("leaves no instruction of the machine to nobody", () => {
    const slow = readdirSync(join(ROOT, "src/vm"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map(source)
      .join("\n");
    const rare = casesOf(source("interpreter/slow-path.ts"));
    const numbered = new Set([...cases, ...rare].map(({ number }) => number));
    const isHandled = (name: string, number: number): boolean =>
      numbered.has(number) ||
      slow.includes(`case I.${name}:`) ||
      // Checked accesses are carried out as the plain instruction that the table names.
      CHECKED_PLAIN[number - FIRST_CHECKED] !== undefined;
    const forgotten = [...instructionOf].filter(([name, number]) => !isHandled(name, number));
    expect(forgotten).toEqual([]);
  });

  test("has the plain instruction for each checked one", () => {
    const plain = [...CHECKED_PLAIN];
    const unknown = plain.filter(
      (number) => !cases.some((each) => each.number === number) && number !== I.putfieldNarrow,
    );
    expect(unknown).toEqual([]);
    const last = FIRST_CHECKED + plain.length - 1;
    const checked = [...instructionOf].filter(([, n]) => n >= FIRST_CHECKED && n <= last);
    expect(checked).toHaveLength(plain.length);
    expect(CHECKED_DEPTH).toHaveLength(plain.length);
    // The plain fields keep their names; the arrays have none of their own.
    const fields = checked.filter(([name]) => /^(?:get|put)field/.test(name));
    const misplaced = fields.filter(
      ([name, n]) => instructionOf.get(name.replace("Checked", "")) !== plain[n - FIRST_CHECKED],
    );
    expect(misplaced).toEqual([]);
  });
});

test.each(["interpreter/slow-path.ts", "interpreter/rare-arithmetic.ts"])(
  "the rare instructions of %s have numbers and names that agree with the tables",
  (file) => {
    const cases = casesOf(source(file));
    expect(cases.length).toBeGreaterThan(5);
    expect(cases.flatMap(complaints)).toEqual([]);
  },
);

test("the machine's own instructions have numbers of their own", () => {
  const numbers = Object.values(I);
  expect(new Set(numbers).size).toBe(numbers.length);
  const last = opcodeOf.get("jsr_w")!;
  // Up to the JVM's last opcode a number means what it means there.
  const clashing = [...instructionOf].filter(
    ([name, number]) => number <= last && !JVM_NAMES.has(name) && opcodeOf.get(name) !== number,
  );
  expect(clashing).toEqual([]);
});

/** Untyped forms that stand for several JVM opcodes, under the number of one of them. */
const JVM_NAMES = new Set([
  "push",
  "constant",
  "push2",
  "load",
  "load2",
  "store",
  "store2",
  "return0",
  "return1",
  "return2",
]);

describe("V8's byte code for the dispatch loop", () => {
  test("is small enough to be optimised", { timeout: 60_000 }, () => {
    const limit = optimisationLimit();
    expect(limit).toBe(61_440);
    // Far below, so that one more instruction is no emergency.
    expect(byteCodeLength()).toBeLessThan(limit / 2);
  });
});

const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });

function optimisationLimit(): number {
  const options = node("--v8-options");
  const found = /--max-optimized-bytecode-size [^\n]*\n[^\n]*default: (?:--[\w-]+=)?(\d+)/.exec(
    options,
  );
  return Number(found?.[1]);
}

/** Compiles the interpreter as `npm run build` does, and has V8 compile the function. */
function byteCodeLength(): number {
  // Inside node_modules, so that the packages it imports are found.
  const cache = join(ROOT, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "shape-"));
  try {
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    node(compiler, "-p", join(ROOT, "tsconfig.build.json"), "--outDir", folder, "--noCheck");
    const url = pathToFileURL(join(folder, "vm/interpreter/dispatch.js")).href;
    const call = `import { interpret } from ${JSON.stringify(url)}; try { interpret(null, 0); } catch {}`;
    const flags = ["--print-bytecode", "--print-bytecode-filter=interpret"];
    const listing = node(...flags, "--input-type=module", "--eval", call);
    const lengths = [...listing.matchAll(/^Bytecode length: (\d+)$/gm)].map(([, n]) => Number(n));
    expect(lengths).toHaveLength(1);
    return lengths[0]!;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
