/** The version of the tool and of the Node that it needs, from its package.json. Read on demand: most runs need neither. */
import { readFileSync } from "node:fs";
import { object, parseJson, string } from "./json-shape.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);
const SHAPE = object({ version: string, engines: object({ node: string }) });

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

function readPackage(): Package {
  const read = parseJson(readFileSync(PACKAGE, "utf8"));
  if (!SHAPE.fits(read)) throw new Error(`${PACKAGE.pathname} is damaged`);
  return read;
}

export const toolVersion = (): string => readPackage().version;

/** The oldest supported Node: "20.19". */
export const oldestNode = (): string => readPackage().engines.node.replace(/^\D+/, "");

/** What `--version` prints. */
export const versionText = (): string => `deadwood ${toolVersion()}`;
