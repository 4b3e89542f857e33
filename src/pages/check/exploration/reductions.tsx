/** What each reduction left out. */
import type { JSX } from "preact";
import type { ReductionEffect } from "../../../check/exploration/exploration.ts";
import { count } from "../../../core/numbers.ts";
import { DataTable } from "../../shared/table.tsx";

interface ReductionsProps {
  readonly effects: readonly ReductionEffect[];
  readonly isWalk: boolean;
}

export function ReductionsCard({ effects, isWalk }: ReductionsProps): JSX.Element | null {
  if (isWalk || effects.length === 0) return null;
  const counted = effects.filter(({ count: times }) => times !== null);
  const others = effects.filter(({ count: times }) => times === null);
  return (
    <section class="card" aria-labelledby="reductions">
      <h2 id="reductions">What the search left out</h2>
      <p class="lead">
        A reduction leaves out what another part of the search covers. No violation is lost.
      </p>
      <DataTable
        caption="Left out, as far as a search can count it"
        columns={[{ title: "By" }, { title: "What" }, { title: "How often", isNumber: true }]}
        rows={counted.map(({ reduction, what, count: times }) => [
          <code>{reduction}</code>,
          what,
          times === null ? "–" : count(times),
        ])}
      />
      {others.length === 0 ? null : (
        <details>
          <summary>In use, but a search cannot count it ({others.length})</summary>
          <p class="lead">
            <code>deadwood compare</code> runs the program with and without them, and measures the
            difference.
          </p>
          <DataTable
            caption="Not counted"
            columns={[{ title: "By" }, { title: "What" }]}
            rows={others.map(({ reduction, what }) => [<code>{reduction}</code>, what])}
          />
        </details>
      )}
    </section>
  );
}
