/** The process: config → database → assets → app and jobs → listen → drain and graceful stop. */
import type { AnyElysia } from 'elysia';
import { createApp } from './app';
import { loadAssets } from './assets';
import { clientFolder } from './build/output';
import { type Config, changedSettings, loadConfig } from './config';
import type { Context } from './context';
import { readGivenDocuments, untaggedAmong } from './documents/given';
import { ensureAdministrator } from './features/auth/service';
import { prepareFolders } from './insurer/folder';
import { activateDueTariffs, createJobs } from './jobs/jobs';
import { codeOf, createLog, type Log, traceOf } from './log';
import { readDkimKey } from './mails/domain';
import { warnAboutLargeDocuments } from './mails/kinds';
import { loadOperator } from './operator/file';
import { ignoreClosedOutput, lineAbout, logCrashes, OperatorError } from './process/failure';
import {
  addressOf,
  assertLaunchable,
  createClock,
  openPrepared,
  prepareContents,
  tellFirstPassword,
  waitFor,
  warnAboutLaunch,
} from './process/start';
import { root } from './root';
import { createServices } from './services';

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
  await prepareContents(context);
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
  if (config.isHidden) log('warn', 'only_this_machine', { host: config.host, set: 'PUBLIC_URL' });
  // last of what may fail: the password is printed only once, so nothing may come between the account and the lines
  const password = await createAdministrator(context);
  stage.started = true;
  const ready = JSON.stringify({ event: 'ready', url: address, publicUrl });
  const lines = password === null ? [ready] : [ready, tellFirstPassword(config.admin, password)];
  process.stdout.write(`${lines.join('\n')}\n`);
  await outbox.start();
  for (const job of jobs) job.start();
  // visitors are served already: name servers that do not respond hold up nothing
  const warned = [warnAboutLaunch(context), warnAboutLargeDocuments(context)];
  await Promise.all([fillPageCache(app, address, log), ...warned]);
}

function createAdministrator(context: Context): Promise<string | null> {
  const { admin } = context.config;
  return ensureAdministrator(context, admin, {
    retrying: (work) => waitFor(context.log, 'administrator', work),
    onDoubt: (password) => process.stdout.write(`${tellFirstPassword(admin, password)}\n`),
  });
}

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
  const untagged = untaggedAmong(given);
  if (untagged.length > 0) log('warn', 'documents_untagged', { documents: untagged.join(', ') });
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

function listen(app: AnyElysia, { port, host }: Config): AnyElysia {
  try {
    return app.listen({ port, hostname: host });
  } catch (error) {
    const code = codeOf(error, 'unknown reason');
    if (code !== 'EADDRINUSE' && code !== 'EACCES')
      throw new OperatorError(`HOST must be an address of this machine, but ${host} cannot be used: ${code}`);
    const reason = code === 'EADDRINUSE' ? 'it is in use by another process' : code;
    throw new OperatorError(`PORT must be a free port on ${host}, but ${port} cannot be opened: ${reason}`);
  }
}

type Stopping = {
  /** How long requests are still accepted after `leave`; 0: no drain. */
  drainMs: number;
  /** Begins to report to the proxy that it must send no more requests. */
  leave: () => void;
  /** Stops accepting requests. Resolves when the running ones have been answered. */
  server: () => Promise<void>;
  jobs: () => Promise<void>;
  rest: () => Promise<void>;
};

const deadlineMs = 10_000;

/** On a signal, or when the process `launcher` ends. A second signal ends the drain. */
function stopGracefully(log: Log, launcher: number | null, stopping: Stopping) {
  const { drainMs, leave, server, jobs, rest } = stopping;
  const drain = Promise.withResolvers<void>();
  let begun = false;
  const stop = async () => {
    if (begun) return;
    begun = true;
    if (drainMs > 0) {
      log('info', 'draining', { seconds: drainMs / 1000 });
      leave();
      setTimeout(drain.resolve, drainMs);
      await drain.promise;
    }
    // a half-sent request or a mail server that does not respond must not keep the process alive
    setTimeout(() => process.exit(0), deadlineMs).unref();
    try {
      await Promise.all([server(), jobs()]);
      await rest();
    } catch (error) {
      log('error', 'stop failed', traceOf(error));
    }
    process.exit(0);
  };
  const onSignal = () => {
    if (begun) drain.resolve();
    void stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (launcher === null) return;
  // if `bun run` is killed with SIGKILL, this process gets no signal and would keep the port and the database
  setInterval(() => {
    if (process.ppid !== launcher) void stop();
  }, 200).unref();
}
