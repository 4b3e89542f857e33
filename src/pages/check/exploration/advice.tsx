/** What to do next, the most promising first, and how far the search came. */
import type { JSX } from "preact";
import type { CheckSummary } from "../../../report/pages/check-data.ts";
import { Command } from "../../shared/copy-button.tsx";
import "./advice.css";

export function AdviceCard({ report }: { readonly report: CheckSummary }): JSX.Element | null {
  const { advice, howFar } = report;
  if (advice.length === 0) return null;
  return (
    <section class="card" aria-labelledby="next">
      <h2 id="next">What to do next</h2>
      {howFar === null ? null : (
        <p class="lead">
          <b>How far it came:</b> {howFar}.
        </p>
      )}
      <ol class="advice">
        {advice.map(({ id, what, options, why }) => (
          <li key={id}>
            <p class="advice-what">{what.replace(/:$/, ".")}</p>
            <p class="soft">{asSentence(why)}</p>
            {options === null ? null : <Command text={options} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Names of the program's stay as they are. */
const asSentence = (text: string): string =>
  /^[a-z]+(?: |, )/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
