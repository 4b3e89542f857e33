/** `deadwood replay`: runs the schedule of a trace again, to the violation it ends in. */
import type { Command } from "commander";
import { ExitCode } from "../../core/errors.ts";
import { LaunchableProgram } from "../../launch/launchable-program.ts";
import { describeOperation, traceLines } from "../../report/check/schedule-text.ts";
import { type ReplayListener, replay } from "../../search/replay/replay.ts";
import { judgementOf } from "../../search/replay/replay-criteria.ts";
import { nameOfThread } from "../../search/trace/object-names.ts";
import {
  describePlace,
  preemptionsOf,
  switchesOf,
  type TraceStep,
} from "../../search/trace/trace.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Console } from "../../vm/machine-options.ts";
import { type Host, report } from "../host.ts";
import { readTrace, tracedStart, warnOfChanges } from "../traced-program.ts";

interface ReplayOptions {
  readonly jdk?: string;
  readonly step?: boolean;
  readonly quiet?: boolean;
}

const PLAIN_WIDTH = 120;

export function addReplayCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  program
    .command("replay")
    .description("run the schedule of a trace again (see check --trace)")
    .argument("<trace>", "a file that `deadwood check --trace` has written")
    .option("--jdk <dir>", "the JDK whose class library to use")
    .option("--step", "print each step with its thread, place and values")
    .option("--quiet", "print neither the schedule nor what the program prints")
    .action((path: string, options: ReplayOptions) => {
      done(run(path, options, host));
    });
}

function run(path: string, options: ReplayOptions, host: Host): number {
  const input = readTrace(path);
  const { program: traced } = input;
  const program = new LaunchableProgram(tracedStart(traced, options.jdk), host);
  try {
    const console = new ReplayConsole(host, options.quiet !== true);
    const { machine, output } = program.start(console, input.discipline);
    const judgement = judgementOf(machine, input.judgedBy, input.violation, output);
    const told = listener(machine, console, options, host);
    const replayed = replay(machine, input.steps, told, judgement);
    warnOfChanges(traced, machine, host);
    const { violation, trace } = replayed;
    if (violation === null) {
      const why = replayed.obstacle === null ? "" : `: ${replayed.obstacle}`;
      const steps = `${replayed.taken} of ${input.steps.length} steps`;
      say(host, `not reproduced: no violation after ${steps}${why}`);
      return ExitCode.incomplete;
    }
    say(host, `violated: ${violation.message}`);
    if (violation.message !== input.violation.message) {
      report(host, `warning: the trace was recorded for "${input.violation.message}"`);
    }
    if (options.quiet === true) return ExitCode.violated;
    for (const line of violation.details) say(host, `  ${line}`);
    if (options.step !== true) {
      const reported = {
        cycle: 0,
        ...violation,
        preemptions: preemptionsOf(trace),
        switches: switchesOf(trace.steps),
        trace,
      };
      say(host, "");
      for (const line of traceLines(reported, host.terminalWidth ?? PLAIN_WIDTH)) say(host, line);
    }
    return ExitCode.violated;
  } finally {
    program.close();
  }
}

const say = (host: Host, line: string): void => host.streams.write(1, Buffer.from(`${line}\n`));

/** What the program prints, once: steps are rehearsed before they are taken. */
class ReplayConsole implements Console {
  isRehearsal = false;
  readonly #host: Host;
  readonly #isShown: boolean;

  constructor(host: Host, isShown: boolean) {
    this.#host = host;
    this.#isShown = isShown;
  }

  write(fd: number, bytes: Uint8Array): void {
    if (this.#isShown && !this.isRehearsal) this.#host.streams.write(fd, bytes.slice());
  }

  read(): number {
    return -1;
  }
}

function listener(
  m: Machine,
  console: ReplayConsole,
  options: ReplayOptions,
  host: Host,
): ReplayListener {
  return {
    rehearses(isRehearsal) {
      console.isRehearsal = isRehearsal;
    },
    stepped(step, index) {
      if (options.step === true) for (const line of stepLines(m, step, index)) say(host, line);
    },
  };
}

/** "12 Thread-0 at Main.java:7", and a line for each operation. */
function stepLines(m: Machine, step: TraceStep, index: number): string[] {
  const choice = step.choice < 0 ? "" : `, choice ${step.choice}`;
  const head = `${index + 1} ${nameOfThread(m, step.thread)} at ${describePlace(step.place)} in ${step.place.method}${choice}`;
  const operations = step.operations.map((operation) => {
    const inside = operation.place.library === null ? "" : ` (in ${operation.place.library})`;
    return `    ${describePlace(operation.place)} ${describeOperation(operation)}${inside}`;
  });
  return [head, ...operations, ...(step.omitted === 0 ? [] : [`    … ${step.omitted} more`])];
}
