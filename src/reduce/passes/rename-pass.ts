/**
 * Gives classes and members shorter names and strings no text: constants are most
 * of what is left in the end. What a failure really depends on keeps its name,
 * because without it the program is no longer interesting.
 */
import { writePieces } from "../../classfile/editing/fragment-writer.ts";
import { wholePlan } from "../bodies/class-bodies.ts";
import type { InputClass } from "../items/items.ts";
import type { NameChange } from "../items/name-changes.ts";
import { bytesOf, inputOf, type ProgramFiles } from "../items/program-files.ts";
import { ReducibleProgram } from "../items/reducible-program.ts";
import type { Attempt } from "./attempts.ts";
import { takeAway } from "./chunks.ts";
import { ChosenNames, type FreeName, freeNames, type NameKind } from "./names.ts";
import type { Pass } from "./pass.ts";

export const RENAME_PASS: Pass = {
  name: "rename",
  async run(files, context) {
    const { libraries, mustStay } = context;
    const { classes, files: others } = inputOf(files);
    const program = new ReducibleProgram({ classes, files: others }, libraries);
    const used = new Set<string>(
      classes.flatMap(({ name, file }) => [
        name.slice(name.lastIndexOf("/") + 1),
        ...[...file.fields, ...file.methods].map((member) => member.name),
      ]),
    );
    // Names by which users say what must stay.
    const isOpen = !classes.some(({ name }) => mustStay(name.replaceAll("/", ".")));
    const keepsBody = classes.some(({ name, file }) =>
      file.methods.some((method) =>
        mustStay(`${name.replaceAll("/", ".")}.${method.name}${method.descriptor}!code`),
      ),
    );
    const free = freeNames(classes, program.hierarchy).filter(({ kind, name }) =>
      kind === "string" ? !keepsBody : isOpen && isLong(kind, name),
    );
    let chosen: readonly FreeName[] = [];
    let best = files;
    await takeAway<Renamed>(
      {
        count: free.length,
        without: (some) => {
          const names = [...chosen, ...some.map((i) => free[i]!)];
          const renaming = new ChosenNames(names, used, classes);
          const renamed = rename(classes, others, renaming);
          const changes = [changeOf(classes, renaming)];
          return bytesOf(renamed) < bytesOf(best) && { names, files: renamed, changes };
        },
        take: ({ names, files: renamed }) => {
          chosen = names;
          best = renamed;
        },
      },
      context,
    );
    return best;
  },
};

interface Renamed extends Attempt {
  readonly names: readonly FreeName[];
}

/** A name that could be shorter. */
const isLong = (kind: NameKind, name: string): boolean =>
  kind === "packages" || name.length - name.lastIndexOf("/") > 2;

function rename(
  classes: readonly InputClass[],
  others: ProgramFiles,
  names: ChosenNames,
): ProgramFiles {
  return [
    ...classes.map(({ name, pieces }) => ({
      path: `${names.className(name)}.class`,
      bytes: writePieces(pieces, wholePlan(pieces), names),
    })),
    ...others,
  ];
}

const changeOf = (before: readonly InputClass[], names: ChosenNames): NameChange => ({
  before,
  className: (name) => names.className(name),
  memberName: (name, descriptor) => names.memberName(name, descriptor),
  types: (text) => names.types(text),
  yields: null,
});
