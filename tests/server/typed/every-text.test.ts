/**
 * A day in which every text of every call has characters that nobody sees: each call is answered as without them, and
 * none of them is stored. A new call whose schema has a text is missing here until somebody sends it.
 */
import { describe, expect, spyOn, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { fileOf } from '#tests/server/features/backoffice/insurer/desk';
import { dictated } from '#tests/server/features/backoffice/preparations/call';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { callsOf } from '#tests/server/features/backoffice/tariffs/calls';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { anySign, signs, textsIn, withSigns } from './signs';

const office = setOffice();
const sent = new Set<string>();

type Known = { body?: { json?: object }; detail?: { requestBody?: unknown; parameters?: unknown } };

/** What a route takes: its body, and its query as an object. */
function schemasOf({ hooks }: { hooks?: unknown }) {
  const { body, detail } = (hooks ?? {}) as Known;
  const { requestBody, parameters = [] } = (detail ?? {}) as {
    requestBody?: { content: Record<string, { schema: object }> };
    parameters?: { name: string; schema: object }[];
  };
  return {
    body: body?.json ?? requestBody?.content['application/json']?.schema ?? {},
    query: { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) },
  };
}

const routes = () => office.app.app.routes.filter(({ path }) => path.startsWith('/api/'));

/** All texts of all calls, by call and path. `code`: is compared, and stored nowhere. */
function allTexts(): string[] {
  return routes().flatMap((route) => {
    const { body, query } = schemasOf(route);
    return (['body', 'query'] as const).flatMap((part) => {
      const schema = part === 'body' ? body : query;
      if (part === 'body' && !('properties' in schema)) return [];
      return textsIn(schema)
        .map(([path]) => `${route.method} ${route.path} ${part} ${path}`)
        .filter((text) => !/[ .]code$/.test(text));
    });
  });
}

type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: object; raw?: string };

