/**
 * The JSON schema of `deadwood.json`, made from the options of the commands. Editors use it to complete names and to
 * show mistakes; the tool itself checks a file with settings.ts, which knows lines and columns.
 */
import type { CommandDescription, OptionDescription, ValueKind } from "../describe-commands.ts";
import { fileName, isInFiles } from "./settings.ts";

type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: "string" };
const TEXTS: Schema = { type: "array", items: { type: ["string", "number"] } };

export function configurationSchema(commands: readonly CommandDescription[]): Schema {
  const sections = commands.map((command) => [command.name, sectionSchema(command)] as const);
  const names = new Set(commands.map(({ name }) => name));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Options of Deadwood",
    description:
      "A file deadwood.json in the working directory, or the file of --config. Options on the command line win.",
    type: "object",
    properties: {
      $schema: TEXT,
      ...PROGRAM,
      ...sharedOptions(commands, names),
      ...Object.fromEntries(sections),
    },
    additionalProperties: false,
  };
}

const PROGRAM: Schema = {
  program: { ...TEXT, description: "the main class, .class or .java file, or bundled program" },
  args: { ...TEXTS, description: "the arguments of its main method" },
};

const sectionSchema = (command: CommandDescription): Schema => ({
  type: "object",
  description: `options for deadwood ${command.name} alone`,
  properties: {
    ...PROGRAM,
    ...Object.fromEntries(
      command.options.filter(isInFiles).map((option) => [fileName(option), optionSchema(option)]),
    ),
  },
  additionalProperties: false,
});

/** Options outside of sections are for each command that has them, whatever it means by them. */
function sharedOptions(
  commands: readonly CommandDescription[],
  sections: ReadonlySet<string>,
): Schema {
  const meanings = new Map<string, Map<string, Schema>>();
  for (const option of commands.flatMap(({ options }) => options.filter(isInFiles))) {
    const name = fileName(option);
    if (sections.has(name)) continue;
    const schema = optionSchema(option);
    const known = meanings.get(name) ?? new Map<string, Schema>();
    meanings.set(name, known.set(JSON.stringify({ ...schema, description: "" }), schema));
  }
  return Object.fromEntries(
    [...meanings].map(([name, schemas]) => {
      const [first, ...others] = schemas.values();
      return [name, others.length === 0 ? first : { anyOf: [...schemas.values()] }];
    }),
  );
}

function optionSchema(option: OptionDescription): Schema {
  const description = option.isNegated
    ? `false: ${option.about} (${option.long})`
    : `${option.about} (${option.long})`;
  return { description, ...valueSchema(option) };
}

function valueSchema({ value, isRepeatable }: OptionDescription): Schema {
  if (value === null) return { type: "boolean" };
  if (isRepeatable) {
    const pairs = { type: "object", additionalProperties: { type: ["string", "number"] } };
    return { anyOf: [{ type: ["string", "number"] }, TEXTS, pairs] };
  }
  return KIND_SCHEMAS[value.kind]?.(value.words) ?? { type: ["string", "number"] };
}

/** The kinds of values that are not any text. */
const KIND_SCHEMAS: Readonly<Partial<Record<ValueKind, (words: readonly string[]) => Schema>>> = {
  number: () => ({ type: "number" }),
  choice: (words) => ({ enum: words }),
  list(all) {
    const word = all.map(escaped).join("|");
    const words = { type: "string", pattern: `^(?:${word})(?:,(?:${word}))*$` };
    return { anyOf: [words, { type: "array", items: words, minItems: 1 }] };
  },
  "class-path": () => ({ anyOf: [{ type: ["string", "number"] }, TEXTS] }),
};

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
