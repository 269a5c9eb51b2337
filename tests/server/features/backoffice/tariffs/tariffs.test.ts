/** The versions of the tariffs over HTTP: drafts, conflicts, release. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import { tariffVersions } from '#db/schema/tariffs';
import { firstCatalogue } from '#domain/landing-facts';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf } from '#domain/tariffs/versions';
import { sentence } from '#tests/support/people';
import { setOffice } from '../staff';
import { callsOf, withTop250 } from './calls';

const office = setOffice();
const calls = () => callsOf(office.antje);
const first = changeableOf(firstCatalogue);
const actions = async () => {
  const { body } = await office.antje.ask('GET', '/api/backoffice/audit-log');
  return (body.entries as { action: string; subjectId: string; username: string }[]).map(
    ({ action, subjectId }) => `${action} ${subjectId}`,
  );
};

beforeEach(async () => {
  // drafts and released versions of the tests before
  await office.app.db.write((tx) => tx.delete(tariffVersions).where(ne(tariffVersions.state, 'active')));
});

describe('the list', () => {
  test('has the first version, which is active', async () => {
    expect(await calls().list()).toEqual([
      {
        id: expect.any(String),
        number: 1,
        version: 1,
        validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        state: 'active',
        ...first,
        createdBy: 'Sattelfest',
        createdAt: expect.any(String),
        releasedBy: 'Sattelfest',
      },
    ]);
  });

  test('is newest first', async () => {
    await calls().draft({ validFrom: '2027-05-01' });
    await calls().draft({ validFrom: '2027-01-01' });
    expect((await calls().list()).map(({ number }) => number)).toEqual([3, 2, 1]);
  });
});

describe('a draft', () => {
  test('begins as a copy of the active version, for the first of next month', async () => {
    const { status, body } = await office.antje.ask('POST', '/api/backoffice/tariffs', {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: 2,
      version: 1,
      state: 'draft',
      validFrom: '2026-12-01',
      ...first,
      createdBy: 'antje.brandt',
      releasedBy: null,
    });
    expect((await actions())[0]).toBe(`tariffs_drafted ${body.id}`);
  });

  test('may be made of what is given', async () => {
    const given = { validFrom: '2027-01-01', premiums: withTop250(45.5), ageSurchargePercent: 25 };
    expect(await calls().draft(given)).toMatchObject({ ...first, ...given });
  });

  test('is changed by who saw its latest version', async () => {
    const draft = await calls().draft();
    const changed = await calls().change(draft, { premiums: withTop250(45.5) });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ version: 2, premiums: withTop250(45.5), benefits: first.benefits });
    expect((await actions())[0]).toBe(`tariffs_changed ${draft.id}`);
    const late = await calls().change(draft, { ageSurchargePercent: 30 });
    expect(late.status).toBe(409);
    expect(late.body).toEqual({
      message: 'Dieser Entwurf wurde inzwischen geändert.',
      current: changed.body,
    });
    expect((await calls().find(draft.id)).ageSurchargePercent).toBe(20);
  });

  test('is refused with the path of each wrong cell, and stays as it was', async () => {
    const draft = await calls().draft();
    const { status, body } = await calls().change(draft, {
      premiums: withTop250(45.555),
      validFrom: 'bald',
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: 'validFrom', message: 'Bitte wählen Sie ein Datum' },
      { path: 'premiums.1.1', message: sentence },
    ]);
    expect(await calls().find(draft.id)).toEqual(draft);
  });

  test('is deleted', async () => {
    const draft = await calls().draft();
    expect((await calls().remove(draft)).status).toBe(200);
    expect((await calls().list()).map(({ state }) => state)).toEqual(['active']);
    expect((await actions())[0]).toBe(`tariffs_deleted ${draft.id}`);
    expect((await calls().remove(draft)).status).toBe(404);
  });
});

test('only a draft is changed, deleted and released', async () => {
  const [active] = await calls().list();
  const released = await calls().draft();
  await calls().release(released);
  for (const version of [active, await calls().find(released.id)] as TariffVersion[]) {
    const answers = [
      await calls().change(version, { ageSurchargePercent: 30 }),
      await calls().remove(version),
      await calls().release(version),
    ];
    const expected = { status: 409, body: { message: 'Das geht nur mit einem Entwurf.', current: version } };
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([expected, expected, expected]);
  }
});

test('an unknown version is not found', async () => {
  const nobody = { ...(await calls().draft()), id: crypto.randomUUID() };
  const answers = [
    await calls().change(nobody, {}),
    await calls().remove(nobody),
    await calls().release(nobody),
    await calls().takeBack(nobody),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

describe('a release', () => {
  test('waits for its day', async () => {
    const draft = await calls().draft({ validFrom: '2026-12-01', premiums: withTop250(45.5) });
    const { status, body } = await calls().release(draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'released', version: 2, releasedBy: 'antje.brandt' });
    expect((await actions())[0]).toBe(`tariffs_released ${draft.id}`);
    expect((await calls().list()).map(({ state }) => state)).toEqual(['released', 'active']);
  });

  test('for a past day is refused', async () => {
    const draft = await calls().draft({ validFrom: '2026-11-19' });
    const { status, body } = await calls().release(draft, { confirm: true });
    expect([status, (body.errors as { path: string }[]).map(({ path }) => path)]).toEqual([
      422,
      ['validFrom'],
    ]);
  });

  test('for the day of another one replaces it, which is a draft again', async () => {
    const [first, second] = [await calls().draft(), await calls().draft()];
    const other = await calls().draft({ validFrom: '2027-05-01' });
    for (const one of [first, other]) await calls().release(one);
    expect(await calls().release(second)).toMatchObject({ status: 200, body: { state: 'released' } });
    expect(await calls().find(first.id)).toMatchObject({ state: 'draft', releasedBy: null, version: 3 });
    expect((await calls().find(other.id)).state).toBe('released');
    expect((await actions()).slice(0, 2).toSorted()).toEqual([
      `tariffs_released ${second.id}`,
      `tariffs_taken_back ${first.id}`,
    ]);
  });

  test.each([[['x']], ['x'], [5]])('or a draft is not made of %j', async (body) => {
    expect((await office.antje.ask('POST', '/api/backoffice/tariffs', body)).status).toBe(422);
    const draft = await calls().draft();
    const path = `/api/backoffice/tariffs/${draft.id}/release`;
    expect((await office.antje.ask('POST', path, body)).status).toBe(422);
    expect((await calls().list()).map(({ state }) => state)).toEqual(['draft', 'active']);
  });

  test('of a version that somebody changed meanwhile is refused', async () => {
    const draft = await calls().draft();
    await calls().change(draft, { ageSurchargePercent: 30 });
    expect((await calls().release(draft, { version: draft.version })).status).toBe(409);
    expect((await calls().release(draft)).status).toBe(200);
  });

  test.each([
    ['yes', { confirm: 'yes' }],
    ['a version 0', { version: 0 }],
  ])('with %s is refused', async (_, body) => {
    expect((await calls().release(await calls().draft(), body)).status).toBe(422);
  });

  test('of a premium that moves by more than 25 % must be confirmed', async () => {
    const draft = await calls().draft({ premiums: withTop250(55.73) });
    const { status, body } = await calls().release(draft, { confirm: false });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'Beiträge ändern sich um mehr als 25 %. Bitte prüfen und bestätigen Sie das.',
      errors: [{ path: 'premiums.1.1', message: 'Ändert sich um 25 %' }],
      rows: [
        {
          tariffType: 'top',
          tariff: 'Top-OP-Schutz',
          selfParticipation: 250,
          old: 44.58,
          new: 55.73,
          percent: 25,
          large: true,
        },
      ],
    });
    expect((await calls().find(draft.id)).state).toBe('draft');
    expect((await calls().release(draft, { confirm: true })).status).toBe(200);
  });

  test('is compared with the tariffs that precede it', async () => {
    await calls().release(await calls().draft({ validFrom: '2026-12-01', premiums: withTop250(54) }));
    const after = await calls().draft({ validFrom: '2027-01-01', premiums: withTop250(65) });
    const before = await calls().draft({ validFrom: '2026-11-25', premiums: withTop250(65) });
    expect((await calls().release(before)).status).toBe(422);
    expect((await calls().release(after)).status).toBe(200);
  });

  test('is taken back until its day, and the version is a draft again', async () => {
    const draft = await calls().draft();
    expect((await calls().takeBack(draft)).status).toBe(409);
    await calls().release(draft);
    const { status, body } = await calls().takeBack(draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'draft', releasedBy: null, version: 3 });
    expect((await actions())[0]).toBe(`tariffs_taken_back ${draft.id}`);
    const [active] = (await calls().list()).filter(({ state }) => state === 'active');
    expect((await calls().takeBack(active as TariffVersion)).status).toBe(409);
  });
});
