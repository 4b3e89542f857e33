/**
 * Examines the machine, and a program before a long search: what it needs, what of that is missing, and what the
 * tool would refuse.
 */
import { count, plural } from "../core/numbers.ts";
import { contextOf, type JavaProgram, launchOptionsOf } from "../launch/java-program.ts";
import { LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import { Program } from "../program/linking/program.ts";
import type { Machine } from "../vm/machine.ts";
import {
  DOCTOR_FORMAT,
  DOCTOR_VERSION,
  type DoctorReport,
  type Examined,
  type Finding,
  type Obstacle,
  type ProgramNeeds,
  type Trial,
} from "./doctor-report.ts";
import { examineMachine, type MachineQuestion } from "./machine.ts";
import { needsOf } from "./program-needs.ts";
import { tryOut } from "./trial.ts";

export interface DoctorQuestion extends MachineQuestion {
  /** The version of the tool, as `--version` prints it. */
  readonly tool: string;
  readonly directory: string;
  /** Null to examine the machine alone. */
  readonly program: { readonly name: string; readonly java: JavaProgram } | null;
}

export function examine(question: DoctorQuestion): DoctorReport {
  const machine = examineMachine(question);
  const program = question.program === null ? null : examineProgram(question.program, question);
  const all = [...machine, ...(program?.examined ?? [])];
  return {
    format: DOCTOR_FORMAT,
    version: DOCTOR_VERSION,
    tool: question.tool,
    verdict: verdictOf(all.map(({ finding }) => finding)),
    machine,
    program,
  };
}

function verdictOf(findings: readonly Finding[]): DoctorReport["verdict"] {
  if (findings.includes("refused")) return "refused";
  return findings.includes("warning") ? "warnings" : "fine";
}

function examineProgram(
  { name, java }: { readonly name: string; readonly java: JavaProgram },
  { env, directory }: DoctorQuestion,
): NonNullable<DoctorReport["program"]> {
  const launchable = new LaunchableProgram(
    launchOptionsOf(java, "check"),
    contextOf({ env, directory }),
  );
  try {
    const { machine } = launchable.start(SILENT);
    const needs = lookAhead(machine);
    const trial = tryOut(machine);
    return { name, examined: [...examineNeeds(needs), examineTrial(trial)], needs, trial };
  } finally {
    launchable.close();
  }
}

/** The classes are linked again, so that the machine does not know more than its run needs. */
function lookAhead(m: Machine): ProgramNeeds {
  const { owner, key } = m.mainMethod ?? { owner: null, key: "" };
  const program = new Program(m.program.sources);
  const synthetic = owner?.origin === "synthetic" ? owner.file : null;
  const holder = synthetic === null ? program.find(owner?.name ?? "") : program.define(synthetic);
  const main = holder?.methodsByKey.get(key);
  if (main === undefined) throw new Error("the main method is not there again");
  const isBooted = (name: string): boolean => m.program.loaded(name) !== undefined;
  return needsOf(program, m.options.natives, main, isBooted);
}

function examineNeeds(needs: ProgramNeeds): Examined[] {
  const { methods, programClasses, libraryClasses, nativeMethods, missing, refused } = needs;
  return [
    {
      topic: "code",
      finding: "ok",
      text: `${plural(methods, "method")} may run, ${count(nativeMethods)} of them native: of ${classes(programClasses)} of the program and ${count(libraryClasses)} of the library`,
      hint: null,
    },
    obstacles(
      "classes",
      missing,
      ["class", "classes"],
      "missing or damaged",
      "Add what holds them to the class path.",
    ),
    obstacles(
      "natives",
      refused,
      ["native method", "native methods"],
      "not supported",
      "Only a search that comes there is refused.",
    ),
    ...(needs.reflection.length === 0
      ? []
      : [
          {
            topic: "reflection",
            finding: "note" as const,
            text: `the program finds code by name in ${plural(needs.reflection.length, "place")}; what it finds is not seen here`,
            hint: null,
          },
        ]),
  ];
}

function obstacles(
  topic: string,
  found: readonly Obstacle[],
  nouns: readonly [string, string],
  problem: string,
  hint: string,
): Examined {
  const [one, many] = nouns;
  if (found.length === 0) {
    const text = `no ${one} that may be needed is ${problem}`;
    return { topic, finding: "ok", text, hint: null };
  }
  const subject =
    found.length === 1
      ? `1 ${one} that may be needed is`
      : `${count(found.length)} ${many} that may be needed are`;
  return { topic, finding: "warning", text: `${subject} ${problem}`, hint };
}

const classes = (number: number): string =>
  `${count(number)} ${number === 1 ? "class" : "classes"}`;

function examineTrial({ outcome, instructions, threads, error }: Trial): Examined {
  const figures = `${plural(instructions, "instruction")}, ${plural(threads, "thread")}`;
  const texts = {
    ended: `a run under one schedule came to its end: ${figures}`,
    deadlock: `a run under one schedule ended in a deadlock: ${figures}`,
    stopped: `a run under one schedule was stopped: ${figures}`,
    refused: `a run under one schedule was refused: ${error ?? ""}`,
  };
  return {
    topic: "trial",
    finding: outcome === "refused" ? "refused" : outcome === "ended" ? "ok" : "note",
    text: texts[outcome],
    hint: outcome === "refused" ? "A search would be refused in the same way." : null,
  };
}
