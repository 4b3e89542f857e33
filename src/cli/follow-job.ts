/** Follows a job of the library to its end: shows its events, and cleans up however it ends. */
import type { Job } from "../core/job.ts";
import type { Host } from "./host.ts";
import type { InterruptListener } from "./interrupts.ts";
import { ProgressLine } from "./progress-line.ts";

/** `interrupt` aborts the job. It is closed when the job has ended. */
export async function followJob<Event, Report>(
  job: Job<Event, Report>,
  interrupt: InterruptListener,
  host: Host,
  show: (event: Event, progress: ProgressLine) => void,
): Promise<Report> {
  const progress = new ProgressLine(host);
  try {
    for await (const event of job) {
      show(event, progress);
      // Write out the progress line and what the program has printed so far.
      host.streams.flush();
    }
    return await job;
  } finally {
    interrupt.close();
    progress.clear();
  }
}
