/** Each thread: whether it can run, where it stands, what it holds and what it waits for. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { StateView, ThreadState } from "../../explore/explore-data.ts";
import { SourceAround } from "../check/inspector.tsx";
import { laneStyle } from "../check/thread-badge.tsx";
import { LockIcon, WaitIcon } from "../shared/icons.tsx";
import type { PageSession } from "./session.ts";

interface ThreadsProps {
  readonly view: StateView;
  readonly perform: PageSession["perform"];
}

const AROUND = 3;

export function Threads({ view, perform }: ThreadsProps): JSX.Element {
  const [open, setOpen] = useState(-1);
  return (
    <section class="card threads" aria-labelledby="threads-title">
      <h2 id="threads-title">Threads</h2>
      <ul>
        {view.states.map((state) => (
          <li key={state.thread} style={laneStyle(state.lane)}>
            <Thread
              state={state}
              isOpen={open === state.thread}
              toggle={() => setOpen(open === state.thread ? -1 : state.thread)}
              perform={perform}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ThreadProps {
  readonly state: ThreadState;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly perform: PageSession["perform"];
}

function Thread({ state, isOpen, toggle, perform }: ThreadProps): JSX.Element {
  const { thread, name, status, holds, awaits, frames } = state;
  const [frame] = frames;
  return (
    <>
      <p class="thread-head">
        <span class="thread-badge">{name}</span>
        <span class="faint">{status}</span>
        {frame === undefined ? null : (
          <button
            type="button"
            class="place-button mono"
            aria-expanded={isOpen}
            onClick={toggle}
            title="Show the lines"
          >
            {frame.place}
          </button>
        )}
      </p>
      {holds.map(({ target, place }) => (
        <p key={target}>
          <LockIcon /> holds <strong>{target}</strong> <span class="faint mono">{place}</span>
        </p>
      ))}
      {awaits === null ? null : (
        <p class="awaits">
          <WaitIcon /> {awaits}
        </p>
      )}
      {isOpen && frame !== undefined ? (
        <>
          <SourceAround frame={frame} around={AROUND} />
          {frames.slice(1).map((caller, i) => (
            <p key={i} class="faint mono caller">
              called by {caller.method} ({caller.place})
            </p>
          ))}
        </>
      ) : null}
      {status === "can run" ? (
        <p class="thread-runs">
          <Run text="to the next line" until="line" {...{ name, thread, perform }} />
          <Run text="to a lock" until="lock" {...{ name, thread, perform }} />
          <Run text="until it waits" until="blocked" {...{ name, thread, perform }} />
        </p>
      ) : null}
    </>
  );
}

interface RunProps {
  readonly text: string;
  readonly until: "line" | "lock" | "blocked";
  readonly name: string;
  readonly thread: number;
  readonly perform: PageSession["perform"];
}

const Run = ({ text, until, name, thread, perform }: RunProps): JSX.Element => (
  <button
    type="button"
    class="button small"
    aria-label={`Run ${name} ${text}`}
    onClick={() => perform({ do: "run", thread, until, seed: 1 })}
  >
    {text}
  </button>
);
