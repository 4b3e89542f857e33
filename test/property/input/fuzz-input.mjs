/** Runs fuzz-input.ts, which Node cannot by itself; vitest brings the loader along. */
import { join } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(join(import.meta.dirname, "fuzz-input.ts"), {
  configFile: false,
});
process.exitCode = await module.main(process.argv.slice(2));
