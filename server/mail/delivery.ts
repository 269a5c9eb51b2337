/** Delivers one leased mail: writes it, sends it and stores the result. */
import type { Database, Transaction } from '#db/client';
import type { NewEvidence } from '#db/evidence';
import { markFailed, markRetry, markSent, missingMails, type OutboxMail } from '#db/mails/outbox';
import type { Log } from '../log';
import { deleteMailFiles } from './files';
import { type MailContent, type Mailer, type SendResult, sendLimitMs } from './transport';

export type DeliveryOptions = {
  db: Database;
  mailer: Pick<Mailer, 'send' | 'deleteFile'>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** Writes a mail from the stored data, under its stored subject; null when there is no reason for it any more. */
  render: (mail: OutboxMail) => Promise<MailContent | null>;
  /** Stores proofs, in the transaction in which the mail becomes sent. */
  prove: (tx: Transaction, proofs: NewEvidence[]) => Promise<void>;
};

export type Delivery = {
  /** Never rejects: a failure of one mail does not affect the others. */
  deliver(mail: OutboxMail): Promise<void>;
  /** For a caller that waits for the result: a mail that cannot be sent now fails for good. Never rejects. */
  deliverOnce(mail: OutboxMail): Promise<SendResult>;
  /** Stores the results that could not be stored earlier. Rejects while the database is unavailable. */
  recordLeftovers(): Promise<void>;
};

const firstRetryMs = 15_000;
/** Longest wait between two attempts, in milliseconds. */
export const longestRetryMs = 3_600_000;
const giveUpAfterMs = 48 * 3_600_000;

/** While the database is unavailable, results are kept in memory, so that a mail that was sent is not sent again. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, mailer, now, log, prove } = options;
  const leftovers = new Map<string, Attempted>();

  async function record(attempted: Attempted): Promise<void> {
    const { mail, result } = attempted;
    const verdict = verdictOf(attempted);
    if (!(await store(attempted, verdict))) return leaseLost(mail);
    const fields = { mail: mail.id, type: mail.emailType, attempts: mail.attempts + 1 };
    const [reason = ''] = result.ok ? [] : result.error.split(':', 1);
    log(levels[verdict], `mail_${verdict}`, result.ok ? fields : { ...fields, reason });
  }

  function store({ mail, result, documents, at }: Attempted, verdict: Verdict): Promise<boolean> {
    const attempt = { id: mail.id, owner: mail.leaseOwner ?? '', now: at };
    if (result.ok) return markSent(db, attempt, (tx) => prove(tx, proofsOf(mail, documents, at)));
    const { error } = result;
    if (verdict === 'failed') return markFailed(db, { ...attempt, error });
    return markRetry(db, { ...attempt, error, nextAttemptAt: at + retryDelayMs(mail.attempts + 1) });
  }

  /** If the mail was deleted during the delivery, the file that the delivery wrote is deleted too. */
  async function leaseLost(mail: OutboxMail): Promise<void> {
    log('warn', 'mail_lease_lost', { mail: mail.id, type: mail.emailType });
    await deleteMailFiles({ mailer, log }, await missingMails(db, [mail.id]));
  }

  async function keep(attempted: Attempted): Promise<void> {
    const { id } = attempted.mail;
    try {
      await record(attempted);
    } catch (error) {
      leftovers.set(id, attempted);
      log('error', 'outbox_unavailable', { mail: id, reason: nameOf(error) });
    }
  }

  return {
    async deliver(mail) {
      const tried = await attempt(mail, options);
      if (!tried) return log('warn', 'mail_late', { mail: mail.id });
      await keep({ mail, ...tried, at: now(), once: false });
    },
    async deliverOnce(mail) {
      const tried = (await attempt(mail, options)) ?? { result: tooLate, documents: [] };
      await keep({ mail, ...tried, at: now(), once: true });
      return tried.result;
    },
    async recordLeftovers() {
      for (const [id, attempted] of leftovers) {
        await record(attempted);
        leftovers.delete(id);
      }
    },
  };
}

/** Null when the lease would end before the delivery: another instance could then send the same mail. */
async function attempt(mail: OutboxMail, { render, mailer, now }: DeliveryOptions): Promise<Tried | null> {
  const failed = (error: string, permanent: boolean) => ({
    result: { ok: false, permanent, error } as const,
    documents: [],
  });
  try {
    const content = await render(mail);
    if (!content) return failed('Der Anlass der E-Mail besteht nicht mehr.', true);
    // for a leased mail, the next attempt is due when the lease ends
    if (mail.nextAttemptAt - now() < sendLimitMs) return null;
    const to = { name: mail.recipientName, address: mail.recipientEmail };
    const result = await mailer.send({ ...content, id: mail.id, to });
    return { result, documents: content.documents ?? [] };
  } catch (error) {
    return failed(`${nameOf(error)}: Die E-Mail wurde nicht erstellt.`, false);
  }
}

/** That these documents were delivered by this mail. */
function proofsOf(mail: OutboxMail, documents: readonly string[], at: number): NewEvidence[] {
  const { id: mailId, applicationId, recipientEmail: email } = mail;
  return documents.map((documentSha256) => ({
    kind: 'document_delivered',
    way: 'mail',
    at,
    applicationId,
    documentSha256,
    mailId,
    email,
  }));
}

/** Wait after the given number of attempts: 15 s, then twice as long each time, at most one hour. */
function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
}

/** True when the waits add up to 48 hours. The clock may be wrong, so it is not used (decision 017). */
function isHopeless(attempts: number): boolean {
  let waited = 0;
  for (let count = 1; count < attempts; count += 1) waited += retryDelayMs(count);
  return waited >= giveUpAfterMs;
}

/** The only part of an unknown error that may be logged: its message could contain what a visitor typed. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** `documents`: the SHA-256 of those that the mail contains. */
type Tried = { result: SendResult; documents: readonly string[] };
/** `once`: there is no second attempt. */
type Attempted = Tried & { mail: OutboxMail; at: number; once: boolean };
type Verdict = 'sent' | 'retry' | 'failed';

const levels = { sent: 'info', retry: 'warn', failed: 'error' } as const;

const tooLate: SendResult = { ok: false, permanent: false, error: 'Die Zustellung hat zu lange gedauert.' };

function verdictOf({ mail, result, once }: Attempted): Verdict {
  if (result.ok) return 'sent';
  return once || result.permanent || isHopeless(mail.attempts + 1) ? 'failed' : 'retry';
}
