/**
 * Gives classes and members shorter names and strings no text: constants are most
 * of what is left in the end. What a failure really depends on keeps its name,
 * because without it the program is no longer interesting.
 */
import { writePieces } from "../../classfile/pieces-writer.ts";
import { wholePlan } from "../body/class-bodies.ts";
import type { InputClass } from "../model/items.ts";
import { ReducibleProgram } from "../model/program.ts";
import { takeAway } from "./chunks.ts";
import { ChosenNames, type FreeName, freeNames, type NameKind } from "./names.ts";
import { bytesOf, inputOf, type Pass, type ProgramFiles } from "./pass.ts";

export const RENAME_PASS: Pass = {
  name: "rename",
  async run(files, { ask, libraries, signal, mustStay }) {
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
    const chosen = new Set<FreeName>();
    let best = files;
    await takeAway(
      free.length,
      async (some) => {
        const added = some.map((i) => free[i]!);
        for (const each of added) chosen.add(each);
        const renamed = rename(classes, others, [...chosen], used);
        if (bytesOf(renamed) < bytesOf(best) && (await ask(renamed))) {
          best = renamed;
          return true;
        }
        for (const each of added) chosen.delete(each);
        return false;
      },
      signal,
    );
    return best;
  },
};

/** A name that could be shorter. */
const isLong = (kind: NameKind, name: string): boolean =>
  kind === "packages" || name.length - name.lastIndexOf("/") > 2;

function rename(
  classes: readonly InputClass[],
  others: ProgramFiles,
  chosen: readonly FreeName[],
  used: ReadonlySet<string>,
): ProgramFiles {
  const names = new ChosenNames(chosen, used, classes);
  return [
    ...classes.map(({ name, pieces }) => ({
      path: `${names.className(name)}.class`,
      bytes: writePieces(pieces, wholePlan(pieces), names),
    })),
    ...others,
  ];
}
