/**
 * With which settings a machine boots. This table is the only place that assembles them: what a
 * program can observe of its surroundings (clock, system properties, memory) is part of its states,
 * so two purposes that differ here explore different programs.
 */
import { pathSpace } from "../vm/heap/heap-room.ts";
import type { Console, MachineOptions } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/registry.ts";

/** What a machine is for. */
export type Preset = "run" | "check" | "reduce" | "fuzz";

/** What a program may ask about the place where it runs. */
export interface ProgramSurroundings {
  /** java.home; null without a JDK. */
  readonly javaHome: string | null;
  readonly classPath: string;
  readonly directory: string;
}

/** What the caller decides. */
export type GivenSettings = Partial<MachineOptions>;

interface PresetRow {
  readonly heapWords: number;
  readonly stackWords: number;
  /** Address space for the objects of one path, for a heap of this size; the machine's own choice without it. */
  readonly spaceWords?: (heapWords: number) => number;
  /** Milliseconds since 1970 at which virtual time starts. */
  readonly epochMillis: () => number;
  readonly properties: (
    surroundings: ProgramSurroundings,
  ) => readonly (readonly [string, string])[];
  readonly settings: Pick<MachineOptions, "checking" | "assumesFixed">;
}

export const SILENT: Console = { write: () => {}, read: () => -1 };

/** Bytes of address space for the objects of one path of a check, at least. */
const MIN_PATH_SPACE = 2 ** 27;

/** A fixed date, so that every boot is the same. */
const newYear2020 = (): number => Date.UTC(2020, 0, 1);

const javaHome = ({ javaHome: home }: ProgramSurroundings): [string, string][] =>
  home === null ? [] : [["java.home", home]];

const realPlace = (surroundings: ProgramSurroundings): [string, string][] => [
  ...javaHome(surroundings),
  ["java.class.path", surroundings.classPath],
  ["user.dir", surroundings.directory],
];

const PRESETS: Readonly<Record<Preset, PresetRow>> = {
  run: {
    heapWords: 2 ** 27,
    stackWords: 2 ** 18,
    epochMillis: () => Date.now(),
    properties: realPlace,
    settings: {},
  },
  check: {
    heapWords: 2 ** 24,
    stackWords: 2 ** 16,
    spaceWords: checkedSpace,
    epochMillis: newYear2020,
    properties: realPlace,
    settings: { checking: true },
  },
  reduce: {
    heapWords: 2 ** 20,
    stackWords: 2 ** 14,
    epochMillis: newYear2020,
    // A candidate has no class path: its classes and resources are in the checker's memory.
    properties: (surroundings) => [...javaHome(surroundings), ["java.class.path", ""]],
    settings: { checking: true },
  },
  fuzz: {
    heapWords: 2 ** 14,
    stackWords: 2 ** 12,
    epochMillis: () => 0,
    properties: () => [["user.dir", "/"]],
    settings: { checking: true, assumesFixed: true },
  },
};

/** The sizes of a heap and a stack, in bytes, when the user gives none. */
export const defaultSizes = (preset: Preset): { heapBytes: number; stackBytes: number } => ({
  heapBytes: PRESETS[preset].heapWords * 4,
  stackBytes: PRESETS[preset].stackWords * 4,
});

/** `given.properties` are set after those of the preset, so they win. */
export function machineSettings(
  preset: Preset,
  surroundings: ProgramSurroundings,
  given: GivenSettings,
): MachineOptions {
  const row = PRESETS[preset];
  const heapWords = given.heapWords ?? row.heapWords;
  return {
    heapWords,
    ...(row.spaceWords === undefined ? {} : { spaceWords: row.spaceWords(heapWords) }),
    stackWords: row.stackWords,
    console: SILENT,
    assertions: true,
    epochMillis: row.epochMillis(),
    natives: allNatives,
    undo: true,
    ...row.settings,
    ...given,
    properties: [...row.properties(surroundings), ...(given.properties ?? [])],
  };
}

/**
 * More than a small heap needs, since only what is used of it takes memory. Not many times more:
 * tables with an entry for each word take address space too, and a process with too much of that
 * cannot start others. On Windows, reserved address space counts as used.
 */
function checkedSpace(heapWords: number): number {
  const least = process.platform === "win32" ? 0 : MIN_PATH_SPACE / 4;
  return Math.max(pathSpace(heapWords), least);
}
