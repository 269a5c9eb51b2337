import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EmailLog, MailStatus } from '../../../../domain/backoffice';
import { api } from '../../../../domain/urls';
import { staffApi } from '../../../staff-api';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast-state';
import { sentenceOf } from '../failure';

const labels: Record<MailStatus, string> = {
  sent: 'Erfolgreich',
  pending: 'Neuer Versuch folgt',
  failed: 'Fehlgeschlagen',
};
const tones: Record<MailStatus, BadgeTone> = { sent: 'positive', pending: 'waiting', failed: 'negative' };

/** What became of a mail: how often it was tried, why it did not go out, and the way to send it again. */
export function MailOutcome({ log }: { log: EmailLog }) {
  const { status, attempts, errorMessage } = log;
  return (
    <div className="min-w-0 space-y-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[status]}>{labels[status]}</Badge>
        {attempts > 1 ? <span className="text-sm text-ink-soft">{attempts} Versuche</span> : null}
      </p>
      {errorMessage ? <p className="max-w-sm text-sm wrap-anywhere text-danger">{errorMessage}</p> : null}
      {status === 'failed' ? <Resend log={log} /> : null}
    </div>
  );
}

function Resend({ log: { id, applicationId } }: { log: EmailLog }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => staffApi.resendMail(id),
    onSuccess: ({ message }) => toast({ title: 'Erfolgreich', description: message }),
    onError: (error) =>
      toast({
        title: 'Fehler',
        description: sentenceOf(error, 'Die E-Mail konnte nicht erneut gesendet werden.'),
        tone: 'destructive',
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [api.emailLogs] });
      if (applicationId) void client.invalidateQueries({ queryKey: [api.details(applicationId)] });
    },
  });
  return (
    <Button look="secondary" size="small" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Wird gesendet...' : 'Erneut senden'}
    </Button>
  );
}
