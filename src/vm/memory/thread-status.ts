/**
 * Life cycle of a Java thread as the scheduler sees it. The status says what a
 * thread waits for; whether that has come true is asked of the machine
 * (round-robin.ts), so that waking up needs no bookkeeping.
 */
export const ThreadStatus = {
  free: 0,
  runnable: 1,
  /** Waits to enter the monitor of its target. */
  blocked: 2,
  /** In Object.wait on its target. */
  waiting: 3,
  /** In Object.wait with a deadline. */
  timedWaiting: 4,
  sleeping: 5,
  parked: 6,
  timedParked: 7,
  /** In Thread.join on its target (a Thread object). */
  joining: 8,
  timedJoining: 9,
  /** Waits for another thread to finish initialising a class. */
  initializing: 10,
  terminated: 11,
} as const;
export type ThreadStatus = (typeof ThreadStatus)[keyof typeof ThreadStatus];

const WORDS: Readonly<Record<ThreadStatus, string>> = {
  0: "was never started",
  1: "can run",
  2: "waits to enter a monitor",
  3: "is in Object.wait()",
  4: "is in a timed Object.wait()",
  5: "is asleep",
  6: "is parked",
  7: "is parked for a time",
  8: "is in Thread.join()",
  9: "is in a timed Thread.join()",
  10: "waits for a class to be initialised",
  11: "has ended",
};

export const describeStatus = (status: ThreadStatus): string => WORDS[status];
