/** To which applications the lines of a file belong, and what of them a case allows. */
import { describe, expect, test } from 'bun:test';
import { applications, sepaMandates } from '#db/schema/applications';
import { returnFiles, returnRows } from '#db/schema/insurer';
import { returnTypes } from '#domain/insurer/answers';
import { notApplied } from '#domain/insurer/lines';
import { usualPeriods } from '#domain/retention/periods';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { sheetOf, workbook } from '#tests/server/insurer/sheets/xlsx';
import { filled } from '#tests/support/applications';
import { johanna } from '#tests/support/people';
import { auditOf, rowsOf } from '#tests/support/stored';
import { deedsOf, openOffice, setApplication, setOffice } from '../staff';
import { type Cells, caseIn, deskOf, done, fileOf } from './desk';

const office = setOffice();
const { app } = office;
const desk = deskOf(office);

async function mandateOf(id: string): Promise<string> {
  const row = (await rowsOf(app, sepaMandates)).find((one) => one.applicationId === id);
  return row?.mandateReference ?? '';
}

describe('a line finds its application', () => {
  test.each([
    ['by the mandate reference', mandateOf, 'reference'],
    [
      'by that in small letters',
      async (id: string) => ` ${(await mandateOf(id)).toLowerCase()} `,
      'reference',
    ],
    ['by the id in capitals', async (id: string) => id.toUpperCase().replaceAll('-', ''), 'id'],
    ['by its first eight characters', async (id: string) => id.slice(0, 8), 'id'],
  ] as const)('%s', async (_, referenceOf, match) => {
    const [id = ''] = await desk.atInsurer();
    const { rows } = await desk.matched([[await referenceOf(id), 'VS-1', '']]);
    const found = { line: 2, applicationId: id, match, from: 'transmitted', to: 'issued' };
    expect(rows).toEqual([{ ...found, policyNumber: 'VS-1', problem: null }]);
  });

  test('by eight characters only if no other one begins with them', async () => {
    const [id = ''] = await desk.atInsurer();
    const other = { id: `${id.slice(0, 8)}-0000-4000-8000-000000000000`, createdAt: 1, updatedAt: 1 };
    await app.db.write((tx) => tx.insert(applications).values(other));
    const { rows } = await desk.matched([id.slice(0, 8), id].map((reference) => [reference, 'VS-1']));
    expect(rows).toMatchObject([
      { applicationId: null, match: 'none', from: null, problem: notApplied.several },
      { applicationId: id, match: 'id', problem: null },
    ]);
  });

  test.each([
    ['00000000', notApplied.noMatch],
    ['SF-20261120-XXXXXXXXXX', notApplied.noMatch],
    [crypto.randomUUID(), notApplied.noMatch],
    ['1,23E+11', expect.stringContaining('gerundete Zahl')],
    ["x' or '1' = '1", notApplied.noMatch],
  ])('and none by %p', async (reference, problem) => {
    const none = { applicationId: null, match: 'none', to: 'issued', problem };
    expect((await desk.matched([[reference, 'VS-1']])).rows).toEqual([expect.objectContaining(none)]);
  });

  test('that was not sent yet, and says so', async () => {
    const { id } = await filled(app);
    const open = { applicationId: id, match: 'id', from: null, problem: notApplied.open };
    expect((await desk.matched([[id, 'VS-1']])).rows).toMatchObject([open]);
  });

  test('with names to compare it by', async () => {
    const [id = ''] = await desk.atInsurer();
    const rows: Cells[] = [
      [id, '', 'abgelehnt', 'Alter', '19.11.2026'],
      ['x', 'VS-1', '', '', '31.02.2026'],
    ];
    const { body } = await desk.upload(fileOf(rows));
    const { horseName } = johanna['horse-data'];
    const [reason, hint] = ['Alter', 'Das Datum „31.02.2026“ kann nicht stimmen und wird weggelassen.'];
    const [named, nobody] = ['Johanna Sommer', null].map((contactName) => ({ contactName }));
    expect((await desk.match(String(body.id))).body.notes).toEqual([
      { line: 2, reference: id, ...named, horseName, reason, date: '19.11.2026', hint: null },
      { line: 3, reference: 'x', ...nobody, horseName: null, reason: null, date: '31.02.2026', hint },
    ]);
  });
});

test.each([
  ['declined', 'Rückfrage', 'in_review', null],
  ['issued', 'abgelehnt', 'declined', 'Von „Policiert“ nach „Abgelehnt“ geht es nicht.'],
  ['declined', 'abgelehnt', 'declined', notApplied.already],
  ['in_review', 'Rückfrage', 'in_review', notApplied.already],
] as const)('in a case that is %s, %s is allowed or refused in words', async (from, word, to, problem) => {
  const id = await caseIn(app, from);
  expect((await desk.matched([[id, '', word]])).rows).toMatchObject([{ from, to, problem }]);
});

describe('a problem is', () => {
  test('a policy number that another case has', async () => {
    const [id = '', other = ''] = await desk.atInsurer(2);
    const number = `VS-${id.slice(0, 8)}`;
    await desk.applied([[other, number]]);
    const both = await desk.matched([id, other].map((one) => [one, number]));
    const clash = 'Dieselbe Versicherungsscheinnummer steht in Zeile 3, bei einem anderen Antrag.';
    expect(both.rows).toMatchObject([{ problem: clash }, { problem: clash.replace('3', '2') }]);
    expect((await desk.matched([[id, number]])).rows).toMatchObject([{ problem: notApplied.taken }]);
  });

  test('a step that the case does not allow yet', async () => {
    const [id = ''] = await desk.atInsurer();
    await setApplication(app, id, { adviceOwed: true });
    expect((await desk.matched([[id, 'VS-9']])).rows).toMatchObject([{ problem: 'Beratung offen' }]);
  });
});

