/** The version of the tool, from its package.json. */
import { readFileSync } from "node:fs";
import { object, parseJson, string } from "../core/json-shape.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);
const SHAPE = object({ version: string });

export function toolVersion(): string {
  const read = parseJson(readFileSync(PACKAGE, "utf8"));
  return SHAPE.fits(read) ? read.version : "unknown";
}

/** What `--version` prints. */
export const versionText = (): string => `deadwood ${toolVersion()}`;
