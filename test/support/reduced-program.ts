/** A real reduction of a bundled program, for tests of what is shown of one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ZipArchive } from "../../src/classfile/sources/zip.ts";
import { Candidate, readJar } from "../../src/reduce/files/candidate.ts";
import { type ReduceReport, reduce } from "../../src/reduce/reduce.ts";

const BUNDLED = join(import.meta.dirname, "../../models/programs.jar");

/** The program that fails, and others that have nothing to do with it. */
function inputFiles(): Candidate {
  const zip = ZipArchive.open(BUNDLED);
  try {
    const names = [...zip.names()].filter((name) => /^(?:DiningPhil|WordCount|Hello)/.test(name));
    return new Candidate(
      names.map((path) => ({ path, bytes: zip.read(path) ?? new Uint8Array() })),
    );
  } finally {
    zip.close();
  }
}

export const PREDICATE = {
  check: "deadlock",
  main: "DiningPhilosophers",
  args: ["naive", "2", "1"],
} as const;

/** Without that over bodies, which takes most of the time and changes no names. */
const PASSES = ["items", "merge", "rename"];

export interface ReducedProgram {
  readonly report: ReduceReport;
  readonly best: Candidate;
}

export async function reducedProgram(): Promise<ReducedProgram> {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-reduced-"));
  try {
    const output = join(folder, "out.jar");
    const input = join(folder, "in.jar");
    writeFileSync(input, inputFiles().toJar("deflated"));
    const report = await reduce(input, { output, predicate: PREDICATE, passes: PASSES });
    return { report, best: readJar(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
