/**
 * A file that is replaced as a whole or not at all. The new one is written beside the old
 * one and takes its place by a rename, so that whoever looks, and whatever happens, there is
 * one of them.
 */
import { type Disk, onDisk } from "./disk.ts";

/** Beside the file, because a rename does not leave a file system; and named as nobody else names anything. */
export const newName = (path: string): string => `${path}.deadwood-new`;

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

/** What cannot be tidied up is a lesser trouble than the one being told of, if any. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch {
    // The next replacement tries again.
  }
}
