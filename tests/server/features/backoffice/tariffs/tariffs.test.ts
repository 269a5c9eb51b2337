/** The versions of the tariffs over HTTP: drafts, conflicts, release. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import { tariffVersions } from '#db/schema/tariffs';
import { firstCatalogue } from '#domain/landing-facts';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf } from '#domain/tariffs/versions';
import { deedsOf, setOffice } from '../staff';
import { callsOf, withTop250 } from './calls';

const office = setOffice();
const first = changeableOf(firstCatalogue);
let calls: ReturnType<typeof callsOf>;
beforeEach(async () => {
  calls = callsOf(office.antje);
  // drafts and released versions of the tests before
  await office.app.db.write((tx) => tx.delete(tariffVersions).where(ne(tariffVersions.state, 'active')));
});

const states = async () => (await calls.list()).map(({ state }) => state);
const done = async ({ id }: TariffVersion) =>
  (await deedsOf(office.app, id)).map((row) => row.replace('antje.brandt tariffs_', ''));

test('the list has the first version, which is active, and others newest first', async () => {
  const [active, ...others] = await calls.list();
  expect(others).toEqual([]);
  expect(active).toEqual({
    ...{ id: expect.any(String), number: 1, version: 1, state: 'active', ...first },
    ...{ validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), createdAt: expect.any(String) },
    ...{ createdBy: 'Sattelfest', releasedBy: 'Sattelfest' },
  });
  for (const validFrom of ['2027-05-01', '2027-01-01']) await calls.draft({ validFrom });
  expect((await calls.list()).map(({ number }) => number)).toEqual([3, 2, 1]);
});

describe('a draft', () => {
  test('begins as a copy of the active version, for the first of next month', async () => {
    const draft = await calls.draft();
    const copied = { number: 2, version: 1, state: 'draft', validFrom: '2026-12-01', ...first };
    expect(draft).toMatchObject({ ...copied, createdBy: 'antje.brandt', releasedBy: null });
    expect(await done(draft)).toEqual(['drafted']);
  });

  test('is changed by who saw its latest version', async () => {
    const given = { validFrom: '2027-01-01', ageSurchargePercent: 25 };
    const draft = await calls.draft(given);
    expect(draft).toMatchObject({ ...first, ...given });
    const changed = await calls.change(draft, { premiums: withTop250(45.5) });
    const body = { ...given, version: 2, premiums: withTop250(45.5), benefits: first.benefits };
    expect(changed).toMatchObject({ status: 200, body });
    const late = await calls.change(draft, { ageSurchargePercent: 30 });
    const message = 'Dieser Entwurf wurde inzwischen geändert.';
    expect([late.status, late.body]).toEqual([409, { message, current: changed.body }]);
    expect((await calls.find(draft.id)).ageSurchargePercent).toBe(25);
    expect(await done(draft)).toEqual(['drafted', 'changed']);
  });

  test('is refused with the path of each wrong cell, and stays as it was', async () => {
    const draft = await calls.draft();
    const wrong = { premiums: withTop250(45.555), validFrom: 'bald' };
    const { status, body } = await calls.change(draft, wrong);
    expect([status, body.errors]).toMatchObject([422, [{ path: 'validFrom' }, { path: 'premiums.1.1' }]]);
    expect(await calls.find(draft.id)).toEqual(draft);
  });

  test('is deleted', async () => {
    const draft = await calls.draft();
    expect((await calls.remove(draft)).status).toBe(200);
    expect(await states()).toEqual(['active']);
    expect(await done(draft)).toEqual(['drafted', 'deleted']);
    expect((await calls.remove(draft)).status).toBe(404);
  });
});

test('only a draft is changed, deleted and released', async () => {
  const [active] = await calls.list();
  const released = await calls.draft();
  await calls.release(released);
  for (const version of [active, await calls.find(released.id)] as TariffVersion[]) {
    const refused = { status: 409, body: { message: 'Das geht nur mit einem Entwurf.', current: version } };
    for (const answer of [
      await calls.change(version, { ageSurchargePercent: 30 }),
      await calls.remove(version),
      await calls.release(version),
    ])
      expect({ status: answer.status, body: answer.body }).toEqual(refused);
  }
});

describe('a release', () => {
  test('waits for its day', async () => {
    const draft = await calls.draft({ validFrom: '2026-12-01', premiums: withTop250(45.5) });
    const body = { state: 'released', version: 2, releasedBy: 'antje.brandt' };
    expect(await calls.release(draft)).toMatchObject({ status: 200, body });
    expect(await done(draft)).toEqual(['drafted', 'released']);
    expect(await states()).toEqual(['released', 'active']);
  });

  test('for a past day is refused', async () => {
    const draft = await calls.draft({ validFrom: '2026-11-19' });
    const refused = { status: 422, body: { errors: [{ path: 'validFrom' }] } };
    expect(await calls.release(draft, { confirm: true })).toMatchObject(refused);
  });

  test('for the day of another one replaces it, which is a draft again', async () => {
    const [before, after] = [await calls.draft(), await calls.draft()];
    const other = await calls.draft({ validFrom: '2027-05-01' });
    for (const one of [before, other]) await calls.release(one);
    expect(await calls.release(after)).toMatchObject({ status: 200, body: { state: 'released' } });
    expect(await calls.find(before.id)).toMatchObject({ state: 'draft', releasedBy: null, version: 3 });
    expect((await calls.find(other.id)).state).toBe('released');
    expect([(await done(after)).at(-1), (await done(before)).at(-1)]).toEqual(['released', 'taken_back']);
  });

  test('of a version that somebody changed meanwhile is refused', async () => {
    const draft = await calls.draft();
    await calls.change(draft, { ageSurchargePercent: 30 });
    expect((await calls.release(draft, { version: draft.version })).status).toBe(409);
    expect((await calls.release(draft)).status).toBe(200);
  });

  test('of a premium that moves by more than 25 % must be confirmed', async () => {
    const draft = await calls.draft({ premiums: withTop250(55.73) });
    const { status, body } = await calls.release(draft, { confirm: false });
    const row = {
      tariffType: 'top',
      tariff: 'Top-OP-Schutz',
      selfParticipation: 250,
      old: 44.58,
      new: 55.73,
    };
    const message = 'Beiträge ändern sich um mehr als 25 %. Bitte prüfen und bestätigen Sie das.';
    const errors = [{ path: 'premiums.1.1', message: 'Ändert sich um 25 %' }];
    const rows = [{ ...row, percent: 25, large: true }];
    expect([status, body]).toEqual([422, { message, errors, rows }]);
    expect((await calls.find(draft.id)).state).toBe('draft');
    expect((await calls.release(draft, { confirm: true })).status).toBe(200);
  });

  test('is compared with the tariffs that precede it', async () => {
    await calls.release(await calls.draft({ validFrom: '2026-12-01', premiums: withTop250(54) }));
    const after = await calls.draft({ validFrom: '2027-01-01', premiums: withTop250(65) });
    const before = await calls.draft({ validFrom: '2026-11-25', premiums: withTop250(65) });
    expect((await calls.release(before)).status).toBe(422);
    expect((await calls.release(after)).status).toBe(200);
  });

  test('is taken back until its day, and the version is a draft again', async () => {
    const draft = await calls.draft();
    expect((await calls.takeBack(draft)).status).toBe(409);
    await calls.release(draft);
    const body = { state: 'draft', releasedBy: null, version: 3 };
    expect(await calls.takeBack(draft)).toMatchObject({ status: 200, body });
    expect(await done(draft)).toEqual(['drafted', 'released', 'taken_back']);
    const [active] = (await calls.list()).filter(({ state }) => state === 'active');
    expect((await calls.takeBack(active as TariffVersion)).status).toBe(409);
  });
});
