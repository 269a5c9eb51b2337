import { deleteExpiredLinks } from '#db/access-links';
import { readEnd } from '#db/audit/chain';
import { openMissingCases, renewWords } from '#db/cases/open';
import type { Transaction } from '#db/client';
import { readWaiting } from '#db/dashboard';
import { beginRun } from '#db/leases/leases';
import { forgetDeletedMails } from '#db/mails/caps';
import { forgetContacts, oldestWaiting } from '#db/mails/claims';
import {
  dueQuery,
  endingQuery,
  queueOfferReminders,
  queueReminders,
  type ReminderRule,
} from '#db/mails/reminders';
import { deleteEndedWindows } from '#db/rate-limits';
import { readNoted } from '#db/search/entries';
import { deleteEndedForms } from '#db/sent-forms';
import { deleteFailures } from '#db/staff/second-factors';
import { deleteEndedSessions, listUsers } from '#db/staff/users';
import { activateDue, findDue } from '#db/tariffs/versions';
import { berlinClock } from '#domain/clock';
import { berlinMidnight } from '#domain/dates';
import { reminderBoundary } from '#domain/offers';
import { boundaryOf } from '#domain/retention/periods';
import { dayMs, hourMs, minuteMs } from '#domain/time';
import type { Assets } from '../assets';
import { isRemote } from '../config';
import type { Context } from '../context';
import { perform } from '../deed';
import { recordPastErasures } from '../erasures';
import { followSiteState } from '../features/backoffice/site-state';
import { endsOf } from '../http/auth';
import { addressHash } from '../keyed-hash';
import { createMailboxReader } from '../mail-in/mailbox';
import { receiveMail } from '../mail-in/receive';
import type { Clock } from '../process/start';
import { exchangeJobs } from './insurer';
import { createJob } from './job';
import { deleteWhatIsOver } from './retention';

/** How often to look for due reminders and expired applications. Each look reads one index entry. */
const lookMs = 15_000;
/** How often to look for tariffs whose day has come. They must be shown 15 s later, and pages are a second old. */
const tariffsMs = 10_000;
/** How often to look for another state of the site, which all instances follow within 15 s. */
const siteMs = 5_000;
/** How often to check whether the process is idle and can free memory. */
const quietMs = 5_000;

export function createJobs(context: Context, clock: Clock, assets: Assets) {
  const { db, now } = context;
  const releaseMemory = createMemoryRelease();
  return [
    db.clock
      ? createJob(context, 'clock', lookMs, () => clock.compare())
      : createJob(context, 'database_file', lookMs, () => db.ping()),
    createJob(context, 'reminders', lookMs, () => queueDueReminders(context)),
    createJob(context, 'site_state', siteMs, () => followSiteState(context)),
    createJob(context, 'tariffs', tariffsMs, () => activateDueTariffs(context)),
    createJob(context, 'retention', lookMs, () => deleteWhatIsOver(context)),
    // beside the start, because the very first one draws documents for a second; after that it does nothing
    createJob(context, 'documents', minuteMs, () => context.documents.inForce()),
    createJob(context, 'cases', minuteMs, () => openRecentCases(context)),
    createJob(context, 'digest', lookMs, createDigest(context)),
    createJob(context, 'search', lookMs, () => readNoted(db, renewalMs)),
    createJob(context, 'waiting_mails', minuteMs, createWaitingMailsWatch(context)),
    ...mailboxJobs(context),
    ...exchangeJobs(context),
    createJob(context, 'old_limits', minuteMs, async () =>
      db.shared ? deleteEndedWindows(db.shared, now()) : 0,
    ),
    createJob(context, 'expired_links', minuteMs, async () => {
      await forgetDeletedMails(db, now());
      const before = boundaryOf('mails', context.config.retention, now());
      if (before !== null) await forgetContacts(db, before);
      await deleteExpiredLinks(db, now());
      await deleteEndedForms(db, now());
    }),
    createJob(context, 'ended_sign_ins', minuteMs, () => deleteEndedSignIns(context)),
    createJob(context, 'erased_drafts', minuteMs, () => recordPastErasures(context)),
    createJob(context, 'audit_log_end', minuteMs, createAuditEndLog(context)),
    createJob(context, 'assets', minuteMs, async () => assets.keep?.(context)),
    createJob(context, 'memory', quietMs, async () => releaseMemory()),
  ];
}

