/**
 * Writes to the session wait until the next question is running, so that they cost no extra
 * time. They wait for nothing else, so killing the process loses at most a
 * moment.
 */
export class Afterwards {
  readonly #actions: (() => void)[] = [];
  #failure: { readonly error: unknown } | null = null;

  /** Done soon, in the order given. Fails if one before it has failed. */
  readonly later = (action: () => void): void => {
    this.#check();
    this.#actions.push(action);
    if (this.#actions.length === 1) setImmediate(() => this.#doAll());
  };

  /** All is done when this returns. Fails if anything has failed. */
  finish(): void {
    this.#doAll();
    this.#check();
  }

  #doAll(): void {
    try {
      for (const action of this.#actions.splice(0)) action();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
