/** Calls with an id that the client makes, sent again because their answer was lost: they are done once. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { idTaken } from '#domain/fields';
import { api, backofficeApi, href } from '#domain/urls';
import { completed } from '#tests/support/applications';
import { kim } from '#tests/support/people';
import { caseIn, deskOf } from './insurer/desk';
import { ready } from './insurer/handovers/desk';
import { askForCall, dictated } from './preparations/call';
import { type Staff, setOffice } from './staff';

const office = setOffice();
const desk = deskOf(office);

type Fields = Record<string, unknown>;
type Kind = {
  call: string;
  status: number;
  /** Makes what the call is about, and returns the path of the call. */
  path: () => Promise<string>;
  fields: () => Promise<Fields> | Fields;
  /** Each of these makes it another call. */
  others: () => Promise<Fields> | Fields;
  /** The same fields, written in another way. */
  alike: Fields;
  bodyOf?: (given: Fields) => Fields;
};

const pathOf =
  (path: typeof api.calls | typeof api.advice | typeof api.case, of: () => Promise<string>) => async () =>
    href(path, { id: await of() });
const applied = () => ready(office.app);

const owingAdvice = async () => (await completed(office.app, kim)).id;

const asked = () => askForCall(office.app);

const kinds: Record<string, Kind> = {
  'a note': {
    call: `POST ${api.caseNotes}`,
    status: 201,
    path: async () => href(api.caseNotes, { id: await applied() }),
    fields: () => ({ text: 'Ruft morgen an.\nAb 17 Uhr' }),
    others: () => ({ text: 'Anderes' }),
    alike: { text: ' Ruft morgen an.\r\nAb 17 Uhr ' },
  },
  advice: {
    call: `POST ${api.advice}`,
    status: 201,
    path: pathOf(api.advice, owingAdvice),
    fields: () => ({ wishes: 'Gelände\nund Turnier', advice: 'Top' }),
    others: () => ({ wishes: 'Anderes', advice: 'Anderes' }),
    alike: { wishes: ' Gelände\r\nund Turnier ' },
  },
  'a call': {
    call: `POST ${api.calls}`,
    status: 201,
    path: pathOf(api.calls, asked),
    fields: () => ({ outcome: 'appointment', nextCallAt: '2026-11-24T08:00:00Z', note: 'Termin' }),
    others: () => ({ outcome: 'reached', nextCallAt: '2026-11-25T08:00:00Z', note: 'Anderes', done: true }),
    alike: { done: false },
  },
  'a message': {
    call: `PATCH ${api.case}`,
    status: 200,
    path: pathOf(api.case, applied),
    fields: () => ({ subject: 'Frage', body: 'Bitte\nantworten Sie.' }),
    others: () => ({ subject: 'Anderes', body: 'Anderes' }),
    alike: { body: ' Bitte\r\nantworten Sie. ' },
    bodyOf: (message) => ({ version: 1, status: 'inquiry', message }),
  },
  'a hand-over': {
    call: `POST ${api.handovers}`,
    status: 201,
    path: async () => api.handovers,
    fields: async () => ({ format: 'csv', applicationIds: [await applied()] }),
    others: async () => ({ format: 'json', applicationIds: [await applied()] }),
    alike: {},
  },
  'a preparation': {
    call: `POST ${api.preparations}`,
    status: 201,
    path: async () => api.preparations,
    fields: async () => ({ contact: dictated.contact, callbackId: await asked() }),
    others: async () => ({
      ...{ contact: { ...dictated.contact, phone: '0341 1' }, callbackId: await asked() },
      ...{ horse: dictated.horse, tariff: dictated.tariff, policyholder: { city: 'Leipzig' } },
    }),
    alike: { horse: {}, tariff: null, policyholder: null },
  },
  'lines of a file': {
    call: `POST ${api.applyReturn}`,
    status: 200,
    path: async () => {
      const { id } = await desk.matched([[await caseIn(office.app, 'transmitted'), '', 'abgelehnt']]);
      return href(api.applyReturn, { id });
    },
    fields: () => ({ lines: [2], notify: false }),
    others: () => ({ lines: [3], notify: true }),
    alike: { lines: [2, 2] },
  },
  'an offer': {
    call: `POST ${api.staffOffers}`,
    status: 201,
    path: async () => api.staffOffers,
    fields: () => ({
      ...{ email: 'ida@wolf.example', tariffType: 'top', selfParticipation: 250 },
      ...{ paymentFrequency: 'annual', insuranceStartDate: '2026-12-01' },
    }),
    others: () => ({
      ...{ email: 'i@wolf.example', tariffType: 'basis', selfParticipation: 0, horseBirthYear: 2015 },
      ...{ paymentFrequency: 'monthly', insuranceStartDate: '2026-12-02' },
    }),
    alike: { email: ' ida@wolf.example ', horseBirthYear: null },
  },
};

