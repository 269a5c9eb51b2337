/** What migrations make of rows that earlier versions stored. */
import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { endedRow } from '#db/access-links';
import { migrateDatabase } from '#db/migrate';
import { candidatesQuery } from '#db/persons';
import { longestLinkDays } from '#domain/access-links';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { migratedUpTo, openLocal, ownMigrations } from './support/migrated';
import { setScratch } from './support/processes';

const here = setScratch();

const benefit = fallbackCatalogue.tariffs
  .find(({ type }) => type === 'top')
  ?.benefits.find(({ name }) => name === 'Leistung je Operation')?.beschreibung;
const policyholder = JSON.stringify({ policyholder: { email: 'anna@stall.example' } });
const twoApplications = sql`insert into applications (id, created_at, updated_at) values ('a', 1, 1), ('b', 1, 1)`;

/** What an earlier version stored, after so many migrations; and what is there after all of them. */
const earlier: [what: string, count: number, rows: SQL[], query: SQL, expected: unknown[]][] = [
  [
    'the instants of a case are those of its history, in which a note is no step',
    23,
    [
      twoApplications,
      sql`insert into cases (application_id, completed_at, starts_on) values
        ('a', 1, '2026-11-21'), ('b', 1, '2026-11-21')`,
      sql`insert into case_events (id, application_id, at, actor_id, kind, new) values
        ('1', 'a', 10, 'antje', 'note', null), ('2', 'a', 15, null, 'answer', null),
        ('3', 'a', 20, 'antje', 'assignee', 'antje'), ('4', 'a', 30, 'antje', 'status', 'transmitted'),
        ('5', 'a', 40, 'antje', 'status', 'declined'), ('6', 'a', 50, 'antje', 'status', 'transmitted'),
        ('7', 'a', 60, 'antje', 'status', 'issued'), ('8', 'a', 70, 'antje', 'status', 'withdrawn')`,
    ],
    sql`select first_step_at, transmitted_at, decided_at from cases order by application_id`,
    [
      { first_step_at: 20, transmitted_at: 30, decided_at: 60 },
      { first_step_at: null, transmitted_at: null, decided_at: null },
    ],
  ],
  [
    'a benefit that nobody reworded names its limits',
    5,
    [
      sql`insert into tariffs (type, position, name, badge) values ('top', 1, 'Top', '')`,
      sql`insert into tariff_benefits (tariff_type, position, name, description)
        values ('top', 0, 'A', 'unbegrenzt, ohne Jahreshöchstgrenze'), ('top', 1, 'B', 'unbegrenzt')`,
    ],
    sql`select description from tariff_benefits order by position`,
    [{ description: benefit }, { description: 'unbegrenzt' }],
  ],
  [
    'older preparations have their policyholders and second invitations',
    22,
    [
      twoApplications,
      sql`insert into preparations values
        ('p', 'a', null, 'a@b.example', ${policyholder}, 'sabine', 1, 1, 9, 'h'),
        ('q', 'b', null, 'a@b.example', '{}', 'sabine', 1, 5, 9, 'h')`,
    ],
    sql`select id, policyholder_email, invited_at from preparations order by id`,
    [
      { id: 'p', policyholder_email: 'anna@stall.example', invited_at: null },
      { id: 'q', policyholder_email: null, invited_at: 5 },
    ],
  ],
  [
    'what was erased is remembered, whoever erased it',
    29,
    [
      sql`insert into erased_drafts (application_id, at) values ('d', 3)`,
      sql`insert into audit_log (at, user_id, username, action, subject_id) values
        (1, 'u', 'antje', 'application_deleted', 'a'), (2, 'u', 'antje', 'completed_application_deleted', 'a'),
        (4, 'u', 'antje', 'offer_deleted', 'o'), (5, 'person', 'P', 'drafts_deleted', '1'),
        (6, 'person', 'P', 'policyholder_erased', 'b'), (7, 'u', 'antje', 'case_changed', 'c')`,
    ],
    sql`select kind, id, at from erasures order by at`,
    [
      { kind: 'application', id: 'a', at: 2 },
      { kind: 'draft', id: 'd', at: 3 },
      { kind: 'offer', id: 'o', at: 4 },
      { kind: 'policyholder', id: 'b', at: 6 },
    ],
  ],
];