/** Sends a call with signs in all of its texts; returns the body of its answer. */
async function send(method: string, path: string, given: Sent, by: 'staff' | 'admin' | 'visitor' = 'staff') {
  const route = routes().find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`There is no call ${method} ${path}.`);
  const { body, query } = schemasOf(route);
  const note = (part: string) => (text: string) => sent.add(`${method} ${path} ${part} ${text}`);
  const asked = withSigns(given.query ?? {}, new Map(textsIn(query)), note('query'));
  const at = path.replace(/:(\w+)/g, (_, name: string) => given.params?.[name] ?? '');
  const { token } = by === 'admin' ? office.antje : office.lukas;
  const response = await office.app.ask(method, `${at}?${new URLSearchParams(Object(asked))}`, {
    ...(given.body && { body: withSigns(given.body, new Map(textsIn(body)), note('body')) }),
    ...(given.raw && { raw: given.raw, type: 'text/csv' }),
    headers: by === 'visitor' ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  expect([method, path, response.ok ? '' : text]).toEqual([method, path, '']);
  expect(text).not.toMatch(anySign);
  return JSON.parse(text || '{}') as Record<string, string>;
}

/** An application whose texts all had signs, completed. */
async function applied(person = johanna, adviceWaiver = false): Promise<string> {
  const visitor = createVisitor(office.app);
  for (const key of setKeys) {
    const route = routes().find(({ method, path }) => method === 'POST' && path === api.set(key));
    if (!route) throw new Error(`There is no call for ${key}.`);
    const texts = new Map(textsIn(schemasOf(route).body));
    const body = withSigns(person[key], texts, (text) => sent.add(`POST ${api.set(key)} body ${text}`));
    expect(await visitor.save(key, body)).toMatchObject({ status: 201, body: person[key] });
  }
  const { id } = visitor;
  await office.app.ask('PUT', href(api.declarations, { id }), { body: { adviceWaiver } });
  expect((await visitor.complete()).status).toBe(200);
  return id;
}

const ids = () => ({ id: crypto.randomUUID() });

describe('with characters that nobody sees', () => {
  test('an application is made, advised, asked about and answered', async () => {
    const id = await applied();
    const params = { id };
    await send('POST', api.advice, { params, body: { ...ids(), wishes: 'Gelände', advice: 'Top\npasst' } });
    await send('POST', api.caseNotes, { params, body: { ...ids(), text: 'Ruft an\nab 17 Uhr' } });
    const letter = { subject: 'Eine Frage', body: 'Ist {pferd} gesund?' };
    await send('POST', api.casePreview, { params, body: { status: 'inquiry', ...letter } });
    const message = { ...ids(), ...letter };
    await send('PATCH', api.case, { params, body: { version: 1, status: 'inquiry', message } });
    const token = await tokenIn(office.app, 'case_inquiry', 'status');
    const answer = { params: { token }, body: { ...ids(), text: 'Ja,\nes ist.' } };
    await send('POST', api.answerStatus, answer, 'visitor');
    const { user } = office.lukas;
    const { version } = await send('GET', api.case, { params });
    const kept = { version, assigneeId: user.id, followUpOn: '2026-11-24', policyNumber: 'VS-77' };
    await send('PATCH', api.case, { params, body: kept });
    const other = await applied();
    const declined = { version: 1, status: 'declined', reason: 'Passt nicht zu uns', message };
    const refused = { ...declined, message: { ...message, ...ids() } };
    await send('PATCH', api.case, { params: { id: other }, body: refused });
    const third = await applied(kim);
    const changes = [{ assigneeId: user.id }, { followUpOn: '2026-11-24' }];
    for (const [index, change] of changes.entries())
      await send('POST', api.bulkCases, { body: { cases: [{ id: third, version: index + 1 }], ...change } });
    await send('POST', api.nextCase, { body: { skip: [] } });
    await send('GET', api.search, { query: { q: 'Lindenhof' } });
    const query = { q: 'Lindenhof', assignee: user.id, page: '1', pageSize: '5' };
    const found = await send('GET', api.cases, { query });
    expect(found).toMatchObject({ total: 1 });
  });

  test('somebody is called, and an application is prepared', async () => {
    const wish = { name: 'Johanna Sommer', phone: '0341 9627 100', email: 'johanna@post.example' };
    const body = { ...wish, preferredTime: 'am Abend', dataProcessingConsent: true };
    // as an address of a visitor, which no schema names
    const path = `${api.callbackRequests}?source=${encodeURIComponent(`${signs}me${signs}sse`)}`;
    const others = { body: { ...body, email: 'other@post.example' } };
    expect((await office.app.ask('POST', path, others)).status).toBe(201);
    const { id = '' } = await send('POST', api.callbackRequests, { body }, 'visitor');
    const params = { id };
    const call = { outcome: 'appointment', note: 'Wünscht Top', nextCallAt: '2026-11-24T08:00:00Z' };
    await send('POST', api.calls, { params, body: { ...ids(), ...call } });
    expect(await send('GET', api.staffCallbacks, { query: { source: 'messe' } })).toHaveLength(1);
    const { policyholder } = { policyholder: kim['policyholder-info'] };
    await send('POST', api.preparations, { body: { ...ids(), callbackId: id, ...dictated, policyholder } });
    await send('GET', api.preparations, { query: { page: '1', pageSize: '5' } });
  });

  test('an offer is asked for and sent, and withdrawals come in', async () => {
    const choice = { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'monthly' };
    const offer = { ...choice, email: 'jo@post.example', insuranceStartDate: '2026-12-01' };
    await send('POST', api.offers, { body: offer }, 'visitor');
    await send('POST', api.staffOffers, { body: { ...ids(), ...offer } });
    const query = { page: '1', pageSize: '5', q: 'jo@post', source: 'telefon' };
    expect(await send('GET', api.staffOffers, { query })).toMatchObject({ total: 1 });
    const declaration = { name: 'Johanna Sommer', email: 'jo@post.example', contract: 'VS-77' };
    const first = await send('POST', api.withdrawals, { body: declaration }, 'visitor');
    const another = { body: { ...declaration, contract: 'K-2' } };
    const second = await send('POST', api.withdrawals, another, 'visitor');
    const params = { id: String(first.id) };
    await send('POST', api.assignWithdrawal, { params, body: { applicationId: await applied() } });
    await send('POST', api.closeWithdrawal, { params, body: { outcome: 'late', note: 'Zu spät' } });
    const closing = { ids: [String(second.id)], outcome: 'late', note: 'Zu spät' };
    expect(await send('POST', api.closeWithdrawals, { body: closing })).toMatchObject({ closed: 1 });
    const found = await send('GET', api.staffWithdrawals, {
      query: { page: '1', pageSize: '5', q: 'jo@post' },
    });
    expect(found).toMatchObject({ total: 2 });
    await send('POST', api.privacyRequests, { body: { email: 'jo@post.example' } }, 'visitor');
    const person = { body: { email: 'jo@post.example' } };
    const { entries } = await send('POST', api.searchEvidence, person, 'admin');
    expect(entries?.length).toBeGreaterThan(0);
  });

  test('the insurer answers, and its file is read', async () => {
    const id = await applied(johanna, true);
    const transmitted = { status: 'transmitted' } as const;
    await office.app.db.write((tx) => tx.update(cases).set(transmitted).where(eq(cases.applicationId, id)));
    const handover = { ...ids(), applicationIds: [id], format: 'csv' };
    const file = await send('POST', api.handovers, { body: handover });
    const confirmed = { params: { id: String(file.id) }, body: { transmittedOn: '2026-11-20' } };
    await send('POST', api.confirmHandover, confirmed);
    await send('GET', api.handovers, { query: { page: '1', pageSize: '5' } });
    const cells = [id, 'VS-7', 'policiert', 'Alles gut', '20.11.2026'] as const;
    const shown = (texts: readonly string[]) =>
      texts.map((text) => `${text.slice(0, 2)}${signs}${text.slice(2)}${signs}`);
    const raw = fileOf([shown(cells) as never], shown(['Antrag', 'Police', 'Stand', 'Grund', 'Datum']));
    const query = { ...ids(), name: 'Antworten.csv' };
    const opened = await send('POST', api.returns, { query, raw });
    expect(opened).toMatchObject({ columns: ['Antrag', 'Police', 'Stand', 'Grund', 'Datum'], rows: [cells] });
    const places = { reference: 'Antrag', policyNumber: 'Police', status: 'Stand' };
    const mapping = { ...places, reason: 'Grund', date: 'Datum' };
    const { rows } = await send('POST', api.matchReturn, { params: { id: query.id }, body: { mapping } });
    expect(rows).toMatchObject([{ applicationId: id, policyNumber: 'VS-7', to: 'issued', problem: null }]);
    await send('GET', api.returns, { query: { page: '1', pageSize: '5' } });
    const body = { ...ids(), lines: [2], notify: false };
    const result = await send('POST', api.applyReturn, { params: { id: query.id }, body });
    expect(result).toMatchObject({ changed: 1 });
  });

  test('administrators add accounts and tariffs, and look things up', async () => {
    const { passwords } = office.app.context;
    spyOn(passwords, 'hash').mockResolvedValue('hash');
    spyOn(passwords, 'matches').mockResolvedValue(true);
    const account = { username: 'mira.yilmaz', password: 'lang-genug-2', email: 'mira@post.example' };
    const added = await send('POST', api.users, { body: account }, 'admin');
    expect(added).toMatchObject({ username: 'mira.yilmaz', email: 'mira@post.example' });
    const away = { awayUntil: '2026-11-24' };
    const params = { id: String(added.id) };
    expect(await send('PATCH', api.user, { params, body: away }, 'admin')).toMatchObject(away);
    expect(await send('PATCH', api.currentUser, { body: away })).toMatchObject(away);
    const { password } = account;
    await send('POST', api.login, { body: { username: 'mira.yilmaz', password } }, 'visitor');
    const benefits = [1, 2, 3].map((place) => [{ name: `Klinik ${place}`, beschreibung: 'Alle Kosten' }]);
    const draft = { benefits, validFrom: '2027-03-01' };
    const { id = '', version } = await send('POST', api.tariffVersions, { body: draft }, 'admin');
    await send('PUT', api.tariffVersion, { params: { id }, body: { version, ...draft } }, 'admin');
    expect(await callsOf(office.antje).find(id)).toMatchObject({ validFrom: '2027-03-01' });
    const pause = { state: 'paused', reason: 'Umzug', resumeOn: '2099-01-02', currentPassword: password };
    await send('PUT', api.siteState, { body: pause }, 'admin');
    await setState(office.app, { state: 'live' });
    const period = { from: '2026-11-01', to: '2026-11-20', source: 'messe' };
    await send('GET', api.insights, { query: period }, 'admin');
    for (const path of [api.emailLogs, api.auditLog])
      await send('GET', path, { query: { page: '1', pageSize: '5' } }, 'admin');
  });

  test('an address that fills a form is read', async () => {
    const number = encodeURIComponent(`${signs}SF-2026${signs}1120-7KQ4M2XW9C${signs}`);
    const page = await (await office.app.ask('GET', `${pages.withdrawal}?antrag=${number}`)).text();
    expect(page).toContain('value="SF-20261120-7KQ4M2XW9C"');
  });
});

test('no call has another text', () => {
  const missing = allTexts().filter((text) => !sent.has(text));
  expect(missing).toEqual([]);
  expect(sent.size).toBeGreaterThan(80);
});

test('none of the characters is stored', async () => {
  const { read } = office.app.db;
  const tables = await read.all<{ name: string }>(sql`select name from sqlite_schema where type = 'table'`);
  const found: string[] = [];
  let texts = 0;
  for (const { name } of tables) {
    for (const row of await read.all<Record<string, unknown>>(sql.raw(`select * from "${name}"`))) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string') continue;
        texts += 1;
        if (anySign.test(value)) found.push(`${name}.${column}: ${JSON.stringify(value)}`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(texts).toBeGreaterThan(1_000);
});
