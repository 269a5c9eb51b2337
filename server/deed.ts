/** The deed: somebody does something in one transaction, with audit rows, mails and what follows the commit. */

import { appendRows } from '#db/audit/chain';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Transaction } from '#db/client';
import { noticing } from '#db/driver/queries';
import type { About, OutboxMail } from '#db/mails/outbox';
import type { StaffRecord } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import type { AuditAction } from '#domain/audit/actions';
import type { Today } from '#domain/cases/statuses';
import type { MailCause } from '#domain/mails/kinds';
import type { Context } from './context';
import { traceOf } from './log';
import { queueMails, type Way } from './mails/queue';
import { Refusal } from './refusal';

/** Made anew when its transaction runs again, so that nothing of an earlier run is left. */
export type Deed<Who = Actor | null> = Today & {
  tx: Transaction;
  /** Null: an applicant. */
  actor: Who;
  /** The instant (ms), the same in the whole deed, and so is the day. */
  at: number;
  /** Adds a row to the audit log for each subject; returns the ids of the rows. `by`: left out, the actor. */
  record(action: AuditAction, subjects: readonly string[], by?: By): Promise<number[]>;
  /** Says why what staff write here leaves no row in the audit log. */
  unrecorded(why: string): void;
  /** Queues the mails of an event (`queueMails`); returns them. */
  mail(cause: MailCause, about: About, way?: Way): Promise<OutboxMail[]>;
  /** After the commit the mail worker is woken. `mail` does this by itself. */
  wakeMail(): void;
  /** After the commit the files of these mails are deleted, and what the write-ahead log still contains. */
  erase(mails: readonly string[]): void;
};

export type StaffDeed = Deed<StaffRecord>;

type Outcome<T> = { value: T } | { refusal: Refusal };

/**
 * Does a deed, and then what follows its commit.
 *
 * A refusal does not roll back, because the writes of others are in the same transaction (decision 034): it leaves the
 * transaction as a value. So a deed refuses before it writes. Outside of production this is checked, and that a deed of
 * staff that writes leaves an audit row, or says why it does not.
 *
 * @param about as in `Database.write`; such a deed records nothing
 * @throws Refusal
 */
export async function perform<T, Who extends Actor | null>(
  context: Context,
  actor: Who,
  act: (deed: Deed<Who>) => Promise<T>,
  about?: string,
): Promise<T> {
  const { outcome, after } = await context.db.write(async (tx) => {
    const { deed, after, check } = begin(context, tx, actor);
    const outcome = await outcomeOf(act(deed));
    check(outcome);
    return { outcome, after };
  }, about);
  if (after.mail) context.wakeMail();
  if (after.erased) {
    await deleteMailFiles(context, after.erased);
    await emptyLog(context);
  }
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

function begin<Who extends Actor | null>(context: Context, given: Transaction, actor: Who) {
  const after: { mail: boolean; erased?: string[] } = { mail: false };
  const done = { wrote: false, recorded: false };
  const isChecked = !context.config.production;
  const note = () => {
    done.wrote = true;
  };
  const tx = isChecked ? noticing(given, note) : given;
  const at = context.now();
  const deed: Deed<Who> = {
    tx,
    actor,
    at,
    today: context.today(),
    calendar: context.calendar,
    async record(action, subjects, by: (Actor & { address?: string }) | undefined = actor ?? undefined) {
      if (!by) throw new Error('Nobody did this: the audit log needs an actor.');
      done.recorded = true;
      return await record(tx, context.cipher, { by, action, subjects, at });
    },
    unrecorded() {
      done.recorded = true;
    },
    async mail(cause, about, way) {
      const mails = await queueMails(context, tx, cause, about, way);
      if (mails.length > 0) after.mail = true;
      return mails;
    },
    wakeMail() {
      after.mail = true;
    },
    erase(mails) {
      after.erased = [...(after.erased ?? []), ...mails];
    },
  };
  const check = (outcome: Outcome<unknown>) => {
    if (!isChecked || !done.wrote) return;
    if ('refusal' in outcome) throw new Error('A deed was refused after it had written.');
    if (actor && !done.recorded) throw new Error('What staff wrote has no row in the audit log.');
  };
  return { deed, after, check };
}

async function outcomeOf<T>(acting: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await acting };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** `address`: the network address of a sign-in, as an HMAC. */
export type By = Actor & { address?: string };
type Acted = { by: By; action: AuditAction; subjects: readonly string[]; at: number };

/**
 * Adds a row for each subject; returns their ids. The transaction must be a write `about` nothing: two that ran side by
 * side would be the same link of the chain.
 */
export async function record(tx: Transaction, cipher: FieldCipher, { by, action, subjects, at }: Acted) {
  const { id: userId, username, address = null } = by;
  const row = { at, userId, username, action, address };
  return await appendRows(
    tx,
    cipher,
    subjects.map((subjectId) => ({ ...row, subjectId })),
  );
}

/** Deletes the files of these mails. If one cannot be deleted, that is logged and the others still are. Never rejects. */
export async function deleteMailFiles(
  { mailer, log }: Pick<Context, 'log'> & { mailer: Pick<Context['mailer'], 'deleteFile'> },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await mailer.deleteFile(id);
    } catch (error) {
      log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
    }
  }
}

/** Empties the write-ahead log. Never rejects: the next deletion or the end of the process tries again. */
export async function emptyLog({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  try {
    await db.checkpoint();
  } catch (error) {
    log('error', 'checkpoint_failed', traceOf(error));
  }
}
