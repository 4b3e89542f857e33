/** `deadwood mcp`: serves the tools to programs that talk to language models. */
import { type Command, Option } from "commander";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { addSummary } from "../command-summaries.ts";
import type { Host } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { addOptions, type OptionRow, parseSeconds, parseSize } from "../options.ts";

interface McpWords {
  readonly allowCommands?: boolean;
  readonly maxSeconds: string;
  readonly memory: string;
  readonly job?: boolean;
}

const MEMORY_RANGE = { least: "64m", most: "1024g" };

const MCP_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--allow-commands",
    about: "let reduce run commands that a client names (off by default)",
  },
  {
    flags: "--max-seconds <seconds>",
    about: "the longest time that a client may ask for",
    default: "300",
  },
  { flags: "--memory <size>", about: "the memory of each call", default: "1g" },
];

export function addMcpCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addOptions(addSummary(program, "mcp"), MCP_OPTIONS)
    // For the server itself, which runs each call in a process of its own.
    .addOption(new Option("--job").hideHelp())
    .action(async (options: McpWords) => {
      done(await runMcp(options, host));
    });
}

async function runMcp(options: McpWords, host: Host): Promise<number> {
  if (options.job === true) {
    if (process.send === undefined) {
      throw new BadUsageError("--job is for processes that the server starts", {
        hint: "Start the server with: deadwood mcp.",
      });
    }
    const { runJob } = await import("../../mcp/job.ts");
    await runJob(host.env);
    return ExitCode.safe;
  }
  const limits = {
    maxSeconds: parseSeconds("--max-seconds", options.maxSeconds),
    memoryBytes: parseSize("--memory", options.memory, MEMORY_RANGE),
  };
  const interrupt = interruptSignal(host);
  try {
    // The protocol's packages are large, and no other command needs them.
    const { serve } = await import("../../mcp/server.ts");
    await serve({
      ...limits,
      directory: host.directory,
      env: host.env,
      allowsCommands: options.allowCommands === true,
      signal: interrupt.signal,
    });
  } finally {
    interrupt.close();
  }
  return ExitCode.safe;
}
