/**
 * Random bodies for the API calls that accept one: each is accepted completely or refused with a message, and accepted
 * values come back unchanged.
 */
import { expect, spyOn } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { Enum, Object as ObjectType, type TObject } from 'typebox';
import { callbackRequests } from '#db/schema/desk';
import { users } from '#db/schema/staff';
import { login, newUser, passwordChange, shortestPassword } from '#domain/accounts/user';
import { setSchema } from '#domain/application';
import { bulkDelete, reminderRequest } from '#domain/applications/staff';
import { callbackRequest } from '#domain/callbacks/request';
import { sourceOf } from '#domain/fields';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { seen } from '#tests/domain/seen';
import { openOffice, type Staff } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { bodies } from './properties-bodies';

/** Fixed, because of others too few bodies may be valid. */
const seed = 20_261_121;
const today = '2026-11-20';
const tally = { thousands: 0, cases: 0, taken: 0 };
const internals =
  /sqlite|libsql|drizzle|insert into|select "|update "|node_modules|\.tsx?:\d|\berror:|\bat \w+ \(|stack|\[object|undefined|typebox/i;

type Taken = { status: number; body: Record<string, unknown>; headers: Headers };

/** Runs `share` (of 1000) of the cases; `send` returns the response to one body, `kept` checks what was stored. */
async function holds(
  share: number,
  schema: TObject,
  allowed: number[],
  send: (raw: string) => Promise<Response>,
  kept: (given: Record<string, unknown>, taken: Taken) => Promise<void> = async () => {},
) {
  const property = fc.asyncProperty(bodies(schema), async (raw) => {
    const response = await send(raw);
    const text = await response.text();
    tally.cases += 1;
    expect(allowed).toContain(response.status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = JSON.parse(text) as Record<string, unknown>;
    if (response.ok) {
      tally.taken += 1;
      return await kept(JSON.parse(raw), { status: response.status, body, headers: response.headers });
    }
    expect(body.message).toMatch(/\S/);
    expect(text).not.toMatch(internals);
    if (response.status === 422) expectFieldErrors(schema, body);
  });
  await fc.assert(property, { seed, numRuns: Math.round(share * tally.thousands) });
}

function expectFieldErrors(schema: TObject, { errors = [] }: { errors?: unknown }) {
  const named = errors as { path: string; message: string }[];
  const paths = named.map(({ path }) => path);
  expect([...Object.keys(schema.properties), 'id']).toEqual(expect.arrayContaining(paths));
  expect(new Set(paths).size).toBe(paths.length);
  for (const { message } of named) expect(message).toMatch(/\S/);
}

/** The value that must come back (docs/product.md, "Field rules"). */
function asStored(name: string, value: unknown): unknown {
  if (name === 'iban' || name === 'bic') return seen(String(value)).replace(/\s/gu, '').toUpperCase();
  return typeof value === 'string' ? seen(value) : value;
}

/** Stored texts keep the joiners that they need. */
function asSeen(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, typeof value === 'string' ? seen(value) : value]),
  );
}

const missing: Record<string, unknown> = { chipNumber: null, paymentFrequency: 'monthly' };

/** The fields of a schema as they must come back. */
function expected(schema: TObject, given: Record<string, unknown>) {
  // a consent that was not given is not in the response
  const names = Object.keys(schema.properties).filter(
    (name) => name !== 'reminderConsent' || given[name] === true,
  );
  return Object.fromEntries(
    names.map((name) => {
      const value = given[name] ?? missing[name] ?? null;
      return [name, name === 'chipNumber' && asStored(name, value) === '' ? null : asStored(name, value)];
    }),
  );
}

const priced = { monthlyPremium: expect.any(Number), annualPremium: expect.any(Number) };

async function dataSets(app: TestApp, key: SetKey) {
  const schema = setSchema(key, today);
  let id = '';
  const send = (raw: string) => {
    id = crypto.randomUUID();
    return app.ask('POST', href(api.set(key), { id }), { raw });
  };
  await holds(130, schema, [201, 400, 422], send, async (given, { body, headers }) => {
    const more = key === 'tariff-selection' ? priced : {};
    const ids = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), applicationId: id };
    expect(asSeen(body)).toEqual({ ...expected(schema, given), ...more, ...ids });
    expect(body.id).not.toBe(given.id);
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const read = await app.ask('GET', href(api.set(key), { id }), { headers: { cookie } });
    expect(await read.json()).toEqual(body);
    const application = await (await app.ask('GET', href(api.application, { id }))).json();
    expect(application).toMatchObject({ id, completed: false, currentStep: 1 });
  });
}