test('a number alone may be added to a contract', async () => {
  const id = await caseIn(app, 'issued');
  const number = `VS-${id}`;
  const matched = () => desk.matched([[id, number, 'policiert']]);
  const file = await matched();
  expect(file.rows).toMatchObject([{ from: 'issued', to: 'issued', policyNumber: number, problem: null }]);
  expect((await desk.apply(file.id, [2], true)).body).toEqual(done);
  expect(await desk.history(id)).toMatchObject([{ kind: 'policy_number', new: number, message: null }]);
  expect((await matched()).rows).toMatchObject([{ problem: notApplied.already }]);
});

test('a match changes no case, and leaves a row in the audit log', async () => {
  const [id = ''] = await desk.atInsurer();
  const before = await desk.caseOf(id);
  const file = await desk.matched([[id, 'VS-1']]);
  expect(await desk.caseOf(id)).toEqual(before);
  const deeds = ['lukas.weber return_uploaded', 'lukas.weber return_matched'];
  expect(await deedsOf(app, file.id)).toEqual(deeds);
});

test('a file that is opened or matched counts as a list of persons', async () => {
  const file = await desk.matched([
    [await caseIn(app, 'transmitted'), 'VS-1'],
    ['x', 'VS-2'],
  ]);
  // what the other tests have listed
  await app.listings.settled();
  await office.antje.ask('GET', href(api.return, { id: file.id }));
  await desk.match(file.id);
  await app.listings.settled();
  const rows = (await auditOf(app)).slice(-2).map((row) => `${row.username} ${row.action} ${row.subjectId}`);
  expect(rows.toSorted()).toEqual(['antje.brandt persons_listed 2', 'lukas.weber persons_listed 1']);
});

test('a workbook is matched by the numbers of its own rows, with leading zeros', async () => {
  const [id = ''] = await desk.atInsurer();
  const number = `00${Date.parse('2026-11-20')}`;
  const columns = ['Antrag', 'Police', 'Stand'];
  const xml = sheetOf([columns, [id.slice(0, 8), number, 'Policiert']], 3);
  const content = new Uint8Array(workbook({ sheets: [{ xml }] }));
  const { status, body } = await desk.upload(content, { name: 'a.xlsx', type: returnTypes.xlsx });
  expect([status, body.columns]).toEqual([201, columns]);
  const meanings = { reference: 'Antrag', policyNumber: 'Police', status: 'Stand' };
  const matched = await desk.match(String(body.id), meanings);
  const line = { line: 4, applicationId: id, policyNumber: number, problem: null };
  expect(matched.body.rows).toMatchObject([line]);
  expect((await desk.apply(String(body.id), [4])).body).toEqual(done);
  expect(await desk.caseOf(id)).toMatchObject({ status: 'issued', policyNumber: number });
});

test('2,000 lines are matched in the order of the file', async () => {
  const [id = ''] = await desk.atInsurer();
  const cells = Array.from({ length: 2_000 }, (_, at): Cells => [at === 1_500 ? id : `ref ${at}`, 'VS-1']);
  const { rows } = await desk.matched(cells);
  expect(rows.map(({ line }) => line)).toEqual(cells.map((_, index) => index + 2));
  expect(rows.flatMap(({ applicationId }) => applicationId ?? [])).toEqual([id]);
});

test('30 days after the last application nothing is left of the content, but of the file itself', async () => {
  const { app, lukas, ...office } = await openOffice();
  const desk = deskOf({ app, lukas, ...office });
  const file = await desk.matched([[await caseIn(app, 'transmitted'), 'VS-1']]);
  const open = () => lukas.ask('GET', href(api.return, { id: file.id }));
  app.clock.now += 10 * dayMs;
  expect((await open()).body.contentUntil).toBe('2026-12-20');
  await desk.apply(file.id, [2]);
  app.clock.now += usualPeriods.returnDays * dayMs;
  expect(await deleteWhatIsOver(app.context)).toEqual({});
  expect(await open()).toMatchObject({ status: 200, body: { contentUntil: '2026-12-30' } });
  app.clock.now += 1;
  expect(await deleteWhatIsOver(app.context)).toEqual({ return_contents: 1 });
  for (const answer of [await open(), await desk.match(file.id), await desk.apply(file.id, [2])])
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('gelöscht')]);
  expect(await rowsOf(app, returnRows)).toEqual([]);
  const [stored] = await rowsOf(app, returnFiles);
  expect(stored).toMatchObject({ columns: null, mapping: null, results: null, rowCount: 1, changed: 1 });
  const { returns } = await desk.list();
  expect(returns).toMatchObject([{ name: 'antworten.csv', changed: 1, contentUntil: null }]);
  // also of a file that nobody applied
  await desk.upload(fileOf([['x']]));
  app.clock.now += usualPeriods.returnDays * dayMs + 1;
  expect(await deleteWhatIsOver(app.context)).toMatchObject({ return_contents: 1 });
});
