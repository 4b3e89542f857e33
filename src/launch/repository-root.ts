/** Where the repository begins that a directory belongs to: code hosts want paths relative to it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest directory upwards that has a `.git`; without one, the directory itself. */
export function repositoryRoot(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    // A file in worktrees and submodules.
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return directory;
  }
}
