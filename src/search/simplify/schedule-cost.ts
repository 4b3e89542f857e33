/**
 * What a schedule costs its reader. A preemption, where a thread stops although it could go on, is
 * the hardest to follow; then any other change of thread; then each step.
 */
export interface ScheduleCost {
  readonly preemptions: number;
  readonly switches: number;
  readonly steps: number;
}

export function isCheaper(a: ScheduleCost, b: ScheduleCost): boolean {
  if (a.preemptions !== b.preemptions) return a.preemptions < b.preemptions;
  if (a.switches !== b.switches) return a.switches < b.switches;
  return a.steps < b.steps;
}
