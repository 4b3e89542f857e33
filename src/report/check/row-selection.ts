/**
 * Which rows of a long schedule are shown on one screen: those that explain the violation, where another thread
 * takes over, and what touches variables and locks that several threads use.
 */
import type { Trace } from "../../search/trace/trace.ts";
import type { ScheduleRow } from "./schedule-rows.ts";

/** The rows to show, in order. `fits` tells whether so many rows have room. */
export function selectRows(
  trace: Trace,
  rows: readonly ScheduleRow[],
  fits: (selected: readonly ScheduleRow[]) => boolean,
): readonly ScheduleRow[] {
  if (fits(rows)) return rows;
  const ranks = ranksOf(trace, rows);
  // The least telling go first, and of these the oldest.
  const rankOf = (row: ScheduleRow): number => ranks.get(row) ?? 0;
  const order = rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.number - b.number);
  let least = 0;
  let most = order.length - 1;
  while (least < most) {
    const dropped = (least + most) >> 1;
    if (fits(remaining(rows, order, dropped))) most = dropped;
    else least = dropped + 1;
  }
  return remaining(rows, order, least);
}

function remaining(
  rows: readonly ScheduleRow[],
  order: readonly ScheduleRow[],
  dropped: number,
): readonly ScheduleRow[] {
  const gone = new Set(order.slice(0, dropped));
  return rows.filter((row) => !gone.has(row));
}

function ranksOf(trace: Trace, rows: readonly ScheduleRow[]): Map<ScheduleRow, number> {
  const telling = new Set((trace.why?.facts ?? []).map(({ step }) => step));
  const shared = sharedTargets(trace);
  const last = new Map(rows.map((row) => [row.lane, row]));
  return new Map(
    rows.map((row, i) => {
      const explains = row.operations.some(([step]) => telling.has(step));
      const isLast = last.get(row.lane) === row;
      // A thread that appears from nowhere is a riddle.
      const isStart = row.operations.some(
        ([step, operation]) => trace.steps[step]?.operations[operation]?.kind === "start",
      );
      const isTurn = rows[i - 1]?.lane !== row.lane;
      const isShared = row.operations.some(([step, operation]) =>
        shared.has(trace.steps[step]?.operations[operation]?.target ?? ""),
      );
      return [row, explains || isLast || isStart ? 3 : isTurn ? 2 : isShared ? 1 : 0];
    }),
  );
}

/** What operations of more than one thread are about. */
function sharedTargets({ steps }: Trace): Set<string> {
  const users = new Map<string, number>();
  const shared = new Set<string>();
  for (const { lane, operations } of steps) {
    for (const { target } of operations) {
      const user = users.get(target) ?? lane;
      users.set(target, user);
      if (user !== lane) shared.add(target);
    }
  }
  return shared;
}
