/** Lines of the program's source, by frame. */
import type { SourceFile } from "../../launch/source-files.ts";
import { sourcePath } from "../../search/trace/frames-shown.ts";
import type { Frame } from "../../search/trace/trace.ts";

export class SourceLines {
  readonly #lines = new Map<string, readonly string[]>();
  readonly #locations = new Map<string, string>();

  constructor(files: readonly SourceFile[]) {
    for (const { path, location, text } of files) {
      this.#lines.set(path, text.split("\n"));
      this.#locations.set(path, location);
    }
  }

  /** The text of a frame's line, without white space around it; null if it is not known. */
  text(frame: Frame): string | null {
    return this.line(frame)?.trim().replaceAll(/\s+/g, " ") || null;
  }

  /** The line as it is in the file. */
  line(frame: Frame): string | null {
    return this.#lines.get(sourcePath(frame) ?? "")?.[frame.line - 1] ?? null;
  }

  /** Where the file was found; null if it was not. */
  location(frame: Frame): string | null {
    return this.#locations.get(sourcePath(frame) ?? "") ?? null;
  }
}
