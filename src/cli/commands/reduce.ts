/** `deadwood reduce`: the smallest valid program that still shows a failure. */

import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { disassembleAll } from "../../classfile/editing/disassembler.ts";
import { CompositeSource, parseClassPath } from "../../classfile/sources/class-path.ts";
import { findJdk, type Jdk } from "../../classfile/sources/jdk.ts";
import { loadBulkHash } from "../../core/bulk-hash.ts";
import { systemClock } from "../../core/clock.ts";
import { onDisk, systemDisk } from "../../core/disk.ts";
import { BadUsageError, ExitCode, LimitReachedError } from "../../core/errors.ts";
import { interruptName } from "../../core/interrupts.ts";
import { classesIn } from "../../fuzz/saved-difference.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import { Candidate } from "../../reduce/files/candidate.ts";
import { type ReductionInput, readInput } from "../../reduce/files/input.ts";
import { unreadableClasses } from "../../reduce/files/read-back.ts";
import { replaceCandidate } from "../../reduce/files/replace-atomically.ts";
import { ReducibleProgram } from "../../reduce/items/reducible-program.ts";
import { ALL_PASSES } from "../../reduce/passes/all-passes.ts";
import { Stop } from "../../reduce/session/stop.ts";
import { STRATEGIES } from "../../reduce/strategies.ts";
import { SAMENESS } from "../candidate-checker.ts";
import { type Host, report } from "../host.ts";
import { parseSize } from "../options.ts";
import { requireWritable, writeText } from "../output-files.ts";
import { DOT_LEVELS, dotOf } from "../reduce-dot.ts";
import { explainItem } from "../reduce-explain.ts";
import {
  CHECKS,
  costOf,
  DIFFERENCE,
  dotLevelOf,
  passesOf,
  planOf,
  type ReduceOptions,
  seconds,
  strategyOf,
} from "../reduce-options.ts";
import { predicateOf } from "../reduce-predicate.ts";
import { type Reduced, reduceOnce } from "../reduce-session.ts";

const FEATURE_VERSION = 17;
const MAX_INPUT_RANGE = { least: "1", most: "64g" };

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** `known` is all that a saved difference may name. */
export function addReduceCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  program
    .command("reduce")
    .description("make a jar as small as it can be while a command still fails on it")
    .argument("<input>", "a jar, or a directory of classes")
    .argument("[command...]", "after --: the command, with {} for the candidate's path")
    .option("-o, --out <path>", "where the result goes: a jar or a directory, as the input is")
    .option(
      "--class-path <path>",
      "libraries that the input needs; they stay as they are (also -cp)",
    )
    .option("--jdk <dir>", "the JDK whose class library the input uses")
    .option("--strategy <name>", `how to begin: ${STRATEGIES.join(", ")}`, "gbr")
    .option("--cost <bytes|count>", "what is to be small: bytes, or how many items", "bytes")
    .option(
      "--passes <list>",
      `what follows: all, none, or some of ${ALL_PASSES.map(({ name }) => name).join(",")}`,
      "all",
    )
    .option("--resources <reduce|keep|drop>", "files that are no classes", "reduce")
    .option("--max-input <size>", "refuse an input with more than this when unpacked", "256m")
    .option("--keep <item>", "an item that must stay, by its name (repeatable)", collect, [])
    .option("--as <jar|directory>", "how the command gets a candidate (default: as the input is)")
    .option(
      "--exit-code <n>",
      "the exit code that the command must have (default: that of the first run)",
    )
    .option("--stdout", "its standard output must be the same, too")
    .option("--stderr", "its standard error must be the same, too")
    .option(
      "--normalise <s/expression/replacement/>",
      "what to replace before outputs are compared (repeatable)",
      collect,
      [],
    )
    .option("--timeout <seconds>", "a run that takes longer is boring", "60")
    .option("--jobs <n>", "runs at once", "1")
    .option("--tries <n>", "how often the input itself is tried", "3")
    .option(
      "--persistent",
      "the command stays: it gets a path a line and answers `interesting` or `boring`",
    )
    .option(
      `--check <${CHECKS.join("|")}>`,
      "instead of a command: what `deadwood check` must find; after --: the main class and its arguments. difference: what `deadwood fuzz` has saved in INPUT",
    )
    .option(
      `--same <${SAMENESS.join("|")}>`,
      "with --check: what must stay: the failure that the input has, or any of the kind",
      "failure",
    )
    .option("--max-states <count>", "with --check: states of a search at the most", "100000")
    .option(
      "--also-interesting <codes>",
      "exit codes of candidates that are kept beside the result",
    )
    .option(
      "--split <expression>",
      "reduce once for each different line of the output that this matches",
    )
    .option("--disassemble <file>", "also write the classes of the result as text")
    .option("--session <dir>", "where logs and the best so far are (default: OUT.session)")
    .option("--resume", "go on with the reduction in that directory")
    .option("--time-limit <seconds>", "end with the best so far")
    .option("--explain <item>", "only say what an item needs, and what needs it")
    .option("--dot <file>", "only draw what needs what, as a Graphviz graph")
    .option(
      `--dot-level <${DOT_LEVELS.join("|")}>`,
      "with --dot: which classes mention which, or what each item needs",
      "classes",
    )
    .option("--quiet", "print the result only")
    .action(async (input: string, words: string[], options: ReduceOptions) => {
      done(await reduce(input, words, options, host, known));
    });
}

