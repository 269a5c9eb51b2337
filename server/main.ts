/** The process: config → database → assets → app and jobs → listen → drain and graceful stop. */

import type { AnyElysia } from 'elysia';
import { deleteExpiredLinks } from '#db/links';
import { forgetDeletedMails } from '#db/mails/caps';
import { forgetContacts } from '#db/mails/claims';
import { deleteEndedWindows } from '#db/rate-limits';
import { deleteEndedForms } from '#db/sent-forms';
import { countUsers } from '#db/staff/users';
import { boundaryOf } from '#domain/retention/periods';
import { minuteMs } from '#domain/time';
import { createApp } from './app';
import { type Assets, loadAssets } from './assets';
import { clientFolder } from './build/output';
import { type Config, changedSettings, loadConfig } from './config';
import type { Context } from './context';
import { readGivenDocuments } from './documents/given';
import { recordPastErasures } from './erasures';
import { prepareFolders } from './exchange/folder';
import { ensureAdministrator } from './features/auth/service';

import { createAuditEndLog } from './jobs/audit';
import { openRecentCases } from './jobs/cases';
import { exchangeJobs } from './jobs/exchange';
import { createJob } from './jobs/job';
import { createMemoryRelease } from './jobs/memory';
import { queueDueReminders } from './jobs/reminders';
import { deleteWhatIsOver } from './jobs/retention';
import { deleteEndedSignIns } from './jobs/staff';
import { activateDueTariffs } from './jobs/tariffs';
import { createWaitingMailsWatch } from './jobs/waiting-mails';
import { createLog, type Log, traceOf } from './log';
import { readDkimKey } from './mail/domain/dkim';
import { warnAboutLargeDocuments } from './mail/large-documents';
import { mailboxJobs } from './mail-in/mailbox';
import { loadOperator } from './operator/file';
import { addressOf } from './process/address';
import { type Clock, createClock } from './process/clock';
import { ignoreClosedOutput, lineAbout, logCrashes, OperatorError } from './process/failure';
import { tellFirstPassword } from './process/first-password';
import { assertLaunchable, warnAboutLaunch } from './process/launch';
import { openPrepared, prepareCases, prepareProofs, waitFor } from './process/start';
import { stopGracefully } from './process/stop';
import { root } from './root';
import { createServices } from './services';

/** How often to look for due reminders and expired applications. Each look reads one index entry. */
const lookMs = 15_000;
/** How often to look for tariffs whose day has come. They must be shown 15 s later, and pages are a second old. */
const tariffsMs = 10_000;
/** How often to check whether the process is idle and can free memory. */
const quietMs = 5_000;

logCrashes();
ignoreClosedOutput();
run().catch((error: unknown) => {
  process.stderr.write(`${lineAbout(error, 'The server could not start')}\n`);
  process.exit(1);
});

async function run() {
  const { config, operator, given, log, assets, db, clock } = await open();

  let publicUrl = config.publicUrl ?? '';
  const { context, outbox, close } = createServices(config, db, {
    log,
    operator,
    given,
    publicUrl: () => publicUrl,
    now: clock.now,
    uptime: () => performance.now(),
  });
  // looked up beside the following, so that a start waits the less for name servers
  if (config.smtpUrl) void context.mailRecords();
  await prepareProofs(context);
  await prepareCases(context);
  // nobody may see yesterday's prices because the server was off at midnight
  await waitFor(log, 'tariffs', () => activateDueTariffs(context));
  // reads the prices now, so that the first visitor does not wait for them
  await context.prices.known();
  await assertLaunchable(context);
  // before a page names a file that another instance is asked for
  await assets.keep?.(context);

  const jobs = createJobs(context, clock, assets);
  const leaving = new AbortController();
  const stage = { started: false, leaving: leaving.signal };
  const app = listen(await createApp(context, assets, stage), config);
  const address = addressOf(config.host, app.server?.port ?? config.port);
  publicUrl ||= address;
  stopGracefully(log, config.launcher, {
    drainMs: config.drainSeconds * 1000,
    leave: () => leaving.abort(),
    server: () => app.server?.stop() ?? Promise.resolve(),
    jobs: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
      await outbox.stop();
    },
    rest: close,
  });
  const isFirst = (await waitFor(log, 'administrator', () => countUsers(db.read))) === 0;
  if (config.isHidden) log('warn', 'only_this_machine', { host: config.host, set: 'PUBLIC_URL' });
  // last of what may fail: the password is printed only once, so nothing may come between the account and the lines
  const password = isFirst ? await createAdministrator(context) : null;
  stage.started = true;
  const ready = JSON.stringify({ event: 'ready', url: address, publicUrl });
  const lines = password === null ? [ready] : [ready, tellFirstPassword(config.admin, password)];
  process.stdout.write(`${lines.join('\n')}\n`);
  await outbox.start();
  for (const job of jobs) job.start();
  await Promise.all([fillPageCache(app, address, log), warnOperator(context)]);
}

