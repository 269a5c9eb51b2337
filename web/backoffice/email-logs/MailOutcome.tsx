import { formatInstant } from '#domain/format';
import { bounceSentence } from '#domain/mails/bounces';
import {
  type EmailLog,
  isUncertain,
  type MailStatus,
  mailStatusLabels,
  uncertainDelivery,
} from '#domain/mails/log';
import type { MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { Badge, type BadgeTone } from '../../ui/notices';
import { ActionButton } from '../buttons';

const tones: Record<MailStatus, BadgeTone> = {
  sent: 'positive',
  pending: 'waiting',
  failed: 'negative',
  bounced: 'negative',
};

export function MailOutcome({ log }: { log: EmailLog }) {
  const { id, status, attempts, bouncedAt } = log;
  const { label, reason } = describe(log);
  return (
    // inline on a card, so that it begins beside its label
    <div className="min-w-0 space-y-1 max-xl:inline">
      <p className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[status]}>{label}</Badge>
        {attempts > 1 ? <span className="text-sm text-ink-soft">{`${attempts} Versuche`}</span> : null}
      </p>
      {reason ? <p className="max-w-sm text-sm wrap-anywhere text-danger">{reason}</p> : null}
      {bouncedAt ? (
        <p className="text-sm text-ink-soft">{`Zurückgekommen am ${formatInstant(bouncedAt)}`}</p>
      ) : null}
      {status === 'failed' || status === 'bounced' ? (
        <ResendButton
          label="Nochmals zustellen"
          send={async () => (await request<MessageResponse>('POST', href(api.resendMail, { id }))).message}
          failure="Die E-Mail konnte nicht erneut gesendet werden."
        />
      ) : null}
    </div>
  );
}

function describe(log: EmailLog): { label: string; reason: string | null } {
  const { status, errorMessage } = log;
  if (status === 'bounced')
    return { label: mailStatusLabels[status], reason: bounceSentence(log.bounceCode) };
  if (!isUncertain(log)) return { label: mailStatusLabels[status], reason: errorMessage };
  // the badge says what the sentence begins with
  const why = errorMessage?.replace(/^[^:]*: /, '');
  const next = status === 'pending' ? 'Ein neuer Versuch folgt.' : 'Sie kann angekommen sein.';
  return { label: uncertainDelivery, reason: `${why} ${next}` };
}

type Props = {
  label: string;
  send: () => Promise<string>;
  failure: string;
  className?: string;
};

export function ResendButton({ send, ...button }: Props) {
  return (
    <ActionButton {...button} busyLabel="Wird gesendet..." call={send} success={(sentence) => sentence} />
  );
}
