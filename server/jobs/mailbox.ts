import { minuteMs } from '#domain/time';
import { isRemote } from '../config';
import type { Context } from '../context';
import { createMailboxReader } from '../mail-in/mailbox';
import { receiveMail } from '../mail-in/receive';
import { createJob } from './job';

/** How often an instance looks whether it is its turn to read. */
const turnMs = 15_000;
/** How often it then looks into the mailbox, unless the server tells of a new message. */
const lookMs = minuteMs;

/** None without `IMAP_URL`. A stop does not wait for a server that does not respond. */
export function mailboxJobs(context: Context): ReturnType<typeof createJob>[] {
  const { config, uptime } = context;
  if (config.mailIn.imapUrl === null) return [];
  const needs = { ...context, isAlone: !isRemote(config.database) };
  const { look, stop } = createMailboxReader(needs, config.mailIn.imapUrl, (message) =>
    receiveMail(context, message),
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  const job = createJob(context, 'mailbox', turnMs, async () => {
    if (uptime() - lookedAt < lookMs - turnMs / 2) return;
    const at = uptime();
    if (await look()) lookedAt = at;
  });
  return [{ ...job, stop: async () => void (await Promise.all([job.stop(), stop()])) }];
}
