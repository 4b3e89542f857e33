/** Where the figures of a page for a test come from. */
import type { Provenance } from "../../src/report/pages/provenance.ts";

export const PROVENANCE: Provenance = {
  version: "0.1.0",
  date: "2026-01-31 12:00 UTC",
  machine: {
    cpu: "A processor",
    cores: 2,
    memoryBytes: 2 ** 34,
    system: "Linux x64",
    node: "v20.19.0",
  },
  command: "deadwood compare --set thesis",
};
