/** The verdict of a check as a chip. */
import type { JSX } from "preact";
import type { PageResult } from "../../report/pages/compare-data.ts";
import { verdictOf } from "./model.ts";

export const Verdict = ({ result }: { readonly result: PageResult | null }): JSX.Element => (
  <span class={`verdict verdict-${result?.outcome ?? "none"}`} title={result?.message ?? undefined}>
    {verdictOf(result)}
  </span>
);
