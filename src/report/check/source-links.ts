/**
 * Where the lines of a report are as files: code hosts and editors open them, so paths are relative to the
 * repository wherever that is possible.
 */
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourceFile } from "../../launch/source-files.ts";
import { sourcePath } from "../../search/trace/frames-shown.ts";
import type { Frame } from "../../search/trace/trace.ts";
import { SourceLines } from "./source-lines.ts";

/** The directories that the paths of a report refer to. Both are absolute. */
export interface ReportPlace {
  /** Where the check ran: the locations of its sources are relative to it. */
  readonly directory: string;
  /** Of the repository. */
  readonly root: string;
}

/** Columns count UTF-16 units from 1; the last one is behind the text. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  /** Without the white space around it. */
  readonly text: string;
}

export class SourceLinks {
  readonly #lines: SourceLines;
  readonly #place: ReportPlace;

  constructor(files: readonly SourceFile[], place: ReportPlace) {
    this.#lines = new SourceLines(files);
    this.#place = place;
  }

  /**
   * The path of a frame's file, with slashes: relative to the repository if it is inside, otherwise absolute. A file
   * that was not found, or that is in a jar, has the path that its package gives it, relative to an unknown root.
   */
  path(frame: Frame): string | null {
    const location = this.#lines.location(frame);
    if (location === null || location.includes("!/")) return sourcePath(frame);
    const { directory, root } = this.#place;
    const file = isAbsolute(location) ? location : resolve(directory, location);
    const below = relative(root, file);
    const isBelow = !below.startsWith("..") && !isAbsolute(below);
    return (isBelow ? below : file).split(sep).join("/");
  }

  /** The same as a URI reference. */
  uri(frame: Frame): string | null {
    const path = this.path(frame);
    if (path === null) return null;
    if (isAbsolute(path)) return pathToFileURL(path).href;
    return path.split("/").map(encodeURIComponent).join("/");
  }

  /** Null if the text of the line is not known. */
  region(frame: Frame): Region | null {
    const line = this.#lines.line(frame);
    const text = line?.trim() ?? "";
    if (line === null || text === "") return null;
    const startColumn = line.indexOf(text) + 1;
    return { startLine: frame.line, startColumn, endColumn: startColumn + text.length, text };
  }

  /** The repository as the base of relative URIs. */
  get rootUri(): string {
    return folderUri(this.#place.root);
  }

  get directoryUri(): string {
    return folderUri(this.#place.directory);
  }
}

/** With a slash at the end, as a base of relative references must have one. */
const folderUri = (path: string): string => pathToFileURL(join(path, sep)).href;
