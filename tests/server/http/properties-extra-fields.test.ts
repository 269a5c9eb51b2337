/** Unknown fields change nothing in any call: the database is the same with and without them. */
// ASVS 15.3.3
import { expect, spyOn, test } from 'bun:test';
import { getTableColumns, getTableName, notInArray, sql } from 'drizzle-orm';
import { refusalKinds } from '#domain/audit/actions';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { schema } from '#tests/support/schema';

const foreignId = '00000000-0000-4000-8000-000000000000';
const named = (names: string, value: unknown) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));
const extra = {
  ...named('id applicationId application_id userId', foreignId),
  ...named('mandateReference authorHash passwordHash message source username_key', 'extra'),
  ...named('completedAt monthlyCents monthly_cents processedAt updatedAt at', 1),
  ...named('completed secondFactor isAdmin processed', true),
  ...named('currentStep furthestStep', 6),
  ...named('monthlyPremium annualPremium', 0.01),
  ...{ passwordByAdmin: false, password_by_admin: 0, $set: { role: 'admin' }, 'role[]': 'admin' },
  ...{ emailType: 'completion', recipientEmail: 'extra@post.example', createdAt: '1999-01-01T00:00:00.000Z' },
};
const { applications, horseData, contactData, tariffSelections, policyholderInfo } = schema;
const sets = [applications, horseData, contactData, tariffSelections, policyholderInfo] as const;
const { sepaMandates, callbackRequests, users, outbox, auditLog } = schema;
const tables = [...sets, sepaMandates, callbackRequests, users, outbox, auditLog] as const;

/** Makes the calls of a day at the office; returns the responses and what is stored. */
async function dayAtTheOffice(more: object) {
  const { app, antje, lukas } = await openOffice();
  // of this application only: the first test makes the databases of all others, with a real hash
  spyOn(app.context.passwords, 'hash').mockResolvedValue('hash');
  spyOn(app.context.passwords, 'matches').mockResolvedValue(true);
  // the only value that an address may set
  const parameters = Object.entries({ ...more, source: 'website' });
  const query = `?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`;
  const visitor = createVisitor(app);
  const answers = [];
  for (const key of setKeys) answers.push(await visitor.save(key, { ...more, ...johanna[key] }));
  const { ask } = app;
  const post = async (path: string, body: object) =>
    answers.push(await (await ask('POST', path + query, { body: { ...more, ...body } })).json());
  await ask('PUT', href(api.step, { id: visitor.id }) + query, { body: { ...more, step: 2 } });
  await post(api.callbackRequests, wish);
  for (const staff of [antje, lukas]) {
    const account = { username: `mira.${staff.user.role}`, password: 'lang-genug-2' };
    answers.push(await staff.ask('POST', api.users + query, { ...more, ...account }));
    const change = { currentPassword: 'alt-genug-1', newPassword: 'neu-genug-1' };
    await staff.ask('POST', api.changePassword + query, { ...more, ...change });
  }
  await antje.ask('POST', href(api.resendReminder, { id: visitor.id }) + query, { ...more, type: 'first' });
  await antje.ask('POST', api.bulkDelete + query, { ...more, applicationIds: [] });
  await antje.ask('POST', href(api.endSessions, { id: lukas.user.id }) + query, more);
  const open = await app.db.read.select().from(applications);
  expect(open).toMatchObject([{ id: visitor.id, completedAt: null, currentStep: 2 }]);
  await ask('PUT', href(api.complete, { id: visitor.id }) + query, { body: more });
  return { answers, stored: await contents(app) };
}

async function contents({ db }: TestApp) {
  const rows: Record<string, unknown> = {};
  for (const table of tables) rows[getTableName(table)] = await db.read.select().from(table);
  // refusals are recorded beside the answers, in no fixed order
  const actions = await db.read
    .select({ ...getTableColumns(auditLog), id: sql`null`, hash: sql`null` })
    .from(auditLog)
    .where(notInArray(auditLog.action, [...refusalKinds]));
  return { ...rows, [getTableName(auditLog)]: actions };
}

const random = 'headers iban bic authorHash begunBy network mandateReference leaseOwner'.split(' ');
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\([0-9a-f]{8}\)/g;

/** Without ids, hashes, ciphertexts and references, which differ each time. */
const withoutRandom = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) => (random.includes(key) && one !== null ? '*' : one)).replace(ids, '#'),
  );

test('unknown fields are never stored', async () => {
  const [plain, stuffed] = [await dayAtTheOffice({}), await dayAtTheOffice(extra)];
  expect(JSON.stringify(stuffed)).not.toMatch(/extra|00000000-0000-4000/i);
  expect(withoutRandom(stuffed)).toEqual(withoutRandom(plain));
  expect(JSON.stringify(plain)).toContain('sachbearbeiter');
});
