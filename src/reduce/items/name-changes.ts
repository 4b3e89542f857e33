/**
 * What passes have called the classes and members of a program. The result of a reduction has other names than
 * its input, and one class where there were two. Each change says what the names of one program are in the next,
 * so that the parts of the result can be found again among those of the input.
 */
import type { InputClass } from "./items.ts";

export interface NameChange {
  /** The program before the change: a name that it does not have belongs to something removed earlier. */
  readonly before: readonly InputClass[];
  className(name: string): string;
  memberName(name: string, descriptor: string): string;
  /** Of a descriptor. */
  types(text: string): string;
  /** Of two classes that become one, the class whose members give way where both have the same; otherwise null. */
  readonly yields: string | null;
}

/** A class or member of the input, under its names in a later program. */
export interface Followed {
  readonly className: string;
  readonly memberKey: string;
  /** How often its class gave way to another: where two members become one, the one with fewer is left. */
  readonly yielded: number;
}

interface Names {
  readonly classNames: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** A field's descriptor begins differently from a method's, so one set serves both. */
export const memberKey = (owner: string, name: string, descriptor: string): string =>
  `${owner} ${name} ${descriptor}`;

export class NameHistory {
  readonly #changes: readonly NameChange[];
  readonly #names: readonly Names[];

  constructor(changes: readonly NameChange[]) {
    this.#changes = changes;
    this.#names = changes.map(({ before }) => namesOf(before));
  }

  /** The name of a class in the end; null if it was gone before a change. */
  classAfter(name: string): string | null {
    let current = name;
    for (const [i, change] of this.#changes.entries()) {
      if (this.#names[i]?.classNames.has(current) !== true) return null;
      current = change.className(current);
    }
    return current;
  }

  /** A member in the end; null if it was gone before a change. */
  memberAfter(owner: string, name: string, descriptor: string): Followed | null {
    let current = { owner, name, descriptor };
    let yielded = 0;
    for (const [i, change] of this.#changes.entries()) {
      const key = memberKey(current.owner, current.name, current.descriptor);
      if (this.#names[i]?.members.has(key) !== true) return null;
      if (change.yields === current.owner) yielded++;
      current = {
        owner: change.className(current.owner),
        name: change.memberName(current.name, current.descriptor),
        descriptor: change.types(current.descriptor),
      };
    }
    const key = memberKey(current.owner, current.name, current.descriptor);
    return { className: current.owner, memberKey: key, yielded };
  }
}

const namesOf = (classes: readonly InputClass[]): Names => ({
  classNames: new Set(classes.map(({ name }) => name)),
  members: new Set(
    classes.flatMap(({ name, pieces }) =>
      [...pieces.fields, ...pieces.methods].map((member) =>
        memberKey(name, member.name, member.descriptor),
      ),
    ),
  ),
});
