/** Starts a session of `deadwood explore` for a program or for the path of a trace, and its server. */
import type { CheckOptions, PropertyChoice } from "../check/options.ts";
import { reductionsOf } from "../check/options.ts";
import {
  changedClasses,
  launchOptionsOfTrace,
  readTrace,
  type TraceFile,
  type TraceInput,
} from "../check/trace-file.ts";
import { loadBulkHash } from "../core/bulk-hash.ts";
import {
  type CommonOptions,
  contextOf,
  type JavaProgram,
  launchOptionsOf,
  type ProgramLike,
} from "../launch/java-program.ts";
import { LaunchableProgram, type LaunchOptions } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import {
  DEFAULT_SETTINGS,
  machineOptionsFor,
  type PropertySettings,
} from "../search/properties/table.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";
import { LiveMachine } from "./live-machine.ts";
import { type SessionServer, serve } from "./server.ts";
import { ExploreSession, type SessionSetup } from "./session.ts";

export type ExploreSource =
  | { readonly program: ProgramLike; readonly options?: CheckOptions }
  | { readonly trace: string | TraceFile; readonly jdk?: string; readonly options?: CheckOptions };

export interface ExploreOptions extends CommonOptions {
  /** Any free port by default. */
  readonly port?: number;
}

export interface ExploreServer extends SessionServer {
  /** Classes of the program that have changed since the trace was written. */
  readonly changedClasses: readonly string[];
}

/** The server runs until it is closed. */
export async function explore(
  source: ExploreSource,
  options: ExploreOptions = {},
): Promise<ExploreServer> {
  await loadBulkHash();
  const trace = "trace" in source ? readTrace(source.trace) : null;
  const { session, name } = openSession(source, trace, options);
  try {
    if (trace !== null) await session.follow(trace.steps);
    const changed = trace === null ? [] : changedClasses(trace.program, session.live.machine);
    const server = await serve(session, options.port ?? 0, name);
    const close = async (): Promise<void> => {
      session.check.stop();
      await server.close();
      session.program.close();
    };
    return { ...server, close, changedClasses: changed };
  } catch (error) {
    session.program.close();
    throw error;
  }
}

/** A session in front of the program's first step. */
export function openSession(
  source: ExploreSource,
  trace: TraceInput | null,
  common: CommonOptions,
): { readonly session: ExploreSession; readonly name: string } {
  const { options = {} } = source;
  const properties = trace === null ? options.properties : trace.judgedBy;
  const settings: PropertySettings = { ...DEFAULT_SETTINGS, ...given(properties ?? {}) };
  const launch = launchOptions(source, trace, options, settings);
  const program = new LaunchableProgram(launch, contextOf(common));
  const checkOptions: CheckOptions = {
    ...options,
    properties: settings,
    reductions: launch.reductions ?? "all",
    spuriousWakeups: launch.spuriousWakeups ?? false,
    ...(common.env === undefined ? {} : { env: common.env }),
    ...(common.directory === undefined ? {} : { directory: common.directory }),
  };
  const setup: SessionSetup = {
    program,
    settings,
    discipline: trace?.discipline ?? [],
    check: {
      program: "program" in source ? source.program : programOf(launch),
      options: checkOptions,
      keysAlong: (file) => keysAlong(program, settings, file.discipline, file),
    },
  };
  return {
    session: started(setup),
    name: launch.mainAndArgs.join(" ") || (launch.jar ?? "program"),
  };
}

function started(setup: SessionSetup): ExploreSession {
  try {
    return new ExploreSession(setup);
  } catch (error) {
    setup.program.close();
    throw error;
  }
}

function launchOptions(
  source: ExploreSource,
  trace: TraceInput | null,
  options: CheckOptions,
  settings: PropertySettings,
): LaunchOptions {
  if ("trace" in source) {
    return launchOptionsOfTrace(trace ?? readTrace(source.trace), source.jdk);
  }
  return {
    ...launchOptionsOf(source.program, "check"),
    spuriousWakeups: options.spuriousWakeups ?? false,
    assumesFixed: options.assumesFixed ?? false,
    reductions: reductionsOf(options.reductions ?? "all"),
    machine: machineOptionsFor(settings),
  };
}

/** A caller may give undefined for what it leaves open. */
const given = (choice: PropertyChoice): PropertyChoice =>
  Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));

/** The program of a trace, for a check of it. */
function programOf(launch: LaunchOptions): JavaProgram {
  const [main, ...args] = launch.mainAndArgs;
  const { classPath, jar, jdk, heapBytes, stackBytes, assertions, library } = launch;
  return {
    ...(jar === undefined
      ? { args, ...(main === undefined ? {} : { main }) }
      : { jar, args: launch.mainAndArgs }),
    ...(classPath === undefined ? {} : { classPath }),
    ...(jdk === undefined ? {} : { jdk }),
    heapBytes,
    stackBytes,
    assertions,
    library,
    systemProperties: Object.fromEntries(launch.properties.map(keyAndValue)),
    sources: launch.sources ?? [],
  };
}

function keyAndValue(text: string): [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

/** The states that the schedule of a trace leads through. */
function keysAlong(
  program: LaunchableProgram,
  settings: PropertySettings,
  discipline: readonly RefutedAssumption[],
  { trace }: TraceFile,
): readonly string[] {
  const live = new LiveMachine(program.start(SILENT, discipline), settings);
  for (const step of trace.steps) {
    if (live.obstacleTo(step) !== null) break;
    live.take(step);
  }
  return live.standings.map(({ key }) => key);
}
