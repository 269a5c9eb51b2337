/** Hand-overs to the insurer: repeated calls, the list, and what a confirmation changes. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { caseEvents, cases, handoverItems, handovers } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { matthias, sentence } from '#tests/support/people';
import { countStatements, setOffice } from '../staff';
import { deskOf, ready, setStatus } from './desk';

const yesterday = { transmittedOn: '2026-11-19' };

describe('a repeated call', () => {
  const office = setOffice();
  const { create, confirm, audited } = deskOf(office);

  test('returns what the first one did, and does nothing', async () => {
    const [first, unknown] = [await ready(office.app), crypto.randomUUID()];
    const id = crypto.randomUUID();
    const before = await create([first, unknown], { id });
    await confirm(id);
    const rows = await audited();
    const again = [first.toUpperCase(), unknown, first];
    const after = await create(again, { id: id.toUpperCase() }, office.antje);
    expect({ status: after.status, body: after.body }).toEqual({ status: 201, body: before.body });
    expect(await audited()).toEqual(rows);
    expect(await office.app.db.read.select().from(handovers).where(eq(handovers.id, id))).toHaveLength(1);
  });
});

describe('a body with', () => {
  const { create, audited } = deskOf(setOffice());

  test.each<[string, object, string]>([
    ['no id', { id: undefined }, 'id'],
    ['an id that is no UUID', { id: '1' }, 'id'],
    ['no applications', { applicationIds: undefined }, 'applicationIds'],
    ['an empty list', { applicationIds: [] }, 'applicationIds'],
    ['a text for a list', { applicationIds: crypto.randomUUID() }, 'applicationIds'],
    ['an id in the list that is no UUID', { applicationIds: ['1'] }, 'applicationIds'],
    [
      '201 applications',
      { applicationIds: Array.from({ length: 201 }, () => crypto.randomUUID()) },
      'applicationIds',
    ],
    ['no format', { format: undefined }, 'format'],
    ['another format', { format: 'pdf' }, 'format'],
  ])('%s makes no file', async (_, change, path) => {
    const { status, body } = await create([crypto.randomUUID()], change);
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: sentence, errors: [{ path, message: sentence }] },
    });
    expect(await audited()).toEqual([]);
  });
});

describe('the list', () => {
  const office = setOffice();
  const { create, confirm, list } = deskOf(office);

  test('has every file with who made it, newest first, in pages', async () => {
    expect(await list()).toEqual({ handovers: [], total: 0, totalPages: 0 });
    const application = await ready(office.app);
    const ids: unknown[] = [];
    for (const staff of [office.lukas, office.antje, office.lukas]) {
      office.app.clock.now += 1000;
      ids.unshift((await create([application], { format: 'json' }, staff)).body.id);
    }
    await confirm(String(ids[1]), yesterday);
    const page = await list('?pageSize=2');
    expect(page).toMatchObject({ handovers: [{ id: ids[0] }, { id: ids[1] }], total: 3, totalPages: 2 });
    expect((page.handovers as unknown[])[1]).toEqual({
      id: ids[1],
      at: '2026-11-20T09:00:02.000Z',
      username: 'antje.brandt',
      format: 'json',
      count: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      skipped: [],
      confirmedOn: '2026-11-19',
    });
    expect(await list('?pageSize=2&page=2')).toMatchObject({ handovers: [{ id: ids[2] }] });
    expect(await countStatements(() => list())).toBe(3);
  });
});

describe('a confirmation', () => {
  const office = setOffice();
  const { made, confirm, list, audited } = deskOf(office);
  const stored = (applicationId: string) =>
    office.app.db.read.select().from(cases).where(eq(cases.applicationId, applicationId));
  const events = (applicationId: string) =>
    office.app.db.read.select().from(caseEvents).where(eq(caseEvents.applicationId, applicationId));

  test('sets each case to transmitted on that day, with one event', async () => {
    const ids = [await ready(office.app), await ready(office.app, matthias)];
    const { id } = await made(ids);
    const { status, body } = await confirm(id, yesterday);
    expect({ status, body }).toEqual({ status: 200, body: { transmitted: 2, skipped: [] } });
    for (const applicationId of ids) {
      expect(await stored(applicationId)).toMatchObject([
        { status: 'transmitted', ...yesterday, followUpOn: '2026-12-04', version: 2 },
      ]);
      expect(await events(applicationId)).toMatchObject([
        {
          actor: 'lukas.weber',
          kind: 'status',
          old: 'new',
          new: 'transmitted',
          also: [{ kind: 'follow_up', old: '2026-11-23', new: '2026-12-04' }],
        },
      ]);
      expect((await audited()).filter(({ subjectId }) => subjectId === applicationId)).toEqual([
        { action: 'handover_created', subjectId: applicationId },
        { action: 'handover_confirmed', subjectId: applicationId },
      ]);
    }
    expect(await list()).toMatchObject({ handovers: [{ id, confirmedOn: '2026-11-19' }] });
  });

  test('that is repeated changes nothing and skips all', async () => {
    const applicationId = await ready(office.app);
    const { id } = await made([applicationId]);
    await confirm(id, yesterday);
    const rows = await audited();
    const { status, body } = await confirm(id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { transmitted: 0, skipped: [{ id: applicationId, reason: 'Bereits übermittelt' }] },
    });
    expect(await audited()).toEqual(rows);
    expect(await events(applicationId)).toHaveLength(1);
    expect(await stored(applicationId)).toMatchObject([yesterday]);
    const { handovers: all } = await list();
    expect(all).toContainEqual(expect.objectContaining({ id, confirmedOn: '2026-11-19' }));
  });

  test('takes along, and confirms, what a stranger has withdrawn by its name alone', async () => {
    // the latest one of the person is suggested
    office.app.clock.now += 1000;
    const applicationId = await ready(office.app);
    await declare(office.app, { email: 'eve@fremd.example' });
    const { id } = await made([applicationId]);
    await declare(office.app, { name: 'Eve Fremd' });
    expect((await confirm(id)).body).toEqual({ transmitted: 1, skipped: [] });
  });

  test('skips what was deleted, withdrawn or declined since', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => ready(office.app)));
    const [gone = '', withdrawn = '', declined = '', left = ''] = ids;
    const { id } = await made(ids);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id: gone }));
    await declare(office.app, { contract: withdrawn });
    await setStatus(office.app, declined, 'declined');
    expect((await confirm(id)).body).toEqual({
      transmitted: 1,
      skipped: [
        { id: withdrawn, reason: 'Widerruf eingegangen' },
        { id: declined, reason: 'Abgelehnt' },
      ],
    });
    expect(await stored(left)).toMatchObject([{ status: 'transmitted' }]);
    expect(await stored(withdrawn)).toMatchObject([{ status: 'new' }]);
    const items = await office.app.db.read.select().from(handoverItems);
    expect(items.map(({ applicationId }) => applicationId)).not.toContain(gone);
    // the record of what was handed over stays
    const { handovers: all } = await list();
    expect(all).toContainEqual(expect.objectContaining({ id, count: 4 }));
  });

  test('of a file without applications is recorded about the file', async () => {
    const { id } = await made([crypto.randomUUID()]);
    expect((await confirm(id)).body).toEqual({ transmitted: 0, skipped: [] });
    expect(await audited()).toContainEqual({ action: 'handover_confirmed', subjectId: id });
  });

  test.each([
    ['tomorrow', { transmittedOn: '2026-11-21' }],
    ['no day', {}],
    ['a day that does not exist', { transmittedOn: '2026-02-30' }],
    ['an instant', { transmittedOn: '2026-11-20T09:00:00Z' }],
    ['null', { transmittedOn: null }],
  ])('of %s is refused', async (_, body) => {
    const applicationId = await ready(office.app);
    const { id } = await made([applicationId]);
    const refused = await confirm(id, body);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 422,
      body: { message: sentence, errors: [{ path: 'transmittedOn', message: sentence }] },
    });
    expect(await stored(applicationId)).toMatchObject([{ status: 'new' }]);
  });

  test('of an unknown file is refused', async () => {
    expect((await confirm(crypto.randomUUID())).status).toBe(404);
    expect((await confirm('1')).status).toBe(422);
  });
});
