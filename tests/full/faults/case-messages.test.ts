/**
 * Kills in the middle of changes with messages: state, version, event, audit row, words of the search and mail
 * belong together, and no mail is doubled.
 */
// ASVS 2.3.3
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { idOf } from '#db/demo/cases';
import { openDatabase } from '#db/open';
import { caseEvents, caseMessages, cases, caseWords } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { placeholders } from '#domain/operator/operator';
import { seedDemo } from '#server/commands/demo';
import { loadConfig } from '#server/config';
import { prepareProofs } from '#server/process/start';
import { createServices } from '#server/services';
import type { Cut } from '#tests/faults/support/messaging-process';
import { newFolder, newMailServer } from '#tests/faults/support/processes';
import { type RunningScript, startScript } from '#tests/faults/support/scripts';
import type { MailServer } from '#tests/support/smtp';
import { copyDatabase } from '#tests/support/template';

// each cut of each change, in each lane
const kills = 24;
/** In parallel, each with its own database and mail server: most of the time is spent starting processes. */
const lanes = 4;

test(`${kills} kills leave no message without its step, and no step without its message`, async () => {
  const faults = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => killTimes(kills / lanes, lane)),
  );
  expect(faults.flat()).toEqual([]);
}, 180_000);

/** Where a process dies: by itself on either side of the commit, and at any moment by the hand of the test. */
const cuts: (Cut | 'moment')[] = ['inside', 'after', 'moment'];

async function killTimes(times: number, lane: number): Promise<object[]> {
  const mails = await newMailServer();
  const env = { DATA_DIR: await newFolder(), SMTP_URL: mails.url };
  const applicationId = await prepare(env);
  const begun = await inspect(env, applicationId);
  const asked: string[] = [];
  const faults: object[] = [];
  const stored = new Set<string>();
  let next: string = crypto.randomUUID();
  let expected: Left | null = null;
  for (let count = 0; count < times; count += 1) {
    const cut = cuts[(count + lane) % cuts.length] ?? 'moment';
    // the first change is the one that was cut before
    const cutChange = 1 + (count % 2);
    const run = await start(env, [applicationId, next, ...(cut === 'moment' ? [] : [`${cutChange}`, cut])]);
    const { done, open, left } = await untilBegun(run, cutChange);
    if (expected && left !== expected) faults.push({ cut: next, left, expected });
    if (left === 'stored') stored.add(next);
    if (cut === 'moment') {
      await Bun.sleep((count * 7) % 11);
      run.child.kill('SIGKILL');
    }
    await run.child.exited;
    asked.push(...done);
    expected = leftBy(cut, stored.has(open) || done.includes(open));
    next = open;
  }
  // the client repeats the last one, too
  const last = await start(env, [applicationId, next]);
  const { done } = await untilBegun(last, 2);
  await last.kill();
  asked.push(...done);
  return [...faults, ...(await lookOver(env, { applicationId, asked, mails, begun }))];
}

/** What a kill leaves of the change that it cut; null: that is not known. */
function leftBy(cut: Cut | 'moment', wasStored: boolean): Left | null {
  if (wasStored || cut === 'after') return 'stored';
  return cut === 'inside' ? 'lost' : null;
}

type Left = 'stored' | 'lost';
type Env = { DATA_DIR: string; SMTP_URL: string };

/** A database with a completed application that may be asked about; returns its id. */
async function prepare(env: Env): Promise<string> {
  await copyDatabase(join(env.DATA_DIR, 'app.db'));
  const config = loadConfig(env);
  const db = await openDatabase(config.database);
  const { context, close } = createServices(config, db, {
    log: () => {},
    operator: placeholders,
    publicUrl: () => '',
  });
  await prepareProofs(context);
  await seedDemo(db, { cipher: context.cipher, now: Date.now() }, 7);
  await close();
  // the demo's third completed application is in review
  return idOf('a', 6);
}

const start = (env: Env, args: string[]) =>
  startScript('tests/faults/support/messaging-process.ts', args, env);

/**
 * Reads until the change number `count` begins. `open` is the id of its message, `done` those that were acknowledged, and
 * `left` says what the last kill left of the first one.
 */
