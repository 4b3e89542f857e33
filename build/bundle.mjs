/**
 * Bundles the output of tsc. The command line is two bundles, because loading the rarely used commands takes
 * longer than a small check; the library is a third. Code that several of them need is in separate chunks, so
 * that nothing is shipped twice.
 */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { rolldown } from "rolldown";

const DIST = resolve(import.meta.dirname, "../dist");

rmSync(resolve(DIST, "bundle"), { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    deadwood: resolve(DIST, "cli/main.js"),
    "rare-commands": resolve(DIST, "cli/rare-commands.js"),
    index: resolve(DIST, "index.js"),
  },
  platform: "node",
  external: ["java-class-tools"],
  logLevel: "warn",
});
const { output } = await bundle.write({
  dir: resolve(DIST, "bundle"),
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  // Every command reads the text of its bundles. The licences of packages stay.
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();
process.stdout.write(`dist/bundle: ${output.map(({ fileName }) => fileName).join(", ")}\n`);
