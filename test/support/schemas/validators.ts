/** Validators for the formats of reports: by the schemas that their readers use, and by GitHub's own rules. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

// ---- SARIF ----

const schemaPath = createRequire(import.meta.url).resolve(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);
const {
  $schema: _,
  id: __,
  ...schema
}: Record<string, unknown> = JSON.parse(readFileSync(schemaPath, "utf8"));
// The schema is of draft 4, and uses nothing that a later draft reads in another way.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const fitsSarif = ajv.compile(schema);

/** What the schema has against a log. */
export function sarifErrors(log: unknown): string[] {
  if (fitsSarif(log)) return [];
  return (fitsSarif.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

interface SarifMessage {
  readonly text?: string;
}

export interface SarifLocation {
  readonly id?: number;
  readonly message?: SarifMessage;
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region?: {
      readonly startLine: number;
      readonly startColumn?: number;
      readonly endColumn?: number;
      readonly snippet?: { readonly text: string };
    };
  };
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly codeFlows: readonly {
    readonly message: SarifMessage;
    readonly threadFlows: readonly {
      readonly message: SarifMessage;
      readonly locations: readonly {
        readonly executionOrder: number;
        readonly location: SarifLocation;
      }[];
    }[];
  }[];
}

interface SarifRule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly properties?: { readonly tags?: readonly string[] };
}

export interface SarifLog {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly rules: readonly SarifRule[] };
    };
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly exitCode: number;
      readonly workingDirectory: { readonly uri: string };
      readonly toolExecutionNotifications: readonly {
        readonly level: string;
        readonly message: SarifMessage;
      }[];
    }[];
    readonly originalUriBaseIds: Readonly<Record<string, { readonly uri: string }>>;
    readonly results: readonly SarifResult[];
  }[];
}

/** GitHub rejects a file that exceeds one of these (docs.github.com, "SARIF support for code scanning"). */
const GITHUB = {
  gzipped: 10 * 1024 * 1024,
  runs: 20,
  results: 25_000,
  rules: 25_000,
  threadFlowLocations: 10_000,
  locations: 1000,
  /** Only so many are shown of these. */
  shownResults: 5000,
  shownThreadFlowLocations: 1000,
  shownLocations: 100,
  shownTags: 10,
  primaryLocations: 10,
} as const;

/** What GitHub has against a log: what it rejects, what it would not show, and what it calls required. */
export function githubErrors(log: SarifLog): string[] {
  const errors: string[] = [];
  const need = (isMet: boolean, what: string): void => {
    if (!isMet) errors.push(what);
  };
  need(gzipSync(JSON.stringify(log)).length <= GITHUB.gzipped, "the file is too large");
  need(log.runs.length > 0 && log.runs.length <= GITHUB.runs, "number of runs");
  for (const run of log.runs) {
    const { rules } = run.tool.driver;
    need(rules.length <= GITHUB.rules, "number of rules");
    need(run.results.length <= GITHUB.shownResults, "number of results");
    for (const rule of rules) {
      need((rule.name ?? "x").length <= 255 && rule.name !== "", `${rule.id}: name`);
      for (const text of [rule.shortDescription.text, rule.fullDescription.text]) {
        need((text ?? "") !== "" && (text ?? "").length <= 1024, `${rule.id}: description`);
      }
      need((rule.help.text ?? "") !== "", `${rule.id}: help`);
      need((rule.properties?.tags ?? []).length <= GITHUB.shownTags, `${rule.id}: tags`);
    }
    for (const result of run.results) {
      const says = (what: string): string => `${result.ruleId}: ${what}`;
      need(rules[result.ruleIndex]?.id === result.ruleId, says("unknown rule"));
      need((result.message.text ?? "") !== "", says("no message"));
      need(Object.keys(result.partialFingerprints).length > 0, says("no fingerprint"));
      const { locations, relatedLocations, codeFlows } = result;
      need(locations.length > 0, says("no location"));
      need(locations.length <= GITHUB.primaryLocations, says("number of locations"));
      need(relatedLocations.length <= GITHUB.shownLocations, says("number of related locations"));
      const steps = codeFlows.flatMap(({ threadFlows }) =>
        threadFlows.flatMap((flow) => flow.locations.map((each) => each.location)),
      );
      need(steps.length > 0, says("an empty code flow"));
      need(steps.length <= GITHUB.shownThreadFlowLocations, says("number of steps"));
      for (const location of [...locations, ...relatedLocations, ...steps]) {
        errors.push(...locationErrors(location).map(says));
      }
      const ids = new Set(relatedLocations.map(({ id }) => id));
      const links = (result.message.text ?? "").matchAll(/(?<!\\)\]\((\d+)\)/g);
      for (const [, id] of links) need(ids.has(Number(id)), says(`link to ${id}`));
    }
    const { uri } = run.invocations[0]?.workingDirectory ?? { uri: "" };
    need(uri.startsWith("file:///"), "no working directory");
    for (const { uri: base } of Object.values(run.originalUriBaseIds)) {
      need(/^file:\/\/\/.*\/$/.test(base), `base ${base}`);
    }
  }
  return errors;
}

function locationErrors({ physicalLocation }: SarifLocation): string[] {
  if (physicalLocation === undefined) return ["a location without a file"];
  const { artifactLocation, region } = physicalLocation;
  const { uri, uriBaseId } = artifactLocation;
  const isRelative = !/^[a-z][a-z+.-]*:/i.test(uri);
  return [
    ...(uri === "" || uri.startsWith("/") || uri.includes("\\") ? [`the path ${uri}`] : []),
    ...(isRelative === (uriBaseId !== undefined) ? [] : [`the base of ${uri}`]),
    ...(isRelative || uri.startsWith("file:///") ? [] : [`the scheme of ${uri}`]),
    ...((region?.startLine ?? 0) >= 1 ? [] : [`no line in ${uri}`]),
  ];
}

// ---- JUnit ----

/** Null where it is not installed: tests that need it are skipped then. */
export const xmllint: string | null =
  spawnSync("xmllint", ["--version"]).status === 0 ? "xmllint" : null;
if (xmllint === null) {
  process.stderr.write("skipped: no xmllint (Debian: apt-get install libxml2-utils)\n");
}

/** What the schema has against JUnit XML. */
export function junitErrors(xml: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-junit-"));
  try {
    const file = join(folder, "report.xml");
    writeFileSync(file, xml);
    const schemaFile = join(import.meta.dirname, "junit.xsd");
    execFileSync("xmllint", ["--noout", "--schema", schemaFile, file], { stdio: "pipe" });
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
