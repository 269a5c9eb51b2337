/** The list of cases: its views, their order, and the search. */
// ASVS 1.4.2
import { beforeAll, describe, expect, test } from 'bun:test';
import { cases, caseWords } from '#db/schema/desk';
import { type Case, type CaseView, caseViews } from '#domain/cases/staff';
import { api, href } from '#domain/urls';
import { type Applicant, johanna, matthias } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { setDesk } from './desk';

type Desk = ReturnType<typeof setDesk>;

const read = async ({ lukas }: Desk, query: Record<string, string> = {}) => {
  const { status, body } = await lukas.ask('GET', `${api.cases}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  const { cases: rows, ...extent } = body as { cases: Case[]; total: number; totalPages: number };
  return { ...extent, rows, ids: rows.map(({ applicationId }) => applicationId) };
};

describe('the views', () => {
  const desk = setDesk();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const [lukas, antje] = [desk.lukas.user.id, desk.antje.user.id];
    for (const [name, values] of Object.entries({
      later: { followUpOn: '2026-12-01' },
      overdue: { followUpOn: '2026-11-19', assigneeId: antje },
      today: { followUpOn: '2026-11-20', assigneeId: lukas },
      issued: { followUpOn: null, status: 'issued', assigneeId: lukas },
      same: { followUpOn: '2026-12-01', assigneeId: lukas },
      declined: { followUpOn: null, status: 'declined' },
      answered: { followUpOn: null, status: 'issued', replyUnread: true },
      returned: { followUpOn: null, status: 'declined', undeliverable: true },
    } as const)) {
      desk.app.clock.now += 1000;
      ids[name] = await desk.open();
      await desk.set(ids[name], values);
    }
  });

  const views: Record<CaseView, string[]> = {
    mine: ['today', 'same'],
    unassigned: ['later'],
    due: ['answered', 'returned', 'overdue', 'today'],
    open: ['overdue', 'today', 'later', 'same'],
    done: ['returned', 'answered', 'declined', 'issued'],
    all: ['overdue', 'today', 'later', 'same', 'issued', 'declined', 'answered', 'returned'],
  };

  test.each(caseViews)(
    '%s has its cases in order, also of one person, of nobody, and searched',
    async (view) => {
      const { lukas, antje } = desk;
      const assignees = { [lukas.user.id]: ['today', 'issued', 'same'], [antje.user.id]: ['overdue'] };
      const none = Object.keys(ids).filter((name) => !Object.values(assignees).flat().includes(name));
      for (const [assignee, theirs] of Object.entries({ '': Object.keys(ids), ...assignees, none })) {
        const expected = views[view].filter((name) => theirs.includes(name)).map((name) => ids[name] ?? '');
        const total = expected.length;
        for (const q of ['', 'Sommer', 'sommer johanna']) {
          const asked = { view, assignee, q };
          expect(await read(desk, asked)).toMatchObject({ total, ids: expected });
          const second = { total, totalPages: total, ids: expected.slice(1, 2) };
          expect(await read(desk, { ...asked, pageSize: '1', page: '2' })).toMatchObject(second);
        }
      }
      expect(await read(desk, { view, q: 'wintermann' })).toMatchObject({ total: 0, totalPages: 0, ids: [] });
    },
  );

  test('are of an account, in any spelling of its id, or are refused', async () => {
    const all = await read(desk, { view: 'all', assignee: desk.lukas.user.id.toUpperCase() });
    expect(all.total).toBe(3);
    expect(await read(desk, { assignee: crypto.randomUUID() })).toMatchObject({ total: 0 });
    expect((await desk.lukas.ask('GET', `${api.cases}?assignee=lukas.weber`)).status).toBe(422);
  });

  test('are open ones by default, and each has its number', async () => {
    expect((await read(desk)).ids).toEqual((await read(desk, { view: 'open' })).ids);
    const counts = Object.fromEntries(caseViews.map((view) => [view, views[view].length]));
    expect((await desk.lukas.ask('GET', api.caseCounts)).body).toEqual(counts);
    expect((await desk.antje.ask('GET', api.caseCounts)).body).toEqual({ ...counts, mine: 1 });
  });

  test('have rows with everything that staff see, and name who may have a case', async () => {
    const { rows } = await read(desk, { view: 'due' });
    const { antje, lukas } = desk;
    const staff = [antje, lukas].map(({ user: { id, username } }) => ({ id, username }));
    expect(rows[2]).toEqual({
      ...{ applicationId: ids.overdue ?? '', version: 1, status: 'new', assignee: staff[0] ?? null },
      ...{ followUpOn: '2026-11-19', overdue: true, startsOn: '2026-11-21' },
      ...{ completedAt: '2026-11-20T09:00:02.000Z', transmittedOn: null, policyNumber: null },
      ...{ adviceOwed: false, withdrawalOpen: false, withdrawalSuggested: false, restricted: false },
      ...{ replyUnread: false, undeliverable: false, assigneeAway: false, confirmation: null },
      ...{ contactName: 'Johanna Sommer', email: 'johanna.sommer@mail.example', phone: '0341 9627 100' },
      horseName: 'Fjölnir vom Lindenhof',
    });
    expect(await lukas.list(api.staff)).toEqual(staff);
  });
});

/** Which words of a text are alike is a table of the domain. */
describe('the search', () => {
  const desk = setDesk();
  const ids: Record<string, string> = {};
  const person = (contact: object, policyholder: object, horseName = 'Fjölnir vom Lindenhof'): Applicant => ({
    ...johanna,
    'horse-data': { ...johanna['horse-data'], horseName },
    'contact-data': { ...johanna['contact-data'], ...contact },
    'policyholder-info': { ...johanna['policyholder-info'], ...policyholder },
  });

  beforeAll(async () => {
    const contact = { firstName: 'Jürgen', lastName: 'Müller-Groß', email: 'j.mueller@stall.example' };
    const policyholder = { firstName: 'Renée', lastName: 'Kaya', phone: '+49 341 5500' };
    ids.jürgen = await desk.open(person({ ...contact, phone: '0170/123 45-67' }, policyholder));
    ids.matthias = await desk.open(matthias);
    const aydın = { firstName: 'Aydın', lastName: 'Yıldız', email: 'erika@xn--mller-pferde-dlb.de' };
    ids.aydın = await desk.open(person(aydın, aydın, 'Şimşek'));
    await desk.change(ids.jürgen, { policyNumber: 'OP-123 456' });
  });

  test.each([
    ['MÜLLER JÜR', 'jürgen'],
    ['gross jür', 'jürgen'],
    ['renee kaya', 'jürgen'],
    ['lindenhof fjoelnir', 'jürgen'],
    ['J.Mueller@st', 'jürgen'],
    ['stall', 'jürgen'],
    ['0170/1234567', 'jürgen'],
    ['0049 (0) 170 12345', 'jürgen'],
    ['0341 5500', 'jürgen'],
    ['op123456', 'jürgen'],
    ['123 456', 'jürgen'],
    ['müller 0170 123', 'jürgen'],
    // more words than the search counts
    ['j g m r k 0 1 op lind', 'jürgen'],
    ['0251 4188-22', 'matthias'],
    ['YILDIZ aydin', 'aydın'],
    ['Yıl\u00addız\u200e', 'aydın'],
    ['simsek', 'aydın'],
    ['erika@müller-pferde.de', 'aydın'],
    ['Mueller-Pferde', 'aydın'],
    ['erika@xn--mller-pf', 'aydın'],
    ['example', 'jürgen matthias'],
    [' ', 'jürgen matthias aydın'],
    ['üller', ''],
    ['müller brandt', ''],
    ['170 1234567', ''],
    ['lindenhof x', ''],
    ['mueller@stall', ''],
    ['mül groß ren kay lind x', ''],
    ['%', ''],
    ['_', ''],
    ['- ?', ''],
  ])('by %p finds %s', async (q, names) => {
    const expected = names.split(' ').flatMap((name) => ids[name] ?? []);
    for (const view of ['all', 'open', 'unassigned'])
      expect((await read(desk, { q, view })).ids.toSorted()).toEqual(expected.toSorted());
  });

  test('finds by the number of the application, whole or in part', async () => {
    const { jürgen: id = '' } = ids;
    for (const q of [id.toUpperCase(), id.slice(0, 13), `${id.slice(0, 8)}...`])
      expect((await read(desk, { q })).ids).toEqual([id]);
  });

  test('shows an address with its umlauts', async () => {
    expect((await read(desk, { q: 'erika' })).rows[0]?.email).toBe('erika@müller-pferde.de');
  });

  test('follows the policy number', async () => {
    const { matthias: id = '' } = ids;
    for (const policyNumber of ['ALT-1', 'NEU-1']) await desk.change(id, { policyNumber });
    expect((await read(desk, { q: 'alt' })).total).toBe(0);
    expect((await read(desk, { q: 'neu-1' })).ids).toEqual([id]);
  });

  test('finds nothing of what was deleted, of which no word and no case is left', async () => {
    await desk.change(ids.aydın ?? '', { status: 'in_review' });
    for (const id of Object.values(ids)) await desk.lukas.ask('DELETE', href(api.staffApplication, { id }));
    for (const table of [cases, caseWords]) expect(await rowsOf(desk.app, table)).toEqual([]);
    expect(await desk.events(ids.aydın ?? '')).toEqual([]);
  });
});
