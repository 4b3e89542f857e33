/** `deadwood completion`: prints a script that makes a shell complete the words of this tool's command lines. */
import type { Command } from "commander";
import { ExitCode } from "../../core/errors.ts";
import { oneOf } from "../../core/one-of.ts";
import { addSummary } from "../command-summaries.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import {
  bundledPrograms,
  type CompletedCommand,
  completedCommands,
  SHELLS,
  type Shell,
} from "../completion/words.ts";
import { zshScript } from "../completion/zsh.ts";
import { describeCommands } from "../describe-commands.ts";
import type { Host } from "../host.ts";

type Script = (commands: readonly CompletedCommand[], programs: readonly string[]) => string;

const SCRIPTS: Readonly<Record<Shell, Script>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function addCompletionCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addSummary(program, "completion").action((shell: string) => {
    const script = SCRIPTS[oneOf("shell", shell, SHELLS)];
    const text = script(completedCommands(describeCommands(program)), bundledPrograms());
    host.streams.write(1, Buffer.from(text));
    done(ExitCode.safe);
  });
}