async function reduce(
  path: string,
  words: readonly string[],
  options: ReduceOptions,
  host: Host,
  known: readonly Configuration[],
): Promise<number> {
  const jdk = findJdk({ explicit: options.jdk, env: host.env });
  const libraries = librariesOf(options, jdk);
  const dotLevel = dotLevelOf(options.dotLevel);
  requireWritable("--dot", options.dot);
  requireWritable("--disassemble", options.disassemble);
  const maxInput = parseSize("--max-input", options.maxInput, MAX_INPUT_RANGE);
  const difference = options.check === DIFFERENCE ? path : null;
  const classes = difference === null ? path : classesIn(difference);
  if (difference !== null) await loadBulkHash();
  const input = withResources(readInput(classes, maxInput), options.resources);
  /** With access flags, which no strategy has to do with. */
  const detailed = (): ReducibleProgram =>
    new ReducibleProgram(input, libraries, { hasFlags: true });
  if (options.explain !== undefined) {
    host.streams.write(1, Buffer.from(`${explainItem(detailed(), options.explain).join("\n")}\n`));
    return ExitCode.safe;
  }
  const program = new ReducibleProgram(input, libraries);
  if (options.dot !== undefined) {
    writeText("--dot", options.dot, dotOf(program, dotLevel));
    return ExitCode.safe;
  }
  const out = outOf(options, classes, input);
  const plan = planOf(words, options, input, { jdk, libraries, known, difference }, host);
  // A misspelt word is told before the command is run, which may take its time.
  const setup = {
    strategy: strategyOf(options.strategy),
    cost: costOf(options.cost),
    passes: passesOf(options.passes),
    keep: new Set([
      ...(options.keep.length === 0 ? [] : keepOf(detailed(), options.keep)),
      ...(options.resources === "keep" ? input.files.map((file) => file.path) : []),
    ]),
  };
  const whole = new Candidate([
    ...input.classes.map(({ path: name, pieces }) => ({ path: name, bytes: pieces.bytes })),
    ...input.files,
  ]);
  const timeLimit =
    options.timeLimit === undefined
      ? {}
      : { timeLimitMillis: seconds("--time-limit", options.timeLimit) * 1000 };
  // From here on there are a directory, a timer and processes that must not outlive an error.
  const predicate = predicateOf(plan, host);
  const interrupt = new AbortController();
  const ignoreInterrupts = host.onInterrupt((signal) => interrupt.abort(interruptName(signal)));
  const stop = new Stop({ clock: systemClock, interrupt: interrupt.signal, ...timeLimit });
  try {
    const failures = await predicate.failures(whole, stop.signal);
    let isComplete = true;
    for (const [number, failure] of failures.entries()) {
      const isOne = failures.length === 1;
      const target = isOne ? out : numbered(out, number + 1);
      if (failure.line !== null && !(isOne && options.quiet === true)) {
        report(host, `failure: ${failure.line}`);
      }
      const reduced = await reduceOnce(
        { program, whole, libraries, failure, predicate, stop },
        {
          ...setup,
          session:
            options.session === undefined
              ? `${target}.session`
              : isOne
                ? options.session
                : numbered(options.session, number + 1),
          isResumed: options.resume === true,
          identity: identityOf(words, options, host),
          isQuiet: options.quiet === true,
        },
        host,
      );
      replaceCandidate(systemDisk, target, reduced.best, input.isJar ? "jar" : "directory");
      for (const name of unreadableClasses(reduced.best)) {
        report(host, `warning: ${name} of the result is not a well-formed class file`);
      }
      if (options.disassemble !== undefined) {
        const file = isOne ? options.disassemble : numbered(options.disassemble, number + 1);
        writeText("--disassemble", file, textOf(reduced.best));
      }
      tell(reduced, whole, target, host);
      isComplete &&= reduced.stopped === null;
      if (reduced.stopped !== null) break;
    }
    return isComplete ? ExitCode.safe : ExitCode.incomplete;
  } catch (error) {
    if (error instanceof LimitReachedError) {
      report(host, `stopped before anything was reduced: ${error.message}`);
      return ExitCode.incomplete;
    }
    throw error;
  } finally {
    await predicate.close();
    stop.close();
    ignoreInterrupts();
    libraries.close();
  }
}