test('these are all that take an id of the client', () => {
  const taking = office.app.app.routes
    .filter(({ path }) => path.startsWith(backofficeApi))
    .filter(({ hooks }) => {
      const { json } = (hooks.body ?? {}) as { json?: { properties: Fields } };
      // a message has an id of its own
      return ['id', 'message'].some((field) => field in (json?.properties ?? {}));
    })
    .map(({ method, path }) => `${method} ${path}`);
  expect(taking.toSorted()).toEqual(
    Object.values(kinds)
      .map(({ call }) => call)
      .toSorted(),
  );
});

async function begin(kind: Kind) {
  const [path, fields] = [await kind.path(), await kind.fields()];
  const id: string = crypto.randomUUID();
  const send = (change: Fields = {}, to = path, by: Staff = office.lukas) => {
    const given = { id, ...fields, ...change };
    return by.ask(kind.call.split(' ')[0] ?? '', to, kind.bodyOf?.(given) ?? given);
  };
  return { id, send };
}

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test('again answers as before and does nothing', async () => {
    const { id, send } = await begin(kind);
    const first = await send();
    expect(first.status).toBe(kind.status);
    const rows = await countRows();
    office.app.clock.now += 60_000;
    for (const again of [await send(), await send({ id: id.toUpperCase() }), await send(kind.alike)])
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await countRows()).toEqual(rows);
    const other = await send({}, undefined, office.antje);
    expect([other.status, other.body]).toEqual([first.status, first.body]);
  });

  test('ten times at once does no more than once', async () => {
    const one = await begin(kind);
    const start = await countRows();
    await one.send();
    const added = difference(start, await countRows());
    const ten = await begin(kind);
    const before = await countRows();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ten.send()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([kind.status]));
    expect(difference(before, await countRows())).toEqual(added);
  });

  test('of other fields under the same id is refused', async () => {
    const { send } = await begin(kind);
    await send();
    for (const [name, value] of Object.entries(await kind.others())) {
      const rows = await countRows();
      const { status, body } = await send({ [name]: value });
      expect([name, status, body.message]).toEqual([name, 409, idTaken]);
      expect(await countRows()).toEqual(rows);
    }
  });
});

// a hand-over is about its applications, which are fields
const ofOne = Object.entries(kinds).filter(([, { call }]) => call.includes(':id'));

test.each(ofOne)('%s about something else under the same id is refused', async (_, kind) => {
  const { send } = await begin(kind);
  await send();
  expect(await send({}, await kind.path())).toMatchObject({ status: 409, body: { message: idTaken } });
});

/** How many rows each table has. That the answer showed a person is recorded for a repetition too. */
async function countRows(): Promise<Record<string, number>> {
  const { read } = office.app.db;
  const tables = await read.all<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`);
  const counts = tables.map(async ({ name }) => {
    const which = name === 'audit_log' ? `where action <> 'persons_listed'` : '';
    const [row] = await read.all<{ count: number }>(
      sql.raw(`select count(*) as count from "${name}" ${which}`),
    );
    return [name, row?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

function difference(before: Record<string, number>, after: Record<string, number>) {
  const rows = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(rows.filter(([, count]) => count !== 0));
}
