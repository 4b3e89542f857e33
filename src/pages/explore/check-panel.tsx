/** The check of the program that runs beside the reader's steps, and its violations to go to. */
import type { JSX } from "preact";
import { count, plural } from "../../core/numbers.ts";
import type { CheckView, StateView } from "../../explore/explore-data.ts";
import { CrossIcon } from "../shared/icons.tsx";
import type { PageSession } from "./session.ts";

interface CheckPanelProps {
  readonly view: StateView;
  readonly perform: PageSession["perform"];
}

export function CheckPanel({ view, perform }: CheckPanelProps): JSX.Element {
  const { check } = view;
  const isRunning = check.status === "running";
  return (
    <section class="card check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Check</h2>
      <p class="soft" role="status">
        {statusText(check)}
      </p>
      <p>
        <button
          type="button"
          class="button"
          onClick={() => perform({ do: isRunning ? "stop" : "check" })}
        >
          {isRunning ? "Stop" : check.status === "none" ? "Check the program" : "Check again"}
        </button>
      </p>
      {check.violations.length === 0 ? null : (
        <ul class="violations">
          {check.violations.map(({ message, steps }, i) => (
            <li key={i}>
              <button
                type="button"
                class="violation"
                onClick={() => perform({ do: "jump", violation: i })}
              >
                <CrossIcon /> {message} <span class="faint">after {plural(steps, "step")}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function statusText({ status, states, seconds, found, headline }: CheckView): string {
  const effort = `${count(states)} states in ${seconds.toFixed(1)} s`;
  switch (status) {
    case "none":
      return "Searches all schedules in the background. Afterwards each step says whether a violation can follow.";
    case "running":
      return `${effort} so far; ${plural(found, "violation")}.`;
    case "done":
      return `${headline} (${effort})`;
    case "failed":
      return headline;
    default:
      return status satisfies never;
  }
}