/** Visitors are served already: name servers that do not respond hold up nothing. */
async function warnOperator(context: Context): Promise<void> {
  await Promise.all([warnAboutLaunch(context), warnAboutLargeDocuments(context)]);
}

/** Returns the generated password, if there is one. */
function createAdministrator(context: Context): Promise<string | null> {
  const { admin } = context.config;
  return ensureAdministrator(context, admin, {
    retrying: (work) => waitFor(context.log, 'administrator', work),
    onDoubt: (password) => process.stdout.write(`${tellFirstPassword(admin, password)}\n`),
  });
}

/** So that the first visitor gets the landing page compressed. */
async function fillPageCache(app: AnyElysia, address: string, log: Log): Promise<void> {
  try {
    await (await app.handle(new Request(`${address}/`))).bytes();
  } catch (error) {
    log('warn', 'page_cache_empty', traceOf(error));
  }
}

async function open() {
  // before the settings are checked: a value that is refused may be such a one
  for (const setting of changedSettings()) createLog('warn')('warn', 'env_value_changed', setting);
  const config = loadConfig();
  const operator = loadOperator(config.operatorDir);
  const given = readGivenDocuments(config.operatorDir);
  // a wrong one ends the start before the database is changed
  readDkimKey(config, operator);
  const { dataDir, assetsDir, operatorDir, exchangeDir } = config;
  if (exchangeDir !== null) prepareFolders(exchangeDir, [dataDir, assetsDir, operatorDir, root]);
  const log = createLog(config.logLevel);
  const [assets, db] = await Promise.all([
    config.production
      ? loadAssets(clientFolder, config.assetsDir)
      : // imported here so that production does not load the builder
        import('./build/watch').then(({ developmentAssets }) => developmentAssets()),
    openPrepared(config, log),
  ]);
  const clock = createClock(db, log);
  await waitFor(log, 'clock', () => clock.compare());
  return { config, operator, given, log, assets, db, clock };
}

function createJobs(context: Context, clock: Clock, assets: Assets) {
  const { db, now } = context;
  const releaseMemory = createMemoryRelease();
  return [
    db.clock
      ? createJob(context, 'clock', lookMs, () => clock.compare())
      : createJob(context, 'database_file', lookMs, () => db.ping()),
    createJob(context, 'reminders', lookMs, () => queueDueReminders(context)),
    createJob(context, 'tariffs', tariffsMs, () => activateDueTariffs(context)),
    createJob(context, 'retention', lookMs, () => deleteWhatIsOver(context)),
    // beside the start, because the very first one draws documents for a second; after that it does nothing
    createJob(context, 'documents', minuteMs, () => context.documents.inForce()),
    createJob(context, 'cases', minuteMs, () => openRecentCases(context)),
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

function listen(app: AnyElysia, { port, host }: Config): AnyElysia {
  try {
    return app.listen({ port, hostname: host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    if (code !== 'EADDRINUSE' && code !== 'EACCES')
      throw new OperatorError(`HOST must be an address of this machine, but ${host} cannot be used: ${code}`);
    const reason = code === 'EADDRINUSE' ? 'it is in use by another process' : code;
    throw new OperatorError(`PORT must be a free port on ${host}, but ${port} cannot be opened: ${reason}`);
  }
}
