/** Advice when a search was stopped and nothing was seen to grow: fewer states, a smaller program, more room. */
import { count, megabytes, plural } from "../../core/numbers.ts";
import type { SurveyedLine } from "../exploration/exploration.ts";
import type { Advice, AdvisedReport } from "./advice.ts";
import { findBugs, partsOf } from "./growth-advice.ts";
import type { Limit } from "./limit.ts";

const SHORT_SECONDS = 10;

export function limitAdvice(report: AdvisedReport, limit: Limit): Advice[] {
  const { kind } = limit;
  const raised = raiseLimit(report, limit);
  // After a short search, a longer one is the simplest thing to try.
  const isShort = report.seconds.search < SHORT_SECONDS;
  return [
    ...(isShort ? raised : []),
    ...fewerStates(report),
    ...(kind === "memory" && isStoreLarge(report, limit) ? lessMemory(report) : []),
    ...(isShort ? [] : raised),
    ...smallerProgram(report),
    findBugs(report, false),
  ];
}

/** Where the objects of one path had no room. */
export function roomAdvice({ kind, amount }: Limit): Advice[] {
  if (kind !== "path-objects") return [];
  // The room is twice the heap, so this makes it four times as large.
  const megabytes = Math.max(16, (amount ?? 8) * 2);
  return [
    {
      id: "larger-heap",
      what: `Add --heap ${megabytes}m.`,
      options: `--heap ${megabytes}m`,
      why: "one path made more objects than there is room for, which is twice the heap.",
    },
  ];
}

/** Settings under which the same program has more states than it needs to. */
function fewerStates({ search }: AdvisedReport): Advice[] {
  const advice: Advice[] = [];
  const { reductions, dvr, strategy } = search;
  if (reductions.length < ALL_REDUCTIONS) {
    advice.push({
      id: "all-reductions",
      what: "Leave --reduction out.",
      options: "--reduction all",
      why: `only ${reductions.length === 0 ? "none" : reductions.join(",")} of the partial-order reductions were used, and they lose no violation.`,
    });
  }
  if (search.library === "real") {
    advice.push({
      id: "library-model",
      what: "Add --library model.",
      options: "--library model",
      why: "an operation of java.util.concurrent is one step then; with the JDK's own code it is dozens.",
    });
  }
  const parts = partsOf(dvr);
  const best = strategy === "bfs" ? "local,hybrid,faint" : "full";
  const wanted = partsOf(best).filter((part) => !parts.includes(part));
  if (wanted.length > 0 && search.heapOrder === "canonical") {
    advice.push({
      id: "dead-values",
      what: `Try --dvr ${best}.`,
      options: `--dvr ${best}`,
      why: "states that differ only in values that are never used again count as one; how many that are, only the search shows.",
    });
  }
  return advice;
}

/** The number of partial-order reductions there are. */
const ALL_REDUCTIONS = 5;
/** A table of bits this many times smaller than a table of fingerprints for the same states. */
const BITSTATE_BYTES = "1g";

/** A smaller store helps only if the states take this share of the memory. */
const STORE_SHARE = 0.1;

const isStoreLarge = ({ totals }: AdvisedReport, { amount }: Limit): boolean =>
  amount === null || totals.storeBytes > STORE_SHARE * amount * 2 ** 20;

function lessMemory({ store, search }: AdvisedReport): Advice[] {
  const advice: Advice[] = [];
  if (store.kind === "exact") {
    advice.push({
      id: "compact-store",
      what: "Use --store compact.",
      options: "--store compact",
      why: "a fingerprint of a state takes 11 to 14 bytes, a whole state far more.",
    });
  }
  if (store.kind !== "bitstate" && search.walk === null) {
    advice.push({
      id: "bitstate",
      what: `Use --store bitstate --store-size ${BITSTATE_BYTES}.`,
      options: `--store bitstate --store-size ${BITSTATE_BYTES}`,
      why: "memory was the limit, and a state takes a few bits there; a state may be missed, so the verdict is never safe.",
    });
  }
  return advice;
}

/** How much larger a limit should be, to be worth another run. */
const FACTOR = 10;
const MEMORY_FACTOR = 4;

