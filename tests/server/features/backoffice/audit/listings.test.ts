/** Whose data lists show: one row a minute. */
import { describe, expect, jest, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { johanna } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';
import { ready } from '../insurer/handovers/desk';
import { deedsOf, openOffice, type Staff, setOffice } from '../staff';

const minute = 60_000;

/** Kind, account and number of each row about lists. */
async function rowsOf(app: TestApp) {
  await app.listings.settled();
  const rows = await auditOf(app, 'persons_listed');
  return rows.map(({ username, action, subjectId }) => `${username} ${action} ${subjectId}`);
}

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person ${from + index}`);

/** An application, a callback request and a withdrawal. */
async function fill(app: TestApp): Promise<string> {
  const id = await ready(app);
  const { email } = johanna['contact-data'];
  await app.ask('POST', api.callbackRequests, {
    body: { name: 'Johanna', phone: '030 1234567', email, dataProcessingConsent: true },
  });
  await app.ask('POST', api.withdrawals, { body: { name: 'Johanna', email } });
  await app.outbox.runOnce();
  return id;
}

const lists: [name: string, ask: (staff: Staff, id: string) => Promise<{ status: number }>, row: string][] = [
  ['cases', (staff) => staff.ask('GET', `${api.cases}?pageSize=100`), '1'],
  ['a search for cases', (staff) => staff.ask('GET', `${api.cases}?q=johanna&view=all`), '1'],
  [
    'a change that changes nothing',
    (staff, id) => staff.ask('PATCH', href(api.case, { id }), { version: 1 }),
    '1',
  ],
  ['a search for people', (staff) => staff.ask('GET', `${api.search}?q=johanna`), '1'],
  ['the next case', (staff) => staff.ask('POST', api.nextCase, {}), '1'],
  ['callback requests', (staff) => staff.ask('GET', api.staffCallbacks), '1'],
  ['withdrawals', (staff) => staff.ask('GET', api.staffWithdrawals), '1'],
  ['mails', (staff) => staff.ask('GET', api.emailLogs), '2'],
  ['the dashboard', (staff) => staff.ask('GET', api.dashboard), '1'],
  ['applications', (staff) => staff.ask('GET', api.staffApplications), '1'],
];

describe('persons in a list', () => {
  test('leave one row with their number', async () => {
    const { app, lukas } = await openOffice();
    const id = await fill(app);
    for (const [name, ask, number] of lists) {
      const before = await rowsOf(app);
      app.clock.now += minute;
      expect([name, (await ask(lukas, id)).status]).toEqual([name, 200]);
      await ask(lukas, id);
      const rows = (await rowsOf(app)).slice(before.length);
      expect([name, rows]).toEqual([name, [`lukas.weber persons_listed ${number}`]]);
    }
  });

  test('leave none when nobody is in it', async () => {
    const { app, lukas } = await openOffice();
    await begun(app, 1);
    for (const path of [
      api.cases,
      api.staffCallbacks,
      api.staffWithdrawals,
      api.emailLogs,
      api.staffApplications,
      `${api.search}?q=fjolnir`,
    ])
      await lukas.ask('GET', path);
    expect(await rowsOf(app)).toEqual([]);
  });

  test('leave a row of their own for each account and minute, with different persons counted once', async () => {
    const { app, antje, lukas } = await openOffice();
    const { listings } = app;
    jest.useFakeTimers();
    listings.note(lukas.user, ids(20));
    listings.note(lukas.user, ids(20, 10));
    listings.note(antje.user, ids(5));
    jest.advanceTimersByTime(minute);
    jest.useRealTimers();
    await app.db.read.$count(auditLog);
    listings.note(lukas.user, ids(7));
    expect((await rowsOf(app)).toSorted()).toEqual([
      'antje.brandt persons_listed 5',
      'lukas.weber persons_listed 30',
      'lukas.weber persons_listed 7',
    ]);
  });

  test('are recorded when the server stops', async () => {
    const { app, lukas } = await openOffice();
    await fill(app);
    await lukas.ask('GET', api.cases);
    expect(await app.db.read.$count(auditLog)).toBe(0);
    expect(await rowsOf(app)).toHaveLength(1);
  });
});

test('many persons in lists are work: neither reported nor refused', async () => {
  const { app, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
  app.listings.note(lukas.user, ids(10_000));
  expect(await rowsOf(app)).toEqual(['lukas.weber persons_listed 10000']);
  for (const [, ask] of lists.filter(([name]) => name !== 'a change that changes nothing'))
    expect((await ask(lukas, '')).status).toBeLessThan(300);
  expect(await app.db.read.$count(outbox)).toBe(0);
});

describe('what belongs to the details of an application', () => {
  const question = { status: 'inquiry', subject: 'Frage', body: 'Guten Tag {name}' };
  const parts: [name: string, ask: (staff: Staff, id: string) => Promise<{ status: number }>][] = [
    ['its case', (staff, id) => staff.ask('GET', href(api.case, { id }))],
    ['its history', (staff, id) => staff.ask('GET', href(api.caseHistory, { id }))],
    ['the preview of a message', (staff, id) => staff.ask('POST', href(api.casePreview, { id }), question)],
  ];

  const office = setOffice();

  test.each(parts)('%s: leaves the row of an opening, if there is none', async (_, ask) => {
    const { app, lukas } = office;
    const id = await ready(app);
    for (let turn = 0; turn < 3; turn += 1) expect((await ask(lukas, id)).status).toBe(200);
    await lukas.ask('GET', href(api.details, { id }));
    expect(await deedsOf(app, id)).toEqual(['lukas.weber details_opened']);
  });
});