test.each(earlier)('after a migration %s', async (_, count, rows, query, expected) => {
  const db = await migratedUpTo(here, count);
  await db.write(async (tx) => {
    for (const row of rows) await tx.run(row);
  });
  await migrateDatabase(db, ownMigrations);
  expect(await db.read.all(query)).toEqual(expected);
});

test('the migration of mailboxes keeps what is stored, and finds it by the whole address', async () => {
  const db = await migratedUpTo(here, 13);
  const request = sql`insert into callback_requests (id, name, phone, email, created_at)
    values ('a', 'A', '1', 'Info@Broker.example', 1), ('b', 'B', '1', 'info@other.example', 1), ('c', 'C', '1', null, 1)`;
  await db.write((tx) => tx.run(request));
  await migrateDatabase(db, ownMigrations);
  const found = await candidatesQuery(db.read, 'callbacks', 'info@broker.example');
  expect(found).toEqual([{ id: 'a', email: 'Info@Broker.example' }]);
});

test('after the migration of consents, applications have the consent that their contact data have', async () => {
  const db = await migratedUpTo(here, 8);
  await db.write(async (tx) => {
    await tx.run(
      sql`insert into applications (id, created_at, updated_at) values ('old', 1, 1), ('new', 1, 1)`,
    );
    await tx.run(sql`insert into contact_data values ('c', 'old', 'mrs', 'A', 'B', 'a@b.example', '1', 1)`);
  });
  await migrateDatabase(db, ownMigrations);
  const consenting = () => db.read.all(sql`select id from applications where reminder_consent`);
  expect(await consenting()).toEqual([]);
  const change = (consent: 1 | null) =>
    db.write((tx) => tx.run(sql`update contact_data set reminder_consent = ${consent}`));
  await db.write((tx) =>
    tx.run(sql`insert into contact_data values ('d', 'new', 'mrs', 'A', 'B', 'a@b.example', '1', 1, 1)`),
  );
  expect(await consenting()).toEqual([{ id: 'new' }]);
  await change(null);
  expect(await consenting()).toEqual([]);
  await change(1);
  expect(await consenting()).toEqual([{ id: 'old' }, { id: 'new' }]);
});

test('after the migration of attacks, drafts belong to the browser that they had, and know of their contact data', async () => {
  const db = await migratedUpTo(here, 12);
  await db.write(async (tx) => {
    await tx.run(
      sql`insert into applications (id, created_at, updated_at, author_hash) values ('old', 1, 1, 'me'), ('new', 1, 1, null)`,
    );
    await tx.run(
      sql`insert into contact_data values ('c', 'old', 'mrs', 'A', 'B', 'a@b.example', '1', 1, 0)`,
    );
  });
  await migrateDatabase(db, ownMigrations);
  const drafts = () => db.read.all(sql`select id, begun_by, has_contact from applications order by id`);
  expect(await drafts()).toEqual([
    { id: 'new', begun_by: null, has_contact: 0 },
    { id: 'old', begun_by: 'me', has_contact: 1 },
  ]);
  await db.write((tx) =>
    tx.run(sql`insert into contact_data values ('d', 'new', 'mrs', 'A', 'B', 'a@b.example', '1', 1, 0)`),
  );
  expect(await drafts()).toMatchObject([{ has_contact: 1 }, { has_contact: 1 }]);
});

test('the trigger that ends links after a change of address writes the row that the code writes', async () => {
  const db = await openLocal(here);
  await migrateDatabase(db, ownMigrations);
  const [trigger] = await db.read.all<{ sql: string }>(
    sql`select sql from sqlite_schema where name = 'contact_data_moved'`,
  );
  const literals = /'([^']*)' \|\| `id`.*`updated_at` \+ (\d+)/s.exec(trigger?.sql ?? '');
  const days = Number(literals?.[2]) / 86_400_000;
  expect([literals?.[1], days]).toEqual([endedRow(''), longestLinkDays]);
});
