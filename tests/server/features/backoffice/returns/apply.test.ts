/** What lines of a file change, once, however often and by however many they are applied. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { caseMessages } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { notApplied } from '#domain/returns/lines';
import { api, href } from '#domain/urls';
import { setOffice } from '../staff';
import { caseIn, deskOf } from './desk';

const office = setOffice();
const desk = deskOf(office);

const atInsurer = (count: number) =>
  Promise.all(Array.from({ length: count }, () => caseIn(office.app, 'transmitted')));

const auditOf = async (ids: readonly string[]) =>
  (await office.app.db.read.select().from(auditLog))
    .filter(({ subjectId }) => ids.includes(subjectId))
    .map(({ action, username }) => `${action} ${username}`);

const mailsOf = async (id: string) =>
  (await office.app.db.read.select().from(outbox).where(eq(outbox.applicationId, id)))
    .map(({ emailType }) => emailType)
    .filter((type) => type.startsWith('case_'));

describe('a line', () => {
  test('of a contract sets status and number, and says so to the applicant', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, `VS-${id}`, 'policiert', '', '19.11.2026']]);
    expect(await desk.apply(file.id, [2], true)).toMatchObject({
      status: 200,
      body: { changed: 1, skipped: [] },
    });
    expect(await desk.caseOf(id)).toMatchObject({
      status: 'issued',
      policyNumber: `VS-${id}`,
      followUpOn: null,
    });
    expect(await desk.history(id)).toMatchObject([
      {
        ...{ kind: 'status', old: 'transmitted', new: 'issued', actor: 'lukas.weber' },
        text: 'laut Versicherer am 19.11.2026',
        message: { subject: 'Ihr Antrag ist angenommen', delivery: 'pending' },
      },
    ]);
    expect(await mailsOf(id)).toEqual(['case_issued']);
    expect(await auditOf([id, file.id])).toEqual([
      ...['return_uploaded lukas.weber', 'return_matched lukas.weber'],
      ...['case_changed lukas.weber', 'return_applied lukas.weber', 'details_opened lukas.weber'],
    ]);
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: 1, appliedAt: '2026-11-20T09:00:00.000Z' }]);
  });

  test('of a refusal has its reason, and no message unless it is wanted', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, '', 'abgelehnt', 'Alter des Pferdes']]);
    await desk.apply(file.id, [2]);
    expect(await desk.history(id)).toMatchObject([
      { new: 'declined', text: 'Alter des Pferdes', message: null },
    ]);
    expect(await mailsOf(id)).toEqual([]);
  });

  test('of a question goes back to review with a note, and sends nothing', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, '', 'Rückfrage', 'Welche Stute?']]);
    expect((await desk.apply(file.id, [2], true)).body).toEqual({ changed: 1, skipped: [] });
    expect(await desk.history(id)).toMatchObject([
      { kind: 'note', text: 'Welche Stute?', actor: 'lukas.weber' },
      { kind: 'status', new: 'in_review', text: 'laut Versicherer' },
    ]);
    expect(await mailsOf(id)).toEqual([]);
    expect(await auditOf([id])).toContain('case_note_added lukas.weber');
  });

  test.each([
    ['declined', 'Rückfrage', 'in_review'],
    ['new', 'abgelehnt', 'declined'],
  ] as const)('of a case that is %s: %s', async (from, word, to) => {
    const id = await caseIn(office.app, from);
    await desk.apply((await desk.matched([[id, '', word]])).id, [2]);
    expect(await desk.caseOf(id)).toMatchObject({ status: to });
  });
});

describe('skipped with a sentence is', () => {
  test('what is unknown, unmatched, twice, forbidden or wrong', async () => {
    const [one = '', two = ''] = await atInsurer(2);
    const done = await caseIn(office.app, 'withdrawn');
    const file = await desk.matched([
      [one, '', 'abgelehnt'],
      [one, '', 'policiert'],
      ['x', '', 'policiert'],
      [two, '', 'storniert'],
      [done, 'VS-3'],
    ]);
    const { status, body } = await desk.apply(file.id, [6, 2, 2, 3, 4, 5, 1, 99_999_999]);
    expect([status, body]).toEqual([
      200,
      {
        changed: 1,
        skipped: [
          { line: 1, reason: notApplied.unknown },
          { line: 3, reason: 'Um diesen Antrag geht es schon in Zeile 2.' },
          { line: 4, reason: notApplied.unmatched },
          { line: 5, reason: 'Der Stand „storniert“ ist nicht bekannt.' },
          { line: 6, reason: 'Von „Widerrufen“ nach „Policiert“ geht es nicht.' },
          { line: 99_999_999, reason: notApplied.unknown },
        ],
      },
    ]);
  });

  test('every line of a file that nobody has matched', async () => {
    const { body } = await desk.upload(`Antrag\n${crypto.randomUUID()}`);
    const answer = await desk.apply(String(body.id), [2]);
    expect(answer.body).toEqual({ changed: 0, skipped: [{ line: 2, reason: notApplied.unmatched }] });
  });

  test('a case that somebody has changed since, until it is matched anew', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, `VS-${id}`]]);
    const { version } = await desk.caseOf(id);
    await office.antje.ask('PATCH', href(api.case, { id }), { version, followUpOn: '2026-12-24' });
    expect((await desk.apply(file.id, [2])).body).toEqual({
      ...{
        changed: 0,
        skipped: [{ line: 2, reason: 'Dieser Vorgang wurde inzwischen von antje.brandt geändert.' }],
      },
    });
    await desk.match(file.id);
    expect((await desk.apply(file.id, [2])).body).toEqual({ changed: 1, skipped: [] });
  });

  test('a number that another case got since', async () => {
    const [one = '', two = ''] = await atInsurer(2);
    const files = [await desk.matched([[one, `VS-${one}`]]), await desk.matched([[two, `VS-${one}`]])];
    const answers = [];
    for (const { id } of files) answers.push((await desk.apply(id, [2])).body);
    expect(answers).toEqual([
      { changed: 1, skipped: [] },
      { changed: 0, skipped: [{ line: 2, reason: notApplied.taken }] },
    ]);
  });

  test('an application that was deleted since', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, `VS-${id}`]]);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id }));
    expect((await desk.apply(file.id, [2])).body).toEqual({
      ...{ changed: 0, skipped: [{ line: 2, reason: notApplied.unknown }] },
    });
  });

  test('a message to whom asked us to delete their data, with its step', async () => {
    const [id = ''] = await atInsurer(1);
    await office.app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: 1 }).where(eq(applications.id, id)),
    );
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    expect((await desk.apply(file.id, [2], true)).body).toEqual({
      ...{ changed: 0, skipped: [{ line: 2, reason: 'Löschung beantragt' }] },
    });
    expect((await desk.apply(file.id, [2])).body).toEqual({ changed: 1, skipped: [] });
  });
});

describe('the same request', () => {
  test('again answers as before and does nothing', async () => {
    const ids = await atInsurer(2);
    const file = await desk.matched([
      [ids[0] ?? '', '', 'abgelehnt'],
      [ids[1] ?? '', '', 'Rückfrage'],
      ['x', 'VS'],
    ]);
    const first = await desk.apply(file.id, [2, 3, 4], true);
    expect(first.body).toMatchObject({ changed: 2 });
    const rows = await auditOf([...ids, file.id]);
    office.app.clock.now += 60_000;
    for (const [lines, by] of [
      [[4, 3, 2], office.lukas],
      [[2, 3, 4, 4], office.antje],
    ] as const)
      expect((await desk.apply(file.id, [...lines], true, by)).body).toEqual(first.body);
    expect(await auditOf([...ids, file.id])).toEqual(rows);
    expect(await mailsOf(ids[0] ?? '')).toHaveLength(1);
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: 2 }]);
  });

  test('ten times at once changes everything once', async () => {
    // more than one transaction takes
    const ids = await atInsurer(25);
    const file = await desk.matched(ids.map((id) => [id, `VS-${id}`]));
    const lines = ids.map((_, index) => index + 2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.apply(file.id, lines, true)));
    expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ changed: 25, skipped: [] }));
    const audited = await auditOf([...ids, file.id]);
    expect(audited.filter((row) => row.startsWith('case_changed'))).toHaveLength(25);
    expect(audited.filter((row) => row.startsWith('return_applied'))).toHaveLength(1);
    expect(await office.app.db.read.$count(caseMessages, eq(caseMessages.applicationId, ids[9] ?? ''))).toBe(
      1,
    );
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: 25 }]);
  });

  test('is another one with other lines, or with messages', async () => {
    const [one = '', two = ''] = await atInsurer(2);
    const file = await desk.matched([
      [one, `VS-${one}`],
      [two, `VS-${two}`],
    ]);
    await desk.apply(file.id, [2]);
    expect((await desk.apply(file.id, [2], true)).body).toEqual({
      ...{ changed: 0, skipped: [{ line: 2, reason: notApplied.already }] },
    });
    expect((await desk.apply(file.id, [2, 3])).body).toEqual({
      ...{ changed: 1, skipped: [{ line: 2, reason: notApplied.already }] },
    });
  });

  test('does it again after the case went back and was matched anew', async () => {
    const [id = ''] = await atInsurer(1);
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    await desk.apply(file.id, [2]);
    const { version } = await desk.caseOf(id);
    const back = { version, status: 'in_review', reason: 'Irrtum des Versicherers' };
    await office.lukas.ask('PATCH', href(api.case, { id }), back);
    await desk.match(file.id);
    expect((await desk.apply(file.id, [2])).body).toEqual({ changed: 1, skipped: [] });
    expect(await desk.caseOf(id)).toMatchObject({ status: 'declined' });
  });
});

test('two files about the same cases at once change each case once', async () => {
  const ids = await atInsurer(25);
  const files = await Promise.all(
    ['abgelehnt', 'Rückfrage'].map((word) => desk.matched(ids.map((id) => [id, '', word]))),
  );
  const lines = ids.map((_, index) => index + 2);
  const answers = await Promise.all(files.map(({ id }) => desk.apply(id, lines)));
  expect(answers.reduce((sum, { body }) => sum + Number(body.changed), 0)).toBe(25);
  const skipped = answers.flatMap(({ body }) => body.skipped as { reason: string }[]);
  expect(skipped).toHaveLength(25);
  expect(new Set(skipped.map(({ reason }) => reason)).size).toBe(1);
});

test.each([
  [{ lines: [], notify: true }, 'lines'],
  [{ lines: [0], notify: true }, 'lines'],
  [{ lines: ['2'], notify: true }, 'lines'],
  [{ lines: Array(2_001).fill(2), notify: true }, 'lines'],
  [{ lines: [2], notify: 'ja' }, 'notify'],
])('%p is refused', async (body, path) => {
  const { id } = await desk.matched([['x']]);
  const answer = await office.lukas.ask('POST', href(api.applyReturn, { id }), body);
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ path, message: expect.stringMatching(/^Bitte/) }] },
  });
});