/** How often an instance looks whether it is its turn to read. */
const turnMs = 15_000;
/** How often it then looks into the mailbox, unless the server tells of a new message. */
const mailboxMs = minuteMs;

/** None without `IMAP_URL`. A stop does not wait for a server that does not respond. */
function mailboxJobs(context: Context): ReturnType<typeof createJob>[] {
  const { config, uptime } = context;
  if (config.mailIn.imapUrl === null) return [];
  const needs = { ...context, isAlone: !isRemote(config.database) };
  const { look, stop } = createMailboxReader(needs, config.mailIn.imapUrl, (message) =>
    receiveMail(context, message),
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  const job = createJob(context, 'mailbox', turnMs, async () => {
    if (uptime() - lookedAt < mailboxMs - turnMs / 2) return;
    const at = uptime();
    if (await look()) lookedAt = at;
  });
  return [{ ...job, stop: async () => void (await Promise.all([job.stop(), stop()])) }];
}

/** What `verify-audit --since id:seal` takes, once an hour: rows that are cut off later are noticed (decision 027). */
export function createAuditEndLog({ db, log, uptime }: Pick<Context, 'db' | 'log' | 'uptime'>) {
  let next = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (uptime() < next) return;
    const end = await readEnd(db.read);
    if (!end) return;
    log('info', 'audit_log_end', end);
    next = uptime() + hourMs;
  };
}

type CaseNeeds = Pick<Context, 'db' | 'now' | 'today' | 'calendar'>;

/** A restart takes minutes; what is older, the start of this process has seen. */
const recentMs = dayMs;

/** So long in one run, so that a process that stops need not wait for it. */
const renewalMs = 10_000;

/** Opens the cases that an older version leaves out while instances are restarted one by one, and renews its words. */
export async function openRecentCases({ db, now, today, calendar }: CaseNeeds): Promise<number> {
  const opened = await openMissingCases(db, { since: now() - recentMs, today: today(), calendar });
  await renewWords(db, renewalMs);
  return opened;
}

/** A look that finds nothing must not wait for other writers. `mostFailures`: so many rows of failures stay. */
export async function deleteEndedSignIns(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  mostFailures?: number,
): Promise<number> {
  const at = now();
  const ended = await deleteEndedSessions(db, endsOf(config, at));
  return ended + (await deleteFailures(db, at, mostFailures));
}

export async function activateDueTariffs({ db, today, log }: Pick<Context, 'db' | 'today' | 'log'>) {
  const day = today();
  // nearly always there is nothing to do, and a read waits for nobody
  if (!(await findDue(db.read, day))) return;
  const number = await db.write((tx) => activateDue(tx, day));
  if (number !== null) log('info', 'tariffs_activated', { number });
}

/** Once an hour while a mail has waited for over an hour, usually for the mail server. Returns how many warnings. */
export function createWaitingMailsWatch({
  db,
  now,
  uptime,
  log,
}: Pick<Context, 'db' | 'now' | 'uptime' | 'log'>): () => Promise<number> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let seenAt: number | null = null;
  return async () => {
    const [at, seen] = [now(), uptime()];
    const queuedAt = await oldestWaiting(db);
    if (queuedAt === null) {
      seenAt = null;
      return 0;
    }
    seenAt ??= seen;
    // an old mail that staff send again has waited only since this process first saw it
    if (at - queuedAt <= hourMs || seen - seenAt <= hourMs || seen - warnedAt < hourMs) return 0;
    log('warn', 'mails_waiting', { oldestMinutes: Math.floor((at - queuedAt) / minuteMs) });
    warnedAt = seen;
    return 1;
  };
}

const quietShare = 0.1;
const worthMegabytes = 10;

type Readings = {
  cpu(): number;
  clock(): number;
  resident(): number;
  collect(): void;
};

/**
 * Collects garbage in a quiet interval if memory has grown since the last collection. Bun would keep the 60 MB that 1,000
 * page views leave until it needs the space. While there are visitors Bun decides when to collect, because a full
 * collection stops the process for some 50 ms. Returns the number of collections, 0 or 1.
 */
