/** Who may have applied twice: by which indexes that is found, and that a value that many share stays cheap. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { candidates, findDuplicates, keysOf, type Traits } from '#db/cases/twins';
import type { Database } from '#db/client';
import {
  applications,
  contactData,
  foldedLifeNumber,
  horseData,
  policyholderInfo,
} from '#db/schema/applications';
import { likenesses, mostDuplicates } from '#domain/applications/duplicates';
import { lifeNumberKey } from '#domain/applications/life-number';
import { planOf } from '#tests/db/support/query-plan';
import { setApp, startApp, testNow } from '#tests/support/app';
import { johanna } from '#tests/support/people';

type Given = Partial<{
  email: string;
  horseName: string;
  chipNumber: string | null;
  firstName: string;
  lastName: string;
  birthDate: string;
  createdAt: number;
  restrictedAt: number;
}>;

let born = 0;

/** Unlike every other in all that is not given. */
async function add({ db }: { db: Database }, given: Given): Promise<string> {
  const id = crypto.randomUUID();
  born += 1;
  const of = { id, applicationId: id };
  const { createdAt = testNow, restrictedAt, email = `${id}@mail.example`, horseName = id } = given;
  const { chipNumber = null, firstName = 'Eva', lastName = id } = given;
  const { birthDate = `1900-01-01+${born}` } = given;
  await db.write(async (tx) => {
    await tx.insert(applications).values({ id, createdAt, updatedAt: createdAt, restrictedAt });
    await tx.insert(horseData).values({ ...johanna['horse-data'], ...of, horseName, chipNumber });
    await tx.insert(contactData).values({ ...johanna['contact-data'], ...of, email });
    const person = { ...johanna['policyholder-info'], firstName, lastName, birthDate };
    await tx.insert(policyholderInfo).values({ ...person, ...of });
  });
  return id;
}

describe('another application is found', () => {
  const app = setApp();
  const { horse, number, person } = likenesses;
  const twins: [what: string, one: Given, other: Given, reason: string | null][] = [
    [
      'by mailbox and horse',
      { email: 'jo.s@gmail.com', horseName: 'Fjölnir' },
      { email: 'Jos+pferd@googlemail.com', horseName: 'FJOELNIR' },
      horse,
    ],
    [
      'by an address with an umlaut',
      { email: 'a@müller.example', horseName: 'Á-b' },
      { email: 'A@xn--mller-kva.example', horseName: 'ab' },
      horse,
    ],
    [
      'not at another domain whose entry in the index is the same',
      { email: 'd@łódź.example', horseName: 'Dorian' },
      { email: 'd@ørsted.example', horseName: 'Dorian' },
      null,
    ],
    ['not by the mailbox alone', { email: 'b@mail.example' }, { email: 'b@mail.example' }, null],
    ['not by the horse alone', { horseName: 'Nur Name' }, { horseName: 'Nur Name' }, null],
    ['by the life number', { chipNumber: 'DE 421-000.123/456' }, { chipNumber: 'de421000123456' }, number],
    ['not by what is no number', { chipNumber: 'unbekannt' }, { chipNumber: 'unbekannt' }, null],
    [
      'by the policyholder',
      { firstName: 'Márta', lastName: 'Groß', birthDate: '1980-02-01' },
      { firstName: 'marta', lastName: 'GROSS', birthDate: '1980-02-01' },
      person,
    ],
    [
      'not by the name alone',
      { firstName: 'Ida', lastName: 'Lang', birthDate: '1980-02-02' },
      { firstName: 'Ida', lastName: 'Lang', birthDate: '1980-02-03' },
      null,
    ],
    ['not by the day of birth alone', { birthDate: '1980-02-04' }, { birthDate: '1980-02-04' }, null],
    [
      'by all of them, once',
      {
        ...{ email: 'c@mail.example', horseName: 'Ceres' },
        chipNumber: '276020000777777',
        lastName: 'C',
        birthDate: '1970-01-01',
      },
      {
        ...{ email: 'C@Mail.example', horseName: 'ceres' },
        chipNumber: '276 020000777777',
        lastName: 'c',
        birthDate: '1970-01-01',
      },
      `${horse}; ${number}; ${person}`,
    ],
  ];
  test.each(twins)('%s', async (_, one, other, reason) => {
    const [first, second] = [await add(app, one), await add(app, other)];
    const named = (found: Awaited<ReturnType<typeof findDuplicates>>) =>
      found.map((row) => [row.id, row.reason]);
    expect(named(await findDuplicates(app.db.read, first))).toEqual(reason ? [[second, reason]] : []);
    expect(named(await findDuplicates(app.db.read, second))).toEqual(reason ? [[first, reason]] : []);
  });

  test('within 12 months, in both directions, and unless its person asked to erase either', async () => {
    const chipNumber = '276020000888888';
    const at = (day: string) => Date.parse(`${day}T09:00:00Z`);
    const own = await add(app, { chipNumber, createdAt: at('2026-11-20') });
    const earlier = await add(app, { chipNumber, createdAt: at('2025-11-20') });
    const later = await add(app, { chipNumber, createdAt: at('2027-11-20') });
    await add(app, { chipNumber, createdAt: at('2025-11-19') });
    await add(app, { chipNumber, createdAt: at('2027-11-21') });
    const restricted = await add(app, { chipNumber, restrictedAt: testNow });
    const found = await findDuplicates(app.db.read, own);
    expect(found.map(({ id }) => id)).toEqual([later, earlier]);
    expect(await findDuplicates(app.db.read, restricted)).toEqual([]);
  });
});

