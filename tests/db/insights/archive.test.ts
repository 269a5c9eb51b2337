import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, getTableName, sql } from 'drizzle-orm';
import { deleteMails, deletePreparations, deleteRows, erasers } from '#db/erasers';
import { readTally } from '#db/insights/tally';
import { setBegun } from '#db/offers';
import { applications, contactData, tariffSelections } from '#db/schema/applications';
import { callbackRequests, cases, preparations, wordsVersion } from '#db/schema/desk';
import { offers } from '#db/schema/law';
import { outbox, things } from '#db/schema/mails';
import { funnelArchive } from '#db/schema/system';
import type { Tally } from '#domain/insights/counts';
import { folded, namedSources } from '#domain/insights/figures';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { minuteMs } from '#domain/time';
import { matches, read } from '#tests/project-files';
import { countStatements } from '#tests/server/features/backoffice/staff';
import { setApp, testNow } from '#tests/support/app';
import { addOffer, caller } from '#tests/support/beginnings';
import { johanna } from '#tests/support/people';

const app = setApp();
beforeEach(async () => {
  for (const table of [outbox, preparations, offers, callbackRequests, applications, funnelArchive])
    await app.db.write((tx) => tx.delete(table));
});

const year = { from: '2025-11-21', to: '2026-11-20' };
const figures = async () => plain(await readTally(app.db, year));
/** With the rare sources as one. */
const shownFigures = async () => {
  const tally = await readTally(app.db, year);
  return plain(folded(tally, namedSources(tally)));
};
const plain = (tally: Tally) =>
  [...tally].flatMap(([source, counts]) => [...counts].map((count) => [source, ...count].join(' '))).sort();

describe('what is counted is deleted', () => {
  const named = ['applications', 'callbackRequests', 'offers', 'outbox', 'preparations', 'withdrawals'];
  const counted = [...named, 'stored'];

  test('in these places only, each of which archives it, or deletes mails that wait', async () => {
    const found: string[] = [];
    for (const path of new Bun.Glob('{db,server}/**/*.ts').scanSync('.')) {
      for (const table of matches(await read(path), /\.delete\((\w+)\)/g)) {
        if (counted.includes(table)) found.push(`${path} ${table}`);
      }
    }
    expect(found.sort()).toEqual([
      'db/erasers.ts applications',
      'db/erasers.ts outbox',
      'db/erasers.ts preparations',
      // one of `things`
      'db/erasers.ts stored',
      // those that wait have not come back
      'db/mails/claims.ts outbox',
      'db/mails/outbox.ts outbox',
      'db/mails/stops.ts outbox',
    ]);
  });

  test('with these rows only', async () => {
    const references = await app.db.read.all<{ line: string }>(sql`
      select m.name || ' with ' || f."table" || ': ' || f.on_delete as line
      from sqlite_schema m, pragma_foreign_key_list(m.name) f
      where m.type = 'table' and m.name in ('applications', 'callback_requests', 'offers', 'outbox', 'preparations')
      and not (m.name = 'outbox' and f."table" in ${Object.values(things).map((one) => getTableName(one))})
      order by 1`);
    expect(references.map(({ line }) => line)).toEqual([
      'offers with applications: SET NULL',
      // those of both always name the application, too
      'outbox with advice_records: CASCADE',
      'outbox with applications: CASCADE',
      'outbox with case_messages: CASCADE',
      'preparations with applications: CASCADE',
      'preparations with callback_requests: SET NULL',
    ]);
  });
});

type Begun = { source?: string; completed?: number; furthestStep?: number; at?: number };

async function begin({ source = 'website', completed, furthestStep = 2, at = testNow }: Begun = {}) {
  const id = crypto.randomUUID();
  const completedAt = completed === undefined ? null : at + completed * minuteMs;
  await app.db.write(async (tx) => {
    const times = { createdAt: at, updatedAt: at, completedAt };
    await tx.insert(applications).values({ id, ...times, source, furthestStep });
    if (completedAt === null) return;
    const day = { startsOn: '2027-01-01', followUpOn: '2026-11-23' };
    await tx.insert(cases).values({ applicationId: id, completedAt, ...day, wordsVersion });
  });
  return id;
}

async function askForCall(source = 'website') {
  const id = crypto.randomUUID();
  const callback = { id, name: 'Kim Lange', phone: '030 23125 100', source, createdAt: testNow };
  await app.db.write((tx) => tx.insert(callbackRequests).values(callback));
  return id;
}

async function prepare(callbackId: string, applicationId: string) {
  const id = crypto.randomUUID();
  const { now } = app.clock;
  const values = { contact: caller };
  const about = { id, callbackId, applicationId, email: caller.email, values, username: 'lukas.weber' };
  await app.db.write((tx) =>
    tx.insert(preparations).values({ ...about, createdAt: now, expiresAt: now, requestHash: 'none' }),
  );
  return id;
}

const erase = (id: string) => app.db.write((tx) => deleteRows(tx, [id]));
const ofCallbacks = async () => (await figures()).filter((line) => line.startsWith('website callback'));

