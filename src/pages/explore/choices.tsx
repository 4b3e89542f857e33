/** What can happen next: each possible step with what it does and where it leads, to be chosen. */
import type { JSX } from "preact";
import type { MoveView, StateView } from "../../explore/explore-data.ts";
import { LineInContext } from "../check/line-in-context.tsx";
import { laneStyle } from "../check/thread-badge.tsx";
import { CrossIcon, RepeatIcon, WarningIcon } from "../shared/icons.tsx";
import type { PageSession } from "./session.ts";

interface ChoicesProps {
  readonly view: StateView;
  readonly perform: PageSession["perform"];
}

export function Choices({ view, perform }: ChoicesProps): JSX.Element {
  const { moves, end } = view;
  return (
    <section class="card choices" aria-labelledby="choices-title">
      <h2 id="choices-title">Next step</h2>
      {moves.length === 0 ? (
        <p class="soft">
          {end === null ? "No thread can go on." : "Nothing follows from here."} Go back and choose
          another thread.
        </p>
      ) : (
        <ol class="choice-list">
          {moves.map((move, i) => (
            <li key={`${move.thread} ${move.choice}`}>
              <Choice move={move} number={i + 1} perform={perform} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly move: MoveView;
  readonly number: number;
  readonly perform: PageSession["perform"];
}

function Choice({ move, number, perform }: ChoiceProps): JSX.Element {
  const { thread, choice, name, lane, from, refusal, isSpurious } = move;
  return (
    <button
      type="button"
      class={`choice${move.violation === null ? "" : " bad"}`}
      style={laneStyle(lane)}
      disabled={refusal !== null}
      onClick={() => perform({ do: "step", thread, choice })}
    >
      <span class="choice-head">
        <kbd>{number}</kbd>
        <span class="thread-badge">{name}</span>
        {from === null ? null : <span class="card-place">{from.place}</span>}
      </span>
      {from === null ? null : <LineInContext frame={from} around={0} />}
      <span class="card-texts">
        {textsOf(move).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      {isSpurious ? <span class="soft">a spurious wake-up</span> : null}
      {refusal === null ? null : <span class="soft">{refusal}</span>}
      <Marks move={move} />
    </button>
  );
}

/** A step that shows nothing still leads somewhere. */
function textsOf({ texts, to, from, isLast }: MoveView): readonly string[] {
  const shown = isLast ? [...texts, "ends"] : texts;
  if (shown.length > 0) return shown;
  if (to === null) return ["runs library code"];
  if (from === null) return [`starts, and comes to ${to.place}`];
  return [from.place === to.place ? "goes on in this line" : `goes on to ${to.place}`];
}

function Marks({ move }: { readonly move: MoveView }): JSX.Element | null {
  const { violation, leadsTo } = move;
  const { onPath, inSession, byCheck, leadsToViolation } = leadsTo;
  if (violation === null && onPath === null && !inSession && byCheck === null) return null;
  return (
    <span class="card-marks">
      {violation === null ? null : (
        <span class="mark bad">
          <CrossIcon /> {violation.message}
        </span>
      )}
      {violation === null && leadsToViolation ? (
        <span class="mark warn">
          <WarningIcon /> a violation can follow
        </span>
      ) : null}
      {onPath !== null ? (
        <span class="mark">
          <RepeatIcon /> back to step {onPath}
        </span>
      ) : inSession ? (
        <span class="mark">seen in this session</span>
      ) : null}
      {byCheck === true ? <span class="mark">seen by the check</span> : null}
      {byCheck === false ? <span class="mark">not seen by the check</span> : null}
    </span>
  );
}
