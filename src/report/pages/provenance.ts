/** Where the figures of a page come from, so that a reader can judge and repeat them. The command line finds it out. */

export interface Provenance {
  /** Of Deadwood. */
  readonly version: string;
  /** "2026-01-31 12:00 UTC" */
  readonly date: string;
  /** Without the machine's name and its paths. */
  readonly machine: {
    /** "AMD EPYC 7B13" */
    readonly cpu: string;
    readonly cores: number;
    readonly memoryBytes: number;
    /** "Linux x64" */
    readonly system: string;
    /** "v20.19.0" */
    readonly node: string;
  };
  /** The command that made it, for a shell. */
  readonly command: string;
}
