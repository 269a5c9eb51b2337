/** What staff read of an application is in the audit log before they have it. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { DatabaseUnavailable } from '#db/driver/errors';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { createReadings } from '#server/features/backoffice/readings';
import { filled } from '#tests/support/applications';
import { johanna, matthias } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';
import { deskOf, file, ready } from '../insurer/handovers/desk';
import { openOffice, type Staff, setOffice } from '../staff';

const office = setOffice();
const minute = 60_000;
const { email } = johanna['contact-data'];

/** The rows that `work` leaves, without those of writes. */
async function rowsBy(work: () => Promise<unknown>) {
  const before = await office.app.db.read.$count(auditLog);
  await work();
  const rows = (await office.app.db.read.select().from(auditLog)).slice(before);
  return rows.map(({ username, action, subjectId }) => `${username} ${action} ${subjectId}`);
}

const readings: [action: string, open: (staff: Staff, id: string) => Promise<{ status: number }>][] = [
  ['details_opened', (staff, id) => staff.ask('GET', href(api.details, { id }))],
  ['evidence_opened', (staff, id) => staff.ask('GET', href(api.evidence, { id }))],
  ['disclosure_opened', (staff, id) => staff.ask('GET', href(api.disclosure, { id }))],
  [
    'pdf_opened',
    async ({ token }, id) => {
      const headers = { authorization: `Bearer ${token}` };
      return await office.app.ask('GET', href(api.document, { id }), { headers });
    },
  ],
];

describe.each(readings)('%s', (action, open) => {
  test('is recorded once in 10 minutes for each person and application', async () => {
    const { app, antje, lukas } = office;
    const [one, other] = [await ready(app, matthias), await ready(app)];
    // the disclosure contains the other applications of the same person
    const of = (id: string, who = 'lukas.weber') => `${who} ${action} ${id}`;
    const first = await rowsBy(async () => expect((await open(lukas, one)).status).toBe(200));
    expect(first).toContain(of(one));
    expect(await rowsBy(() => open(lukas, one.toUpperCase()))).toEqual([]);
    app.clock.now += 10 * minute - 1;
    expect(await rowsBy(() => open(lukas, one))).toEqual([]);
    expect(await rowsBy(() => open(antje, one))).toContain(of(one, 'antje.brandt'));
    expect(await rowsBy(() => open(lukas, other))).toContain(of(other));
    app.clock.now += 1;
    expect(await rowsBy(() => open(lukas, one))).toContain(of(one));
  });

  test('leaves no row when there is nothing to read', async () => {
    const id = crypto.randomUUID();
    expect(await rowsBy(async () => expect((await open(office.lukas, id)).status).toBe(404))).toEqual([]);
  });
});

test('a PDF that does not exist yet leaves no row', async () => {
  const visitor = await filled(office.app);
  const path = href(api.document, { id: visitor.id });
  expect(await rowsBy(async () => expect((await office.lukas.ask('GET', path)).status).toBe(409))).toEqual(
    [],
  );
});

test('the file of a hand-over leaves a row for each application in it', async () => {
  const { app } = office;
  const desk = deskOf(office);
  const ids = [await ready(app), await ready(app, matthias)];
  const { id } = await desk.made(ids);
  const rows = ids.map((one) => `lukas.weber handover_opened ${one}`);
  expect((await rowsBy(() => desk.read(id))).toSorted()).toEqual(rows.toSorted());
  expect(await rowsBy(() => desk.read(id))).toEqual([]);
  expect(await rowsBy(() => office.lukas.ask('GET', file(crypto.randomUUID())))).toEqual([]);
});

test('a search for proofs leaves a row for each thing that it found, or for the person', async () => {
  const { app, antje } = await openOffice();
  const search = (address: string) => antje.ask('POST', api.searchEvidence, { email: address });
  const id = await ready(app);
  await search(email);
  await search('niemand@nirgends.example');
  const rows = (await auditOf(app)).map(({ action, subjectId }) => [action, subjectId]);
  expect(rows).toEqual([
    ['evidence_searched', id],
    ['evidence_searched', expect.stringMatching(/^[0-9a-f]{64}$/)],
  ]);
});

test('readings at the same time leave one row', async () => {
  const { app, lukas } = office;
  const id = await ready(app);
  const rows = await rowsBy(() =>
    Promise.all(Array.from({ length: 20 }, () => lukas.ask('GET', href(api.details, { id })))),
  );
  expect(rows).toEqual([`lukas.weber details_opened ${id}`]);
});

// ASVS 16.5.3
test('nothing is shown that cannot be recorded, and lists are shown all the same', async () => {
  const { app, lukas } = await openOffice();
  const id = await ready(app);
  const { write } = app.db;
  app.db.write = () => Promise.reject(new DatabaseUnavailable('full'));
  const { status, body } = await lukas.ask('GET', href(api.details, { id }));
  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
  expect(await lukas.list(api.staffApplications)).toHaveLength(1);
  app.db.write = write;
  expect((await lukas.ask('GET', href(api.details, { id }))).status).toBe(200);
});

test('a file counts as an opening of each application that was not opened just before', async () => {
  const { app, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
  const read = createReadings(app.context);
  const ids = Array.from({ length: 800 }, () => crypto.randomUUID());
  const download = (from: number) =>
    read(
      lukas.user,
      'handover_opened',
      async () => ids.slice(from, from + 200),
      (some) => some,
    );
  for (const from of [0, 0, 200, 400 - 2, 0]) await download(from);
  await expect(download(600)).rejects.toMatchObject({ status: 429 });
  expect(await app.db.read.$count(auditLog, eq(auditLog.action, 'handover_opened'))).toBe(598);
});

// ASVS 2.4.1
test('above 600 openings in 10 minutes an account gets 429, and others do not', async () => {
  const { app, antje, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
  const id = await ready(app);
  const open = (staff: Staff, of = id) => staff.ask('GET', href(api.details, { id: of }));
  for (let count = 0; count < 10; count += 1) expect((await open(lukas)).status).toBe(200);
  // looking for applications that do not exist counts too
  for (let count = 0; count < 590; count += 1)
    expect((await open(lukas, crypto.randomUUID())).status).toBe(404);
  // what belongs to the details costs nothing while they are open
  for (const path of [api.caseHistory, api.case])
    expect((await lukas.ask('GET', href(path, { id }))).status).toBe(200);
  app.clock.now += minute;
  const refused = await open(lukas);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '540']);
  expect((await lukas.ask('GET', href(api.evidence, { id }))).status).toBe(429);
  expect((await lukas.ask('GET', api.staffApplications)).status).toBe(200);
  await app.refusals.settled();
  expect((await open(antje)).status).toBe(200);
  const rows = await auditOf(app);
  expect(rows.map(({ username, action }) => `${username} ${action}`)).toEqual([
    'lukas.weber details_opened',
    'lukas.weber too_many',
    'antje.brandt details_opened',
  ]);
  app.clock.now += 9 * minute;
  expect((await open(lukas)).status).toBe(200);
});
