import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '../ui/toast-state';
import { sentenceOf } from './failure';

type Words = { title: string; description: string };

export type Action<Answer, Input> = {
  call: (input: Input) => Promise<Answer>;
  /** What is told of a success; the sentence alone stands under 'Erfolgreich'. */
  success: string | ((answer: Answer) => string | Words);
  /** What is told of a failure; a sentence alone stands under 'Fehler', where the server says none. */
  failure: string | ((error: Error) => Words);
  /** Calls whose answers are asked for again, of all ids. */
  refresh?: readonly string[];
  /** Called in between, with the error of a failure. */
  after?: (error: Error | null, input: Input) => unknown;
};

/** Something done on the server: never twice at once, and told in a toast. */
export function useAction<Answer, Input = void>(action: Action<Answer, Input>) {
  const { call, success, failure, refresh = [], after } = action;
  const client = useQueryClient();
  // known at once, before React shows that it is busy
  const running = useRef(false);
  const { mutate, isPending: busy } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      const words = typeof success === 'string' ? success : success(answer);
      toast(typeof words === 'string' ? { title: 'Erfolgreich', description: words } : words);
    },
    onError: (error) => {
      const words =
        typeof failure === 'string'
          ? { title: 'Fehler', description: sentenceOf(error, failure) }
          : failure(error);
      toast({ ...words, tone: 'destructive' });
    },
    // after a refusal too: somebody else may have changed what is shown
    onSettled: async (_, error, input) => {
      try {
        await after?.(error, input);
        await client.invalidateQueries({
          predicate: ({ queryKey: [path] }) => refresh.some((route) => isOf(route, `${path}`)),
        });
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

/** Whether a path is `route` with its parts filled in. */
function isOf(route: string, path: string): boolean {
  return new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path);
}
