/** Hand-overs to the insurer: the list, and what a confirmation changes. */
import { describe, expect, test } from 'bun:test';
import { caseEvents, cases, handoverItems } from '#db/schema/desk';
import { api, href } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { matthias } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { deedsOf, setOffice } from '../../staff';
import { deskOf, ready, setStatus } from './desk';

const yesterday = { transmittedOn: '2026-11-19' };
const office = setOffice();
const { app } = office;
const { create, made, confirm, list } = deskOf(office);

test('the list has each file with who made it, and when it was confirmed', async () => {
  const application = await ready(app);
  const { body } = await create([application], { format: 'json' }, office.antje);
  await confirm(String(body.id), yesterday);
  expect((await list('?pageSize=1')).handovers).toEqual([
    {
      ...{ id: body.id, at: '2026-11-20T09:00:00.000Z', username: 'antje.brandt', format: 'json' },
      ...{ count: 1, sha256: body.sha256, skipped: [], confirmedOn: '2026-11-19' },
    },
  ]);
});

describe('a confirmation', () => {
  const stored = async (id: string) => (await rowsOf(app, cases)).find((one) => one.applicationId === id);
  const events = async (id: string) =>
    (await rowsOf(app, caseEvents)).filter((one) => one.applicationId === id);

  test('sets each case to transmitted on that day, with one event', async () => {
    const ids = [await ready(app), await ready(app, matthias)];
    const { id } = await made(ids);
    const { status, body } = await confirm(id, yesterday);
    expect({ status, body }).toEqual({ status: 200, body: { transmitted: 2, skipped: [] } });
    for (const applicationId of ids) {
      const now = { status: 'transmitted', ...yesterday, followUpOn: '2026-12-04', version: 2 } as const;
      expect(await stored(applicationId)).toMatchObject(now);
      const also = [{ kind: 'follow_up', old: '2026-11-23', new: '2026-12-04' }];
      const step = { actor: 'lukas.weber', kind: 'status', old: 'new', new: 'transmitted', also } as const;
      expect(await events(applicationId)).toMatchObject([step]);
      const deeds = ['lukas.weber handover_created', 'lukas.weber handover_confirmed'];
      expect(await deedsOf(app, applicationId)).toEqual(deeds);
    }
    expect(await list('?pageSize=1')).toMatchObject({ handovers: [{ id, confirmedOn: '2026-11-19' }] });
  });

  test('that is repeated changes nothing and skips all', async () => {
    const applicationId = await ready(app);
    const { id } = await made([applicationId]);
    await confirm(id, yesterday);
    const rows = await deedsOf(app, applicationId, id);
    const { status, body } = await confirm(id);
    const skipped = [{ id: applicationId, reason: 'Bereits übermittelt' }];
    expect([status, body]).toEqual([200, { transmitted: 0, skipped }]);
    expect(await deedsOf(app, applicationId, id)).toEqual(rows);
    expect(await events(applicationId)).toHaveLength(1);
    expect(await stored(applicationId)).toMatchObject(yesterday);
    expect((await list()).handovers).toContainEqual(
      expect.objectContaining({ id, confirmedOn: '2026-11-19' }),
    );
  });

  test('takes along, and confirms, what a stranger has withdrawn by its name alone', async () => {
    // the latest one of the person is suggested
    app.clock.now += 1000;
    const applicationId = await ready(app);
    await declare(app, { email: 'eve@fremd.example' });
    const { id } = await made([applicationId]);
    await declare(app, { name: 'Eve Fremd' });
    expect((await confirm(id)).body).toEqual({ transmitted: 1, skipped: [] });
  });

  test('skips what was deleted, withdrawn or declined since', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => ready(app)));
    const [gone = '', withdrawn = '', declined = '', left = ''] = ids;
    const { id } = await made(ids);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id: gone }));
    await declare(app, { contract: withdrawn });
    await setStatus(app, declined, 'declined');
    expect((await confirm(id)).body).toEqual({
      transmitted: 1,
      skipped: [
        { id: withdrawn, reason: 'Widerruf eingegangen' },
        { id: declined, reason: 'Abgelehnt' },
      ],
    });
    expect(await stored(left)).toMatchObject({ status: 'transmitted' });
    expect(await stored(withdrawn)).toMatchObject({ status: 'new' });
    const items = await rowsOf(app, handoverItems);
    expect(items.map(({ applicationId }) => applicationId)).not.toContain(gone);
    // the record of what was handed over stays
    expect((await list()).handovers).toContainEqual(expect.objectContaining({ id, count: 4 }));
  });

  test('of a file without applications is recorded about the file', async () => {
    const { id } = await made([crypto.randomUUID()]);
    expect((await confirm(id)).body).toEqual({ transmitted: 0, skipped: [] });
    expect(await deedsOf(app, id)).toContain('lukas.weber handover_confirmed');
  });
});
