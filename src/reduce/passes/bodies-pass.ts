/**
 * Shrinks the bodies of methods: it removes statements and handlers, and replaces
 * instructions by harmless ones. Each form is checked as a JVM would check it before the
 * predicate runs.
 */
import type { MethodInfo } from "../../classfile/format/class-file.ts";
import { inferTypes } from "../../program/types/inference.ts";
import { withBodies } from "../bodies/class-bodies.ts";
import { harmlessForms, tidied } from "../bodies/edits.ts";
import { type MethodBody, readBody, replaceInstructions } from "../bodies/method-body.ts";
import { checksOf } from "../bodies/program-checks.ts";
import { type StatementRange, statementsOf } from "../bodies/statements.ts";
import { type BodyChecks, newBody } from "../bodies/verified-body.ts";
import { Hierarchy } from "../items/hierarchy.ts";
import { ALWAYS, type InputClass } from "../items/items.ts";
import { classOf, inputOf, type ProgramFiles, withFile } from "../items/program-files.ts";
import { ReducibleProgram } from "../items/reducible-program.ts";
import { hasUnknown } from "../merging/candidates.ts";
import { type Attempt, type Attempts, attemptEach } from "./attempts.ts";
import { takeAway } from "./chunks.ts";
import type { Pass, PassContext } from "./pass.ts";

export const BODIES_PASS: Pass = {
  name: "bodies",
  async run(files, context) {
    const { classes, items } = new ReducibleProgram(inputOf(files), context.libraries);
    // Bodies change neither the set of classes nor their hierarchy.
    const checks = checksOf(new Hierarchy(classes, context.libraries));
    let best = files;
    for (const { input, methods } of classes) {
      // A class with an attribute of unknown layout must stay unchanged.
      if (hasUnknown(input.pieces)) continue;
      for (const [i, { part }] of methods.entries()) {
        if (context.signal.aborted) return best;
        // A body that must stay is meant as it is.
        if (part !== ALWAYS && context.mustStay(items.nameOf(part))) continue;
        best = await new BodyReduction(best, input.path, i, checks, context).run();
      }
    }
    return best;
  },
};

class BodyReduction {
  #files: ProgramFiles;
  #input: InputClass;
  #method: MethodInfo;
  readonly #index: number;
  readonly #checks: BodyChecks;
  readonly #context: PassContext;

  constructor(
    files: ProgramFiles,
    path: string,
    index: number,
    checks: BodyChecks,
    context: PassContext,
  ) {
    this.#files = files;
    this.#input = classOf(files.find((file) => file.path === path)!);
    this.#method = this.#input.file.methods[index]!;
    this.#index = index;
    this.#checks = checks;
    this.#context = context;
  }

  async run(): Promise<ProgramFiles> {
    if (readBody(this.#input, this.#index) === null) return this.#files;
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = await this.#statements();
      hasChanged = (await this.#handlers()) || hasChanged;
      hasChanged = (await this.#instructions()) || hasChanged;
    }
    return this.#files;
  }

  #body(): MethodBody {
    return readBody(this.#input, this.#index)!;
  }

  /** Null when it is not valid or no smaller. Its constants are those of `base`, the class that it was read from. */
  #with(base: InputClass, body: MethodBody): Smaller | null {
    const bytes = this.#classWith(base, body);
    return bytes === null ? null : { bytes, files: withFile(this.#files, this.#input.path, bytes) };
  }

  /** Takes a body for the method's own. */
  #take({ bytes, files }: Smaller): void {
    this.#files = files;
    this.#input = classOf({ path: this.#input.path, bytes });
    this.#method = this.#input.file.methods[this.#index]!;
  }

  /** The class with that body; null when it is not valid or no smaller. */
  #classWith(base: InputClass, body: MethodBody): Uint8Array | null {
    const written = newBody(base, this.#method, tidied(body), this.#checks);
    if (written === null) return null;
    const bytes = withBodies(base.pieces, new Map([[this.#index, written]]));
    return bytes.length < this.#input.pieces.bytes.length ? bytes : null;
  }

  async #statements(): Promise<boolean> {
    const base = this.#input;
    const body = this.#body();
    const statements = this.#divide(body);
    let gone: readonly StatementRange[] = [];
    return takeAway<Smaller & { readonly without: readonly StatementRange[] }>(
      {
        count: statements.length,
        without: (some) => {
          const without = [...gone, ...some.map((i) => statements[i]!)];
          const smaller = this.#with(base, withoutStatements(body, without));
          return smaller !== null && { ...smaller, without };
        },
        take: (attempt) => {
          gone = attempt.without;
          this.#take(attempt);
        },
      },
      this.#context,
    );
  }

  #divide(body: MethodBody): StatementRange[] {
    const { oracle } = this.#checks;
    const types = inferTypes(this.#input.file, this.#method, { oracle, detail: true });
    const offsets = body.instructions.map(({ offset }) => offset);
    return statementsOf(types, offsets, offsets.length);
  }

  async #handlers(): Promise<boolean> {
    const base = this.#input;
    const body = this.#body();
    let { handlers } = body;
    return takeAway<Smaller & Pick<MethodBody, "handlers">>(
      {
        count: handlers.length,
        without: (some) => {
          const gone = new Set(some.map((i) => body.handlers[i]!));
          const left = handlers.filter((each) => !gone.has(each));
          const smaller = this.#with(base, { ...body, handlers: left });
          return smaller !== null && { ...smaller, handlers: left };
        },
        take: (attempt) => {
          ({ handlers } = attempt);
          this.#take(attempt);
        },
      },
      this.#context,
    );
  }

  /**
   * One after another. After a success it continues with the attempts of the new body: earlier
   * ones are tried again in the next round, not after each success.
   */
  async #instructions(): Promise<boolean> {
    let hasChanged = false;
    for (let at = 0; ; ) {
      const base = this.#input;
      const forms = harmlessForms(this.#body(), base.pieces.constants);
      const found = await this.#firstForm(base, forms, at);
      if (found === null) return hasChanged;
      hasChanged = true;
      at = found;
    }
  }

  /** The number of the first accepted attempt from a position on; null if there is none. */
  async #firstForm(
    base: InputClass,
    forms: readonly MethodBody[],
    from: number,
  ): Promise<number | null> {
    const attempts: Attempts<Smaller> = {
      count: forms.length,
      make: (at) => this.#with(base, forms[at]!) ?? false,
      take: (attempt) => this.#take(attempt),
    };
    let at = from;
    for await (const isTaken of attemptEach(attempts, this.#context, from)) {
      if (isTaken) return at;
      at++;
    }
    return null;
  }
}

interface Smaller extends Attempt {
  /** Of the class. */
  readonly bytes: Uint8Array;
}

function withoutStatements(body: MethodBody, gone: readonly StatementRange[]): MethodBody {
  const isGone = new Uint8Array(body.instructions.length);
  for (const { start, end } of gone) isGone.fill(1, start, end);
  return replaceInstructions(body, (each, i) => (isGone[i] === 1 ? [] : [each]));
}
