/** `deadwood explore`: a page to step through a program, served on this computer only. */
import type { Command } from "commander";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import type { ExploreSource } from "../../explore/explore.ts";
import { PROPERTY_OPTIONS, parsePropertyOptions } from "../../search/properties/table.ts";
import { parseReductions } from "../check-options.ts";
import { addSummary } from "../command-summaries.ts";
import { type Host, print, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { addOptions, type OptionRow, parseCount, parseSeconds, parseWhole } from "../options.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "../program-options.ts";

interface ExploreWords extends ProgramOptions {
  readonly port?: string;
  readonly maxStates: string;
  readonly maxSeconds: string;
  readonly reduction: string;
  readonly spuriousWakeups?: boolean;
}

const OPTIONS: readonly OptionRow[] = [
  { flags: "--port <n>", about: "serve on this port (default: a free one)" },
  {
    flags: "--max-states <count>",
    about: "stop the page's check after this many states",
    default: "200000",
  },
  {
    flags: "--max-seconds <seconds>",
    about: "stop the page's check after this many seconds",
    default: "20",
  },
  {
    flags: "--reduction <list>",
    about: "as for check; determines where steps end",
    default: "all",
  },
  { flags: "--spurious-wakeups", about: "allow spurious wake-ups of wait, await and park" },
  ...PROPERTY_OPTIONS,
];

const MAX_PORT = 65_535;
/** The check goes on after a violation, to know of more states whether they lead to one. */
const MAX_VIOLATIONS = 20;

export function addExploreCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = addOptions(addProgramOptions(addSummary(program, "explore")), OPTIONS);
  command.passThroughOptions().action(async (words: string[]) => {
    done(await runExplore(words, command, host));
  });
}

async function runExplore(words: readonly string[], command: Command, host: Host): Promise<number> {
  const { source, options } = sourceFrom(words, command);
  const port = parsePort(options.port);
  const { env, directory } = host;
  const interrupt = interruptSignal(host);
  // The other commands of this bundle have no use for a server.
  const { explore } = await import("../../explore/explore.ts");
  try {
    const server = await explore(source, { env, directory, port });
    if (server.changedClasses.length > 0) {
      const names = server.changedClasses.join(", ");
      warn(host, `warning: classes changed since the trace was written: ${names}`);
    }
    print(host, [server.url]);
    host.streams.flush();
    await aborted(interrupt.signal);
    await server.close();
    return ExitCode.safe;
  } finally {
    interrupt.close();
  }
}

function sourceFrom(
  words: readonly string[],
  command: Command,
): { readonly source: ExploreSource; readonly options: ExploreWords } {
  const [first = "", ...rest] = words;
  const isTrace = first.endsWith(".json");
  if (isTrace) {
    const { operands, unknown } = command.parseOptions(rest);
    const [stray] = [...operands, ...unknown];
    if (stray !== undefined) throw new BadUsageError(`${stray}: a trace takes no arguments`);
  }
  const options = command.opts<ExploreWords>();
  const limits = {
    states: parseCount("--max-states", options.maxStates),
    seconds: parseSeconds("--max-seconds", options.maxSeconds),
  };
  const check = { limits, maxViolations: MAX_VIOLATIONS };
  if (isTrace) {
    const jdk = options.jdk === undefined ? {} : { jdk: options.jdk };
    return { options, source: { trace: first, ...jdk, options: check } };
  }
  const source = {
    program: programFrom(words, options),
    options: {
      ...check,
      properties: parsePropertyOptions(command.opts()),
      reductions: parseReductions(options.reduction),
      spuriousWakeups: options.spuriousWakeups === true,
    },
  };
  return { options, source };
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = parseWhole("--port", text);
  if (port <= MAX_PORT) return port;
  throw new BadUsageError(`--port ${text} is too large`, {
    hint: `A port is a number from 1 to ${MAX_PORT}; 0 takes a free one.`,
  });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
