/** One leased mail: write it, send it, mark the result. */
import type { Database } from '#db/client';
import { mailExists, markFailed, markRetry, markSent, type OutboxMail } from '#db/mails/outbox';
import type { Log } from '../log';
import { discardMails } from './discard';
import { type MailContent, type Mailer, type SendResult, sendLimitMs } from './transport';

export type DeliveryOptions = {
  db: Database;
  mailer: Pick<Mailer, 'send' | 'discard'>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** Writes a mail from what the database holds, under its subject; null when it has lost its reason. */
  render: (mail: OutboxMail) => Promise<MailContent | null>;
};

export type Delivery = {
  /** Never rejects: whatever happens to one mail is its own matter. */
  deliver(mail: OutboxMail): Promise<void>;
  /** Like `deliver`, but for somebody who waits for the result: what does not go out now is given up. Never rejects. */
  deliverOnce(mail: OutboxMail): Promise<SendResult>;
  /** Marks the results that could not be stored when they came in. Rejects while the database is away. */
  recordLeftovers(): Promise<void>;
};

const firstRetryMs = 15_000;
/** Longest wait between two attempts, in milliseconds. */
export const longestRetryMs = 3_600_000;
const patienceMs = 48 * 3_600_000;

/** Delivers leased mails, and remembers results for a database that is away: a mail that went out must not go twice. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, mailer, now, log } = options;
  const leftovers = new Map<string, Attempted>();

  async function record(attempted: Attempted): Promise<void> {
    const { mail, result } = attempted;
    const verdict = verdictOf(attempted);
    if (!(await mark(attempted, verdict))) return leaseLost(mail);
    const fields = { mail: mail.id, type: mail.emailType, attempts: mail.attempts + 1 };
    log(levels[verdict], `mail_${verdict}`, result.ok ? fields : { ...fields, reason: codeOf(result.error) });
  }

  function mark({ mail, result, at }: Attempted, verdict: Verdict): Promise<boolean> {
    const attempt = { id: mail.id, owner: mail.leaseOwner ?? '', now: at };
    if (result.ok) return markSent(db, attempt);
    const { error } = result;
    if (verdict === 'failed') return markFailed(db, { ...attempt, error });
    return markRetry(db, { ...attempt, error, nextAttemptAt: at + retryDelayMs(mail.attempts + 1) });
  }

  /** The mail may have been deleted while it was on its way: then the file that was written meanwhile is deleted too. */
  async function leaseLost(mail: OutboxMail): Promise<void> {
    log('warn', 'mail_lease_lost', { mail: mail.id, type: mail.emailType });
    if (!(await mailExists(db, mail.id))) await discardMails({ mailer, log }, [mail.id]);
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
      const result = await attempt(mail, options);
      if (!result) return log('warn', 'mail_late', { mail: mail.id });
      await keep({ mail, result, at: now(), once: false });
    },
    async deliverOnce(mail) {
      const result = (await attempt(mail, options)) ?? tooLate;
      await keep({ mail, result, at: now(), once: true });
      return result;
    },
    async recordLeftovers() {
      for (const [id, attempted] of leftovers) {
        await record(attempted);
        leftovers.delete(id);
      }
    },
  };
}

/** Null when too little of the lease is left to end inside it: another instance may have the mail by then. */
async function attempt(
  mail: OutboxMail,
  { render, mailer, now }: DeliveryOptions,
): Promise<SendResult | null> {
  try {
    const content = await render(mail);
    if (!content) return { ok: false, permanent: true, error: 'Der Anlass der E-Mail besteht nicht mehr.' };
    if (leaseEnd(mail) - now() < sendLimitMs) return null;
    const to = { name: mail.recipientName, address: mail.recipientEmail };
    return await mailer.send({ ...content, id: mail.id, to });
  } catch (error) {
    return { ok: false, permanent: false, error: `${nameOf(error)}: Die E-Mail wurde nicht erstellt.` };
  }
}

/** Wait after the given number of attempts: 15 s, each next one twice as long, one hour at most (contract 3). */
function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
}

/** True when the waits between so many attempts make 48 hours. They are counted, not the clock (decision 017). */
function isHopeless(attempts: number): boolean {
  let waited = 0;
  for (let one = 1; one < attempts; one += 1) waited += retryDelayMs(one);
  return waited >= patienceMs;
}

/** All that may be told of an unknown error: its message might carry what a visitor typed. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** `once`: there is no second attempt. */
type Attempted = { mail: OutboxMail; result: SendResult; at: number; once: boolean };
type Verdict = 'sent' | 'retry' | 'failed';

const levels = { sent: 'info', retry: 'warn', failed: 'error' } as const;

const tooLate: SendResult = { ok: false, permanent: false, error: 'Die Zustellung hat zu lange gedauert.' };

function verdictOf({ mail, result, once }: Attempted): Verdict {
  if (result.ok) return 'sent';
  return once || result.permanent || isHopeless(mail.attempts + 1) ? 'failed' : 'retry';
}

function leaseEnd(mail: OutboxMail): number {
  return mail.nextAttemptAt;
}

function codeOf(error: string): string {
  return error.split(':', 1)[0] ?? '';
}
