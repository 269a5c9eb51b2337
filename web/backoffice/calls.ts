import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FieldError } from '#domain/fields';
import { minuteMs } from '#domain/time';
import { RequestFailed, request } from '../api';
import { type ToastMessage, toast } from '../ui/toasts';

/** Milliseconds. A list may have thousands of rows, and the line may be slow. */
const patience = minuteMs;

/** `parameters`: of a page; undefined ones are left out. The page before stays visible while it loads. */
export function queryOf<Answer>(path: string, parameters?: Record<string, string | number | undefined>) {
  const given = Object.entries(parameters ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const address = parameters ? `${path}?${new URLSearchParams(given)}` : path;
  return queryOptions({
    queryKey: parameters ? [path, parameters] : [path],
    queryFn: () => request<Answer>('GET', address, undefined, { patience }),
    placeholderData: parameters && keepPreviousData,
  });
}

/** For what others or the clock change: it is loaded each time it is shown. */
export const changing = { staleTime: 0 };

export function useLoaded<Answer>(path: string, options: { staleTime?: number; enabled?: boolean } = {}) {
  return useQuery({ ...queryOf<Answer>(path), ...options });
}

/** Begins the key of a query that `loadAgain` leaves alone. */
export const lasting = 'lasting';

/** After a change by staff: loads again what is on the screen, and everything else when it is shown next. */
async function loadAgain(client: QueryClient, gone?: QueryKey): Promise<void> {
  const about = gone && hashKey(gone);
  await client.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => queryKey[0] !== lasting && queryHash !== about,
  });
}

export type Action<Answer, Input> = {
  call: (input: Input) => Promise<Answer>;
  /** The toast after a success; null, or left out: none. A text alone gets the title 'Erfolgreich'. */
  success?: string | ((answer: Answer) => string | ToastMessage | null);
  /** The toast after a failure; null: none. A text alone gets the title 'Fehler'; the server's sentence replaces it. */
  failure: string | ((error: Error) => string | ToastMessage | null);
  /** It changes nothing, so that nothing is loaded again. */
  isReading?: true;
  /** The key of what no longer exists after this outcome, and is not loaded again. */
  gone?: (error: Error | null) => QueryKey | undefined;
  /** Called before what was loaded is loaded again; `error` is null after a success. */
  after?: (error: Error | null, input: Input, answer: Answer | undefined) => unknown;
};

/** Runs an action on the server, one call at a time, and shows the outcome in a toast. */
export function useAction<Answer, Input = void>(action: Action<Answer, Input>) {
  const { call, success, failure, isReading, gone, after } = action;
  const client = useQueryClient();
  // changes at once, while `busy` changes with the next render
  const running = useRef(false);
  const { mutate, isPending: busy } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      const message = typeof success === 'function' ? success(answer) : success;
      if (message)
        toast(typeof message === 'string' ? { title: 'Erfolgreich', description: message } : message);
    },
    onError: (error) => {
      const given = typeof failure === 'string' ? failure : failure(error);
      const message =
        typeof given === 'string' ? { title: 'Fehler', description: sentenceOf(error, given) } : given;
      if (message !== null) toast({ ...message, tone: 'destructive' });
    },
    // after a failure too: somebody else may have changed what is shown
    onSettled: async (answer, error, input) => {
      try {
        await after?.(error, input, answer);
        const loaded = isReading ? null : loadAgain(client, gone?.(error));
        // who may try again does not wait for a server that perhaps answers nothing
        if (!error) await loaded;
      } finally {
        running.current = false;
      }
    },
  });
  const run = (input: Input) => {
    if (running.current) return;
    running.current = true;
    mutate(input);
  };
  return { run, busy };
}

const late = 'Der Server hat nicht rechtzeitig geantwortet.';
const isLate = ({ name }: Error) => name === 'TimeoutError';

export function sentenceOf(error: Error, fallback: string): string {
  if (isLate(error)) return `${late} Bitte prüfen Sie, was davon angekommen ist.`;
  return (error instanceof RequestFailed && error.sentence) || fallback;
}

/** `Fehler beim Laden der Anträge: 500: text`. The text is the server's sentence if it sent one. */
export function loadFailure(what: string, error: Error): string {
  return `Fehler beim Laden ${what}: ${isLate(error) ? late : reasonOf(error)}`;
}

function reasonOf(error: Error): string {
  const isOurs = error instanceof RequestFailed && error.sentence;
  return isOurs ? `${error.status}: ${error.sentence}` : error.message;
}

export function fieldErrorsOf(error: Error): readonly FieldError[] {
  return error instanceof RequestFailed ? error.fieldErrors : [];
}

/** A number in the sidebar, out of a list of persons: each call is recorded, so the list passes on what it knows. */
export function sharedCount<Page>(path: string, read: (page: Page) => number) {
  const queryKey: QueryKey = [lasting, path];
  const query = queryOptions({
    queryKey,
    queryFn: async () => read(await request<Page>('GET', `${path}?pageSize=1`)),
  });
  return {
    useCount: (): number | undefined => useQuery(query).data,
    useShared: (page: Page | undefined) => {
      const client = useQueryClient();
      const count = page && read(page);
      useEffect(() => {
        if (count !== undefined) client.setQueryData(queryKey, count);
      }, [client, count]);
    },
  };
}

export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // later, because the browser must have begun to read the file
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveCsv(name: string, text: string) {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
