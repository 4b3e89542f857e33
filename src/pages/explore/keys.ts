/** The keys of the page, and what each asks of the session. */
import type { ExploreCommand } from "../../explore/explore-data.ts";
import type { KeyMeaning } from "../shared/key-help.tsx";
import type { ShownState } from "./api.ts";

export const KEYS: readonly KeyMeaning[] = [
  { keys: ["1", "…", "9"], meaning: "take the step with this number" },
  { keys: ["←"], meaning: "take the last step back" },
  { keys: ["→"], meaning: "take the next step of the path again" },
  { keys: ["Home", "End"], meaning: "the start and the end of the path" },
  { keys: ["l"], meaning: "run the same thread to its next lock" },
  { keys: ["b"], meaning: "run the same thread until it cannot go on" },
  { keys: ["r"], meaning: "run to the end on a random schedule" },
  { keys: ["c"], meaning: "check the program" },
  { keys: ["v"], meaning: "go to the violation that the check found" },
  { keys: ["?"], meaning: "these keys" },
];

/** Null for other keys, and where a key means nothing. */
export function commandForKey(
  key: string,
  { at, length, moves, path, check }: ShownState,
): ExploreCommand | null {
  const move = /^[1-9]$/.test(key) ? moves[Number(key) - 1] : undefined;
  if (move !== undefined) return { do: "step", thread: move.thread, choice: move.choice };
  const last = path.rows.findLast(({ lastStep }) => lastStep < at)?.lane;
  const same = moves.find(({ lane }) => lane === last) ?? moves[0];
  switch (key) {
    case "ArrowLeft":
      return at > 0 ? { do: "go", to: at - 1 } : null;
    case "ArrowRight":
      return at < length ? { do: "go", to: at + 1 } : null;
    case "Home":
      return { do: "go", to: 0 };
    case "End":
      return { do: "go", to: length };
    case "l":
    case "b": {
      if (same === undefined) return null;
      const until = key === "l" ? "lock" : "blocked";
      return { do: "run", thread: same.thread, until, seed: 1 };
    }
    case "r":
      return { do: "run", thread: 0, until: "end", seed: newSeed() };
    case "c":
      return { do: "check" };
    case "v":
      return check.violations.length > 0 ? { do: "jump", violation: 0 } : null;
    default:
      return null;
  }
}

export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
