/**
 * The properties, one row each. A row is in a file of its own and says all that is known about its kind of violation
 * (property.ts). A new property is a new row.
 */
import { oneOf } from "../../core/one-of.ts";
import type { Machine } from "../../vm/machine.ts";
import type { MachineOptions } from "../../vm/machine-options.ts";
import type { Step } from "../step.ts";
import { DATA_RACE } from "./data-race.ts";
import { DEADLOCK } from "./deadlock.ts";
import { EXIT_CODE } from "./exit-code.ts";
import { INVARIANT } from "./invariant.ts";
import { LIVELOCK } from "./livelock.ts";
import {
  ENDS_ONLY,
  type OptionWords,
  type OutputGate,
  type Property,
  type PropertyOption,
  type Recorded,
  type ReplayCriteria,
  type StateProperty,
} from "./property.ts";
import { UNCAUGHT } from "./uncaught-exception.ts";
import { UNRELEASED } from "./unreleased.ts";
import type { Violation } from "./violation.ts";

/** States are asked about in this order, and the first violation of a state is the one that is reported. */
export const PROPERTIES = [
  DEADLOCK,
  UNCAUGHT,
  LIVELOCK,
  INVARIANT,
  EXIT_CODE,
  DATA_RACE,
  UNRELEASED,
] as const;

type Row = (typeof PROPERTIES)[number];
export type PropertyKind = Row["kind"];

type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never;
/** What a caller can choose about properties. */
export type PropertySettings = {
  [K in keyof Intersection<Row["defaults"]>]: Intersection<Row["defaults"]>[K];
};

/** The properties that a setting of their own name switches on and off. */
export type SwitchKind = Extract<PropertyKind, keyof PropertySettings>;
export type PropertySwitches = Readonly<Record<SwitchKind, boolean>>;

/** A row as seen by those who treat all rows alike: the settings that it takes are among the settings of all. */
export interface AnyProperty extends Omit<Property<PropertyKind, PropertySettings>, "defaults"> {
  readonly defaults: Partial<PropertySettings>;
}
const ROWS: readonly AnyProperty[] = PROPERTIES;

export const propertyOf = (kind: PropertyKind): AnyProperty =>
  ROWS.find((row) => row.kind === kind)!;

/** Of a kind that a file names, which may be unknown here. */
export const findProperty = (kind: string): AnyProperty | undefined =>
  ROWS.find((row) => row.kind === kind);

// ---- settings and options ----

export const DEFAULT_SETTINGS: PropertySettings = Object.assign(
  {},
  ...ROWS.map(({ defaults }) => defaults),
);

const isSwitch = (row: AnyProperty): row is AnyProperty & { readonly kind: SwitchKind } =>
  row.plural !== undefined || row.about !== undefined;
const SWITCHES = ROWS.filter(isSwitch);

export const switchesOf = (settings: PropertySettings): PropertySwitches =>
  Object.assign({}, ...SWITCHES.map(({ kind }) => ({ [kind]: settings[kind] })));

/** What a search with these settings looks for. */
export const checkedKinds = (settings: PropertySettings): PropertyKind[] =>
  ROWS.filter((row) => row.isOn(settings)).map(({ kind }) => kind);

/** Violations that the switches allow, in the plural. */
export const allowedKinds = (switches: PropertySwitches): string[] =>
  SWITCHES.flatMap(({ kind, plural }) => (plural === undefined || switches[kind] ? [] : [plural]));

/** Off by default: `--property` switches them on. */
const OPTIONAL = SWITCHES.filter(({ about }) => about !== undefined);

export const PROPERTY_OPTIONS: readonly PropertyOption[] = [
  ...ROWS.flatMap(({ options }) => options),
  {
    flags: "--property <name>",
    about: `also report ${OPTIONAL.map(({ kind, about }) => `${kind}: ${about}`).join("; ")}`,
    isRepeatable: true,
  },
];

export function parsePropertyOptions(words: OptionWords): PropertySettings {
  const named = Array.isArray(words["property"]) ? words["property"].map(String) : [];
  const kinds = OPTIONAL.map(({ kind }) => kind);
  const optional = named.map((name) => ({ [oneOf("--property", name, kinds)]: true }));
  return Object.assign({}, DEFAULT_SETTINGS, ...ROWS.map((row) => row.parse(words)), ...optional);
}

/** How a machine must run so that properties can be told. */
export const machineOptionsFor = (settings: PropertySettings): Partial<MachineOptions> =>
  Object.assign({}, ...ROWS.map((row) => row.machine?.(settings) ?? {}));

/** The first property asked for that knows only the models' java.util.concurrent; null without one. */
export const needsModels = (settings: PropertySettings): PropertyKind | null =>
  SWITCHES.find((row) => row.needsModels === true && settings[row.kind])?.kind ?? null;

// ---- searches ----

/** What asks about the states of a search, in the order of the table. */
export const statePropertiesFor = (
  m: Machine,
  settings: PropertySettings,
  output: OutputGate,
): readonly StateProperty[] =>
  ROWS.flatMap((row) => {
    const made = row.make?.(m, settings, output) ?? null;
    return made === null ? [] : [made];
  });

/** The violation of a path that ends so in the present state. */
export const describeEnd = (
  m: Machine,
  kind: "deadlock" | "uncaught",
  trace: readonly Step[],
): Violation => propertyOf(kind).describeEnd!(m, trace);

/** Equal for violations that need not be reported twice. */
export function violationIdentity({ kind, message, details }: Violation): string {
  return [kind, message, ...(propertyOf(kind).isKnownByMessage ? [] : details)].join("\n");
}

// ---- replays ----

/** The settings that a trace file keeps for its replay. */
export type RecordedSettings = Partial<PropertySettings>;

export const recordSettings = (settings: PropertySettings): RecordedSettings =>
  Object.assign({}, ...ROWS.map((row) => row.record?.(settings) ?? {}));

/** Those of a file; null if they are damaged. */
export function recallSettings(fields: Readonly<Record<string, unknown>>): RecordedSettings | null {
  const all: RecordedSettings[] = [];
  for (const row of ROWS) {
    if (row.recall === undefined) continue;
    const recalled = row.recall(fields);
    if (recalled === null) return null;
    all.push(recalled);
  }
  return Object.assign({}, ...all);
}

/** How a schedule is judged that was recorded for a violation: for a kind unknown here, by how it ends. */
export function replayCriteria(
  m: Machine,
  settings: RecordedSettings,
  recorded: Recorded,
  output: OutputGate,
): ReplayCriteria {
  const row = findProperty(recorded.kind);
  const complete = { ...DEFAULT_SETTINGS, ...settings };
  return row?.criteria?.(m, complete, recorded, output) ?? ENDS_ONLY;
}

// ---- reducing ----

/** What `reduce --check` can look for. */
export type CheckKind = NonNullable<Row["reducible"]>["names"][number]["name"];

export const CHECK_KINDS: readonly CheckKind[] = PROPERTIES.flatMap((row) =>
  (row.reducible?.names ?? []).map(({ name }) => name),
);

/** The property that it is about. */
export const reducedProperty = (name: CheckKind): AnyProperty =>
  ROWS.find((row) => row.reducible?.names.some((each) => each.name === name))!;

/** Whether a violation is one that is looked for. */
export const isReduced = (wanted: CheckKind, violation: Violation): boolean =>
  propertyOf(violation.kind).reducible?.names.some(
    ({ name, accepts }) => name === wanted && accepts(violation),
  ) === true;
