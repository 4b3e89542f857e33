/** Runs the schedule of a trace until its violation occurs. */
import { type CommonOptions, contextOf, type Output } from "../launch/java-program.ts";
import { LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import type { SourceFile } from "../launch/source-files.ts";
import { replayCriteria } from "../search/properties/table.ts";
import { replay as replaySteps } from "../search/replay/replay.ts";
import { nameOfThread } from "../search/trace/object-names.ts";
import type { TraceStep } from "../search/trace/trace.ts";
import type { ReportedViolation } from "./check-report.ts";
import { reportOf } from "./reproduce.ts";
import { changedClasses, launchOptionsOfTrace, readTrace, type TraceFile } from "./trace-file.ts";
import { sourcesOf } from "./trace-sources.ts";

export interface ReplayOptions extends Omit<CommonOptions, "signal"> {
  /** The JDK whose class library to use; by default that of JAVA_HOME, then of the `java` on the PATH. */
  readonly jdk?: string;
  /** Receives what the program prints. */
  readonly output?: Output;
  /** Called after each step, with the name of its thread. */
  readonly onStep?: (step: TraceStep, index: number, thread: string) => void;
}

export interface ReplayReport {
  /** The violation that the schedule led to, or null. */
  readonly violation: ReportedViolation | null;
  /** The violation that the trace was recorded for. */
  readonly recorded: { readonly kind: string; readonly message: string };
  /** Whether the schedule led to the violation that it was recorded for. */
  readonly reproduced: boolean;
  readonly stepsTaken: number;
  readonly steps: number;
  /** Why the next step could not be taken; null if all steps were taken or the program ended. */
  readonly obstacle: string | null;
  /** The files of the program that the schedule leads through, as far as they were found. */
  readonly sources: readonly SourceFile[];
  /** Classes of the program that have changed since the trace was written. */
  readonly changedClasses: readonly string[];
}

/**
 * Runs the schedule of a trace again until its violation occurs.
 *
 * @param trace The path of a trace file, or the result of `check(…).trace()`.
 */
export async function replay(
  trace: string | TraceFile,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const input = readTrace(trace);
  const launch = launchOptionsOfTrace(input, options.jdk);
  const program = new LaunchableProgram(launch, contextOf(options));
  try {
    const { output: show, onStep } = options;
    const console =
      show === undefined
        ? SILENT
        : {
            // Copy: the machine reuses the array.
            write: (fd: number, bytes: Uint8Array) =>
              show(fd === 2 ? "stderr" : "stdout", bytes.slice()),
            read: () => -1,
          };
    const { machine, output } = program.start(console, input.discipline);
    const criteria = replayCriteria(machine, input.judgedBy, input.violation, output);
    let isRehearsal = false;
    output.muteWhile(() => isRehearsal);
    const {
      violation,
      trace: replayed,
      taken,
      obstacle,
    } = replaySteps(
      machine,
      input.steps,
      {
        // The cycle's steps are rehearsed before they are taken; their output must appear only once.
        rehearses: (isBegun) => {
          isRehearsal = isBegun;
        },
        stepped: (step, index) => onStep?.(step, index, nameOfThread(machine, step.thread)),
      },
      criteria,
      input.violation.kind,
    );
    const { kind, message } = input.violation;
    return {
      violation: violation === null ? null : reportOf(violation, replayed, "as found"),
      recorded: { kind, message },
      reproduced: violation?.kind === kind && violation.message === message,
      stepsTaken: taken,
      steps: input.steps.length,
      obstacle,
      sources: sourcesOf({ traces: [replayed] }, program.sourceFinder()),
      changedClasses: changedClasses(input.program, machine),
    };
  } finally {
    program.close();
  }
}
