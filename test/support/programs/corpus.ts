/**
 * Real programs for tests of the machine: the conformance corpus, compiled by
 * an installed JDK, and the bundled programs, which need no compiler.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compilePrograms } from "../../conformance/support/compile.ts";
import { findJdk, VERSIONS } from "../../conformance/support/jdks.ts";
import { allPrograms } from "../../conformance/support/programs.ts";
import { bundledPrograms, type TestProgram } from "../machine.ts";

export interface NamedProgram extends TestProgram {
  readonly id: string;
}

interface Manifest {
  readonly programs: readonly {
    readonly name: string;
    readonly arguments: readonly string[];
    readonly needsJdk: boolean;
  }[];
}

/** Those that the models alone can run. */
export function bundled(): NamedProgram[] {
  const file = resolve(import.meta.dirname, "../../../models/programs/manifest.json");
  const manifest: Manifest = JSON.parse(readFileSync(file, "utf8"));
  return manifest.programs
    .filter(({ needsJdk }) => !needsJdk)
    .map(({ name, arguments: args }) => ({
      id: `bundled/${name}`,
      mainClass: name,
      args,
      classPath: bundledPrograms(),
      jdk: null,
    }));
}

/** The named programs of the corpus; none, and a line that says so, where there is no JDK. */
export function corpus(select: (id: string, group: string) => boolean): NamedProgram[] {
  const jdk = VERSIONS.map(findJdk).find((each) => each !== null) ?? null;
  if (jdk === null) {
    process.stdout.write("no JDK on this machine: the compiled corpus is skipped\n");
    return [];
  }
  // All together, whatever is wanted: other tests want other parts, and what was compiled once is kept.
  const programs = allPrograms().filter(({ minJdk }) => minJdk <= jdk.version);
  const folders = compilePrograms(programs, jdk);
  const selected = programs.filter(({ id, group }) => select(id, group));
  return selected.map(({ id, mainClass, args, stdin }) => ({
    id,
    mainClass,
    args,
    stdin,
    classPath: folders.get(id)!,
    jdk: jdk.home,
  }));
}
