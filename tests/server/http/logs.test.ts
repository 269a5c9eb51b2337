/** What a call sends is in no log line, whatever becomes of it. `process/canary-logs` has failures of database and mail. */
// ASVS 14.2.4, 16.2.4
import { expect, test } from 'bun:test';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { questionKeys } from '#domain/precheck';
import { pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { schema } from '#tests/support/schema';
import { until } from '#tests/support/until';
import { formNames, formsOf, textsOf } from './limits/forms';

const app = setApp({ env: { LOG_LEVEL: 'debug', TRUST_PROXY: 'true' } });
const canary = 'kanari-vogel';
const plain = 'application/x-www-form-urlencoded';
const headers = {
  authorization: `Bearer ${canary}`,
  cookie: `application_author=${canary}; device=${canary}; ${canary}=1`,
  referer: `http://localhost/${canary}`,
  'user-agent': canary,
  'x-forwarded-for': '203.0.113.77',
};

/** The lines about calls since this function was called before. A call is logged after its response. */
async function linesOf(calls: number): Promise<string[]> {
  await until(() => app.logged.length >= calls);
  return app.logged.splice(0);
}

test('of every route, a line names the pattern alone, not what stands in address, headers or body', async () => {
  const names = new Set<string>();
  let calls = 0;
  for (const { method, path } of app.app.routes) {
    const address = `${path.replace(/:\w+|\*/g, canary)}?${canary}=${canary}`;
    const sent =
      method === 'GET'
        ? [{}]
        : [{ body: { [canary]: canary } }, { raw: `name=${canary}`, type: plain }, { raw: canary }];
    for (const one of sent) {
      const response = await app.ask(method === 'ALL' ? 'POST' : method, address, { ...one, headers });
      await response.text();
      calls += 1;
    }
    names.add(path);
  }
  const lines = await linesOf(calls);
  expect(lines.filter((line) => line.includes(canary) || line.includes('203.0.113'))).toEqual([]);
  for (const route of [
    '/api/places/:zipCode',
    '/api/email-domains/:domain',
    '/status/:token',
    '/vorpruefung',
  ])
    expect([route, lines.some((line) => line.includes(`"${route}"`))]).toEqual([route, true]);
  expect(names.size).toBeGreaterThan(100);
});

test('of every public form, taken or refused, a line says nothing of its entries and its link', async () => {
  const forms = await formsOf(app);
  app.logged.length = 0;
  const said: string[] = [];
  let calls = 0;
  for (const name of formNames)
    for (const one of [await forms[name].next(), forms[name].free, { ...forms[name].free, fields: {} }]) {
      const texts = textsOf(one.fields);
      await (await app.ask('POST', one.path, { body: one.fields ?? {} })).text();
      await (await postForm(app, one.path, texts)).text();
      calls += 2;
      said.push(...Object.values(texts), ...one.path.split('/'));
    }
  const secrets = [...new Set(said)].filter((text) => text.length > 20 || /[@\s]/.test(text));
  const lines = await linesOf(calls);
  expect(secrets.length).toBeGreaterThan(10);
  expect(lines.filter((line) => /sommer|johanna|@/i.test(line))).toEqual([]);
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

test('of the pre-check and of a bill, nothing is stored and no line says what was answered', async () => {
  const tables = Object.values(schema).filter((one) => one instanceof SQLiteTable);
  const rows = () => Promise.all(tables.map((table) => app.db.read.select().from(table)));
  const before = await rows();
  app.logged.length = 0;
  app.woken.count = 0;
  const answers = Object.fromEntries(questionKeys.map((key) => [key, 'no']));
  const operated = { operation: 'yes', operationDay: '2025-07-11' };
  for (const sent of [{ ...answers, ...operated }, operated]) await postForm(app, pages.precheck, sent);
  for (const bill of ['12345', 'zwölftausend'])
    await app.ask('GET', `${pages.whatIsLeft}?bill=${bill}&rate=2.5&emergency=yes&days=17&deductible=250`);
  const lines = await linesOf(4);
  expect(lines.filter((line) => /2025|yes|operation|12345|zw|bill|deductible/.test(line))).toEqual([]);
  expect([await rows(), app.woken.count]).toEqual([before, 0]);
});