export function createMemoryRelease({ cpu, clock, resident, collect }: Readings = ofThisProcess) {
  let before = { cpu: cpu(), at: clock() };
  let afterCollection = 0;
  return () => {
    const now = { cpu: cpu(), at: clock() };
    const quiet = now.cpu - before.cpu < (now.at - before.at) * 1000 * quietShare;
    before = now;
    if (!quiet || resident() < afterCollection + worthMegabytes * 1e6) return 0;
    collect();
    afterCollection = resident();
    before = { cpu: cpu(), at: clock() };
    return 1;
  };
}

const ofThisProcess: Readings = {
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  clock: () => performance.now(),
  resident: () => process.memoryUsage.rss(),
  collect: () => Bun.gc(true),
};

/** What does not run at half past seven sends it later, but not when the morning is over. */
const morning = { from: '07:30', to: '12:00' };

/** On working days, once in all instances together. */
export function createDigest(context: Context): () => Promise<void> {
  let done: string | undefined;
  return async () => {
    const [day, clock] = [context.today(), berlinClock(context.now())];
    const isTime = clock >= morning.from && clock < morning.to && context.calendar.isWorkingDay(day);
    if (day === done || !isTime) return;
    await perform(context, null, async ({ tx, at, mail }) => {
      if (!(await beginRun(tx, { job: 'digest', at }, berlinMidnight(day)))) return;
      if ((await readWaiting(tx, day)) === null) return;
      const to = (await listUsers(tx)).flatMap(({ digest, email, awayUntil }) =>
        digest && email !== null && (awayUntil ?? '') < day ? [{ name: '', address: email }] : [],
      );
      await mail('day_begun', {}, { to });
    });
    done = day;
  };
}

type Needs = Pick<Context, 'db' | 'cipher' | 'config' | 'now' | 'site' | 'wakeMail'>;

/** Applications or offers in one transaction: few enough that a visitor's save hardly waits for it. */
const batchSize = 50;

export async function queueDueReminders(context: Needs): Promise<number> {
  const { db, cipher, config, now, site } = context;
  if (site.isPaused()) return 0;
  const batch = { limit: batchSize, hash: config.rateLimit ? addressHash(config) : null };
  async function inBatches(
    findOne: () => PromiseLike<readonly unknown[]>,
    queue: (tx: Transaction) => Promise<{ claimed: number; queued: number }>,
  ): Promise<number> {
    let queued = 0;
    while ((await findOne()).length > 0) {
      const done = await db.write(queue);
      // another instance was faster
      if (done.claimed === 0) break;
      queued += done.queued;
    }
    return queued;
  }

  let queued = 0;
  for (const rule of rulesAt(context))
    queued += await inBatches(
      () => dueQuery(db.read, rule, 1),
      (tx) => queueReminders(tx, cipher, rule, { ...batch, now: now() }),
    );
  const ending = { now: now(), endBefore: reminderBoundary(now()) };
  queued += await inBatches(
    () => endingQuery(db.read, ending, 1),
    (tx) => queueOfferReminders(tx, cipher, ending, batch),
  );
  if (queued > 0) context.wakeMail();
  return queued;
}

/**
 * Both reminders count from the last change. If the first is sent late, the second is delayed as well. An application
 * that is about to be deleted gets no reminder.
 */
function rulesAt({ config, now }: Needs): ReminderRule[] {
  const { reminderFirstHours: first, reminderSecondHours: second, retention } = config;
  const ago = (hours: number) => now() - hours * hourMs;
  const touchedSince = boundaryOf('open_applications', retention, now());
  const afterFirst = first > 0 ? ago(Math.max(0, second - first)) : null;
  // second before first, so that one run never queues both for one application
  const rules = [
    { type: 'second' as const, hours: second, afterFirst },
    { type: 'first' as const, hours: first, afterFirst: null },
  ].filter(({ hours }) => hours > 0);
  return rules.map(({ hours, ...rule }) => ({ ...rule, untouchedSince: ago(hours), touchedSince }));
}
