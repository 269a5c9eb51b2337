import type { Transaction } from '#db/client';
import type { NewEvidence } from '#db/evidence';
import { doubtDelivery, extendLease, markSent, markUnsent, storeSubject } from '#db/mails/leases';
import { missingMails } from '#db/mails/log';
import type { OutboxMail } from '#db/mails/outbox';
import { hourMs } from '#domain/time';
import { deleteMailFiles } from '../deed';
import { type DivisionTools, fitted, outgoing, type Parcel, withLinks } from './division';
import { type Mailer, type SendResult, unconfirmed } from './transport';

export type DeliveryOptions = DivisionTools & {
  mailer: Pick<Mailer, 'send' | 'deleteFile' | 'largest'>;
  /** Stores proofs, in the transaction in which the mail becomes sent. */
  prove: (tx: Transaction, proofs: NewEvidence[]) => Promise<void>;
  beatMs?: number;
};

export type Delivery = ReturnType<typeof createDelivery>;

const firstRetryMs = 15_000;
const longestRetryMs = hourMs;
const giveUpAfterMs = 48 * hourMs;

/** Waits after the attempts that leave open whether the mail arrived: after the last of them there is no further one. */
const doubtWaitsMs = [hourMs, 6 * hourMs];
const longestDoubtMs = Math.max(...doubtWaitsMs);

/** No wait that begins now ends later. */
export const latestFrom = (now: number) => ({
  latest: now + 2 * longestRetryMs,
  latestInDoubt: now + 2 * longestDoubtMs,
});

/** How much of its lease a mail must have left when its delivery begins. */
export const leaseReserveMs = 45_000;
const sendNowMs = 45_000;
const usualBeatMs = 20_000;

/** While the database is unavailable, results are kept in memory, so that a mail that was sent is not sent again. */
export function createDelivery(options: DeliveryOptions) {
  const { db, mailer, now, log } = options;
  const leftovers = new Map<string, Attempted>();
  const end = new AbortController();

  async function record(attempted: Attempted): Promise<void> {
    const { mail, result } = attempted;
    const verdict = verdictOf(attempted);
    if (!(await store(options, attempted, verdict))) {
      log('warn', 'mail_lease_lost', { mail: mail.id, type: mail.emailType });
      // a mail that was deleted during the delivery leaves no file
      return await deleteMailFiles({ mailer, log }, await missingMails(db, [mail.id]));
    }
    const fields = { mail: mail.id, type: mail.emailType, attempts: mail.attempts + 1 };
    const [reason = ''] = result.ok ? [] : result.error.split(':', 1);
    log(levels[verdict], `mail_${verdict}`, result.ok ? fields : { ...fields, reason });
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
    /** Never rejects: a failure of one mail does not affect the others. */
    async deliver(mail: OutboxMail): Promise<void> {
      const tried = await attempt(mail, options, end.signal);
      if (!tried) return log('warn', 'mail_late', { mail: mail.id });
      await keep({ mail, ...tried, at: now(), once: false });
    },
    /** For a caller that waits for the result: a mail that cannot be sent now fails for good. Never rejects. */
    async deliverOnce(mail: OutboxMail): Promise<SendResult> {
      const soon = AbortSignal.any([end.signal, AbortSignal.timeout(sendNowMs)]);
      const tried = (await attempt(mail, options, soon)) ?? { result: tooLate, documents: [] };
      await keep({ mail, ...tried, at: now(), once: true });
      return tried.result;
    },
    /** Rejects while the database is unavailable. */
    async recordLeftovers(): Promise<void> {
      for (const [id, attempted] of leftovers) {
        await record(attempted);
        leftovers.delete(id);
      }
    },
    breakOff: () => end.abort(),
  };
}

const filesAtOnce = 20;

/** What mail files and the log still contain of deleted rows, also of those that an earlier process deleted and died. */
export async function cleanLeftovers(
  context: Pick<DeliveryOptions, 'db' | 'log'> & { mailer: Pick<Mailer, 'kept' | 'deleteFile'> },
): Promise<void> {
  const { db, mailer } = context;
  try {
    const kept = await mailer.kept();
    for (let from = 0; from < kept.length; from += filesAtOnce) {
      await deleteMailFiles(context, await missingMails(db, kept.slice(from, from + filesAtOnce)));
    }
  } finally {
    await db.checkpoint();
  }
}

function store({ db, prove }: DeliveryOptions, attempted: Attempted, verdict: Verdict): Promise<boolean> {
  const { mail, result, at } = attempted;
  const inDoubt = doubtsAfter(mail, result);
  const attempt = { ...heldBy(mail), now: at, inDoubt };
  if (result.ok) return markSent(db, attempt, (tx, bouncedAt) => prove(tx, proofsOf(attempted, bouncedAt)));
  const { error } = result;
  const wait = verdict === 'uncertain' ? doubtWaitsMs[inDoubt - 1] : undefined;
  const nextAttemptAt = verdict === 'failed' ? null : at + (wait ?? retryDelayMs(mail.attempts + 1));
  return markUnsent(db, { ...attempt, error, nextAttemptAt });
}

