/** The author cookie, behind https and without. */
// ASVS 3.3.1, 3.3.3
import { expect, test } from 'bun:test';
import { startApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';

const bank = johanna['sepa-mandate'];
const https = { NODE_ENV: 'production', PUBLIC_URL: 'https://pferd.example' };

const ofHttps =
  /^__Host-application_author=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/;
const ofHttp = /^application_author=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/;

test.each<[string, Record<string, string>, RegExp]>([
  ['https', https, ofHttps],
  ['an address in capitals', { ...https, PUBLIC_URL: 'HTTPS://pferd.example' }, /^__Host-.+; Secure$/],
  ['http', { NODE_ENV: 'production' }, ofHttp],
  ['development', { ...https, NODE_ENV: 'development' }, /^application_author=/],
])('a browser keeps the author cookie as tightly as it can: %s', async (_, env, wanted) => {
  const app = await startApp({ env });
  const path = `/api/applications/${crypto.randomUUID()}/horse-data`;
  const response = await app.ask('POST', path, { body: johanna['horse-data'] });
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(wanted)]);
});

test('behind https the author reads the bank data, and a cookie of a subdomain makes nobody the author', async () => {
  const app = await startApp({ env: https });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  expect((await visitor.read('sepa-mandate')).body.iban).toBe(bank.iban);
  const [[name = '', token = ''] = []] = [...visitor.jar];
  expect(name).toBe('__Host-application_author');
  const planted = createVisitor(app, visitor.id);
  planted.jar.set('application_author', token);
  expect((await planted.read('sepa-mandate')).body.iban).toBe('');
  // who saves then is a new author, not the planted one
  await planted.save('sepa-mandate', bank);
  expect(planted.jar.get('__Host-application_author')).not.toBe(token);
});
