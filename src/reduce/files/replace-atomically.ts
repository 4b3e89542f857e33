/**
 * The result of a reduction replaces an earlier one as a whole or not at all, also where it
 * is a directory.
 */
import { type Disk, onDisk } from "../../core/disk.ts";
import { newName, removeQuietly, replaceFile } from "../../core/replace-file.ts";
import { type Candidate, type CandidateForm, writeDirectory } from "./candidate.ts";

const oldName = (path: string): string => `${path}.deadwood-old`;

/**
 * A directory cannot be renamed onto another one: between two renames the old one
 * has another name, and comes back if the second rename fails.
 */
export function replaceDirectory(disk: Disk, path: string, candidate: Candidate): void {
  const fresh = newName(path);
  const old = oldName(path);
  onDisk("make room beside", path, () => {
    // Of a process that was killed here: its old one is the only one.
    if (!disk.exists(path) && disk.exists(old)) disk.rename(old, path);
    disk.remove(fresh);
    disk.remove(old);
  });
  try {
    writeDirectory(disk, fresh, candidate);
  } catch (error) {
    removeQuietly(disk, fresh);
    throw error;
  }
  onDisk("write", path, () => {
    const hadOne = disk.exists(path);
    if (hadOne) disk.rename(path, old);
    try {
      disk.rename(fresh, path);
    } catch (error) {
      if (hadOne) disk.rename(old, path);
      removeQuietly(disk, fresh);
      throw error;
    }
  });
  removeQuietly(disk, old);
}

/** The result, where the user wants it. */
export function replaceCandidate(
  disk: Disk,
  path: string,
  candidate: Candidate,
  form: CandidateForm,
): void {
  if (form === "jar") replaceFile(disk, path, candidate.toJar("deflated"));
  else replaceDirectory(disk, path, candidate);
}
