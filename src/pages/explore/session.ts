/** The state of the page: what the server said last, the heap and the files that belong to it, and what is under way. */
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HeapView } from "../../explain/heap/heap-data.ts";
import type { ExploreCommand } from "../../explore/explore-data.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import { Sources } from "../check/sources.ts";
import { Api, type ShownState } from "./api.ts";

/** Milliseconds between two looks at a check that runs. */
const LOOK_EVERY = 300;

export interface PageSession {
  readonly view: ShownState | null;
  /** Null while it is fetched. */
  readonly heap: HeapView | null;
  /** The heap before the last command. */
  readonly heapBefore: HeapView | null;
  readonly sources: Sources;
  readonly error: string | null;
  readonly perform: (command: ExploreCommand) => void;
  readonly save: () => void;
}

export function useSession(token: string): PageSession {
  const api = useMemo(() => new Api(token), [token]);
  const [view, setView] = useState<ShownState | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isBusy = useRef(false);
  const run = useCallback(
    (work: () => Promise<ShownState>): void => {
      if (isBusy.current) return;
      isBusy.current = true;
      void work()
        .then(
          (shown) => {
            setView(shown);
            setError(null);
          },
          (failure: unknown) => setError(textOf(failure)),
        )
        .finally(() => {
          isBusy.current = false;
        });
    },
    [api],
  );
  useEffect(() => run(() => api.state()), [api, run]);
  useCheckProgress(view, setView, api, setError);
  const { heap, before } = useHeap(api, view);
  const sources = useSources(api, view);
  const perform = useCallback(
    (command: ExploreCommand) => run(() => api.perform(command)),
    [api, run],
  );
  const save = (): void => {
    void api.trace().then(download, (failure: unknown) => setError(textOf(failure)));
  };
  return { view, heap, heapBefore: before, sources, error, perform, save };
}

const textOf = (failure: unknown): string =>
  failure instanceof TypeError
    ? "The session has ended: deadwood explore does not answer any more."
    : failure instanceof Error
      ? failure.message
      : String(failure);

/** While a check runs, asks how far it is; when it ends, states are known better. */
function useCheckProgress(
  view: ShownState | null,
  setView: (view: ShownState) => void,
  api: Api,
  fail: (text: string) => void,
): void {
  const status = view?.check.status;
  const now = useRef(view);
  now.current = view;
  useEffect(() => {
    if (status !== "running") return undefined;
    const timer = setInterval(() => {
      void api.check().then(
        async (check) => {
          const { current } = now;
          if (current === null) return;
          setView(check.status === "running" ? { ...current, check } : await api.state());
        },
        (failure: unknown) => fail(textOf(failure)),
      );
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [status, api]);
}

function useHeap(
  api: Api,
  view: ShownState | null,
): { readonly heap: HeapView | null; readonly before: HeapView | null } {
  const [heaps, setHeaps] = useState<{ heap: HeapView | null; before: HeapView | null }>({
    heap: null,
    before: null,
  });
  const newest = useRef(0);
  const place = view === null ? "" : `${view.revision} ${view.at}`;
  useEffect(() => {
    if (place === "") return;
    const own = ++newest.current;
    void api.heap().then(
      (heap) => {
        if (own === newest.current) setHeaps(({ heap: before }) => ({ heap, before }));
      },
      () => {},
    );
  }, [api, place]);
  return heaps;
}

/** Fetches each file once. */
function useSources(api: Api, view: ShownState | null): Sources {
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (view === null) return;
    const places = [
      ...view.path.frames,
      ...view.states.flatMap(({ frames }) => frames),
      ...view.moves.flatMap(({ from, to }) => [from, to]),
    ];
    for (const place of places) {
      const path = place?.path ?? null;
      if (path === null || asked.current.has(path)) continue;
      asked.current.add(path);
      void api.source(path).then((file) => {
        if (file !== null) setFiles((known) => [...known, file]);
      });
    }
  }, [api, view]);
  return useMemo(() => new Sources(files), [files]);
}

function download(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "trace.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