async function stepAndCompletion(app: TestApp) {
  const id = crypto.randomUUID();
  const body = { tariffType: 'top', selfParticipation: 250 };
  await app.ask('POST', href(api.set('tariff-selection'), { id }), { body });
  const step = ObjectType({ step: Enum([1, 2, 3, 4, 5, 6]) });
  await holds(
    60,
    step,
    [200, 400, 422],
    (raw) => app.ask('PUT', href(api.step, { id }), { raw }),
    async (given, taken) => {
      expect(taken.body).toMatchObject({ id, currentStep: given.step, completed: false });
    },
  );
  // any object means the same as none, and data sets are missing
  await holds(30, step, [400, 422], (raw) => app.ask('PUT', href(api.complete, { id }), { raw }));
}

async function callbacks(app: TestApp) {
  const source = fc.sample(fc.string({ unit: 'binary', maxLength: 120 }), { seed, numRuns: 50 });
  let turn = 0;
  let from = '';
  const send = (raw: string) => {
    from = source[turn++ % source.length] ?? '';
    return app.ask('POST', `${api.callbackRequests}?source=${encodeURIComponent(from)}`, { raw });
  };
  await holds(90, callbackRequest, [201, 400, 422], send, async (given, { body }) => {
    expect(Object.keys(body)).toEqual(['id']);
    const [row] = await app.db.read
      .select()
      .from(callbackRequests)
      .where(eq(callbackRequests.id, String(body.id)));
    const { dataProcessingConsent: _, preferredTime, ...fields } = expected(callbackRequest, given);
    expect(asSeen(row ?? {})).toMatchObject({
      ...fields,
      processedAt: null,
      createdAt: app.clock.now,
      message: null,
    });
    expect(seen(row?.preferredTime ?? '')).toBe(String(preferredTime ?? ''));
    expect(row?.source).toBe(sourceOf(from) ?? 'website');
  });
}

async function accounts(app: TestApp, antje: Staff) {
  const headers = { authorization: `Bearer ${antje.token}` };
  const asStaff = (method: string, path: string) => (raw: string) => app.ask(method, path, { raw, headers });
  await holds(
    50,
    newUser(shortestPassword),
    [201, 400, 409, 422],
    asStaff('POST', api.users),
    async (given, { body }) => {
      const [row] = await app.db.read
        .select()
        .from(users)
        .where(eq(users.id, String(body.id)));
      const { username, email, role } = expected(newUser(shortestPassword), given);
      const visible = { username, email: email || null, role: role ?? 'sachbearbeiter' };
      expect(row).toMatchObject({ ...visible, passwordByAdmin: true, createdAt: app.clock.now });
      const createdAt = new Date(app.clock.now).toISOString();
      const usual = { secondFactor: false, awayUntil: null };
      expect(body).toEqual({ id: row?.id ?? '', ...visible, ...usual, createdAt });
    },
  );
  await holds(40, login, [400, 401, 422], (raw) => app.ask('POST', api.login, { raw }));
  await holds(30, passwordChange(shortestPassword), [400, 422], asStaff('POST', api.changePassword));
  await holds(25, bulkDelete, [200, 400, 422], asStaff('POST', api.bulkDelete), async (_, { body }) => {
    expect(body).toEqual({ deletedCount: 0 });
  });
  const path = href(api.resendReminder, { id: crypto.randomUUID() });
  await holds(25, reminderRequest, [400, 404, 422], asStaff('POST', path));
}

/** In the application of this test alone. */
export async function proveBodies(thousands: number): Promise<void> {
  Object.assign(tally, { thousands, cases: 0, taken: 0 });
  const { app, antje } = await openOffice();
  // real hashes would only cost time here; of this application only, because others share `Bun.password`
  spyOn(app.context.passwords, 'hash').mockImplementation(async (password) => `hash of ${password}`);
  spyOn(app.context.passwords, 'matches').mockResolvedValue(false);
  for (const key of setKeys) await dataSets(app, key);
  await stepAndCompletion(app);
  await callbacks(app);
  await accounts(app, antje);
  expect(app.logged).toEqual([]);
  expect(tally.cases).toBeGreaterThanOrEqual(1000 * thousands);
  // without enough valid bodies this would prove little
  expect(tally.taken / tally.cases).toBeGreaterThan(0.2);
}