function librariesOf({ classPath }: ReduceOptions, jdk: Jdk | null): CompositeSource {
  const featureVersion = jdk?.featureVersion ?? FEATURE_VERSION;
  const given = classPath === undefined ? [] : [parseClassPath(classPath, { featureVersion })];
  return new CompositeSource([...(jdk === null ? [] : [jdk.source]), ...given]);
}

function withResources(input: ReductionInput, text: string): ReductionInput {
  if (text === "reduce" || text === "keep") return input;
  if (text === "drop") return { ...input, files: [] };
  throw new BadUsageError(`--resources ${text} is none of reduce, keep and drop`);
}

function outOf({ out, resume }: ReduceOptions, path: string, { isJar }: ReductionInput): string {
  if (out === undefined) {
    throw new BadUsageError("where shall the result go?", { hint: "Say -o OUT." });
  }
  if (resolve(out) === resolve(path)) {
    throw new BadUsageError(`-o ${out} is the input itself`, { hint: "Name another path." });
  }
  const status = onDisk("write", out, () => statSync(out, { throwIfNoEntry: false }));
  requireFolder(out);
  const isTaken = status !== undefined && status.isDirectory() !== !isJar;
  const isForeign =
    status?.isDirectory() === true && resume !== true && !existsSync(`${out}.session`);
  if (isTaken || isForeign) {
    throw new BadUsageError(`there is something else at ${out}`, {
      hint: `The result is a ${isJar ? "jar" : "directory"}; name another path, or remove that.`,
    });
  }
  return out;
}

/** An hour later would be a bad moment to hear of it. */
function requireFolder(out: string): void {
  let folder = dirname(resolve(out));
  // Directories that are missing are made, together with the session.
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  onDisk("write to", folder, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

const numbered = (path: string, number: number): string =>
  path.endsWith(".jar") ? `${path.slice(0, -4)}-${number}.jar` : `${path}-${number}`;

/** Names that are kept, and those of the classes that they are of; each must be that of an item. */
function keepOf(
  { items, classes }: ReducibleProgram,
  names: readonly string[],
): ReadonlySet<string> {
  const wanted = new Set(names);
  const kept = new Set(names);
  for (let item = 0; item < items.count; item++) {
    const kind = items.kindOf(item);
    const name = items.nameOf(item);
    if (kind === "relation" || !wanted.delete(name) || kind === "file") continue;
    // Flags stay with what they are flags of.
    if (kind === "flag") kept.add(name.slice(0, name.lastIndexOf("!")));
    // Who names a part of a class means it by that name: the class is not to be called otherwise.
    const owner = classes.findLast((each) => each.item <= item);
    if (owner !== undefined) kept.add(items.nameOf(owner.item));
  }
  const [unknown] = wanted;
  if (unknown === undefined) return kept;
  throw new BadUsageError(`--keep ${unknown}: there is no such item`, {
    hint: "Names are as --explain has them: p.A, p.A.m(I)V, p.A.m(I)V!code, p.A extends p.B.",
  });
}

/** Options that verdicts depend on: a session can be gone on with only if all of them are the same. */
const IDENTITY = [
  "exitCode",
  "stdout",
  "stderr",
  "normalise",
  "timeout",
  "persistent",
  "check",
  "same",
  "maxStates",
  "split",
  "as",
] as const satisfies readonly (keyof ReduceOptions)[];

function identityOf(
  words: readonly string[],
  options: ReduceOptions,
  host: Host,
): Record<string, unknown> {
  const files = words.map((word) => fileHash(resolve(host.directory, word)));
  const chosen = Object.fromEntries(IDENTITY.map((name) => [name, options[name]]));
  return { command: words, files, ...chosen };
}

/** Of a script that the command names: edited, it is another predicate. */
function fileHash(path: string): string | null {
  try {
    return statSync(path).isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : null;
  } catch {
    return null; // no file: a word like others
  }
}

const textOf = ({ files }: Candidate): string =>
  disassembleAll(
    files.flatMap(({ path, bytes }) => (path.endsWith(".class") ? [[path, bytes] as const] : [])),
  );

function tell(reduced: Reduced, whole: Candidate, out: string, host: Host): void {
  const { best, runs, seconds: time, stopped } = reduced;
  const share = ((100 * best.bytes) / whole.bytes).toFixed(best.bytes * 100 < whole.bytes ? 2 : 1);
  if (stopped !== null)
    report(host, `stopped: ${stopped}; the best so far is kept, go on with --resume`);
  const text = `${out}: ${best.bytes} of ${whole.bytes} bytes (${share} %), ${best.classes} of ${whole.classes} classes, ${runs} runs, ${time.toFixed(1)} s\n`;
  host.streams.write(1, Buffer.from(text));
}