describe('a callback', () => {
  test('counts once, however often it is prepared and what was prepared is deleted', async () => {
    const callback = await askForCall();
    expect(await ofCallbacks()).toEqual(['website callback 1']);
    const first = await begin();
    await prepare(callback, first);
    const prepared = ['website callback 1', 'website callback_prepared 1'];
    expect(await ofCallbacks()).toEqual(prepared);
    await erase(first);
    expect(await ofCallbacks()).toEqual(prepared);
    const second = await begin({ completed: 5 });
    await prepare(callback, second);
    const completed = ['website callback 1', 'website callback_completed 1', 'website callback_prepared 1'];
    expect(await ofCallbacks()).toEqual(completed);
    await erase(second);
    expect(await ofCallbacks()).toEqual(completed);
    await app.db.write((tx) => erasers.callback.erase(tx, [callback]));
    expect(await ofCallbacks()).toEqual(completed);
  });

  test('stays prepared when only the preparation is deleted', async () => {
    const preparation = await prepare(await askForCall(), await begin());
    const before = await figures();
    await app.db.write((tx) => deletePreparations(tx, [preparation]));
    expect(await figures()).toEqual(before);
  });
});

test('an offer that led to a completed application counts once, whatever is begun from it later', async () => {
  const { id } = await addOffer(app, { applicationId: await begin({ completed: 5 }) });
  const ofOffers = async () => (await figures()).filter((line) => line.startsWith('website offer'));
  const once = ['website offer 1', 'website offer_completed 1'];
  expect(await ofOffers()).toEqual(once);
  const second = await begin();
  await app.db.write((tx) => setBegun(tx, id, second));
  expect(await ofOffers()).toEqual(once);
  await erase(second);
  expect(await ofOffers()).toEqual(once);
  await app.db.write((tx) => erasers.offer.erase(tx, [id]));
  expect(await ofOffers()).toEqual(once);
});

test('a day begins at midnight in Berlin, in winter and in summer', async () => {
  for (const at of ['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'])
    await erase(await begin({ at: Date.parse(at) }));
  const days = await app.db.read.select().from(funnelArchive).where(eq(funnelArchive.key, 'begun'));
  expect(days.map(({ day, count }) => `${day} ${count}`)).toEqual([
    '2026-03-28 1',
    '2026-03-29 1',
    '2026-03-30 1',
  ]);
});

test('a decision before the case was transmitted is none', async () => {
  const id = await begin({ completed: 5 });
  const decisions = async () =>
    (await figures()).filter((line) => line.startsWith('website transmitted_decision'));
  const set = (transmittedAt: number, decidedAt: number) =>
    app.db.write((tx) =>
      tx.update(cases).set({ transmittedAt, decidedAt }).where(eq(cases.applicationId, id)),
    );
  await set(testNow, testNow + 7 * minuteMs);
  expect(await decisions()).toEqual(['website transmitted_decision|7 1']);
  await set(testNow + 8 * minuteMs, testNow + 7 * minuteMs);
  expect(await decisions()).toEqual([]);
});

test('the archive costs a batch three statements', async () => {
  const some: string[] = [];
  for (let index = 0; index < 20; index += 1) some.push(await begin({ furthestStep: 1 }));
  // facts, mails, lines; evidence, hand-overs, mails, applications
  expect(await countStatements(() => app.db.write((tx) => deleteRows(tx, some)))).toBeLessThanOrEqual(9);
  expect(await figures()).toEqual(['website begun 20', 'website step|1 20']);
});

const random = (below: number) => Math.floor(Math.random() * below);

async function addRandomly() {
  const of = ['website', 'stall-sonnenhof', 'messe'][random(3)] ?? '';
  const completed = random(2) === 0 ? random(5_000) : undefined;
  const at = testNow - random(300) * 24 * 60 * minuteMs - 10_000 * minuteMs;
  const id = await begin({ source: of, completed, at, furthestStep: 1 + random(6) });
  await app.db.write(async (tx) => {
    const set = { id: crypto.randomUUID(), applicationId: id };
    await tx.insert(contactData).values({ ...johanna['contact-data'], ...set });
    if (random(2) === 0) return;
    const tariffType = tariffTypes[random(3)] ?? 'top';
    const choice = {
      tariffType,
      selfParticipation: 250,
      paymentFrequency: 'annual',
      monthlyCents: 1,
    } as const;
    await tx.insert(tariffSelections).values({ ...set, ...choice });
  });
  const callback = await askForCall(of);
  if (random(2) === 0) await prepare(callback, id);
  const offer = await addOffer(app, { source: of, number: id, applicationId: random(2) === 0 ? id : null });
  const mail = crypto.randomUUID();
  const about = [{ applicationId: id }, { callbackRequestId: callback }, { offerId: offer.id }, {}][
    random(4)
  ];
  const times = { createdAt: at, nextAttemptAt: at, bouncedAt: at + random(100) };
  const status = random(3) === 0 ? 'sent' : 'bounced';
  await app.db.write((tx) =>
    tx
      .insert(outbox)
      .values({ id: mail, emailType: 'offer', recipientEmail: caller.email, ...times, status, ...about }),
  );
  return { id, callback, offer: offer.id, mail };
}

test('any rows leave the figures as they are, in whatever order they are erased', async () => {
  for (let round = 0; round < 5; round += 1) {
    const rows = [];
    for (let index = 0; index < 12; index += 1) rows.push(await addRandomly());
    const acts = rows.flatMap(({ id, callback, offer, mail }) => [
      () => app.db.write((tx) => deleteRows(tx, [id])),
      () => app.db.write((tx) => erasers.callback.erase(tx, [callback])),
      () => app.db.write((tx) => erasers.offer.erase(tx, [offer])),
      () => app.db.write((tx) => deleteMails(tx, eq(outbox.id, mail))),
      () => app.db.write((tx) => erasers.contact.erase(tx, [id], testNow)),
    ]);
    const before = await shownFigures();
    for (const act of acts.toSorted(() => Math.random() - 0.5).slice(0, 30)) {
      await act();
      expect(await shownFigures()).toEqual(before);
    }
  }
});
