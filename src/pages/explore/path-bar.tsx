/** Moves along the path, and runs ahead of the reader. */
import type { JSX } from "preact";
import type { StateView } from "../../explore/explore-data.ts";
import { BackIcon, FirstIcon, ForwardIcon, LastIcon } from "../shared/icons.tsx";
import { newSeed } from "./keys.ts";
import type { PageSession } from "./session.ts";

interface PathBarProps {
  readonly view: StateView;
  readonly perform: PageSession["perform"];
  readonly save: () => void;
}

export function PathBar({ view, perform, save }: PathBarProps): JSX.Element {
  const { at, length, moves } = view;
  const go = (to: number): void => perform({ do: "go", to });
  return (
    <div class="card path-bar no-print" role="group" aria-label="Path">
      <div class="path-buttons">
        <Move label="Start of the path" off={at === 0} go={() => go(0)} icon={<FirstIcon />} />
        <Move label="Step back" off={at === 0} go={() => go(at - 1)} icon={<BackIcon />} />
        <Move
          label="Step forward"
          off={at === length}
          go={() => go(at + 1)}
          icon={<ForwardIcon />}
        />
        <Move
          label="End of the path"
          off={at === length}
          go={() => go(length)}
          icon={<LastIcon />}
        />
      </div>
      <input
        type="range"
        min={0}
        max={Math.max(1, length)}
        value={at}
        disabled={length === 0}
        aria-label="Step of the path"
        aria-valuetext={`after ${at} of ${length} steps`}
        onChange={(event) => go(Number(event.currentTarget.value))}
      />
      <output class="stepper-count">
        {at} of {length}
      </output>
      <div class="path-runs">
        <button
          type="button"
          class="button small"
          disabled={moves.length === 0}
          onClick={() => perform({ do: "run", thread: 0, until: "end", seed: newSeed() })}
        >
          Random to the end
        </button>
        <button type="button" class="button small" disabled={at === 0} onClick={save}>
          Save as trace
        </button>
      </div>
    </div>
  );
}

interface MoveProps {
  readonly label: string;
  readonly off: boolean;
  readonly go: () => void;
  readonly icon: JSX.Element;
}

const Move = ({ label, off, go, icon }: MoveProps): JSX.Element => (
  <button type="button" class="icon-button" disabled={off} onClick={go} title={label}>
    {icon}
    <span class="visually-hidden">{label}</span>
  </button>
);
