/**
 * Folders that are filled once, under the system's temporary folder: what javac makes of sources depends on
 * nothing but them, its options and its version, and tests ask for the same again and again.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CACHE = join(tmpdir(), "deadwood-conformance");

/** The folder for all that its content depends on, in an order that is always the same. */
export function cachedFolder(
  key: readonly (string | Uint8Array)[],
  fill: (folder: string) => void,
): string {
  const hash = createHash("sha256");
  for (const part of key) hash.update(`${part.length} `).update(part);
  const folder = join(CACHE, hash.digest("hex").slice(0, 24));
  if (existsSync(folder)) return folder;
  // Filled beside its place and moved there, so that no one ever sees half of it.
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "new-"));
  try {
    fill(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    // Another worker was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
