/**
 * The sections about the search itself, in the order in which the page shows them. Each decides by the data whether it
 * has something to say.
 */
import type { JSX } from "preact";
import type { CheckPageData } from "../../report/pages/check-data.ts";
import {
  AdviceSection,
  GrowthSection,
  HeatMapSection,
  OverTimeSection,
  ReductionsSection,
  StateGraphSection,
} from "./exploration/sections.tsx";
import { SearchTotals } from "./search-totals.tsx";

export type SearchSection = (props: { readonly data: CheckPageData }) => JSX.Element | null;

export const SEARCH_SECTIONS: readonly SearchSection[] = [
  AdviceSection,
  GrowthSection,
  SearchTotals,
  OverTimeSection,
  HeatMapSection,
  StateGraphSection,
  ReductionsSection,
];
