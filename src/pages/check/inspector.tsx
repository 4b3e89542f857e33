/** Everything about the current step: its line in context, what it does, values, locks, and the heap around it. */
import type { JSX } from "preact";
import type { FrameData, RowData } from "../../report/pages/finding-data.ts";
import { LockIcon, WaitIcon } from "../shared/icons.tsx";
import { OWN_KEYS } from "../shared/key-help.tsx";
import { SourceView } from "../shared/source-view.tsx";
import { useFinding } from "./context.ts";
import { HeapPanel } from "./heap-panel.tsx";
import "./inspector.css";
import { ThreadBadge } from "./thread-badge.tsx";

const LINES_AROUND = 6;

export function Inspector(): JSX.Element {
  const { story, stop } = useFinding();
  const row = story.row(stop);
  return (
    <aside class="inspector card" aria-label="The current step" {...OWN_KEYS}>
      {row === null ? <TheEnd /> : <RowDetails row={row} />}
      <Locks />
      {row === null ? null : <HeapPanel row={row} />}
    </aside>
  );
}

function RowDetails({ row }: { readonly row: RowData }): JSX.Element {
  const { story, stop } = useFinding();
  const frame = story.frame(row.frame);
  const before = story.row(stop - 1);
  return (
    <>
      <header class="inspector-head">
        <h2>
          {story.title(stop)} · <ThreadBadge lane={row.lane} />
        </h2>
        {row.chain === null ? null : <p class="soft mono">{row.chain}</p>}
        <ul class="inspector-texts">
          {row.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {row.isPreemption && before !== null ? (
          <p class="note warn">
            Preemption: {story.thread(before.lane)} could have continued here.
          </p>
        ) : null}
      </header>
      {frame === null ? null : <SourceAround frame={frame} />}
      <Values row={row} />
    </>
  );
}

function TheEnd(): JSX.Element {
  const { story } = useFinding();
  const { endings, message } = story.finding;
  return (
    <>
      <header class="inspector-head">
        <h2>The end</h2>
        <p>{message}</p>
      </header>
      {endings.map(({ lane, frame, text }) => {
        const at = story.frame(frame);
        return (
          <section key={lane}>
            <h3>
              <ThreadBadge lane={lane} /> {text}
            </h3>
            {at === null ? null : <SourceAround frame={at} around={2} />}
          </section>
        );
      })}
    </>
  );
}

interface SourceAroundProps {
  readonly frame: FrameData;
  readonly around?: number;
}

/** A line of the program with those around it, or how to have it shown. */
export function SourceAround({ frame, around = LINES_AROUND }: SourceAroundProps): JSX.Element {
  const { sources } = useFinding();
  const file = sources.file(frame);
  if (file === null) {
    return (
      <p class="note">
        <code>{frame.place}</code> in <code>{frame.method}</code>. Its source was not found: name
        the folder that holds its packages with <code>--source</code>.
      </p>
    );
  }
  const first = Math.max(1, frame.line - around);
  const last = Math.min(sources.length(file), frame.line + around);
  return (
    <figure class="source-around">
      <figcaption class="faint mono">
        {file.location}:{frame.line}
      </figcaption>
      <SourceView
        text={file.text}
        first={first}
        last={last}
        marked={[frame.line]}
        label={`${frame.place} with the lines around it`}
      />
    </figure>
  );
}

function Values({ row }: { readonly row: RowData }): JSX.Element | null {
  if (row.values.length === 0) return null;
  return (
    <section>
      <h3>Values</h3>
      <table class="values">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Value</th>
            <th scope="col">Access</th>
          </tr>
        </thead>
        <tbody>
          {row.values.map(({ kind, target, before, value }, i) => (
            <tr key={i}>
              <th scope="row">{target}</th>
              <td>
                {kind === "write" && before !== null && before !== value ? (
                  <>
                    <del>{before}</del> → <ins>{value}</ins>
                  </>
                ) : (
                  value
                )}
              </td>
              <td class="faint">{ACCESS[kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ACCESS = { read: "read", write: "written", update: "updated" } as const;

function Locks(): JSX.Element | null {
  const { story, stop } = useFinding();
  const locks = story.locks(stop);
  if (locks.length === 0) return null;
  return (
    <section>
      <h3>{locks.some(({ awaits }) => awaits !== null) ? "Locks and waits" : "Locks"}</h3>
      <ul class="locks">
        {locks.map(({ lane, locks: held, awaits }) => (
          <li key={lane}>
            <ThreadBadge lane={lane} />
            {held.map(({ target, frame }) => (
              <p key={target}>
                <LockIcon /> holds <strong>{target}</strong>{" "}
                <span class="faint mono">{story.shortPlace(frame)}</span>
              </p>
            ))}
            {awaits === null ? null : (
              <p class="awaits">
                <WaitIcon /> {awaits}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
