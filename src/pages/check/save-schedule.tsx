/** Saves the schedule as the file that the command above reads. */
import type { JSX } from "preact";
import type { SavedSchedule } from "../../report/pages/finding-data.ts";
import { SaveIcon } from "../shared/icons.tsx";

export const SaveSchedule = ({ name, text }: SavedSchedule): JSX.Element => (
  <p class="no-print">
    <button type="button" class="button" onClick={() => save(name, text)}>
      <SaveIcon /> Save {name}
    </button>{" "}
    <span class="soft">for this command, which runs the same steps again</span>
  </p>
);

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
