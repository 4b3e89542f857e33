/** Java sources that stand in tests themselves, compiled by an installed JDK. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileJava } from "../java.ts";

/** By file name, "p/A.java". Compiles into a folder of its own; `remove` it in the end. */
export function compileSources(
  sources: Readonly<Record<string, string>>,
): ReturnType<typeof compileJava> {
  const root = mkdtempSync(join(tmpdir(), "deadwood-source-"));
  try {
    const paths = Object.entries(sources).map(([name, text]) => {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    });
    return compileJava(paths);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
