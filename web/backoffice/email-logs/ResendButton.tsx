import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast-state';
import { sentenceOf } from '../failure';

type Props = {
  label: string;
  /** Sends again; resolves with what to tell. */
  send: () => Promise<string>;
  /** What to tell when the server says nothing. */
  failure: string;
  className?: string;
};

/** Sends failed mails again, one or all; whatever shows mails is asked anew. */
export function ResendButton({ label, send, failure, className }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (description) => toast({ title: 'Erfolgreich', description }),
    onError: (error) =>
      toast({ title: 'Fehler', description: sentenceOf(error, failure), tone: 'destructive' }),
    // after a refusal too: somebody else may have changed what is shown
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey: [path] }) => showsMails.test(`${path}`) }),
  });
  return (
    <Button
      look="secondary"
      size="small"
      // not `disabled`: that would take the focus away
      aria-disabled={isPending}
      className={className}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      {isPending ? 'Wird gesendet...' : label}
    </Button>
  );
}

/** The mail log, and the details of an application. */
const showsMails = /\/(?:email-logs|details)$/;
