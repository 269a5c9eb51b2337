import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { createFieldCipher } from '#db/bank-data/cipher';
import { cleanStoredTexts, isTyped, typedColumns, withoutTriggers } from '#db/stored-texts';
import { dayMs } from '#domain/time';
import { seedDemo } from '#server/commands/demo';
import { schema } from '#tests/support/schema';
import { openMigrated } from './support/migrated';
import { setScratch } from './support/processes';

const here = setScratch();

const token = 'Zk3_vQ8xLr-1TnB5yWc0HdMj7PgEaS2uXo9FiKtR4Ye';
const link = `https://antrag.sattelfest.example/status/${token}`;
const tables = Object.values(schema).filter((one) => is(one, SQLiteTable)) as SQLiteTable[];

/** What columns of texts are called that hold what the product makes or chooses itself, or what is sealed or hashed. */
const made =
  /(^|_)(id|hash|key|kind|type|state|status|owner|sha256|by|on|gender|salutation|frequency|way|match|outcome|part|format|role|uid_validity|word|wording)$/;
const other = [
  // read from texts that have none
  'search_entries.place',
  'search_entries.words',
  'search_entries.namesake',
  // rules leave no room for an address in them
  'email recipient_email policyholder_email zip_code bic birth_date insurance_start_date username',
  'case_events.actor account number mandate_reference valid_from confirmed_on day away_until',
  // sealed or hashed
  'iban secret sealed before network address fingerprint columns cells results',
  // made by the product, its operator, or of names of columns
  'link_tokens.subject link_tokens.about action documents contents skipped mapping mailbox',
  'cases.lent_to creditor_name recipe prefilled_from confirmation bounce_code bounce_report result job browser',
  'funnel_archive.source site_state.ending',
  // everybody may read them: what is insured, and what was declared
  'tariffs.name badge tariff_benefits.name description terms wordings.text leases.name sealed_keys.name',
].flatMap((names) => names.split(' '));

test('each column of texts takes our links out of them, or is known to have none', () => {
  const unknown = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => column.getSQLType() === 'text' && !isTyped(column))
      .filter(({ name }) => !made.test(name) && !other.includes(name))
      .map(({ name }) => `${getTableName(table)}.${name}`)
      .filter((name) => !other.includes(name)),
  );
  expect(unknown).toEqual([]);
});

const isJson = (column: SQLiteColumn) => column.mapToDriverValue('') === '""';

test('a start takes them out of what is stored, and changes nothing else', async () => {
  const path = here.path('app.db');
  const db = await openMigrated(`file:${path}`);
  const cipher = createFieldCipher(Buffer.alloc(32, 7).toString('base64'));
  const now = Date.parse('2026-11-28T09:00:00Z');
  await seedDemo(db, { cipher, now });
  const sha256 = 'a'.repeat(64);
  const file = { id: crypto.randomUUID(), name: 'a.csv', sha256, at: now, rowCount: 0 };
  await db.write(async (tx) => {
    await tx.insert(schema.returnFiles).values(file);
    const [callback] = await tx.select().from(schema.callbackRequests);
    const [application] = await tx.select().from(schema.applications);
    const staff = { username: 'x', at: now, requestHash: '' };
    const call = { ...staff, id: file.id, callbackId: callback?.id ?? '', outcome: 'reached' as const };
    await tx.insert(schema.callbackCalls).values({ ...call, done: false });
    const advice = { ...staff, id: file.id, applicationId: application?.id ?? '', wishes: '', advice: '' };
    await tx.insert(schema.adviceRecords).values(advice);
  });
  const everything = async () => {
    const triggers = sql`select name, sql from sqlite_schema where type = 'trigger' order by name`;
    const texts = tables
      .filter((table) => table !== schema.jobRuns)
      .map(async (table) => JSON.stringify(await db.read.select().from(table)));
    return [...(await Promise.all(texts)), JSON.stringify(await db.read.values(triggers))].join('\n');
  };
  // as earlier versions stored them
  let cells = 0;
  await db.write(async (tx) => {
    for (const [table, typed] of typedColumns) {
      await withoutTriggers(tx, getTableName(table), async () => {
        for (const typedColumn of typed) {
          const { name } = typedColumn;
          const text = isJson(typedColumn) ? JSON.stringify([{ new: `a\n${link}` }]) : `a\n${link}`;
          const column = sql.identifier(name);
          const { rowsAffected } = await tx.run(sql`update ${table} set ${column} = ${text}`);
          expect(`${getTableName(table)}.${name}: ${rowsAffected > 0}`).toEndWith('true');
          cells += rowsAffected;
        }
      });
    }
  });
  const before = await everything();
  expect(before.split(token).length - 1).toBe(cells);
  expect(await cleanStoredTexts(db, now)).toBe(cells);
  expect(await everything()).toBe(before.replaceAll(link, '[Link entfernt]'));
  expect(readFileSync(`${path}-wal`).includes(token)).toBe(false);

  // an instance of the version before stores one more, a second instance starts, and another one days later
  const spoil = () => db.write((tx) => tx.run(sql`update callback_calls set note = ${link}`));
  const { rowsAffected } = await spoil();
  expect(await cleanStoredTexts(db, now + 1)).toBe(rowsAffected);
  await spoil();
  expect(await cleanStoredTexts(db, now + 2 * dayMs)).toBe(0);
});

test('whoever writes one stores it without its token', async () => {
  const db = await openMigrated(`file:${here.path('new.db')}`);
  const id = crypto.randomUUID();
  const values = { contact: { firstName: link } } as never;
  await db.write(async (tx) => {
    await tx.insert(schema.applications).values({ id, createdAt: 1, updatedAt: 1, source: link });
    await tx.insert(schema.preparations).values({
      ...{ id, applicationId: id, email: 'a@b.example', values, username: 'x', createdAt: 1 },
      ...{ expiresAt: 1, requestHash: '' },
    });
    await tx.update(schema.applications).set({ source: `> ${link}` });
  });
  const [row] = await db.read.select().from(schema.applications);
  const [prepared] = await db.read.select().from(schema.preparations);
  expect([row?.source, prepared?.values as unknown]).toEqual([
    '> [Link entfernt]',
    { contact: { firstName: '[Link entfernt]' } },
  ]);
});
