/** What `--dvr` takes: the name of a set of reductions, or the parts that are wanted. */
import { BadUsageError } from "../core/errors.ts";
import {
  DVR_KINDS,
  DVR_PARTS,
  type Dvr,
  type DvrPart,
  dvrOf,
  NEEDED,
} from "../liveness/reductions.ts";

/** "hybrid", or "local,hybrid,faint". */
export function parseDvr(text: string): Dvr {
  const kind = DVR_KINDS.find((each) => each === text);
  const dvr =
    kind === undefined ? new Set(text.split(",").map((part) => partOf(part, text))) : dvrOf(kind);
  for (const part of dvr) {
    const missing = NEEDED[part].filter((each) => !dvr.has(each));
    if (missing.length === 0) continue;
    throw new BadUsageError(`--dvr ${text}: ${part} needs ${missing.join(" and ")}`, {
      hint: `Write --dvr ${[...NEEDED[part], part].join(",")}.`,
    });
  }
  return dvr;
}

function partOf(name: string, text: string): DvrPart {
  const known = DVR_PARTS.find((part) => part === name);
  if (known !== undefined) return known;
  throw new BadUsageError(`--dvr ${text} is none of ${DVR_KINDS.join(", ")}`, {
    hint: `Or name some of ${DVR_PARTS.join(", ")} with commas between them.`,
  });
}
