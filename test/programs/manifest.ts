/**
 * The list of the bundled programs: what each shows, and what the checker must
 * say about it. `models/build/manifest.mjs` rejects a manifest of another form.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export type ExpectedVerdict = "safe" | "deadlock" | "exception" | "endless";

export interface ExpectedRun {
  readonly args: readonly string[];
  readonly verdict: ExpectedVerdict;
  /** Classes of exceptions that some schedule ends with; which one comes first is the search's affair. */
  readonly exceptions?: readonly string[];
  /** Why the verdict is what it is. */
  readonly note: string;
  /** These arguments need more of the library than our models have. */
  readonly needsJdk?: boolean;
}

export interface BundledProgram {
  readonly name: string;
  /** For a plain run, which ends well and always prints the same. */
  readonly arguments: readonly string[];
  readonly usage: string;
  readonly shows: string;
  readonly needsJdk: boolean;
  /** For the checker, which needs smaller sizes; the first is without arguments, and safe. */
  readonly runs: readonly ExpectedRun[];
}

const MODELS = resolve(import.meta.dirname, "../../models");

export function bundledProgramList(): readonly BundledProgram[] {
  const text = readFileSync(resolve(MODELS, "programs/manifest.json"), "utf8");
  const manifest: { readonly programs: readonly BundledProgram[] } = JSON.parse(text);
  return manifest.programs;
}

export const sourceOf = (name: string): string =>
  readFileSync(resolve(MODELS, "programs", `${name}.java`), "utf8");
