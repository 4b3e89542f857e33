/**
 * Life cycle of a Java thread as the scheduler sees it. The status says what a thread waits for.
 * Whether that has come is asked of the machine (threads/enabled.ts), so waking up needs no
 * bookkeeping.
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

/** The wait ends by itself after a time. */
export const isTimed = (status: number): boolean =>
  status === ThreadStatus.timedWaiting ||
  status === ThreadStatus.sleeping ||
  status === ThreadStatus.timedParked ||
  status === ThreadStatus.timedJoining;

export const isInWait = (status: number): boolean =>
  status === ThreadStatus.waiting || status === ThreadStatus.timedWaiting;

export const isParked = (status: number): boolean =>
  status === ThreadStatus.parked || status === ThreadStatus.timedParked;

export const isInJoin = (status: number): boolean =>
  status === ThreadStatus.joining || status === ThreadStatus.timedJoining;
