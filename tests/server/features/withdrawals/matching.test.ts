/** The application that a withdrawal fits, among those in the database. It is never changed. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { withdrawalSuggestedOf } from '#db/cases/find';
import { applications, sepaMandates } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { evenStepMs } from '#server/http/forms/submission';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { type Applicant, johanna, kim, matthias } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';
import { completed, declare, storedWithdrawals } from './declaration';

const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, withdrawals, applications]) await app.db.write((tx) => tx.delete(table));
});

const stranger = { name: 'Eve Fremd', email: 'eve@fremd.example' };

async function matchOf(app: TestApp, change: object) {
  expect((await declare(app, change)).status).toBe(201);
  const [{ match, applicationId } = { match: null, applicationId: null }] = await storedWithdrawals(app);
  return { match, applicationId };
}

async function referenceOf(app: TestApp, id: string): Promise<string> {
  const [row] = await app.db.read.select().from(sepaMandates).where(eq(sepaMandates.applicationId, id));
  return row?.mandateReference ?? '';
}

describe('a withdrawal', () => {
  test.each<[string, (id: string, reference: string) => string]>([
    ['the id', (id) => id],
    ['the id in capitals with blanks', (id) => id.toUpperCase().replaceAll('-', ' ')],
    ['the first eight characters', (id) => id.slice(0, 8)],
    ['the file name of the PDF', (id) => `Antrag-${id.slice(0, 8)}.pdf`],
    ['the mandate reference', (_, reference) => reference],
    ['the mandate reference in small letters', (_, reference) => reference.toLowerCase()],
  ])('fits exactly by %s and the person, and by number alone without the person', async (_, write) => {
    await completed(app, matthias);
    const id = await completed(app, johanna);
    const contract = write(id, await referenceOf(app, id));
    const exact = { match: 'exact', applicationId: id } as const;
    expect(await matchOf(app, { contract })).toEqual(exact);
    expect(await matchOf(app, { ...stranger, name: 'Sommer, Johanna', contract })).toEqual(exact);
    expect(await matchOf(app, { ...stranger, contract })).toEqual({ match: 'number', applicationId: id });
  });

  test('fits exactly by number and policyholder', async () => {
    const id = await completed(app, kim);
    const { email } = kim['policyholder-info'];
    expect(await matchOf(app, { ...stranger, email, contract: id })).toEqual({
      match: 'exact',
      applicationId: id,
    });
  });

  const at = (email: string): Applicant => ({
    ...johanna,
    'contact-data': { ...johanna['contact-data'], email },
    'policyholder-info': { ...johanna['policyholder-info'], email },
  });
  const named = (firstName: string, lastName: string): Applicant => ({
    ...kim,
    'contact-data': { ...kim['contact-data'], firstName, lastName },
  });
  const suggestions: [string, Applicant, object][] = [
    ['Punycode', at('jo@müller-pferde.de'), { ...stranger, email: 'jo@xn--mller-pferde-dlb.de' }],
    ['umlauts', at('jo@xn--mller-pferde-dlb.de'), { ...stranger, email: 'Jo@MÜLLER-pferde.de' }],
    ['e-mail with marks', johanna, { ...stranger, email: '\u202ajohanna.sommer@mail.example\u202c' }],
    ['plain letters', named('Aydın', 'Yıldız'), { ...stranger, name: 'Aydin Yildiz' }],
    ['one letter for an umlaut', named('Can', 'Öztürk'), { ...stranger, name: 'Ozturk, Can' }],
    ['an umlaut for one letter', named('Can', 'Ozturk'), { ...stranger, name: 'Can Öztürk' }],
    ['e-mail', johanna, { ...stranger, email: 'JOHANNA.Sommer@mail.example' }],
    ['name', johanna, { ...stranger, name: 'johanna SOMMER' }],
    ['name with a title', johanna, { ...stranger, name: 'Frau Dr. Johanna Sommer' }],
    ['umlauts in any case', matthias, { ...stranger, name: 'MATTHIAS BRANDT-ÖZDEMIR' }],
    ['umlauts in small letters', matthias, { ...stranger, name: 'matthias brandt-özdemir' }],
    ["the policyholder's name", kim, { ...stranger, name: "van 't Hoff, Anne-Sophie" }],
    ['e-mail with a number of nobody', johanna, { contract: 'K-77' }],
  ];

  test.each(suggestions)('without a known number is suggested by %s', async (_, person, change) => {
    const id = await completed(app, person);
    expect(await matchOf(app, change)).toEqual({ match: 'suggested', applicationId: id });
  });

  test.each([
    ['nobody knows the person', stranger],
    ['only the last name is the same', { ...stranger, name: 'Klaus Sommer' }],
    ['the number is that of nobody', { ...stranger, contract: '00000000' }],
    ['the number is a wildcard', { ...stranger, contract: '%' }],
  ])('fits nothing if %s', async (_, change) => {
    await completed(app, johanna);
    expect(await matchOf(app, change)).toEqual({ match: 'none', applicationId: null });
  });

  test('never fits an open application', async () => {
    const visitor = await filled(app);
    expect(await matchOf(app, { contract: visitor.id })).toEqual({ match: 'none', applicationId: null });
  });

  test('is suggested for the latest application of a person who has several', async () => {
    await completed(app, johanna);
    app.clock.now += 1000;
    const latest = await completed(app, johanna);
    expect(await matchOf(app, {})).toEqual({ match: 'suggested', applicationId: latest });
  });

  test('fits one application, however many names it contains', async () => {
    const people = [johanna, matthias, kim];
    for (const person of people) await completed(app, person);
    const names = people.map(({ 'contact-data': { firstName, lastName } }) => `${firstName} ${lastName}`);
    expect((await declare(app, { ...stranger, name: names.join(' ') })).status).toBe(201);
    expect(await storedWithdrawals(app)).toHaveLength(1);
    const suggested = await app.db.read
      .select({ id: cases.applicationId })
      .from(cases)
      .where(sql`${withdrawalSuggestedOf(sql`cases.application_id`)} = 1`);
    expect(suggested).toHaveLength(1);
    const notices = (await mailsOf(app)).filter(({ emailType }) => emailType === 'withdrawal_notice');
    expect(notices).toHaveLength(1);
  });

  test('changes nothing of the application', async () => {
    const id = await completed(app, johanna);
    const read = () => app.db.read.select().from(applications).where(eq(applications.id, id));
    const before = await read();
    app.clock.now += 1000;
    await declare(app, { contract: id });
    expect(await read()).toEqual(before);
  });
});

// ASVS 1.2.4
test('quotes, percent signs and other scripts in a name break no query', async () => {
  for (const name of ["O'Neil; drop table users--", '100 % "sicher"', 'Анна Щербакова', '李 明', '\\ _ %'])
    expect((await declare(app, { name })).status).toBe(201);
  expect(await storedWithdrawals(app)).toHaveLength(5);
});

test('the time of an answer does not tell whether a number is known', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  const id = await completed(app);
  for (const contract of [id, crypto.randomUUID()]) {
    const start = performance.now();
    expect((await declare(app, { ...stranger, contract })).status).toBe(201);
    // a timer may be early by a fraction of a millisecond
    expect(performance.now() - start).toBeGreaterThan(evenStepMs - 1);
  }
});
