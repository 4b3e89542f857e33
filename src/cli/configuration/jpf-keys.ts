/**
 * What the keys of Java Pathfinder's configuration mean for Deadwood, one row each. The table of
 * docs/configuration.md is compared with this one. A key that is in no row gets a warning.
 */
import type { OptionSetting } from "./settings.ts";

/** What a row may do with its value. */
export interface JpfContext {
  /** Sets an option of the command; does nothing if the command has no such option. */
  readonly set: (option: string, value: OptionSetting) => void;
  /** Adds entries to the class path or to the folders of sources, resolved against the file. */
  readonly addPaths: (option: "classPath" | "source", paths: readonly string[]) => void;
  readonly program: (name: string) => void;
  readonly args: (args: readonly string[]) => void;
  /** Says that a value is not taken over. */
  readonly warn: (message: string) => void;
}

export interface JpfKey {
  /** `*` stands for any text. */
  readonly key: string;
  /** For the documents. */
  readonly meaning: string;
  readonly apply: (value: string, context: JpfContext) => void;
}

/** Lists are separated by commas or semicolons. */
export const jpfList = (value: string): readonly string[] =>
  value
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** "true", "yes" and "on" mean the same. */
export const isTrue = (value: string): boolean => /^(?:true|yes|on)$/i.test(value.trim());

const simpleName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

const nothing = (): void => {};

const without = (key: string, why: string): JpfKey => ({
  key,
  meaning: `no effect: ${why}`,
  apply: nothing,
});

const SEARCHES: Readonly<Record<string, string>> = {
  DFSearch: "dfs",
  BFSHeuristic: "bfs",
  RandomSearch: "random",
};

const STORES: Readonly<Record<string, string>> = {
  FullStateSet: "exact",
  JenkinsStateSet: "compact",
};

const RACE_DETECTORS = new Set(["PreciseRaceDetector", "RaceDetector"]);
/** What these show is in every trace of Deadwood. */
const NEEDLESS_LISTENERS = new Set(["DeadlockAnalyzer", "TraceStorer", "ExecTracker"]);
/** Its limits are keys of their own. */
const BUDGET = "BudgetChecker";

const isKnownListener = (name: string): boolean =>
  RACE_DETECTORS.has(name) || NEEDLESS_LISTENERS.has(name) || name === BUDGET;

