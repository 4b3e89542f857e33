/** What most parts of a finding's view need. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Sources } from "./sources.ts";
import type { Story } from "./story.ts";

export interface FindingContext {
  readonly story: Story;
  readonly sources: Sources;
  readonly stop: number;
  readonly goTo: (stop: number) => void;
}

export const Finding = createContext<FindingContext | null>(null);

export function useFinding(): FindingContext {
  const context = useContext(Finding);
  if (context === null) throw new Error("used outside a finding");
  return context;
}