export function raiseLimit(
  { totals, limit: text }: AdvisedReport,
  { kind, amount }: Limit,
): Advice[] {
  if (kind === "states") {
    const more = (amount ?? totals.states) * FACTOR;
    return [
      raised(
        `--max-states ${more}`,
        `at ${count(totals.statesPerSecond)} states a second, ${count(more)} take about ${duration(more / Math.max(1, totals.statesPerSecond))}.`,
      ),
    ];
  }
  if (kind === "seconds") {
    const more = Math.ceil((amount ?? 1) * FACTOR);
    return [
      raised(
        `--max-seconds ${more}`,
        `${count(totals.states)} states were visited in ${text}; ten times as long is about ten times as many.`,
      ),
    ];
  }
  if (kind === "memory" && amount !== null) {
    const more = amount * MEMORY_FACTOR;
    return [
      raised(
        `--memory ${more}m`,
        `the visited states took ${megabytes(totals.storeBytes)} of it; the rest is the program's own memory, the path and the process.`,
      ),
    ];
  }
  if (kind === "depth") {
    const more = (amount ?? totals.maxDepth) * FACTOR;
    return [
      raised(
        `--max-depth ${more}`,
        `schedules longer than ${count(amount ?? totals.maxDepth)} steps were cut; all others were explored.`,
      ),
    ];
  }
  return [];
}

const raised = (options: string, why: string): Advice => ({
  id: "raise-limit",
  what: `Raise the limit: ${options}.`,
  options,
  why,
});

function duration(seconds: number): string {
  if (seconds < 100) return plural(Math.max(1, Math.round(seconds)), "second");
  const minutes = seconds / 60;
  return minutes < 100 ? plural(Math.round(minutes), "minute") : `${count(minutes / 60)} hours`;
}

// ---- the program ----

/** A sample of fewer steps says nothing about lines. */
const LEAST_RECORDED = 30;
/** A line stands out if it is the scheduling point of this share of the new states. */
const HOT_SHARE = 0.4;
const PRINTS = /^(?:PrintStream|Logger|System\$?Logger|Console|PrintWriter)\./;
const COUNTS = /^(?:Atomic|LongAdder|LongAccumulator|VarHandle|Unsafe)/;

function smallerProgram({ exploration, program }: AdvisedReport): Advice[] {
  const advice: Advice[] = [];
  const { lines, recorded } = exploration.survey;
  const all = lines.reduce((sum, { schedulingPoints }) => sum + schedulingPoints, 0);
  const [hot] = lines;
  const isKnown = recorded >= LEAST_RECORDED;
  if (isKnown && hot !== undefined && hot.path !== null && hot.schedulingPoints > all * HOT_SHARE) {
    advice.push(hotLine(hot, hot.schedulingPoints / all));
  }
  const smaller = smallerArguments(program.args);
  if (smaller !== null) {
    advice.push({
      id: "smaller-arguments",
      what: `Begin with smaller arguments: ${smaller.join(" ")}.`,
      options: null,
      why: `most bugs show with few threads and rounds, and the number of states grows exponentially with both (now: ${program.args.join(" ")}).`,
    });
  }
  return advice;
}

function hotLine(line: SurveyedLine, share: number): Advice {
  const { path, calls } = line;
  const place = `${path?.slice(path.lastIndexOf("/") + 1) ?? line.method}:${line.line}`;
  const print = calls.find((call) => PRINTS.test(call));
  const counter = calls.find((call) => COUNTS.test(call));
  const what =
    print !== undefined
      ? `Leave the output at ${place} (${print}) out of the check.`
      : counter !== undefined
        ? `Look at ${place} (${counter}): every attempt there is a scheduling point.`
        : `Look at ${place} first: do less there, or with fewer threads.`;
  return {
    id: "hot-line",
    what,
    options: null,
    why: `${Math.round(share * 100)} % of the states are scheduling points at this line.`,
  };
}

const isLarge = (arg: string): boolean => /^\d+$/.test(arg) && Number(arg) > 2;

/** Numbers above 2, halved; null if there are none. */
function smallerArguments(args: readonly string[]): string[] | null {
  if (!args.some(isLarge)) return null;
  return args.map((arg) => (isLarge(arg) ? String(Math.max(2, Math.floor(Number(arg) / 2))) : arg));
}
