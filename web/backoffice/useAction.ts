import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ToastMessage, toast } from '../ui/toasts';
import { sentenceOf } from './failure';
import { loadAgain } from './queries';

export type Action<Answer, Input> = {
  call: (input: Input) => Promise<Answer>;
  /** The toast after a success; null: none. A text alone gets the title 'Erfolgreich'. */
  success: string | ((answer: Answer) => string | ToastMessage | null);
  /** The toast after a failure; null: none. A text alone gets the title 'Fehler'; the server's sentence replaces it. */
  failure: string | ((error: Error) => string | ToastMessage | null);
  /** It changes nothing, so that nothing is loaded again. */
  isReading?: true;
  /** Called before what was loaded is loaded again; `error` is null after a success. */
  after?: (error: Error | null, input: Input, answer: Answer | undefined) => unknown;
};

/** Runs an action on the server, one call at a time, and shows the outcome in a toast. */
export function useAction<Answer, Input = void>(action: Action<Answer, Input>) {
  const { call, success, failure, isReading, after } = action;
  const client = useQueryClient();
  // changes at once, while `busy` changes with the next render
  const running = useRef(false);
  const { mutate, isPending: busy } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      const message = typeof success === 'string' ? success : success(answer);
      if (message !== null)
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
        if (!isReading) await loadAgain(client);
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
