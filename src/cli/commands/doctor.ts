/** `deadwood doctor`: what this machine offers, and what a program would need of it. */
import type { Command } from "commander";
import { ExitCode } from "../../core/errors.ts";
import { oldestNode, versionText } from "../../core/version.ts";
import { examine } from "../../doctor/doctor.ts";
import { doctorLines } from "../../report/doctor/text.ts";
import { PLAIN } from "../../report/style.ts";
import { addSummary } from "../command-summaries.ts";
import { type Host, print, styleOf } from "../host.ts";
import { addOptions, OptionGroup, type OptionRow } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import type { CommonWords } from "../prepare/common-options.ts";
import { warnAboutProgram, withAdvice } from "../prepare/program-start.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "../program-options.ts";

interface DoctorWords extends ProgramOptions, CommonWords {
  readonly json?: string;
}

const DOCTOR_OPTIONS: readonly OptionRow[] = [
  { flags: "--json <file>", about: "write what was found as JSON" },
  { flags: "--quiet", about: "print only the verdict" },
  { flags: "--verbose", about: "list everything, with the whole chains of calls" },
];

export function addDoctorCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = addProgramOptions(addSummary(program, "doctor"));
  addOptions(command, DOCTOR_OPTIONS, OptionGroup.output)
    .passThroughOptions()
    .action(async (words: string[], options: DoctorWords) => {
      const java = programFrom(words, options);
      warnAboutProgram(java, command, host);
      done(await withAdvice(java, host, () => Promise.resolve(runDoctor(words, options, host))));
    });
}

function runDoctor(words: readonly string[], options: DoctorWords, host: Host): number {
  requireWritable("--json", options.json);
  const hasProgram = words.length > 0 || options.jar !== undefined;
  const name = [...(options.jar === undefined ? [] : [options.jar]), ...words].join(" ");
  const report = examine({
    tool: versionText(),
    leastNode: oldestNode(),
    env: host.env,
    directory: host.directory,
    explicit: options.jdk,
    terminal: { columns: host.terminalWidth, hasColors: styleOf(host, 1) !== PLAIN },
    program: hasProgram ? { name, java: programFrom(words, options) } : null,
  });
  const lines = doctorLines(report, styleOf(host, 1), options.verbose === true);
  print(host, options.quiet === true ? lines.slice(-1) : lines);
  const files = new OutputFiles(host);
  files.json("--json", options.json, () => report);
  return files.exitCode(report.verdict === "refused" ? ExitCode.badInput : ExitCode.safe);
}
