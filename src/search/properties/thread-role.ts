/** Threads in signatures of failures, which must be the same in a smaller version of a program. */

const MAIN = 0;

/** Only the main thread is recognised: the others may have other names and numbers. */
export const threadRole = (thread: number): string => (thread === MAIN ? "main" : "another thread");

/** "main and 2 other threads". */
export function threadRoles(threads: ReadonlySet<number>): string {
  const others = threads.size - (threads.has(MAIN) ? 1 : 0);
  const parts = [
    ...(threads.has(MAIN) ? ["main"] : []),
    ...(others === 0 ? [] : [`${others} other thread${others === 1 ? "" : "s"}`]),
  ];
  return parts.join(" and ");
}
