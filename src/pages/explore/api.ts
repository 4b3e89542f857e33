/** Talks to the server of the session. One request that changes something at a time; others are dropped meanwhile. */
import type { HeapView } from "../../explain/heap/heap-data.ts";
import type { CheckView, ExploreCommand, StateView } from "../../explore/explore-data.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import type { FindingData } from "../../report/pages/finding-data.ts";

/** A view whose path is known. */
export interface ShownState extends StateView {
  readonly path: FindingData;
}

export class Api {
  readonly #token: string;
  #path: FindingData | null = null;
  #revision = 0;

  constructor(token: string) {
    this.#token = token;
  }

  async state(): Promise<ShownState> {
    return this.#complete(await this.#get(`/api/state?revision=${this.#revision}`));
  }

  async perform(command: ExploreCommand): Promise<ShownState> {
    const response = await fetch(`/api/do?revision=${this.#revision}`, {
      method: "POST",
      headers: { "x-deadwood-token": this.#token, "content-type": "application/json" },
      body: JSON.stringify(command),
    });
    return this.#complete(await answerOf(response));
  }

  heap(): Promise<HeapView> {
    return this.#get("/api/heap");
  }

  check(): Promise<CheckView> {
    return this.#get("/api/check");
  }

  /** Null if it was not found. */
  async source(path: string): Promise<SourceFile | null> {
    try {
      return await this.#get(`/api/source?path=${encodeURIComponent(path)}`);
    } catch {
      return null;
    }
  }

  /** The path up to the present state, as a trace file. */
  async trace(): Promise<string> {
    return JSON.stringify(await this.#get("/api/trace"), null, 1);
  }

  #complete(view: StateView): ShownState {
    this.#path = view.path ?? this.#path;
    this.#revision = view.revision;
    if (this.#path === null) throw new Error("the server has sent no path");
    return { ...view, path: this.#path };
  }

  async #get<T>(address: string): Promise<T> {
    const headers = { "x-deadwood-token": this.#token };
    return await answerOf<T>(await fetch(address, { headers }));
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (response.ok) {
    const value: T = JSON.parse(text);
    return value;
  }
  const { error }: { readonly error?: string } = JSON.parse(text);
  throw new Error(error ?? `the server answered ${response.status}`);
}
