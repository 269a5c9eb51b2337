/** What the insurer's files say of a person is shown to them while it is kept, and goes with their application. */
import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erasers } from '#db/erasers';
import { returnRows } from '#db/schema/insurer';
import { api, href } from '#domain/urls';
import { readOwnData } from '#server/features/privacy/service';
import { filled } from '#tests/support/applications';
import { johanna } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { setOffice } from '../staff';
import { caseIn, deskOf, fileOf, left } from './desk';

const office = setOffice();
const desk = deskOf(office);
const { iban } = johanna['sepa-mandate'];
const { birthDate, email } = johanna['policyholder-info'];
const [year = '', month = '', day = ''] = birthDate.split('-');

async function uploaded(id: string): Promise<string> {
  const born = `geb. ${Number(day)}.${month}.${year.slice(2)}`;
  const rows = [
    ['Antrag', 'Police', 'Konto', 'Geburtstag', 'Anmerkung'],
    [id, 'VS-1', `${iban.slice(0, 4)} ${iban.slice(4)}`, birthDate, born],
    ['anderer', 'VS-2', '', '', 'Fremd'],
  ];
  const { body } = await desk.upload(rows.map((cells) => cells.join(';')).join('\n'));
  await desk.match(String(body.id), { reference: 'Antrag', policyNumber: 'Police' });
  return String(body.id);
}

type Row = { cells: { column: string; text: string }[] };
const cellsOf = (data: { applications: object[] }) =>
  (data.applications as { returns: Row[] }[])
    .flatMap(({ returns }) => returns.flatMap(({ cells }) => cells))
    .map(({ column, text }) => `${column}: ${text}`);

test('the policyholder sees the row about them, staff with the birth date, nobody the IBAN', async () => {
  const id = await caseIn(office.app, 'transmitted');
  await uploaded(id);
  const masked = `${iban.slice(0, 4)}…${iban.slice(-4)}`;
  const { body } = await office.lukas.ask('GET', href(api.disclosure, { id }));
  expect(cellsOf(body as { applications: object[] })).toEqual([
    ...[`Antrag: ${id}`, 'Police: VS-1', `Konto: ${masked}`, `Geburtstag: ${birthDate}`],
    `Anmerkung: geb. ${Number(day)}.${month}.${year.slice(2)}`,
  ]);
  const own = await readOwnData(office.app.context, email);
  expect(cellsOf(own)).toEqual([
    ...[`Antrag: ${id}`, 'Police: VS-1', `Konto: ${masked}`, `Geburtstag: ${year}`],
    `Anmerkung: geb. ${year}`,
  ]);
  expect(own.applications.flatMap(({ returns }) => returns)).toMatchObject([
    { name: 'antworten.csv', at: '2026-11-20T09:00:00.000Z' },
  ]);
});

const linesOf = async (file: string) =>
  (await rowsOf(office.app, returnRows)).flatMap(({ returnId, line }) => (returnId === file ? line : []));

test('a deleted application takes its rows along, and leaves those of others', async () => {
  const id = await caseIn(office.app, 'transmitted');
  const file = await uploaded(id);
  await office.lukas.ask('DELETE', href(api.staffApplication, { id }));
  expect(await linesOf(file)).toEqual([3]);
});

test.each(['contact', 'policyholder'] as const)(
  'so does an open one of which the %s is erased',
  async (part) => {
    const visitor = await filled(office.app);
    const file = await uploaded(visitor.id);
    await office.app.db.write((tx) => erasers[part].erase(tx, [visitor.id], 1));
    expect(await linesOf(file)).toEqual([3]);
  },
);

test('what an answer quotes of a row cannot be read in the database file', async () => {
  const id = await caseIn(office.app, 'transmitted');
  const file = String((await desk.upload(fileOf([[id, 'VS-4711', 'Geheimwort']]))).body.id);
  await desk.match(file);
  const { body } = await desk.apply(file, [2]);
  expect(body).toEqual(left(expect.stringContaining('Geheimwort')));
  await office.app.db.checkpoint();
  const stored = await readFile(join(office.app.folder, 'app.db'));
  expect([file, 'VS-4711', 'Geheimwort'].map((text) => stored.includes(text))).toEqual([true, false, false]);
  expect((await desk.apply(file, [2])).body).toEqual(body);
});
