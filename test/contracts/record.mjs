/** Runs record.ts, which Node cannot by itself; vitest brings the loader along. */
import { join } from "node:path";
import { runnerImport } from "vite";

await runnerImport(join(import.meta.dirname, "record.ts"), { configFile: false });
