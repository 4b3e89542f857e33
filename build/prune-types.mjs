/**
 * Removes the declarations that the library's own do not refer to: only those that a user can reach are
 * shipped.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const TYPES = resolve(import.meta.dirname, "../dist/types");

const reached = new Set();
const pending = [join(TYPES, "index.d.ts")];
for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
    pending.push(resolve(dirname(file), path.replace(/\.[jt]s$/, ".d.ts")));
  }
}
for (const entry of readdirSync(TYPES, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(file)) rmSync(file);
}
process.stdout.write(`dist/types: ${reached.size} files\n`);
