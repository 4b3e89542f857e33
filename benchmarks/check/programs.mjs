/** The bundled programs at sizes that need long searches. */
import { check, figuresOf } from "../lib/checker.mjs";
import { count, fixed, table, verdictCell } from "../lib/table.mjs";

/** Correct programs are explored completely, broken ones until the first violation. */
export const PROGRAMS = [
  ["AirportAccess correct 3 1 2", "safe"],
  ["AirportAccess leaky 2 1 2", "exception"],
  ["AlarmClock correct 3 3", "safe"],
  ["AlarmClock notify 3 3", "deadlock"],
  ["BakeryLock correct 2 3", "safe"],
  ["BakeryLock hasty 3 1", "exception"],
  ["BankTransfer locked 3 3 2", "safe"],
  ["BankTransfer crossed 3 3 2", "deadlock"],
  ["Barrier correct 3 2", "safe"],
  ["Barrier counting 3 2", "deadlock"],
  ["BladeRegistry correct 3 1", "safe"],
  ["BladeRegistry racy 2 2", "exception"],
  ["BoundedBuffer correct 2 2 2 2", "safe"],
  ["BoundedBuffer notify 1 2 2 2", "deadlock"],
  ["BridgeCrossing search 25 1 2 5 10 12", "exception"],
  ["CigaretteSmokers both 3", "safe"],
  ["CigaretteSmokers single 2", "deadlock"],
  ["ConcurrentCache shared 2 1", "safe"],
  ["ConcurrentCache own 2 1", "exception"],
  ["DekkerLock correct 8", "safe"],
  ["DekkerLock blind 4", "exception"],
  ["DiningPhilosophers ordered 5 1", "safe"],
  ["DiningPhilosophers naive 5 1", "deadlock"],
  ["DoubleCheckedLocking correct 4", "safe"],
  ["DoubleCheckedLocking single 3", "exception"],
  ["Elevator careful 2 3", "safe"],
  ["Elevator hasty 2 3", "exception"],
  ["ForkJoinSum shared 1 3", "safe"],
  ["ForkJoinSum forgetful 2 2", "exception"],
  ["FuturePipeline failing 2 1", "safe"],
  ["FuturePipeline racy 2 2", "exception"],
  ["Heartbeat correct 2 2", "safe"],
  ["Heartbeat endless 1 1", "deadlock"],
  ["Hello", "safe"],
  ["LinkedListRace locked 3 3", "safe"],
  ["LinkedListRace racy 3 3", "exception"],
  ["LockFreeStack fresh 2 3 2", "safe"],
  ["LockFreeStack reuse 2 3 1", "exception"],
  ["LostUpdate locked 4 3", "safe"],
  ["LostUpdate atomic 4 3", "safe"],
  ["LostUpdate racy 3 3", "exception"],
  ["LostWakeup correct 5", "safe"],
  ["LostWakeup lost 3", "deadlock"],
  ["LruCache locked 3 2 2", "safe"],
  ["LruCache racy 2 3 2", "exception"],
  ["MergeSort early 1 2", "safe"],
  ["MergeSort early 1 3", "exception"],
  ["NestedMonitor flat 20", "safe"],
  ["NestedMonitor nested 4", "deadlock"],
  ["PetersonLock correct 20", "safe"],
  ["PetersonLock swapped 10", "exception"],
  ["PhaserGame correct 3 1", "safe"],
  ["PhaserGame hasty 2 1", "exception"],
  ["ProducerConsumer closing 2 2 2", "safe"],
  ["ProducerConsumer forgotten 2 2 2", "deadlock"],
  ["Queens 8", "safe"],
  ["QueensByChoice search 8", "exception"],
  ["ReadersWriters correct 3 1 1", "safe"],
  ["ReadersWriters careless 2 2 1", "exception"],
  ["RedBlackTree locked 3 2", "safe"],
  ["RedBlackTree racy 2 3", "exception"],
  ["Rendezvous correct 20", "safe"],
  ["Rendezvous hasty 3", "exception"],
  ["ReplicatedWorkers correct 3 4", "safe"],
  ["ReplicatedWorkers if 3 3", "exception"],
  ["RequestCounters bounded 3 1", "safe"],
  ["RiverCrossing search 8 4", "exception"],
  ["SchedulerKernel correct search 3 3 3", "safe"],
  ["SchedulerKernel refund search 3 3 3", "exception"],
  ["SieveOfThreads 5", "safe"],
  ["SleepingBarber awake 3 2", "safe"],
  ["SleepingBarber drowsy 2 1", "deadlock"],
  ["SortedList optimistic 3 1", "safe"],
  ["SortedList coupled 3 1", "safe"],
  ["SortedList careless 2 2", "exception"],
  ["SpinningWorkers careful 3 3 1", "safe"],
  ["Supermarket correct 3 2 2", "safe"],
  ["Supermarket oversell 2 1 2", "exception"],
  ["ThreadPool correct 2 2", "safe"],
  ["ThreadPool silent 2 2", "deadlock"],
  ["Timeout correct 2", "safe"],
  ["Timeout forgotten 1", "deadlock"],
  ["TreeLookup any", "safe"],
  ["TreeLookup missing", "exception"],
  ["VirtualServer nested 1 2", "safe"],
  ["VirtualServer nested 2 2", "deadlock"],
  ["Warehouse locked 2 3 3", "safe"],
  ["Warehouse racy 1 3 3", "exception"],
  ["WordCount 1 5", "safe"],
];

export async function programs({ matches, limit, rounds, scratch, progress }) {
  const chosen = PROGRAMS.filter(([words]) => matches(words));
  if (chosen.length === 0) return null;
  const results = [];
  for (const [program, verdict] of chosen) {
    progress(program);
    const run = await check({ words: program.split(" "), limit, rounds, scratch });
    const totals = run.report?.totals;
    const figures = figuresOf(run);
    results.push({
      program,
      right: run.verdict === verdict,
      verdict: run.verdict,
      ...figures,
      transitionsPerSecond:
        figures.states === null ? null : figures.transitions / figures.searchSeconds,
      bytesPerState: totals?.bytesPerState ?? null,
      wordsPerState: totals?.wordsPerState ?? null,
      cpuSeconds: run.cpu,
      ...(run.message === undefined ? {} : { message: run.message }),
    });
  }
  const wrong = results.filter(({ right }) => !right);
  return {
    title: "The bundled programs",
    text: [
      table(HEADER, results.map(rowOf)),
      "",
      ...wrong.map(({ program, verdict, message = "" }) => `${program}: ${verdict} ${message}`),
      `verdicts            ${results.length - wrong.length} of ${results.length} right`,
    ],
    failures: wrong.length,
    data: { runs: results },
  };
}

const HEADER = [
  "program",
  "verdict",
  "states",
  "matched",
  "depth",
  "search s",
  "trans/s",
  "bytes/state",
  "words",
];

const rowOf = (result) => [
  result.program,
  verdictCell(result, result.verdict),
  count(result.states),
  count(result.matched),
  count(result.depth),
  fixed(result.searchSeconds, 2),
  count(result.transitionsPerSecond),
  fixed(result.bytesPerState, 1),
  fixed(result.wordsPerState, 0),
];
