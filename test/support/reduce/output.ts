/** What a program prints on a real JVM. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InputFile } from "../../../src/reduce/items/items.ts";
import { installedJdk } from "../java.ts";

export function outputOf(files: readonly InputFile[], main: string): string {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-output-"));
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const java = join(installedJdk!.home, "bin", "java");
    return execFileSync(java, ["-Xverify:all", "-cp", folder, main], { stdio: "pipe" }).toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