/** Null when the lease is lost or about to end: another instance could then send the same mail. */
async function attempt(mail: OutboxMail, options: DeliveryOptions, signal: AbortSignal) {
  const failed = (error: string, permanent: boolean) => ({
    result: { ok: false, permanent, error } as const,
    documents: [],
  });
  // a process died while the mail was in doubt for the last time
  if (mail.inDoubt > doubtWaitsMs.length) return failed(mail.error ?? unconfirmed, true);
  try {
    const worded = await options.word(mail);
    if (!worded) return failed(withoutReason, true);
    const { subject } = worded;
    if (mail.subject === null && !(await storeSubject(options.db, heldBy(mail), subject))) return null;
    const whole = { ...mail, subject };
    const content = await worded.write();
    // for a leased mail, the next attempt is due when the lease ends
    if (mail.nextAttemptAt - options.now() < leaseReserveMs) return null;
    return await sendFitting({ mail: whole, content }, options, signal);
  } catch (error) {
    return failed(`${nameOf(error)}: Die E-Mail wurde nicht erstellt.`, false);
  }
}

/** If the server refuses the size: by the limit that it says, or else once more with links. Null when the lease is lost. */
async function sendFitting(whole: Parcel, options: DeliveryOptions, signal: AbortSignal) {
  const { mailer } = options;
  let most = mailer.largest();
  let parcel = await fitted(whole, most, options);
  for (;;) {
    if (!parcel) return null;
    const result = await send(parcel, options, signal);
    const { documents = [] } = parcel.content;
    const isTold = mailer.largest() < most;
    const isDivisible = isTold ? parcel.bytes !== undefined : documents.length > 0;
    if (result.ok || !result.tooLarge || !isDivisible) return { result, documents };
    most = mailer.largest();
    parcel = await (isTold ? fitted(parcel, most, options) : withLinks(parcel, options));
  }
}

/** Keeps the mail leased until the server has responded. A delivery that loses its lease ends, if it still can. */
async function send(
  parcel: Parcel,
  { db, mailer, now, beatMs = usualBeatMs }: DeliveryOptions,
  signal: AbortSignal,
): Promise<SendResult> {
  const { mail } = parcel;
  const { inDoubt } = mail;
  const waitMs = doubtWaitsMs[inDoubt] ?? longestDoubtMs;
  const doubt = { inDoubt: inDoubt + 1, error: unconfirmed, waitMs };
  const lost = new AbortController();
  let isTransmitted = false;
  let isDoubted = false;
  const keepLease = async () => {
    if (isDoubted) return;
    const held = { ...heldBy(mail), now: now() };
    isDoubted = isTransmitted;
    const keeping = isTransmitted ? doubtDelivery(db, { ...held, ...doubt }) : extendLease(db, held);
    const isHeld = await keeping.catch(() => false);
    if (isHeld) return;
    isDoubted = false;
    if (!isTransmitted) lost.abort();
  };
  const beat = setInterval(() => void keepLease(), beatMs);
  try {
    return await mailer.send(outgoing(parcel), {
      signal: AbortSignal.any([signal, lost.signal]),
      onTransmitted: () => {
        isTransmitted = true;
      },
    });
  } finally {
    clearInterval(beat);
  }
}

function heldBy({ id, leaseOwner }: OutboxMail) {
  return { id, owner: leaseOwner ?? '' };
}

const withoutReason = 'Der Anlass der E-Mail besteht nicht mehr.';

function proofsOf({ mail, documents, at }: Attempted, bouncedAt: number | null): NewEvidence[] {
  const { id: mailId, applicationId, recipientEmail: email } = mail;
  const proof = { way: 'mail', applicationId, mailId, email } as const;
  const delivered = documents.map((documentSha256) => ({
    ...proof,
    kind: 'document_delivered' as const,
    at: bouncedAt ?? at,
    documentSha256,
  }));
  if (bouncedAt === null) return delivered;
  return [...delivered, ...delivered.map((one) => ({ ...one, kind: 'delivery_failed' as const }))];
}

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

type Tried = { result: SendResult; documents: readonly string[] };
type Attempted = Tried & { mail: OutboxMail; at: number; once: boolean };
type Verdict = 'sent' | 'retry' | 'uncertain' | 'failed';

const levels = { sent: 'info', retry: 'warn', uncertain: 'warn', failed: 'error' } as const;

const tooLate: SendResult = { ok: false, permanent: false, error: 'Die Zustellung hat zu lange gedauert.' };

function verdictOf({ mail, result, once }: Attempted): Verdict {
  if (result.ok) return 'sent';
  if (once || result.permanent) return 'failed';
  if (result.uncertain) return doubtsAfter(mail, result) > doubtWaitsMs.length ? 'failed' : 'uncertain';
  return isHopeless(mail.attempts + 1) ? 'failed' : 'retry';
}

function doubtsAfter({ inDoubt }: OutboxMail, result: SendResult): number {
  return !result.ok && result.uncertain ? inDoubt + 1 : inDoubt;
}
