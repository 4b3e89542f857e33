/** One violation or race: why it happened, and its schedule to step through. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FindingData } from "../../report/pages/finding-data.ts";
import { Finding, type FindingContext, useFinding } from "./context.ts";
import "./finding-view.css";
import { Inspector } from "./inspector.tsx";
import { Lanes } from "./lanes.tsx";
import { PrintedSchedule } from "./printed-schedule.tsx";
import type { Sources } from "./sources.ts";
import { Stepper } from "./stepper.tsx";
import { Story } from "./story.ts";
import { WhyPanel } from "./why-panel.tsx";

interface FindingViewProps {
  readonly finding: FindingData;
  readonly sources: Sources;
}

export function FindingView({ finding, sources }: FindingViewProps): JSX.Element {
  const story = useMemo(() => new Story(finding), [finding]);
  const [stop, setStop] = useState(0);
  const context = useMemo<FindingContext>(() => {
    const goTo = (to: number): void => setStop(Math.max(0, Math.min(to, story.stops - 1)));
    return { story, sources, stop: Math.min(stop, Math.max(0, story.stops - 1)), goTo };
  }, [story, sources, stop]);
  return (
    <Finding.Provider value={context}>
      <WhyPanel />
      {story.stops === 0 ? (
        <p class="card soft">No step of this schedule shows in the program.</p>
      ) : (
        <>
          <Announcement />
          <Stepper />
          <div class="workbench no-print">
            <Lanes />
            <Inspector />
          </div>
          <PrintedSchedule />
        </>
      )}
    </Finding.Provider>
  );
}

/** Says each step that the reader goes to, but not the one that the page begins with. */
function Announcement(): JSX.Element {
  const { story, stop } = useFinding();
  const text = story.announcement(stop);
  const first = useRef(text);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    if (text !== first.current) setMoved(true);
  }, [text]);
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {isMoved ? text : ""}
    </p>
  );
}
