/**
 * Replaces a file completely or not at all. The new one is written beside the old one and
 * renamed over it, so that at every moment, whatever happens, one of them is in
 * place.
 */
import { type Disk, onDisk } from "./disk.ts";

/** Beside the file, because a rename cannot cross file systems; and with a name that nothing else uses. */
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

/** A failure to clean up matters less than the error that is being reported, if there is one. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch {
    // The next replacement tries again.
  }
}
