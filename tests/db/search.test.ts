/** The index of the search of staff, which triggers keep. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { getTableName, sql } from 'drizzle-orm';
import { addCallback } from '#db/callbacks';
import { deletePreparations } from '#db/erasers';
import { addressColumns } from '#db/persons';
import { applications } from '#db/schema/applications';
import { callbackRequests } from '#db/schema/desk';
import { prepareSearch, readNoted } from '#db/search/entries';
import { findPeople } from '#db/search/find';
import { api, href } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { begun, completed } from '#tests/support/applications';
import { addPreparation } from '#tests/support/beginnings';
import { createVisitor, johanna } from '#tests/support/people';
import { filesWith } from '#tests/support/traces';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  await app.db.write(async (tx) => {
    for (const table of [applications, callbackRequests]) await tx.delete(table);
  });
});

const search = (q: string) => findPeople(app.db, q, app.clock.now);
const namesOf = async (q: string) => (await search(q)).people.map(({ name }) => name);
const paula = { name: 'Paula Przybylski', phone: '0341 9627 100', email: null };
const call = (wish: object = {}): Promise<string> =>
  app.db.write((tx) => addCallback(tx, { ...paula, ...wish }, app.clock.now));

describe('the index', () => {
  test('follows every table that has an address of a person', async () => {
    const triggers = await app.db.read.all<{ name: string }>(
      sql`select name from sqlite_schema where name like 'search:%'`,
    );
    const names = triggers.map(({ name }) => name.replace(/^search:\w+ /, ''));
    const { mails: _, ...places } = addressColumns;
    for (const { email } of Object.values(places))
      for (const event of ['insert', 'update', 'delete'])
        expect(names).toContain(`${getTableName(email.table)} ${event}`);
  });

  test('follows what changes', async () => {
    const visitor = await begun(app, 2);
    expect(await namesOf('johanna')).toEqual(['Johanna Sommer']);
    await visitor.save('contact-data', { ...johanna['contact-data'], firstName: 'Wilhelmine' });
    expect(await namesOf('johanna.s')).toEqual(['Wilhelmine Sommer']);
    expect(await namesOf('wilhelm')).toEqual(['Wilhelmine Sommer']);
    expect(await namesOf('johanna fj')).toEqual(['Wilhelmine Sommer']);
  });

  test('finds a prepared application by its caller once it is begun, until it is prepared no more', async () => {
    const { id, applicationId } = await addPreparation(app);
    await createVisitor(app, applicationId).save('horse-data', johanna['horse-data']);
    const kinds = async () => (await search('johanna')).people[0]?.items.map(({ kind }) => kind).toSorted();
    expect(await kinds()).toEqual(['application', 'preparation']);
    expect(await namesOf('fjoln')).toEqual(['Johanna Sommer']);
    await app.db.write((tx) => deletePreparations(tx, [id]));
    expect(await kinds()).toBeUndefined();
    expect(await namesOf('fjoln')).toEqual(['']);
  });

  test('is left alone by what changes nothing that is searched', async () => {
    const visitor = await begun(app, 4);
    await readNoted(app.db, 10_000);
    const numbers = () => app.db.read.all(sql`select number from search_entries`);
    const before = await numbers();
    await visitor.save('contact-data', johanna['contact-data']);
    await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    expect(await numbers()).toEqual(before);
  });

  test('keeps nothing of what is erased, also in the file', async () => {
    const id = await call({ name: 'Wacholderbeere Zwetschge' });
    await call();
    expect(await namesOf('wachold')).toEqual(['Wacholderbeere Zwetschge']);
    const { status } = await office.lukas.ask('DELETE', href(api.staffCallback, { id }));
    expect(status).toBe(200);
    expect(await namesOf('wachold')).toEqual([]);
    await app.db.checkpoint();
    expect(await filesWith(app, ['wacholderbeere', 'zwetschge'])).toEqual([]);
  });

  test('is searched while rows are erased', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => call({ phone: `0341 77${index}` })),
    );
    const erased = ids.map((id) => office.lukas.ask('DELETE', href(api.staffCallback, { id })));
    const found = await Promise.all(Array.from({ length: 30 }, () => search('przyb')));
    await Promise.all(erased);
    for (const { people } of found) expect(people.every(({ items }) => items.length > 0)).toBe(true);
    expect(await search('przyb')).toEqual({ people: [], total: 0 });
  });

  test('is made anew for a database that has none, or one of another version', async () => {
    await call();
    await completed(app);
    const { db } = app;
    await readNoted(db, 10_000);
    const size = () => db.read.get<{ n: number }>(sql`select count(*) as n from search_entries`);
    const before = await size();
    for (const gone of [sql`delete from search_entries`, sql`select 1`]) {
      await db.write(async (tx) => {
        await tx.run(gone);
        await tx.run(sql`drop trigger "search:applications contact_data update"`);
      });
      await prepareSearch(db);
      expect(await namesOf('przyb')).toEqual(['Paula Przybylski']);
      expect(await namesOf('johanna')).toEqual(['Johanna Sommer']);
      expect(await size()).toEqual(before);
    }
  });
});
