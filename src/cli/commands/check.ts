/** `deadwood check`: explores every schedule of a program. */
import type { Command } from "commander";
import { ExitCode } from "../../core/errors.ts";
import { Explorer } from "../../search/explorer.ts";
import { bootMachine } from "../../vm/boot.ts";
import { allNatives } from "../../vm/natives/all.ts";
import type { Host } from "../host.ts";
import { loadProgram } from "../load-program.ts";
import { parseCount, parseSize } from "../options.ts";

interface CheckOptions {
  readonly classPath?: string;
  readonly jar?: string;
  readonly jdk?: string;
  readonly heap: string;
  readonly stack: string;
  readonly maxStates: string;
  readonly maxDepth: string;
}

export function addCheckCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  program
    .command("check")
    .argument("[program...]")
    .option("--class-path <path>")
    .option("--jar <file>")
    .option("--jdk <dir>")
    .option("--heap <size>", "heap size", "64m")
    .option("--stack <size>", "stack size", "256k")
    .option("--max-states <count>", "limit", "1000000000")
    .option("--max-depth <count>", "limit", "1000000")
    .passThroughOptions()
    .action((words: string[], options: CheckOptions) => {
      done(check(words, options, host));
    });
}

export function check(words: readonly string[], options: CheckOptions, host: Host): number {
  const loaded = loadProgram({ ...options, words }, host);
  const m = bootMachine(
    loaded.program,
    {
      heapWords: parseSize("--heap", options.heap, { least: "1m", most: "1900m" }) >> 2,
      stackWords: parseSize("--stack", options.stack, { least: "64k", most: "100m" }) >> 2,
      console: { write: () => {}, read: () => -1 },
      assertions: true,
      epochMillis: 0,
      properties: [],
      natives: allNatives,
      undo: true,
      checking: true,
    },
    loaded.mainClass,
    loaded.args,
  );
  const start = performance.now();
  const explorer = new Explorer(m, {
    states: parseCount("--max-states", options.maxStates),
    depth: parseCount("--max-depth", options.maxDepth),
  });
  let result = explorer.explore(100_000);
  while (result === "more") result = explorer.explore(100_000);
  const seconds = (performance.now() - start) / 1000;
  const c = explorer.counts;
  const v = explorer.violation;
  console.log(
    v === null
      ? result === "done"
        ? "safe"
        : `incomplete: ${explorer.limitReached}`
      : `violated: ${v.message}`,
  );
  if (v !== null) for (const line of v.details) console.log(`  ${line}`);
  console.log(
    `states ${c.states} matched ${c.matched} transitions ${c.transitions} depth ${c.maxDepth} ends ${c.ends} instr ${c.instructions} words/state ${(c.vectorWords / (c.states + c.matched)).toFixed(1)} ${seconds.toFixed(3)} s ${Math.round(c.states / seconds)} states/s`,
  );
  return v !== null ? ExitCode.violated : result === "done" ? ExitCode.safe : ExitCode.incomplete;
}
