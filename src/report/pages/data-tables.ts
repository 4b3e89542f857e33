/** The tables of a finding's data: each frame and each set of locks once. */
import { shownFrame, sourcePath } from "../../search/trace/frames-shown.ts";
import { describePlace, type Frame, type Place, type TraceStep } from "../../search/trace/trace.ts";
import type { FrameData, LockData } from "./finding-data.ts";

export class FrameTable {
  readonly frames: FrameData[] = [];
  readonly #known = new Map<string, number>();

  /** The index of a frame. */
  add(frame: Frame): number {
    const { method, file, line } = frame;
    const key = `${method} ${file} ${line}`;
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.frames.length;
      this.#known.set(key, index);
      this.frames.push({ place: describePlace(frame), method, path: sourcePath(frame), line });
    }
    return index;
  }

  /** The index of the frame that a place is shown by. */
  addPlace(place: Place): number {
    return this.add(shownFrame(place));
  }
}

export class LockSets {
  readonly sets: LockData[][] = [];
  readonly #frames: FrameTable;
  readonly #known = new Map<string, number>();

  constructor(frames: FrameTable) {
    this.#frames = frames;
  }

  /** The index of a set of locks. */
  add(holds: TraceStep["holds"]): number {
    const locks = holds.map(({ target, place }) => ({
      target,
      frame: this.#frames.addPlace(place),
    }));
    const key = JSON.stringify(locks);
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.sets.length;
      this.#known.set(key, index);
      this.sets.push(locks);
    }
    return index;
  }
}
