import { type EmailLog, type MailStatus, waitsForTurn } from '#domain/backoffice/mail-log';
import type { MessageResponse } from '#domain/backoffice/responses';
import { turnReason } from '#domain/mails';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { Badge, type BadgeTone } from '../../ui/badge';
import { ResendButton } from './ResendButton';

const labels: Record<MailStatus, string> = {
  sent: 'Erfolgreich',
  pending: 'Neuer Versuch folgt',
  failed: 'Fehlgeschlagen',
};
const tones: Record<MailStatus, BadgeTone> = { sent: 'positive', pending: 'waiting', failed: 'negative' };

/** Status of a mail, number of attempts, why it failed or waits, and a button that sends the mail again. */
export function MailOutcome({ log }: { log: EmailLog }) {
  const { id, status, attempts, errorMessage } = log;
  const isWaiting = waitsForTurn(log);
  return (
    // inline on a card, so that it begins beside its label
    <div className="min-w-0 space-y-1 max-xl:inline">
      <p className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[status]}>{isWaiting ? 'Wartet' : labels[status]}</Badge>
        {attempts > 1 ? <span className="text-sm text-ink-soft">{attempts} Versuche</span> : null}
      </p>
      {errorMessage ? (
        <p className={`max-w-sm text-sm wrap-anywhere ${isWaiting ? 'text-ink-soft' : 'text-danger'}`}>
          {isWaiting ? turnReason : errorMessage}
        </p>
      ) : null}
      {status === 'failed' ? (
        <ResendButton
          label="Nochmals zustellen"
          send={async () => (await request<MessageResponse>('POST', href(api.resendMail, { id }))).message}
          failure="Die E-Mail konnte nicht erneut gesendet werden."
        />
      ) : null}
    </div>
  );
}
