/** The version of the tool, which reports name. Read on demand: most runs do not need it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { object, string } from "./json-shape.ts";

const PACKAGE = object({ version: string });

export function toolVersion(): string {
  const path = fileURLToPath(new URL("../../package.json", import.meta.url));
  const text: unknown = JSON.parse(readFileSync(path, "utf8"));
  return PACKAGE.fits(text) ? text.version : "0.0.0";
}
