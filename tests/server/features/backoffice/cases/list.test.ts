/** The list of cases: its views, their order, and the search. */
// ASVS 1.4.2
import { beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases, caseWords } from '#db/schema/desk';
import { type Case, type CaseView, caseViews } from '#domain/cases/staff';
import { api } from '#domain/urls';
import { type Applicant, johanna, matthias } from '#tests/support/people';
import { countStatements } from '../staff';
import { openDesk, setDesk } from './desk';

type Desk = Pick<Awaited<ReturnType<typeof openDesk>>, 'lukas'>;
const read = async ({ lukas }: Desk, query: Record<string, string> = {}) => {
  const { status, body } = await lukas.ask('GET', `${api.cases}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  const { cases: rows, ...extent } = body as { cases: Case[]; total: number; totalPages: number };
  return { ...extent, rows, ids: rows.map(({ applicationId }) => applicationId) };
};

describe('the views', () => {
  const desk = setDesk();
  const ids: Record<string, string> = {};
  const set = (id: string, values: object) =>
    desk.app.db.write((tx) => tx.update(cases).set(values).where(eq(cases.applicationId, id)));

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
    })) {
      desk.app.clock.now += 1000;
      const id = await desk.open();
      ids[name] = id;
      await set(id, values);
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

  test.each(caseViews)('%s has its cases in order, also when they are searched', async (view) => {
    const expected = views[view].map((name) => ids[name] ?? '');
    const extent = { total: expected.length, totalPages: 1 };
    expect(await read(desk, { view })).toMatchObject({ ...extent, ids: expected });
    for (const q of ['j', 'Sommer', 'sommer johanna']) {
      expect(await read(desk, { view, q })).toMatchObject({ ...extent, ids: expected });
    }
    const first = { view, pageSize: '1', page: '2' };
    const second = { total: expected.length, totalPages: expected.length, ids: expected.slice(1, 2) };
    expect(await read(desk, first)).toMatchObject(second);
    expect(await read(desk, { ...first, q: 'sommer' })).toMatchObject(second);
    expect(await read(desk, { view, q: 'wintermann' })).toMatchObject({ total: 0, totalPages: 0, ids: [] });
  });

  test.each(caseViews)(
    '%s can be those of one person, or of nobody, also when they are searched',
    async (view) => {
      const { lukas, antje } = desk;
      const assignees = { [lukas.user.id]: ['today', 'issued', 'same'], [antje.user.id]: ['overdue'] };
      const none = Object.keys(ids).filter((name) => !Object.values(assignees).flat().includes(name));
      for (const [assignee, theirs] of Object.entries({ ...assignees, none })) {
        const expected = views[view].filter((name) => theirs.includes(name)).map((name) => ids[name] ?? '');
        for (const q of [[], ['Sommer'], ['sommer johanna']]) {
          const asked = { view, assignee, ...(q[0] ? { q: q[0] } : {}) };
          expect(await read(desk, asked)).toMatchObject({ total: expected.length, ids: expected });
        }
      }
    },
  );

  test('are of an account, in any spelling of its id, or are refused', async () => {
    const all = await read(desk, { view: 'all', assignee: desk.lukas.user.id.toUpperCase() });
    expect(all.total).toBe(3);
    expect(await read(desk, { assignee: '' })).toMatchObject({ total: views.open.length });
    expect(await read(desk, { assignee: crypto.randomUUID() })).toMatchObject({ total: 0 });
    expect((await desk.lukas.ask('GET', `${api.cases}?assignee=lukas.weber`)).status).toBe(422);
  });

  test('are open ones by default, and each has its number', async () => {
    expect((await read(desk)).ids).toEqual((await read(desk, { view: 'open' })).ids);
    const counts = Object.fromEntries(caseViews.map((view) => [view, views[view].length]));
    expect((await desk.lukas.ask('GET', api.caseCounts)).body).toEqual(counts);
    expect((await desk.antje.ask('GET', api.caseCounts)).body).toEqual({ ...counts, mine: 1 });
  });

  test('have rows with everything that staff see', async () => {
    const { rows } = await read(desk, { view: 'due' });
    expect(rows[2]).toEqual({
      applicationId: ids.overdue ?? '',
      version: 1,
      status: 'new',
      assignee: { id: desk.antje.user.id, username: 'antje.brandt' },
      followUpOn: '2026-11-19',
      overdue: true,
      startsOn: '2026-11-21',
      completedAt: '2026-11-20T09:00:02.000Z',
      transmittedOn: null,
      policyNumber: null,
      adviceOwed: false,
      withdrawalOpen: false,
      withdrawalSuggested: false,
      restricted: false,
      replyUnread: false,
      undeliverable: false,
      assigneeAway: false,
      confirmation: null,
      contactName: 'Johanna Sommer',
      email: 'johanna.sommer@mail.example',
      phone: '0341 9627 100',
      horseName: 'Fjölnir vom Lindenhof',
    });
  });

  test('take at most three statements besides the one for the user when they are searched', async () => {
    expect(await countStatements(() => read(desk, { q: 'sommer' }))).toBe(3);
    expect(await countStatements(() => read(desk, { q: 'sommer johanna' }))).toBe(4);
  });

  test('can be assigned to everybody on the team', async () => {
    expect(await desk.lukas.list(api.staff)).toEqual([
      { id: desk.antje.user.id, username: 'antje.brandt' },
      { id: desk.lukas.user.id, username: 'lukas.weber' },
    ]);
  });
});

describe('the search', () => {
  const desk = setDesk();
  let [first, second] = ['', ''];
  const jürgen: Applicant = {
    ...johanna,
    'contact-data': {
      ...johanna['contact-data'],
      firstName: 'Jürgen',
      lastName: 'Müller-Groß',
      email: 'j.mueller@stall.example',
      phone: '0170/123 45-67',
    },
    'policyholder-info': {
      ...johanna['policyholder-info'],
      firstName: 'Renée',
      lastName: 'Kaya',
      phone: '+49 341 5500',
    },
  };

  beforeAll(async () => {
    first = await desk.open(jürgen);
    second = await desk.open(matthias);
    await desk.change(first, { policyNumber: 'OP-123 456' });
  });

  test.each([
    ['Müller'],
    ['mueller'],
    ['MÜLL'],
    ['groß'],
    ['gross jür'],
    ['renee kaya'],
    ['fjölnir'],
    ['lindenhof fjoelnir'],
    ['j.mueller@stall.example'],
    ['J.Mueller@st'],
    ['stall'],
    ['0170 1234567'],
    ['0170/1234567'],
    ['+49 170 1234567'],
    ['0049 (0) 170 12345'],
    ['0170'],
    ['0341 5500'],
    ['493415500'],
    ['OP-123 456'],
    ['op123456'],
    ['123 456'],
    ['müller 0170 123'],
    // more words than the search counts
    ['j g m r k 0 1 op lind'],
  ])('finds by %s', async (q) => {
    for (const view of ['all', 'open', 'unassigned']) {
      expect(await read(desk, { q, view })).toMatchObject({ ids: [first], total: 1 });
    }
  });

  test('finds by the number of the application, whole or in part', async () => {
    for (const q of [
      first,
      first.toUpperCase(),
      first.slice(0, 8),
      first.slice(0, 13),
      `${first.slice(0, 8)}...`,
    ])
      expect((await read(desk, { q })).ids).toEqual([first]);
  });

  test.each([
    'üller',
    'müller brandt',
    '170 1234567',
    'lindenhof x',
    '123457',
    'mueller@stall',
    'mül groß ren kay lind x',
    '%',
    '_',
    '- ?',
  ])('finds nothing by %s', async (q) => {
    expect((await read(desk, { q })).total).toBe(0);
  });

  test('finds several by what they have in common, and all by nothing', async () => {
    for (const q of ['example', 'exa', '', ' ']) expect((await read(desk, { q })).total).toBe(2);
    expect((await read(desk, { q: '0251 4188-22' })).ids).toEqual([second]);
  });

  test('follows the policy number', async () => {
    await desk.change(second, { policyNumber: 'ALT-1' });
    await desk.change(second, { policyNumber: 'NEU-1' });
    expect((await read(desk, { q: 'alt' })).total).toBe(0);
    expect((await read(desk, { q: 'neu-1' })).ids).toEqual([second]);
  });
});

describe('names that few keyboards can type', () => {
  const desk = setDesk();
  const people = { yıldız: ['Aydın', 'Yıldız', 'Şimşek'], ødegård: ['Bjørn', 'Ødegård', 'Sól'] };
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const [name, [firstName = '', lastName = '', horseName = '']] of Object.entries(people)) {
      const person = { firstName, lastName };
      ids[name] = await desk.open({
        ...johanna,
        'horse-data': { ...johanna['horse-data'], horseName },
        'contact-data': { ...johanna['contact-data'], ...person },
        'policyholder-info': { ...johanna['policyholder-info'], ...person },
      });
    }
    const [contact, policyholder] = [johanna['contact-data'], johanna['policyholder-info']];
    const email = 'erika@xn--mller-pferde-dlb.de';
    ids.umlaut = await desk.open({
      ...johanna,
      'contact-data': { ...contact, email },
      'policyholder-info': { ...policyholder, email },
    });
  });

  test.each([
    // which letters are alike is a table of the domain
    ['yildiz', 'yıldız'],
    ['YILDIZ aydin', 'yıldız'],
    ['Yıl\u00addız\u200e', 'yıldız'],
    ['simsek', 'yıldız'],
    ['odegard', 'ødegård'],
    ['bjorn oedegaard', 'ødegård'],
    ['erika@müller-pferde.de', 'umlaut'],
    ['müller-pf', 'umlaut'],
    ['Mueller-Pferde', 'umlaut'],
    ['erika@xn--mller-pf', 'umlaut'],
    ['xn--mller-pferde-dlb', 'umlaut'],
  ])('finds by %s', async (q, name) => {
    expect((await read(desk, { q })).ids).toEqual([ids[name] ?? '']);
  });

  test('are read as they were typed, an address with its umlauts', async () => {
    const [found] = (await read(desk, { q: 'erika' })).rows;
    expect(found?.email).toBe('erika@müller-pferde.de');
  });
});

test('a deleted application leaves no words, and nothing else of its case', async () => {
  const desk = await openDesk();
  const id = await desk.open();
  await desk.change(id, { status: 'in_review' });
  expect(await desk.app.db.read.select().from(caseWords)).not.toEqual([]);
  await desk.lukas.ask('DELETE', api.staffApplication.replace(':id', id));
  for (const table of [cases, caseWords]) expect(await desk.app.db.read.select().from(table)).toEqual([]);
  expect(await desk.events(id)).toEqual([]);
});
