import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { addEvidence } from '#db/evidence';
import { calendarOf } from '#domain/calendar/working-days';
import type { Operator } from '#domain/operator/operator';
import { createAccessLinks } from './access-links';
import { type Config, isRemote } from './config';
import { type Context, dayBy } from './context';
import { createListingLog, createRefusalLog } from './counters';
import { createDns } from './dns';
import { applicationPdf, type Draw, stampedIn } from './documents/drawer';
import { type GivenDocuments, readGivenDocuments } from './documents/given';
import { createLibrary } from './documents/library';
import { createPasswords, type PasswordCost } from './features/auth/passwords';
import { createPrices } from './features/tariffs/prices';
import { createTokens } from './http/auth';
import { createPagePacker, type Levels } from './http/compression';
import type { Log } from './log';
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
