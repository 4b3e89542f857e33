/**
 * Files and directories that are replaced as a whole or not at all. The new one is
 * written beside the old one and takes its place by a rename, so that whoever looks,
 * and whatever happens, there is one of them.
 */
import { type Candidate, type CandidateForm, writeDirectory } from "./candidate.ts";
import { type Disk, onDisk } from "./disk.ts";

/** Beside the file, because a rename does not leave a file system; and named as nobody else names anything. */
const newName = (path: string): string => `${path}.deadwood-new`;
const oldName = (path: string): string => `${path}.deadwood-old`;

export function replaceFile(disk: Disk, path: string, bytes: Uint8Array): void {
  onDisk("write", path, () => {
    const fresh = newName(path);
    try {
      disk.writeDurably(fresh, bytes);
      disk.rename(fresh, path);
    } catch (error) {
      removeQuietly(disk, fresh);
      throw error;
    }
  });
}

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

/** What cannot be tidied up is a lesser trouble than the one being told of, if any. */
function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch {
    // The next replacement tries again.
  }
}