async function untilBegun({ next }: RunningScript, count: number) {
  const done: string[] = [];
  let left: Left = 'lost';
  for (let begun = 0; ; ) {
    const [word, id = ''] = (await next()).split(' ');
    if (word === 'stored') left = word;
    if (word === 'asked') done.push(id);
    if (word === 'asking') begun += 1;
    if (begun === count) return { done, open: id, left };
  }
}

type Facts = {
  applicationId: string;
  asked: string[];
  mails: MailServer;
  /** Before the first change. */
  begun: Awaited<ReturnType<typeof inspect>>;
};

/** Lets the worker send the rest, and returns everything that does not belong together. */
async function lookOver(env: Env, { applicationId, asked, mails, begun }: Facts): Promise<object[]> {
  const { messages, events, queued, ...ended } = await inspect(env, applicationId);
  const ids = new Set(messages.map(({ id }) => id));
  const idle = await start(env, [applicationId, '']);
  const ours = queued.filter(({ caseMessageId }) => ids.has(caseMessageId ?? ''));
  const numbers = await untilArrived(mails, ours.length);
  await idle.kill();
  const about = (id: string) => ({
    events: events.filter((event) => event.id === id).length,
    mails: ours.filter(({ caseMessageId }) => caseMessageId === id).length,
    messageIds: new Set(numbers.get(id)).size,
  });
  const wrong: object[] = [...new Set([...asked, ...ids, ...numbers.keys()])]
    .map((id) => ({ id, stored: ids.has(id), ...about(id) }))
    .filter((one) => !one.stored || one.events !== 1 || one.mails !== 1 || one.messageIds !== 1);
  const steps = events.filter((event) => event.new === 'inquiry').length;
  if (steps !== ids.size) wrong.push({ steps, messages: ids.size });
  return [...wrong, ...stateFaults(begun, { events, ...ended })];
}

type Inspected = Pick<Awaited<ReturnType<typeof inspect>>, 'found' | 'events' | 'audited' | 'words'>;

/** Each version has its event and its audit row, and the case is what the last event says, in the search too. */
function stateFaults(begun: Inspected, { found, events, audited, words }: Inspected): object[] {
  const changes = found.version - begun.found.version;
  const last = events.at(-1);
  const policyNumber = last?.also?.find(({ kind }) => kind === 'policy_number')?.new;
  const actual = {
    ...{ events: events.length - begun.events.length, audited: audited - begun.audited },
    ...{ status: found.status, policyNumber: found.policyNumber },
    words: words.filter((word) => /^p\d+$/.test(word)),
  };
  const right = {
    ...{ events: changes, audited: changes, status: last?.new, policyNumber },
    words: [`p${found.version - 1}`],
  };
  return Bun.deepEquals(actual, right) ? [] : [{ actual, right }];
}

/** What is stored about the application. */
async function inspect(env: Env, applicationId: string) {
  const db = await openDatabase(loadConfig(env).database);
  const ours = (table: typeof caseEvents | typeof caseMessages | typeof cases) =>
    eq(table.applicationId, applicationId);
  const [found] = await db.read.select().from(cases).where(ours(cases));
  const messages = await db.read.select().from(caseMessages).where(ours(caseMessages));
  const events = await db.read.select().from(caseEvents).where(ours(caseEvents)).orderBy(caseEvents.number);
  const queued = await db.read.select().from(outbox).where(isNotNull(outbox.caseMessageId));
  const audited = await db.read.$count(auditLog, eq(auditLog.subjectId, applicationId));
  const words = await db.read
    .select({ word: caseWords.word })
    .from(caseWords)
    .where(eq(caseWords.caseNumber, found?.number ?? 0));
  await db.close();
  if (!found) throw new Error('The case is gone.');
  return { found, messages, events, queued, audited, words: words.map(({ word }) => word) };
}

/** The Message-IDs that arrived, by the id of the message. A kill during a delivery repeats it under the same one. */
async function untilArrived(mails: MailServer, count: number): Promise<Map<string, string[]>> {
  for (;;) {
    const arrived = new Map<string, string[]>();
    for (const { email } of mails.mails) {
      const id = email.text?.match(/Nummer ([0-9a-f-]{36})/)?.[1];
      if (id) arrived.set(id, [...(arrived.get(id) ?? []), email.messageId ?? '']);
    }
    if (arrived.size >= count) return arrived;
    await mails.received(mails.mails.length + 1, 30_000);
  }
}
