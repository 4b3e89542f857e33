/**
 * Proves that the corpus leaves no opcode out: each of 0x00 to 0xc9 (all but
 * breakpoint and the two reserved ones) is executed by some program. What the
 * programs print is compared elsewhere; this says that it was worth comparing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPCODES } from "../../src/classfile/format/opcodes.ts";
import { compilePrograms } from "./support/compile.ts";
import { findJdk, VERSIONS } from "./support/jdks.ts";
import { runDeadwoodHere } from "./support/outcome.ts";
import { allPrograms } from "./support/programs.ts";

/** The last opcode of the specification, jsr_w. */
const LAST_OPCODE = 0xc9;

/** Groups that use the language itself more than the library: counting slows a run down. */
const GROUPS = new Set(["arith", "arrays", "control", "objects"]);

const jdk = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;

test.skipIf(jdk === null)("every opcode is executed", { timeout: 900_000 }, async () => {
  const all = allPrograms().filter(({ minJdk }) => minJdk <= jdk!.version);
  const classes = compilePrograms(all, jdk!);
  // Those that were written for this come first: they leave little to the others.
  const written = all.filter(({ group }) => group === "opcodes");
  const others = all.filter(({ group }) => GROUPS.has(group));
  const programs = [...written, ...others];
  const folder = mkdtempSync(join(tmpdir(), "deadwood-opcodes-"));
  try {
    const executed = new Set<number>();
    const missing = (): string[] =>
      OPCODES.slice(0, LAST_OPCODE + 1)
        .filter((_, opcode) => !executed.has(opcode))
        .map(({ mnemonic }) => mnemonic);
    for (const program of programs) {
      if (missing().length === 0) break;
      const file = join(folder, `${program.id.replaceAll("/", "-")}.json`);
      await runDeadwoodHere(program, classes.get(program.id)!, jdk!, file);
      // A program that is refused executes nothing; that it is refused is the other suite's finding.
      const opcodes: number[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
      for (const opcode of opcodes) executed.add(opcode);
    }
    expect(missing()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
