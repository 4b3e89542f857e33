/** The data that a page carries, read as the page does it. */
import { inflateRawSync } from "node:zlib";
import { expect } from "vitest";

const BLOCK =
  /<script type="[^"]*" id="page-data"( data-encoding="deflate-raw")?>([^<]*)<\/script>/;

export function pageDataIn(html: string): unknown {
  const [, encoding, text = ""] = BLOCK.exec(html) ?? [];
  expect(text.length, "the page has data").toBeGreaterThan(0);
  const json = encoding === undefined ? text : inflateRawSync(Buffer.from(text, "base64"));
  return JSON.parse(json.toString());
}
