/** The program that is left, disassembled. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { count } from "../../core/numbers.ts";
import type { PageReduction } from "../../report/pages/reduce-data.ts";
import { CopyTextButton } from "../shared/copy-button.tsx";
import { Tokens } from "../shared/source-view.tsx";
import { VirtualList } from "../shared/virtual-list.tsx";
import { bytecodeTokens } from "./bytecode.ts";

/** As many as fit on a screen. */
const FEW_LINES = 24;

export function Program({ result }: { readonly result: PageReduction }): JSX.Element {
  const { program, omittedLines } = result;
  const [current, setCurrent] = useState(0);
  const lines = useMemo(() => program.flatMap((each) => [...each.lines, ""]), [program]);
  const starts = useMemo(() => startsOf(program), [program]);
  return (
    <section class="card">
      <h2>The program that is left</h2>
      <div class="tools">
        {program.length < 2 ? null : (
          <label class="field">
            <span>Class</span>
            <select onChange={({ currentTarget }) => setCurrent(Number(currentTarget.value))}>
              {program.map(({ name, bytes }, i) => (
                <option key={name} value={String(starts[i])}>
                  {name} ({count(bytes)} bytes)
                </option>
              ))}
            </select>
          </label>
        )}
        <span class="faint">
          {program.length === 1 ? "1 class" : `${count(program.length)} classes`},{" "}
          {count(lines.length)} lines
        </span>
        <CopyTextButton label="Copy" text={() => lines.join("\n")} />
      </div>
      {lines.length === 0 ? (
        <p class="faint">There is no class.</p>
      ) : (
        <VirtualList
          class={`reduce-program ${lines.length > FEW_LINES ? "reduce-long" : ""}`}
          label="The disassembled classes"
          count={lines.length}
          estimate={21}
          current={current}
          render={(index) => (
            <div class="program-line">
              <span class="source-number" aria-hidden="true">
                {index + 1}
              </span>
              <Tokens line={bytecodeTokens(lines[index] ?? "")} />
            </div>
          )}
        />
      )}
      {omittedLines === 0 ? null : (
        <p class="faint">
          {count(omittedLines)} more lines are left out to keep this page small; --disassemble FILE
          writes all.
        </p>
      )}
    </section>
  );
}

function startsOf(program: PageReduction["program"]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { lines } of program) {
    starts.push(at);
    at += lines.length + 1;
  }
  return starts;
}
