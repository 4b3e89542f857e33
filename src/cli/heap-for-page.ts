/** The heap along a schedule, for a page. The page is of use without it, so a failure is a warning. */
import type { TraceFile } from "../check/trace-file.ts";
import type { HeapStory } from "../explain/heap/heap-data.ts";
import { heapStory } from "../explain/heap/heap-story.ts";
import { type Host, report as warn } from "./host.ts";

export async function heapForPage(
  trace: string | TraceFile,
  jdk: string | undefined,
  host: Host,
): Promise<HeapStory | null> {
  const { env, directory } = host;
  try {
    return await heapStory(trace, { env, directory, ...(jdk === undefined ? {} : { jdk }) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(host, `warning: the page shows no heap: ${why}`);
    return null;
  }
}
