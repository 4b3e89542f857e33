/**
 * Time as the reduction sees it. Tests bring a clock that they set themselves,
 * so that a time-out is an event and no matter of luck.
 */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Calls `action` after this many milliseconds, unless the returned function is called before. */
  after(millis: number, action: () => void): () => void;
}

/** Node's timers take no more (24 days) and fire at once if they are given more. */
const MAX_MILLIS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  after(millis, action) {
    if (millis > MAX_MILLIS) return () => {};
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
};
