/** What lines of a file change, and what they leave. */
import { describe, expect, test } from 'bun:test';
import { notApplied } from '#domain/insurer/lines';
import { api, href } from '#domain/urls';
import { deedsOf, setApplication, setOffice } from '../staff';
import { caseIn, deskOf, done, left } from './desk';

const office = setOffice();
const { app } = office;
const desk = deskOf(office);
const change = async (id: string, more: object) =>
  await office.antje.ask('PATCH', href(api.case, { id }), {
    version: (await desk.caseOf(id)).version,
    ...more,
  });

describe('a line', () => {
  test('of a contract sets status and number, and says so to the applicant', async () => {
    const [id = ''] = await desk.atInsurer();
    const file = await desk.matched([[id, `VS-${id}`, 'policiert', '', '19.11.2026']]);
    expect(await desk.apply(file.id, [2], true)).toMatchObject({ status: 200, body: done });
    const number = { status: 'issued', policyNumber: `VS-${id}`, followUpOn: null } as const;
    expect(await desk.caseOf(id)).toMatchObject(number);
    const message = { subject: 'Ihr Antrag ist angenommen', delivery: 'pending' };
    const step = { kind: 'status', old: 'transmitted', new: 'issued', actor: 'lukas.weber', message };
    expect(await desk.history(id)).toMatchObject([{ ...step, text: 'laut Versicherer am 19.11.2026' }]);
    expect(await desk.mailsOf(id)).toEqual(['case_issued']);
    expect(await deedsOf(app, id, file.id)).toEqual([
      ...['lukas.weber return_uploaded', 'lukas.weber return_matched'],
      ...['lukas.weber case_changed', 'lukas.weber return_applied', 'lukas.weber details_opened'],
    ]);
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: 1, appliedAt: '2026-11-20T09:00:00.000Z' }]);
  });

  test('of a refusal has its reason, and no message unless it is wanted', async () => {
    const [id = ''] = await desk.atInsurer();
    await desk.applied([[id, '', 'abgelehnt', 'Alter des Pferdes']]);
    const declined = { new: 'declined', text: 'Alter des Pferdes', message: null };
    expect(await desk.history(id)).toMatchObject([declined]);
    expect(await desk.mailsOf(id)).toEqual([]);
  });

  test('of a question goes back to review with a note, and sends nothing', async () => {
    const [id = ''] = await desk.atInsurer();
    expect(await desk.applied([[id, '', 'Rückfrage', 'Welche Stute?']], [2], true)).toEqual(done);
    expect(await desk.history(id)).toMatchObject([
      { kind: 'note', text: 'Welche Stute?', actor: 'lukas.weber' },
      { kind: 'status', new: 'in_review', text: 'laut Versicherer' },
    ]);
    expect(await desk.mailsOf(id)).toEqual([]);
    expect(await deedsOf(app, id)).toContain('lukas.weber case_note_added');
  });

  test('may be about a case that is not at the insurer', async () => {
    const id = await caseIn(app, 'new');
    expect(await desk.applied([[id, '', 'abgelehnt']])).toEqual(done);
    expect(await desk.caseOf(id)).toMatchObject({ status: 'declined' });
  });
});

describe('skipped with a sentence is', () => {
  test('what is unknown, unmatched, twice, forbidden or wrong', async () => {
    const [one = '', two = ''] = await desk.atInsurer(2);
    const over = await caseIn(app, 'withdrawn');
    const file = await desk.matched([
      [one, '', 'abgelehnt'],
      [one, '', 'policiert'],
      ['x', '', 'policiert'],
      [two, '', 'storniert'],
      [over, 'VS-3'],
    ]);
    const { body } = await desk.apply(file.id, [6, 2, 2, 3, 4, 5, 1, 99_999_999]);
    expect(body).toEqual({
      changed: 1,
      skipped: [
        { line: 1, reason: notApplied.unknown },
        { line: 3, reason: 'Um diesen Antrag geht es schon in Zeile 2.' },
        { line: 4, reason: notApplied.unmatched },
        { line: 5, reason: 'Der Stand „storniert“ ist nicht bekannt.' },
        { line: 6, reason: 'Von „Widerrufen“ nach „Policiert“ geht es nicht.' },
        { line: 99_999_999, reason: notApplied.unknown },
      ],
    });
  });

  test('every line of a file that nobody has matched', async () => {
    const { body } = await desk.upload(`Antrag\n${crypto.randomUUID()}`);
    expect((await desk.apply(String(body.id), [2])).body).toEqual(left(notApplied.unmatched));
  });

  test('a case that somebody has changed since, until it is matched anew', async () => {
    const [id = ''] = await desk.atInsurer();
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    await change(id, { followUpOn: '2026-12-24' });
    const stale = 'Dieser Vorgang wurde inzwischen von antje.brandt geändert.';
    expect((await desk.apply(file.id, [2])).body).toEqual(left(stale));
    for (const _ of [1, 2]) {
      await desk.match(file.id);
      expect((await desk.apply(file.id, [2])).body).toEqual(done);
      // the same is done again
      await change(id, { status: 'in_review', reason: 'Irrtum des Versicherers' });
    }
  });

  test('a number that another case got since', async () => {
    const [one = '', two = ''] = await desk.atInsurer(2);
    const files = [await desk.matched([[one, `VS-${one}`]]), await desk.matched([[two, `VS-${one}`]])];
    for (const [index, answer] of [done, left(notApplied.taken)].entries())
      expect((await desk.apply(files[index]?.id ?? '', [2])).body).toEqual(answer);
  });

  test('an application that was deleted since', async () => {
    const [id = ''] = await desk.atInsurer();
    const file = await desk.matched([[id, `VS-${id}`]]);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id }));
    expect((await desk.apply(file.id, [2])).body).toEqual(left(notApplied.unknown));
  });

  test('a message to whom asked us to delete their data, with its step', async () => {
    const [id = ''] = await desk.atInsurer();
    await setApplication(app, id, { restrictedAt: 1 });
    expect(await desk.applied([[id, '', 'abgelehnt']], [2], true)).toEqual(left('Löschung beantragt'));
    expect(await desk.applied([[id, '', 'abgelehnt']])).toEqual(done);
  });
});

test('two files about the same cases at once change each case once', async () => {
  const ids = await desk.atInsurer(25);
  const files = await Promise.all(
    ['abgelehnt', 'Rückfrage'].map((word) => desk.matched(ids.map((id) => [id, '', word]))),
  );
  const lines = ids.map((_, index) => index + 2);
  const answers = await Promise.all(files.map(({ id }) => desk.apply(id, lines)));
  expect(answers.reduce((sum, { body }) => sum + Number(body.changed), 0)).toBe(25);
  expect(answers.flatMap(({ body }) => body.skipped)).toHaveLength(25);
});
