/**
 * Programs without any program in them. A command that fails on these as it fails on the
 * input does not look for the input's failure: it may not find its own script, or refuse
 * whatever it is given. A reduction by it would end at nothing and call that a success.
 */
import { PredicateUnusableError } from "../../core/errors.ts";
import { Candidate, type CandidateForm } from "../files/candidate.ts";
import { outcomeText, type Runner, type RunOutcome } from "./outcome.ts";
import type { Judge } from "./verdict.ts";

interface Nonsense {
  readonly candidate: Candidate;
  readonly called: (form: CandidateForm) => string;
}

/** Neither has a name or a text of the input: a command that looks for one finds none. */
const NONSENSE: readonly Nonsense[] = [
  { candidate: new Candidate([]), called: (form) => `an empty ${form}` },
  {
    candidate: new Candidate([{ path: "Unreadable.class", bytes: new Uint8Array(64).fill(0xff) }]),
    called: (form) => `a ${form} whose only class file is unreadable`,
  },
];

/** Lines of what the command says that are repeated to the user. */
const SHOWN_LINES = 10;

/** `judges`: one for each failure that is looked for. */
export async function refuseBlindPredicate(
  runner: Runner,
  judges: readonly Judge[],
  form: CandidateForm,
  signal: AbortSignal,
): Promise<void> {
  for (const { candidate, called } of NONSENSE) {
    const outcome = await runner.run(candidate, signal);
    if (judges.some((judge) => judge(outcome).interesting)) throw blind(called(form), outcome);
  }
}

function blind(what: string, outcome: RunOutcome): PredicateUnusableError {
  const said = outcome.kind === "ended" ? shown(`${outcome.stderr}\n${outcome.stdout}`) : "";
  const words = said === "" ? "" : `. It said:\n${said}`;
  return new PredicateUnusableError(
    `the command cannot tell the input from ${what}: it says ${outcomeText(outcome)} of both${words}`,
    {
      hint: "Run it by hand on the input to see why it ends like that. Let it test for the failure itself (grep for its message) and return a distinct exit code, or compare its output with --stdout or --stderr.",
    },
  );
}

function shown(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line}`)
    .join("\n");
}
