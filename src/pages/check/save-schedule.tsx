/** Saves the schedule as the file that the command beside it reads. */
import type { JSX } from "preact";
import type { SavedSchedule } from "../../report/pages/finding-data.ts";
import { SaveIcon } from "../shared/icons.tsx";

export const SaveSchedule = ({ name, text }: SavedSchedule): JSX.Element => (
  <button
    type="button"
    class="button no-print"
    title="The steps of this schedule, for the command beside"
    onClick={() => save(name, text)}
  >
    <SaveIcon /> Save {name}
  </button>
);

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
