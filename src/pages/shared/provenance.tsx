/** Where figures come from: version, machine, date, and the command that repeats them. */
import type { JSX } from "preact";
import { megabytes } from "../../core/numbers.ts";
import type { Provenance as ProvenanceData } from "../../report/pages/provenance.ts";
import { Command } from "./copy-button.tsx";
import "./provenance.css";

interface ProvenanceProps {
  readonly provenance: ProvenanceData;
  /** More facts about the run. */
  readonly facts?: readonly (readonly [string, string])[];
}

export const Provenance = ({ provenance, facts = [] }: ProvenanceProps): JSX.Element => {
  const { version, date, machine, command } = provenance;
  const all = [
    ...facts,
    ["Deadwood", version],
    ["Date", date],
    ["Processor", `${machine.cpu}, ${machine.cores} cores`],
    ["Memory", megabytes(machine.memoryBytes)],
    ["System", `${machine.system}, Node ${machine.node}`],
  ] as const;
  return (
    <>
      <Command text={command} />
      <dl class="facts">
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
