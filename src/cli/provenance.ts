/** Describes the tool, the machine, the time and the command of a run, for pages with measurements. */
import { arch, availableParallelism, cpus, totalmem, type } from "node:os";
import type { Command } from "commander";
import { toolVersion } from "../core/version.ts";
import type { Provenance } from "../report/pages/provenance.ts";

/** `program`: the outermost command. */
export function provenanceOf(program: Command | null): Provenance {
  return {
    version: toolVersion(),
    date: `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    machine: {
      cpu: cpus()[0]?.model.trim() ?? "unknown processor",
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      system: `${type()} ${arch()}`,
      node: process.version,
    },
    command: ["deadwood", ...givenWords(program)].map(shellWord).join(" "),
  };
}

/** The words of the command line. Commander keeps them, but its types do not say so. */
function givenWords(program: Command | null): readonly string[] {
  const words: unknown = program === null ? null : Reflect.get(program, "rawArgs");
  return Array.isArray(words) ? words.map(String) : [];
}

/** A word as a POSIX shell must read it. */
const shellWord = (word: string): string =>
  /^(?:[\w@%+=:,./-]+|\{\})$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