export const JPF_KEYS: readonly JpfKey[] = [
  {
    key: "target",
    meaning: "the main class",
    apply: (value, { program }) => program(value),
  },
  {
    key: "target.args",
    meaning: "the arguments of its main method",
    apply: (value, { args }) => args(jpfList(value)),
  },
  {
    key: "target.entry",
    meaning: "nothing if it is `main`; any other method gets a warning",
    apply(value, { warn }) {
      if (!/^main(?:\(|$)/.test(value)) warn("a program starts with its main method");
    },
  },
  {
    key: "classpath",
    meaning: "`--class-path`",
    apply: (value, { addPaths }) => addPaths("classPath", jpfList(value)),
  },
  {
    key: "sourcepath",
    meaning: "`--source`",
    apply: (value, { addPaths }) => addPaths("source", jpfList(value)),
  },
  {
    key: "*.classpath",
    meaning: "`--class-path`: that of a project",
    apply: (value, { addPaths }) => addPaths("classPath", jpfList(value)),
  },
  {
    key: "*.sourcepath",
    meaning: "`--source`: that of a project",
    apply: (value, { addPaths }) => addPaths("source", jpfList(value)),
  },
  {
    key: "search.class",
    meaning: "`--search`: dfs for DFSearch, bfs for BFSHeuristic, random for RandomSearch",
    apply(value, { set, warn }) {
      const search = SEARCHES[simpleName(value)];
      if (search === undefined) warn("Deadwood searches depth-first instead");
      else set("search", search);
    },
  },
  {
    key: "search.multiple_errors",
    meaning: "`--all-errors`",
    apply(value, { set }) {
      if (isTrue(value)) set("allErrors", true);
    },
  },
  {
    key: "search.depth_limit",
    meaning: "`--max-depth`; the steps of the two tools differ in length",
    apply: limitOf("maxDepth"),
  },
  {
    key: "search.properties",
    meaning:
      "`--no-deadlock` and `--no-uncaught` for what the list lacks; other properties get a warning",
    apply(value, { set, warn }) {
      const names = jpfList(value).map(simpleName);
      if (!names.includes("NotDeadlockedProperty")) set("deadlock", false);
      if (!names.includes("NoUncaughtExceptionsProperty")) set("uncaught", false);
      const known = ["NotDeadlockedProperty", "NoUncaughtExceptionsProperty"];
      const others = names.filter((name) => !known.includes(name));
      if (others.length > 0) warn(`there is no property ${others.join(", ")}`);
    },
  },
  {
    key: "search.RandomSearch.path_limit",
    meaning: "`--runs`, with a random search",
    apply: limitOf("runs"),
  },
  {
    key: "cg.seed",
    meaning: "`--seed`, with a random search",
    apply(value, { set }) {
      set("seed", value);
    },
  },
  {
    key: "cg.enumerate_random",
    meaning: "`true` gets a warning: random numbers have fixed values",
    apply(value, { warn }) {
      if (isTrue(value)) warn("random numbers have fixed values, and the verdict says so");
    },
  },
  {
    key: "vm.por",
    meaning: "`--reduction none` if it is false",
    apply(value, { set }) {
      if (!isTrue(value)) set("reduction", "none");
    },
  },
  {
    key: "vm.storage.class",
    meaning: "`--store`: exact for FullStateSet, compact for JenkinsStateSet",
    apply(value, { set, warn }) {
      const store = STORES[simpleName(value)];
      if (store === undefined) warn("Deadwood keeps its usual store");
      else set("store", store);
    },
  },
  {
    key: "vm.enable_assertions",
    meaning: "nothing: assertions are checked",
    apply: nothing,
  },
  {
    key: "vm.disable_assertions",
    meaning: "`--disable-assertions` if it is `*`; names of classes get a warning",
    apply(value, { set, warn }) {
      if (value.trim() === "*") set("disableAssertions", true);
      else warn("assertions are disabled for all classes or for none");
    },
  },
  {
    key: "vm.tree_output",
    meaning: "`--output show` or `--output hide`",
    apply: (value, { set }) => set("output", isTrue(value) ? "show" : "hide"),
  },
  {
    key: "listener",
    meaning:
      "`--races error` for PreciseRaceDetector; nothing for DeadlockAnalyzer, TraceStorer, ExecTracker and BudgetChecker; others get a warning",
    apply(value, { set, warn }) {
      const names = jpfList(value).map(simpleName);
      if (names.some((name) => RACE_DETECTORS.has(name))) set("races", "error");
      const others = names.filter((name) => !isKnownListener(name));
      if (others.length > 0) warn(`there is no listener ${others.join(", ")}`);
    },
  },
  { key: "budget.max_state", meaning: "`--max-states`", apply: limitOf("maxStates") },
  { key: "budget.max_depth", meaning: "`--max-depth`", apply: limitOf("maxDepth") },
  {
    key: "budget.max_time",
    meaning: "`--max-seconds`; the key counts milliseconds",
    apply(value, { set, warn }) {
      if (/^\d+$/.test(value) && Number(value) > 0) set("maxSeconds", String(Number(value) / 1000));
      else warn("it is not a number of milliseconds");
    },
  },
  without("search.min_free", "`--memory` has a limit of its own"),
  without("search.match_depth", "states are matched at every depth"),
  without("cg.threads.*", "every point where it matters is a scheduling point"),
  without("cg.randomize_choices", "the order of the choices is fixed"),
  without("vm.scheduler.*", "Deadwood finds out itself which accesses are shared"),
  without("vm.shared.*", "Deadwood finds out itself which accesses are shared"),
  without("vm.gc", "objects that cannot be reached never tell states apart"),
  without("vm.store_steps", "traces have all steps"),
  without("vm.path_output", "it concerns the output of Java Pathfinder"),
  without("report.*", "it concerns the output of Java Pathfinder"),
  without("jpf.report.*", "it concerns the output of Java Pathfinder"),
  without("log.*", "it concerns the output of Java Pathfinder"),
  without("native_classpath", "it is for extensions of Java Pathfinder"),
  without("*.native_classpath", "it is for extensions of Java Pathfinder"),
];

/** A positive number; 0 and less mean no limit. */
function limitOf(option: string): JpfKey["apply"] {
  return (value, { set, warn }) => {
    if (/^\d+$/.test(value) && Number(value) > 0) set(option, value);
    else if (!/^-?\d+$/.test(value)) warn("it is not a number");
  };
}

/** The row for a key: that of the same name, or else the first whose pattern fits. */
export function jpfKeyFor(key: string): JpfKey | null {
  const exact = JPF_KEYS.find((row) => row.key === key);
  return exact ?? JPF_KEYS.find((row) => row.key.includes("*") && fits(row.key, key)) ?? null;
}

function fits(pattern: string, key: string): boolean {
  const [before = "", after = ""] = pattern.split("*");
  return key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
}
