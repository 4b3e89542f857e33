/** What `deadwood doctor` finds, as plain data. */

/** `refused`: a check cannot work. `warning`: it may not. `note`: worth knowing. */
export type Finding = "ok" | "note" | "warning" | "refused";

export interface Examined {
  readonly topic: string;
  readonly finding: Finding;
  readonly text: string;
  /** What to do about it; null if nothing needs to be done. */
  readonly hint: string | null;
}

/** A place on the way to something: a method, and the line in it that leads on. */
export interface ChainPlace {
  readonly method: string;
  /** "Main.java:12", or null. */
  readonly at: string | null;
  readonly origin: "application" | "library";
}

/** A class that is missing or damaged, or a native method that the machine does not have. */
export interface Obstacle {
  readonly name: string;
  /** Why it cannot be used, for damaged classes. */
  readonly reason: string | null;
  /** From the main method to the one that needs it. */
  readonly chain: readonly ChainPlace[];
}

export interface ProgramNeeds {
  readonly mainClass: string;
  /** Methods and classes that the code may reach. */
  readonly methods: number;
  readonly programClasses: number;
  readonly libraryClasses: number;
  readonly nativeMethods: number;
  readonly missing: readonly Obstacle[];
  readonly refused: readonly Obstacle[];
  /** Calls in the program by which it may reach code that is not seen. */
  readonly reflection: readonly ChainPlace[];
}

/** A run of the program under one schedule. */
export interface Trial {
  readonly outcome: "ended" | "deadlock" | "stopped" | "refused";
  readonly instructions: number;
  readonly threads: number;
  /** Why the machine refused to go on. */
  readonly error: string | null;
}

export const DOCTOR_FORMAT = "deadwood-doctor-report";
export const DOCTOR_VERSION = 1;

export interface DoctorReport {
  readonly format: typeof DOCTOR_FORMAT;
  readonly version: typeof DOCTOR_VERSION;
  readonly tool: string;
  readonly verdict: "fine" | "warnings" | "refused";
  readonly machine: readonly Examined[];
  readonly program: {
    readonly name: string;
    readonly examined: readonly Examined[];
    readonly needs: ProgramNeeds | null;
    readonly trial: Trial | null;
  } | null;
}
