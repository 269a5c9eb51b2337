/** What a person erases of what is stored about their address: one row a minute says so, and a table has every id. */
import { describe, expect, test } from 'bun:test';
import { erasures } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { birthDateMessages } from '#domain/privacy/own-data';
import { api, href, pages } from '#domain/urls';
import { recordPastErasures } from '#server/erasures';
import { openOffice, setOffice } from '#tests/server/features/backoffice/staff';
import { confirmed, storedWithdrawals } from '#tests/server/features/withdrawals/declaration';
import { setApp, startApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { kindsOf, mailsOf } from '#tests/support/stored';
import { rare } from '#tests/support/traces';
import { until } from '#tests/support/until';
import { birthDate, callback, dataOf, email, erase, filled, form, tokenFor } from './person';

const app = setApp();
const office = setOffice();

test('an erasure ends the link to the confirmation of a withdrawal, and keeps the withdrawal', async () => {
  const app = await startApp();
  const path = await confirmed(app, { email });
  const other = await confirmed(app, { email: 'kim@post.example' });
  expect((await app.ask('GET', path)).status).toBe(200);
  expect((await erase(app, await tokenFor(app, email.toUpperCase()))).status).toBe(200);
  for (const [page, status] of [
    [path, 404],
    [`${path}/bestaetigung.pdf`, 404],
    [other, 200],
  ] as const)
    expect((await app.ask('GET', page)).status).toBe(status);
  expect(await storedWithdrawals(app)).toHaveLength(2);
  expect((await mailsOf(app)).filter(({ emailType }) => emailType === 'withdrawal_receipt')).toHaveLength(2);
});

describe('erasing', () => {
  test('restricts completed applications after their birth date was entered', async () => {
    const { app, lukas } = await openOffice();
    const { id } = await filled(app, rare, true);
    const token = await tokenFor(app, email);
    const missing = await erase(app, token);
    const errors = [{ path: 'birthDate', message: birthDateMessages.missing }];
    expect([missing.status, await missing.json()]).toMatchObject([422, { errors }]);
    const answer = await erase(app, token, { birthDate });
    const reason = expect.any(String);
    const kept = ['application', 'evidence'].map((kind) => ({ kind, until: '2036-12-31', reason }));
    expect([answer.status, await answer.json()]).toEqual([200, { erased: 0, kept }]);
    const found = (await lukas.ask('GET', href(api.case, { id }))).body;
    expect(found).toMatchObject({ restricted: true });
    const step = { version: found.version, status: 'transmitted' };
    expect((await lukas.ask('PATCH', href(api.case, { id }), step)).status).toBe(409);
    const advice = { id: crypto.randomUUID(), wishes: 'Kolik', advice: 'Top' };
    expect(await lukas.ask('POST', href(api.advice, { id }), advice)).toMatchObject({
      status: 409,
      body: { message: 'Löschung beantragt' },
    });
    const again = { id: crypto.randomUUID(), applicationIds: [id], format: 'csv' };
    expect((await lukas.ask('POST', api.handovers, again)).body).toMatchObject({
      count: 0,
      skipped: [{ id, reason: 'Löschung beantragt' }],
    });
  });

  test('is refused five times for a wrong birth date, and then the link ends', async () => {
    const visitor = await filled(app, rare, true);
    const draft = await filled(app, rare);
    const token = await tokenFor(app, email);
    // what is no date is refused, but no wrong date
    const dates = ['1950-01-01', '14.06.1985', '', ...Array(4).fill('1950-01-02')];
    for (const date of dates) {
      const answer = await erase(app, token, { birthDate: date });
      const message = date.startsWith('1950') ? birthDateMessages.wrong : birthDateMessages.missing;
      const errors = [{ path: 'birthDate', message }];
      expect([answer.status, await answer.json()]).toMatchObject([422, { errors }]);
    }
    for (const date of ['14.06.1985', birthDate])
      expect((await erase(app, token, { birthDate: date })).status).toBe(404);
    expect((await app.ask('GET', href(pages.ownDataOf, { token }))).status).toBe(404);
    for (const one of [visitor, draft]) expect((await one.application()).status).toBe(200);
  });

  test('closes the file of an earlier hand-over', async () => {
    const { app, lukas } = office;
    const visitor = await filled(app);
    await visitor.send('PUT', href(api.declarations, { id: visitor.id }), { adviceWaiver: true });
    expect((await visitor.complete()).status).toBe(200);
    const handover = { id: crypto.randomUUID(), applicationIds: [visitor.id], format: 'csv' };
    expect((await lukas.ask('POST', api.handovers, handover)).body).toMatchObject({ count: 1 });
    const headers = { authorization: `Bearer ${lukas.token}` };
    const open = async () => (await app.ask('GET', href(api.handoverFile, handover), { headers })).status;
    expect(await open()).toBe(200);
    await erase(app, await tokenFor(app, email), { birthDate });
    expect(await open()).toBe(409);
  });

  test('works as a plain form: a page with the reason, or one that says what is kept', async () => {
    const app = await startApp();
    await filled(app, rare, true);
    await filled(app, rare);
    const token = await tokenFor(app, email);
    const path = href(api.eraseOwnData, { token });
    const refused = await app.ask('POST', path, form({ birthDate: '1950-01-01' }));
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain(birthDateMessages.wrong);
    expect(html).toMatch(/<input(?=[^>]*name="birthDate")[^>]*aria-required="true"/);
    const done = await app.ask('POST', path, form({ birthDate: `\u2060${birthDate} ` }));
    expect(done.status).toBe(200);
    const page = (await done.text()).replaceAll('<!-- -->', '');
    expect(page).not.toContain(token);
    expect(page).toContain('<title>Was wir löschen dürfen, ist gelöscht: Meine Daten | Sattelfest</title>');
    expect(page).toContain('Ein Eintrag ist endgültig gelöscht.');
    expect(page).toContain('Abgeschlossener Antrag bis zum 31.12.2036');
  });

  test('keeps a withdrawal, and says until when', async () => {
    const app = await startApp();
    await app.ask('POST', api.withdrawals, { body: { name: 'Johanna Sommer', email } });
    const token = await tokenFor(app, email);
    expect((await dataOf(app, token)).withdrawals).toMatchObject([{ name: 'Johanna Sommer', email }]);
    expect(await (await erase(app, token)).json()).toMatchObject({
      erased: 0,
      kept: [
        { kind: 'withdrawal', until: '2032-12-31' },
        { kind: 'evidence', until: '2036-12-31' },
      ],
    });
    // the law asks for its receipt
    expect(await kindsOf(app)).toEqual(['withdrawal_notification', 'withdrawal_receipt']);
  });

  test('names the day until which the last proof is kept', async () => {
    const app = await startApp();
    await app.ask('POST', api.callbackRequests, { body: callback });
    await filled(app, rare, true);
    const answer = await erase(app, await tokenFor(app, email), { birthDate });
    const { kept } = (await answer.json()) as { kept: object[] };
    // the consent to calls ends in 2031
    expect(kept).toMatchObject([{ kind: 'application' }, { kind: 'evidence', until: '2036-12-31' }]);
  });
});

const minute = 60_000;

async function site() {
  const app = await startApp();
  const ids: string[] = [];
  const beginAndDelete = async (many: number) => {
    for (let count = 0; count < many; count += 1) {
      const visitor = createVisitor(app);
      await visitor.save('horse-data', johanna['horse-data']);
      expect((await visitor.send('DELETE', href(api.application, visitor))).status).toBe(200);
      ids.push(visitor.id);
    }
  };
  const rows = async () =>
    (await app.db.read.select().from(auditLog)).map(({ username, action, subjectId }) => [
      username,
      action,
      subjectId,
    ]);
  const remembered = async () => (await app.db.read.select().from(erasures)).map(({ id }) => id).toSorted();
  return { app, ids, beginAndDelete, rows, remembered };
}

const row = (drafts: number) => ['Betroffene Person', 'drafts_deleted', String(drafts)];

test('a row says how many were deleted since the row before', async () => {
  const { app, ids, beginAndDelete, rows, remembered } = await site();
  await beginAndDelete(5);
  expect(await rows()).toEqual([row(1)]);
  app.clock.now += minute - 1;
  await beginAndDelete(2);
  expect(await rows()).toEqual([row(1)]);
  app.clock.now += 1;
  await beginAndDelete(3);
  // those of the first instant, which the first row came before, are not counted again
  expect(await rows()).toEqual([row(1), row(3)]);
  app.clock.now += 60 * minute;
  await beginAndDelete(1);
  expect(await rows()).toHaveLength(3);
  expect(await remembered()).toEqual(ids.toSorted());
});

test('a clock that was set back writes rows all the same, one a minute', async () => {
  const { app, beginAndDelete, rows } = await site();
  await beginAndDelete(1);
  app.clock.now -= 60 * minute;
  await beginAndDelete(3);
  expect(await rows()).toHaveLength(2);
});

test('drafts that are erased under "Meine Daten" count, too', async () => {
  const { app, ids, beginAndDelete, rows, remembered } = await site();
  await beginAndDelete(1);
  const visitor = await filled(app);
  const token = await tokenFor(app, email);
  app.clock.now += minute;
  expect((await erase(app, token)).status).toBe(200);
  expect(await rows()).toEqual([row(1), row(1)]);
  expect(await remembered()).toEqual([...ids, visitor.id].toSorted());
});

test('the last ones are recorded without another deletion, once', async () => {
  const { app, beginAndDelete, rows } = await site();
  const { clock } = app;
  await recordPastErasures(app.context);
  expect(await rows()).toEqual([]);
  await beginAndDelete(1);
  clock.now += 1000;
  await beginAndDelete(2);
  await recordPastErasures(app.context);
  expect(await rows()).toEqual([row(1)]);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    clock.now += minute;
    await recordPastErasures(app.context);
  }
  expect(await rows()).toEqual([row(1), row(2)]);
});

test('a reading waits for no erasure that cannot write', async () => {
  const app = await startApp();
  const emails = Array.from({ length: 5 }, (_, index) => `person.${index}@post.example`);
  const tokens: string[] = [];
  for (const email of emails) {
    await app.ask('POST', api.callbackRequests, { body: { ...callback, email } });
    tokens.push(await tokenFor(app, email));
  }
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { write } = app.db;
  let waiting = 0;
  app.db.write = async (...given) => {
    waiting += 1;
    await unlocked;
    return await write(...given);
  };
  const [reader = '', ...others] = tokens;
  const erasures = others.map((token) => erase(app, token));
  await until(() => waiting >= others.length);
  expect((await dataOf(app, reader)).callbackRequests).toHaveLength(1);
  unlock();
  expect((await Promise.all(erasures)).map(({ status }) => status)).toEqual(others.map(() => 200));
});
