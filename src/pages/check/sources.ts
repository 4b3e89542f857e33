/** The program's files, by path. */
import type { SourceFile } from "../../launch/source-files.ts";
import type { FrameData } from "../../report/pages/finding-data.ts";

export class Sources {
  readonly #files = new Map<string, SourceFile>();
  readonly #lines = new Map<string, readonly string[]>();

  constructor(files: readonly SourceFile[]) {
    for (const file of files) this.#files.set(file.path, file);
  }

  file({ path, line }: FrameData): SourceFile | null {
    return path === null || line < 1 ? null : (this.#files.get(path) ?? null);
  }

  /** The number of lines of a file. */
  length(file: SourceFile): number {
    return this.#linesOf(file).length;
  }

  /** The text of a frame's line without the white space around it; empty if it is not known. */
  line(frame: FrameData): string {
    const file = this.file(frame);
    return file === null ? "" : (this.#linesOf(file)[frame.line - 1]?.trim() ?? "");
  }

  #linesOf(file: SourceFile): readonly string[] {
    let lines = this.#lines.get(file.path);
    if (lines === undefined) {
      lines = file.text.split("\n");
      this.#lines.set(file.path, lines);
    }
    return lines;
  }
}
