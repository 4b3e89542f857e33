/** The whole page: where the machine stands, what can happen next, the path so far, the threads and the heap. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { count, plural } from "../../core/numbers.ts";
import type { ExplorePageData, StateView } from "../../explore/explore-data.ts";
import { Finding, type FindingContext } from "../check/context.ts";
import { Lanes } from "../check/lanes.tsx";
import { Story } from "../check/story.ts";
import { WhyPanel } from "../check/why-panel.tsx";
import { Banner, type Tone } from "../shared/banner.tsx";
import { KeyHelp, onKey } from "../shared/key-help.tsx";
import type { ShownState } from "./api.ts";
import { CheckPanel } from "./check-panel.tsx";
import { Choices } from "./choices.tsx";
import "./explore.css";
import { commandForKey, KEYS } from "./keys.ts";
import { LiveHeap } from "./live-heap.tsx";
import { PathBar } from "./path-bar.tsx";
import { type PageSession, useSession } from "./session.ts";
import { Threads } from "./threads.tsx";

export function ExplorePage({ data }: { readonly data: ExplorePageData }): JSX.Element {
  const session = useSession(data.token);
  const { view, error } = session;
  if (view === null) {
    return <main class="page">{error ?? "Starting the machine …"}</main>;
  }
  return <Loaded data={data} session={session} view={view} />;
}

interface LoadedProps {
  readonly data: ExplorePageData;
  readonly session: PageSession;
  readonly view: ShownState;
}

function Loaded({ data, session, view }: LoadedProps): JSX.Element {
  const { path, at, length } = view;
  const story = useMemo(() => new Story(path, true), [path]);
  const context = useMemo<FindingContext>(() => {
    const goTo = (stop: number): void => {
      const row = story.row(stop);
      session.perform({ do: "go", to: row === null ? length : row.lastStep + 1 });
    };
    return { story, sources: session.sources, stop: stopAt(story, at, length), goTo };
  }, [story, session.sources, at, length]);
  useKeys(session, view);
  return (
    <Finding.Provider value={context}>
      <main class="page explore">
        <State data={data} session={session} view={view} />
        <p class="visually-hidden" role="status" aria-live="polite">
          {titleOf(view)}
        </p>
        <div class={`bench${context.stop < 0 ? " at-start" : ""}`}>
          <div class="bench-main">
            <Choices view={view} perform={session.perform} />
            <PathBar view={view} perform={session.perform} save={session.save} />
            {view.end !== null && view.at === view.length ? <WhyPanel /> : null}
            {story.stops === 0 ? (
              <p class="card soft">
                The path is empty. Take a step: choose a thread above, or press 1.
              </p>
            ) : (
              <Lanes />
            )}
          </div>
          <div class="bench-side">
            <Threads view={view} perform={session.perform} />
            <LiveHeap heap={session.heap} before={session.heapBefore} />
            <CheckPanel view={view} perform={session.perform} />
          </div>
        </div>
      </main>
    </Finding.Provider>
  );
}

/** The last row whose steps have all been taken; -1 for none. */
function stopAt(story: Story, at: number, length: number): number {
  if (at === length && story.finding.endings.length > 0) return story.stops - 1;
  return story.finding.rows.findLastIndex(({ lastStep }) => lastStep < at);
}

function State({ data, session, view }: LoadedProps): JSX.Element {
  const { end, known, notice } = view;
  const { error } = session;
  const tone: Tone = end === null ? "plain" : end.kind === "end" ? "good" : "bad";
  const word = end === null ? "exploring" : end.kind === "end" ? "ended" : "violated";
  return (
    <Banner
      tone={tone}
      word={word}
      title={titleOf(view)}
      about={<code>{data.program}</code>}
      tools={<KeyHelp rows={KEYS} />}
    >
      <p class="soft">
        {placeText(view)} {knownText(known)}
      </p>
      {notice === null ? null : <p class="note warn">{notice}</p>}
      {error === null ? null : <p class="note bad">{error}</p>}
    </Banner>
  );
}

function titleOf({ end, moves, states }: StateView): string {
  if (end !== null) return `${end.message.slice(0, 1).toUpperCase()}${end.message.slice(1)}`;
  const [first] = moves;
  if (first !== undefined && first.choice >= 0) {
    return `${first.name} chooses one of ${count(moves.length)} values`;
  }
  const living = states.filter(({ status }) => status !== "ended").length;
  return `${count(moves.length)} of ${plural(living, "thread")} can go next`;
}

const placeText = ({ at, length }: StateView): string =>
  at === 0
    ? "At the start of the program."
    : at === length
      ? `After ${plural(at, "step")}.`
      : `After ${count(at)} of ${plural(length, "step")} of the path.`;

function knownText({ onPath, inSession, byCheck, leadsToViolation }: StateView["known"]): string {
  const texts = [
    onPath === null
      ? ""
      : `The path has been in this state before, after ${plural(onPath, "step")}.`,
    onPath === null && inSession ? "You have been in this state before, on another path." : "",
    leadsToViolation
      ? "The last check knows a way from here to a violation."
      : byCheck === true
        ? "The last check visited this state."
        : "",
  ];
  return texts.filter(Boolean).join(" ");
}

function useKeys(session: PageSession, view: ShownState): void {
  const now = useRef({ session, view });
  now.current = { session, view };
  useEffect(
    () =>
      onKey((key, event) => {
        const command = commandForKey(key, now.current.view);
        if (command === null) return;
        event.preventDefault();
        now.current.session.perform(command);
      }),
    [],
  );
}
