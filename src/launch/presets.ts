/**
 * The settings that a machine boots with. Only this table assembles them. What a program can observe of its
 * surroundings (clock, system properties, memory) is part of its states, so presets that differ here explore
 * different programs.
 */
import { pathSpace } from "../vm/heap/heap-room.ts";
import type { Console, MachineOptions } from "../vm/machine-options.ts";
import { allNatives } from "../vm/natives/registry.ts";

/** What a machine is for. */
export type Preset = "run" | "check" | "reduce" | "fuzz";

/** What a program may ask about its surroundings. */
export interface ProgramSurroundings {
  /** java.home; null without a JDK. */
  readonly javaHome: string | null;
  readonly classPath: string;
  readonly directory: string;
}

/** The settings that the caller chooses. */
export type GivenSettings = Partial<MachineOptions>;

interface PresetRow {
  readonly heapWords: number;
  readonly stackWords: number;
  /** The address space for the objects of one path, given the heap size; by default the machine chooses. */
  readonly spaceWords?: (heapWords: number) => number;
  /** Milliseconds since 1970 at which virtual time starts. */
  readonly epochMillis: () => number;
  readonly properties: (
    surroundings: ProgramSurroundings,
  ) => readonly (readonly [string, string])[];
  readonly settings: Pick<MachineOptions, "checking" | "assumesFixed">;
}

export const SILENT: Console = { write: () => {}, read: () => -1 };

/** The minimum address space for the objects of one path of a check, in bytes. */
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
    // A candidate has no class path: its classes and resources are in memory.
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

/** The default sizes of the heap and of a stack, in bytes. */
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
 * More than a small heap needs, because only the used part takes memory. But not many times more: some tables
 * have an entry for each word, and a process with too much address space cannot start others. On Windows,
 * reserved address space counts as used.
 */
function checkedSpace(heapWords: number): number {
  const least = process.platform === "win32" ? 0 : MIN_PATH_SPACE / 4;
  return Math.max(pathSpace(heapWords), least);
}