describe('the index of life numbers', () => {
  const app = setApp();
  test.each([
    'DE 421-000.123/456',
    'de421000123456',
    'ÄÖÜ 123456',
    'DE\u00a0123 456',
    'K123456',
    '276/020.000 123456',
  ])('has "%s" as the rules fold it', async (typed) => {
    const id = await add(app, { chipNumber: typed });
    const [row] = await app.db.read
      .select({ key: sql<string>`${foldedLifeNumber(horseData.chipNumber)}` })
      .from(horseData)
      .where(sql`${horseData.applicationId} = ${id}`);
    expect(row?.key).toBe(lifeNumberKey(typed) ?? 'no number');
  });
});

describe('of what many share', () => {
  const many = 500;
  const shared = { email: 'stall@mail.example', chipNumber: '123456', birthDate: '1970-01-01' };

  test('so much is read that nobody waits, and so much shown that somebody reads it', async () => {
    const app = await startApp();
    const ids = await crowd(app.db, many);
    const own = await add(app, { ...shared, horseName: 'Pferd 490', lastName: 'Sommer' });
    const found = await findDuplicates(app.db.read, own);
    expect(found.map(({ id }) => id)).toEqual(ids.slice(-mostDuplicates).toReversed());
    expect(found.find(({ id }) => id === ids[490])?.reason).toBe(`${likenesses.horse}; ${likenesses.number}`);
    const traits: Traits = {
      ...shared,
      id: own,
      createdAt: testNow,
      horseName: 'x',
      firstName: 'x',
      lastName: 'x',
    };
    const [read] = await candidates(app.db.read, keysOf(traits));
    // the newest hundred, of which one is its own
    expect(Object.values(read ?? {}).map((rows) => rows.length)).toEqual([99, 99, 99]);
  });

  async function crowd(db: Database, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => crypto.randomUUID() as string);
    await db.write(async (tx) => {
      for (const [index, id] of ids.entries()) {
        const of = { id, applicationId: id };
        const createdAt = testNow - count + index;
        await tx.insert(applications).values({ id, createdAt, updatedAt: createdAt });
        const horse = { ...johanna['horse-data'], horseName: `Pferd ${index}` };
        await tx.insert(horseData).values({ ...horse, ...of, chipNumber: shared.chipNumber });
        await tx.insert(contactData).values({ ...johanna['contact-data'], ...of, email: shared.email });
        const person = { ...johanna['policyholder-info'], lastName: `Nr. ${index}` };
        await tx.insert(policyholderInfo).values({ ...person, ...of, birthDate: shared.birthDate });
      }
    });
    return ids;
  }
});

describe('the database', () => {
  // a plan keeps its reader at what it saw, so nothing is stored here

  const app = setApp();
  const traits: Traits = {
    id: 'x',
    createdAt: 0,
    email: 'Jo.S+pferd@Müller.example',
    horseName: 'Fjölnir',
    chipNumber: 'DE 421000123456',
    firstName: 'Jo',
    lastName: 'S',
    birthDate: '1980-01-01',
  };

  test.each([
    ['contact_data USING INDEX contact_data_mailbox (<expr>=?)', 3],
    ['horse_data USING INDEX horse_data_life_number (<expr>=?)', 1],
    ['policyholder_info USING COVERING INDEX policyholder_info_born (birth_date=?)', 1],
  ])('finds candidates by %s, %i times the end of a range, without sorting', async (index, ranges) => {
    const plan = await planOf(app.db.read, candidates.bind(keysOf(traits)));
    expect(plan.filter((step) => step === `SEARCH ${index}`)).toHaveLength(ranges);
    expect(plan.join()).not.toContain('TEMP B-TREE');
    const whole = plan.filter((step) => /^SCAN (?!\(subquery-|CONSTANT ROW)/.test(step));
    expect(whole).toEqual([]);
  });
});
