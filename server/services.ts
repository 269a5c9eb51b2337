import { join } from 'node:path';
import { appendRows } from '#db/audit/chain';
import { rowsOfRefusals } from '#db/audit/log';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { addEvidence } from '#db/evidence';
import { nextTurn } from '#db/turn';
import type { Actor } from '#domain/accounts/actors';
import { usernameKey } from '#domain/accounts/user';
import { minuteOf, type Refused, refusalsOfMinute } from '#domain/audit/actions';
import { calendarOf } from '#domain/calendar/working-days';
import type { Operator } from '#domain/operator/operator';
import { minuteMs } from '#domain/time';
import { createAccessLinks } from './access-links';
import { type Config, isRemote } from './config';
import { type Context, dayBy, type RefusalNote } from './context';
import { record } from './deed';
import { createDns } from './dns';
import { applicationPdf, type Draw, stampedIn } from './documents/drawer';
import { type GivenDocuments, readGivenDocuments } from './documents/given';
import { createLibrary } from './documents/library';
import { createPasswords, type PasswordCost } from './features/auth/passwords';
import { createPrices } from './features/tariffs/prices';
import { createTokens } from './http/auth';
import { createPagePacker, type Levels } from './http/compression';
import { keyedHash } from './keyed-hash';
import { type Log, traceOf } from './log';
import { newMailboxRule } from './mails/alerts';
import { createMailRecords, readDkimKey } from './mails/domain';
import { subjectOf, wordQueuedMail } from './mails/kinds';
import { clientNameOf, createMailer, type Mailer } from './mails/transport';
import { createOutboxWorker } from './mails/worker';
import { createMeters } from './metrics';
import { senderDomainOf, withSettings } from './operator/sender';
import { createSite } from './site';
import { createWordings } from './wordings';

type Options = {
  log: Log;
  operator: Operator;
  publicUrl: () => string;
  /** By default they are read from the operator's folder. */
  given?: GivenDocuments;
  now?: () => number;
  /** By default `now`. */
  uptime?: () => number;
  /** The following are set by tests only. */
  passwordCost?: PasswordCost;
  pageLevels?: Levels;
  singleInstance?: boolean;
  draw?: Draw;
};

/** Starts no worker and no job. Call `close` after everything that uses the mailer or the database has stopped. */
export function createServices(
  config: Config,
  db: Database,
  {
    log,
    operator: described,
    publicUrl,
    given = readGivenDocuments(config.operatorDir),
    now = Date.now,
    uptime = now,
    passwordCost,
    pageLevels,
    singleInstance = !isRemote(config.database),
    draw = applicationPdf,
  }: Options,
) {
  const operator = withSettings(described, config);
  const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
  const mailer = mailerOf(config, operator);
  const documents = createLibrary({ db, draw, now, operator, given, config });
  const links = createAccessLinks({ db, cipher, now });
  const today = dayBy(now);
  const site = createSite({ db, now, today, operator });
  const [dns, meters] = [createDns(config.dnsServers), createMeters()];
  const tools = {
    ...{ config, db, cipher, operator, publicUrl, site, documents, links, meters, now, uptime, today, log },
    draw: stampedIn(site, draw),
  };
  const outbox = outboxOf(tools, mailer, singleInstance);
  const refusals = createRefusalLog(tools);
  const listings = createListingLog(tools);
  const context: Context = {
    ...tools,
    dns,
    mailRecords: createMailRecords({ ...tools, dns }),
    ...{ given, drops: { wake() {} } },
    passwords: createPasswords(passwordCost),
    tokens: createTokens(config, db, now),
    prices: createPrices({ db, log, uptime }),
    wordings: createWordings(operator),
    calendar: calendarOf(operator.company.state),
    wakeMail: outbox.wake,
    deliverMail: outbox.deliverNow,
    subjectOf: (mail) => subjectOf(tools, db.fresh, mail),
    mailer,
    noteRefusal: refusals.note,
    noteList: listings.note,
    auditAddress: refusals.addressHash,
    packPage: createPagePacker(pageLevels),
  };
  const close = async () => {
    await Promise.all([refusals.settled(), listings.settled()]);
    await mailer.close();
    await db.close();
  };
  return { context, outbox, refusals, listings, close };
}

