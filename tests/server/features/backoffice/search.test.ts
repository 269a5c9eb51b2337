/** Who calls? The search of staff over everything that is stored of people. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { addCallback } from '#db/callbacks';
import { applications, sepaMandates } from '#db/schema/applications';
import { callbackRequests, cases } from '#db/schema/desk';
import { offers, withdrawals } from '#db/schema/law';
import type { FoundItem, FoundPeople } from '#domain/search';
import { api } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { begun, completed } from '#tests/support/applications';
import { addOffer, addPreparation } from '#tests/support/beginnings';
import { type Applicant, johanna } from '#tests/support/people';
import { setOffice } from './staff';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  await app.db.write(async (tx) => {
    for (const table of [applications, callbackRequests, offers, withdrawals]) await tx.delete(table);
  });
});

const ask = (q: string) => office.lukas.ask('GET', `${api.search}?q=${encodeURIComponent(q.toWellFormed())}`);
async function search(q: string): Promise<FoundPeople> {
  const { status, body } = await ask(q);
  expect([q, status]).toEqual([q, 200]);
  return body as FoundPeople;
}
const namesOf = async (q: string) => (await search(q)).people.map(({ name }) => name);
const kindsOf = async (q: string) =>
  (await search(q)).people.map(({ items }) => items.map(({ kind }) => kind).toSorted());

const paula = { name: 'Paula Przybylski', phone: '0341 9627 100', email: null };
const call = (wish: object = {}): Promise<string> =>
  app.db.write((tx) => addCallback(tx, { ...paula, ...wish }, app.clock.now));

const { email } = johanna['contact-data'];
const policyholder = {
  ...johanna['policyholder-info'],
  firstName: 'Jürgen',
  email: 'juergen@sommer.example',
};
const twoPeople: Applicant = { ...johanna, 'policyholder-info': policyholder };

describe('what is found', () => {
  test('is everything of a person, with its state: a case in place of its application', async () => {
    const { id: draft } = await begun(app, 1);
    const { id } = await completed(app);
    const other = await begun(app, 2);
    const callback = await call({ name: 'Johanna Sommer', email });
    const offer = await addOffer(app, { email });
    const preparation = await addPreparation(app, { email });
    const withdrawal = await (await declare(app)).json();
    const { people, total } = await search('johanna');
    expect(total).toBe(1);
    const [person] = people;
    expect(person).toMatchObject({
      ...{ name: 'Johanna Sommer', emails: [email], phones: ['0341 9627 100', '0151 23456789'] },
      ...{ more: 0, noCalls: false },
    });
    const at = '2026-11-20T09:00:00.000Z';
    const { applicationId } = preparation;
    const item = (kind: FoundItem['kind'], id: string, label: string, state: string, of = {}): FoundItem => {
      return { kind, id, label, state, at, ...of };
    };
    const ofCase = { applicationId: id };
    const ofDraft = { applicationId: other.id };
    expect(person?.items.toSorted((one, two) => (one.kind < two.kind ? -1 : 1))).toEqual([
      item('application', other.id, 'Antrag Fjölnir vom Lindenhof', 'Entwurf, Schritt 1', ofDraft),
      item('callback', callback, 'Rückruf', 'Offen'),
      item('case', id, 'Vorgang Fjölnir vom Lindenhof', 'Neu', ofCase),
      item('offer', offer.id, `Angebot ${offer.number}`, 'Offen'),
      item('preparation', preparation.id, 'Vorbereiteter Antrag Fjölnir', 'Eingeladen', { applicationId }),
      item('withdrawal', withdrawal.id, 'Widerruf', 'Offen'),
    ]);
    // of nobody yet, so it is found by itself
    expect((await search(draft.slice(0, 8))).people).toMatchObject([
      { name: '', newest: null, items: [{ id: draft }] },
    ]);
  });

  test('begins with each word, whatever its letters, umlauts and signs', async () => {
    const { id } = await completed(app, twoPeople);
    const policyNumber = 'OP-2026/4711';
    await app.db.write((tx) => tx.update(cases).set({ policyNumber }));
    const [mandate] = await app.db.read.select().from(sepaMandates);
    const reference = mandate?.mandateReference ?? '';
    const offer = await addOffer(app, { email: 'nur@angebot.example' });
    const both = ['Johanna Sommer', 'Jürgen Sommer'];
    for (const q of [
      'fjo',
      'Fjölnir',
      'FJOELN linden',
      '04109',
      '0410',
      'op-2026',
      'OP20264711',
      '4711 op',
      reference,
      reference.slice(0, 14),
      id,
      id.slice(0, 8),
      id.slice(0, 8).toUpperCase(),
    ])
      expect([q, (await namesOf(q)).toSorted()]).toEqual([q, both]);
    for (const q of ['johanna', 'joh som', 'SOMMER, Joh', email, 'johanna.sommer@m', 'Johanna Fjölnir'])
      expect([q, await namesOf(q)]).toEqual([q, ['Johanna Sommer']]);
    for (const q of ['jürg', 'juergen', 'jurgen', 'JUERGEN@som', 'Jürgen 04109'])
      expect([q, await namesOf(q)]).toEqual([q, ['Jürgen Sommer']]);
    for (const q of [offer.number, offer.number.slice(0, 12), 'nur@ang', offer.id])
      expect([q, await kindsOf(q)]).toEqual([q, [['offer']]]);
    for (const q of [
      'ommer',
      'johanna jürgen',
      'johanna xyz',
      id.slice(0, 7),
      'DE89370400440532013000',
      'COBADE',
      'Commerzbank',
    ])
      expect([q, await namesOf(q)]).toEqual([q, []]);
  });

  test.each([
    '+49 341 9627100',
    '0049 341 96 27 100',
    '+49 (0)341 / 96 27 - 100',
    '0341/9627.100',
    '49 341 9627100',
    '341 96 27 100',
    '0341 9627',
    '03419',
    '(0341) 96',
  ])('by a phone number in any spelling: %s', async (q) => {
    for (const phone of ['0341 9627 100', '+49 (0) 341 / 9627-100', '0049341 9627100']) await call({ phone });
    await call({ name: 'Anne Wien', phone: '+43 341 9627 100' });
    expect(await namesOf(q)).toEqual(['Paula Przybylski']);
  });

  test('has at most 20 people, the one with the newest first, and 20 things of each', async () => {
    for (let index = 0; index < 25; index += 1) {
      app.clock.now += 1000;
      await call({ phone: `0341 9627 1${10 + index}` });
    }
    const { people, total } = await search('przyb');
    expect([people.length, total]).toEqual([20, 25]);
    expect(people[0]?.phones).toEqual(['0341 9627 134']);
    for (let index = 0; index < 23; index += 1) {
      app.clock.now += 1000;
      await call({ phone: '0341 9627 112' });
    }
    const [first] = (await search('przyb')).people;
    expect([first?.phones, first?.items.length, first?.more]).toEqual([['0341 9627 112'], 20, 4]);
    expect(first?.items[0]?.at).toBe(new Date(app.clock.now).toISOString());
  });

  test.each([
    ['nothing', ''],
    ['two letters', 'ab'],
    ['three digits', '030'],
    ['both', 'ab 030'],
    ['signs alone', '%%%__'],
  ])('is nothing for %s', async (_, q) => {
    const { status, body } = await ask(q);
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('Bitte tippen Sie mindestens drei Buchstaben oder vier Ziffern'),
    ]);
  });

  test.each([
    ['200 letters', 'x'.repeat(200)],
    ['100 words', 'ab '.repeat(100)],
    ['every letter', [...'abcdefghijklmnopqrstuvwxyz'].join(' ')],
    ['10,000 letters', 'przybylski '.repeat(909)],
    ['markup', '<script>alert("x")</script>'],
    ['signs of a query', '"prz" OR NEAR(a b) words:prz* ^prz - + ( \' ; --'],
    ['placeholders', 'prz% _aula'],
    ['NUL', 'prz\u0000ybylski'],
    ['from right to left', '\u202Eiksl\u05D0\u05D1\u05D2'],
    ['half a sign', 'prz\uD83D'],
  ])('may be looked for with %s', async (_, q) => {
    await call();
    await search(q);
  });
});

describe('a person', () => {
  test('is a mailbox, whatever its spelling, and who has the same number and name without one', async () => {
    await call({ email: 'paula@stall.example' });
    await call({ email: 'Paula+pferd@STALL.example', phone: '030 1234567' });
    app.clock.now += 1000;
    await call({ name: 'PAULA  PRZYBYLSKI', phone: '+49 341 9627100' });
    await call({ name: 'Paula Przybylski', phone: '0341 555' });
    await call({ name: 'Peter Przybylski' });
    const { people } = await search('przyb');
    expect(people.map(({ name, emails, items }) => [name, emails.length, items.length]).toSorted()).toEqual([
      ['PAULA  PRZYBYLSKI', 2, 3],
      ['Paula Przybylski', 0, 1],
      ['Peter Przybylski', 0, 1],
    ]);
    // the newest spelling of each number
    expect(people.find(({ items }) => items.length === 3)?.phones).toEqual([
      '+49 341 9627100',
      '030 1234567',
    ]);
    expect((await search('paula@stall.example')).people[0]?.items.length).toBe(3);
    // the others with that number stand beside her
    expect((await search('0341 9627')).people.length).toBe(2);
  });

  test('who has neither mailbox nor number is nobody else', async () => {
    for (const phone of ['unterdrückt', '-']) await call({ phone });
    expect(await namesOf('przyb')).toEqual(['Paula Przybylski', 'Paula Przybylski']);
  });

  test('is found with the + of their address and without', async () => {
    await call({ email: 'Paula+pferd@stall.example' });
    for (const q of ['paula@stall.example', 'paula+pferd@stall.example'])
      expect(await namesOf(q)).toEqual(['Paula Przybylski']);
  });

  test('is nobody of whom only the postcode was prepared', async () => {
    const contact = { firstName: 'Ansgar', lastName: 'Vogt', email, phone: '0521 1234' };
    await addPreparation(app, { values: { contact, policyholder: { zipCode: '33602' } } });
    expect(await namesOf('33602')).toEqual(['Ansgar Vogt']);
  });

  test('is shown by what the newest thing says of them', async () => {
    await call({ email: 'paula@stall.example' });
    app.clock.now += 1000;
    await addOffer(app, { email: 'paula@stall.example' });
    const [person] = (await search('przyb')).people;
    expect(person?.name).toBe('Paula Przybylski');
    expect(person?.newest).toEqual({ name: '', email: 'paula@stall.example', phone: '' });
  });

  test('who asked for erasure has a name, and nothing to reach them by', async () => {
    const { id } = await completed(app);
    await app.db.write((tx) => tx.update(applications).set({ restrictedAt: 1 }));
    const at = '2026-11-20T09:00:00.000Z';
    expect(await search('sommer')).toEqual({
      people: [
        {
          ...{ name: 'Johanna Sommer', emails: [], phones: [], more: 0, noCalls: false, newest: null },
          items: [{ kind: 'case', id, applicationId: id, label: 'Vorgang', state: 'Löschung beantragt', at }],
        },
      ],
      total: 1,
    });
  });

  test('who wants no calls is said so', async () => {
    const id = await call();
    await app.db.write((tx) =>
      tx.update(callbackRequests).set({ noCallsAt: 1 }).where(eq(callbackRequests.id, id)),
    );
    expect((await search('przyb')).people[0]?.noCalls).toBe(true);
  });
});