function outboxOf(
  tools: Parameters<typeof wordQueuedMail>[0] &
    Parameters<typeof newMailboxRule>[0] &
    Pick<Context, 'site' | 'now' | 'log'>,
  mailer: Mailer,
  singleInstance: boolean,
) {
  const { config, cipher, operator, site } = tools;
  return createOutboxWorker({
    ...tools,
    mailer,
    word: (mail) => wordQueuedMail(tools, mail),
    prove: (tx, proofs) => addEvidence(tx, cipher, proofs),
    siteState: () => ({
      trialTo: site.isTrial() ? operator.mail.internalTo : null,
      isPaused: site.isPaused(),
    }),
    newMailboxes: config.rateLimit ? newMailboxRule(tools) : null,
    singleInstance,
  });
}

function mailerOf(config: Config, operator: Operator): Mailer {
  const { from, fromName } = operator.mail;
  const { smtpUrl, dataDir, publicUrl, mailMaxBytes } = config;
  return createMailer({
    smtpUrl,
    mailDir: join(dataDir, 'mail'),
    from: { name: fromName, address: from },
    messageIdHost: senderDomainOf(operator),
    dkim: readDkimKey(config, operator),
    maxBytes: mailMaxBytes,
    clientName: publicUrl ? clientNameOf(publicUrl) : undefined,
  });
}

type Needs = Pick<Context, 'db' | 'cipher' | 'now' | 'log'>;

/** One row a minute for each account and instance (decisions 027 and 049). In memory, because a list must not write. */
function createListingLog({ db, cipher, now, log }: Needs) {
  const accounts = new Map<string, { by: Actor; at: number; persons: Set<string> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const listed = [...accounts.values()];
    accounts.clear();
    if (listed.length === 0) return;
    try {
      await db.write(async (tx) => {
        for (const { by, at, persons } of listed)
          await record(tx, cipher, { by, at, action: 'persons_listed', subjects: [String(persons.size)] });
      });
    } catch (error) {
      log('error', 'listing_not_recorded', traceOf(error));
    }
  }

  /** Records everything, also the minute that has not ended. */
  async function settled(): Promise<void> {
    writing = writing.then(write);
    await writing;
  }

  return {
    note({ id, username }: Actor, persons: readonly string[]): void {
      if (persons.length === 0) return;
      const { persons: known } = accounts.get(id) ?? { persons: new Set<string>() };
      // not copied: a long list in the same minute would hold up every other one
      for (const person of persons) known.add(person);
      accounts.set(id, { by: { id, username }, at: now(), persons: known });
      timer ??= setTimeout(settled, minuteMs);
      timer.unref();
    },
    settled,
  };
}

/** Records refused sign-ins, missing rights and reached limits in the audit log, beside the answers (decision 027). */
export function createRefusalLog({ db, cipher, config, now, log }: Needs & Pick<Context, 'config'>) {
  const addressHash = keyedHash(config, 'audit-address');
  const nameHash = keyedHash(config, 'audit-name');
  let minute = Number.NaN;
  let admits = refusalsOfMinute();
  let waiting: Refused[] = [];
  let writing: Promise<void> | null = null;

  /** Many refusals cost little: what this process has noted in this minute is not noted again. */
  function isNew(refused: Refused): boolean {
    if (minuteOf(refused.at) !== minute) {
      minute = minuteOf(refused.at);
      admits = refusalsOfMinute();
    }
    return admits(refused);
  }

  async function write(): Promise<void> {
    // the answer goes out first
    await nextTurn();
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      try {
        await db.write(async (tx) => appendRows(tx, cipher, await rowsOfRefusals(tx, some)));
      } catch (error) {
        log('error', 'refusals_not_recorded', { count: some.length, ...traceOf(error) });
      }
    }
    writing = null;
  }

  return {
    note({ kind, address, name, call = '', user = null, isAboutAccount = false }: RefusalNote): void {
      const subject = name === undefined ? call : nameHash(usernameKey(name));
      const refused = { kind, at: now(), address: addressHash(address), subject, user, isAboutAccount };
      if (!isNew(refused)) return;
      waiting.push(refused);
      writing ??= write();
    },
    addressHash,
    async settled(): Promise<void> {
      await writing;
    },
  };
}
