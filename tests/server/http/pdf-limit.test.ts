/** The PDFs that visitors have drawn. */
// ASVS 2.1.3, 2.3.2
import { expect, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { confirmed } from '#tests/server/features/withdrawals/declaration';
import { startApp } from '#tests/support/app';

const minute = 60_000;
const from = (address: string) => ({ 'x-forwarded-for': address });

test('ten a minute are drawn for a link, and ten for a client', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' } });
  const path = `${await confirmed(app)}/bestaetigung.pdf`;
  const ask = async (address: string, asked = path) =>
    (await app.ask('GET', asked, { headers: from(address) })).status;
  const many = async (count: number, address: string, asked = path) =>
    await Promise.all(Array.from({ length: count }, () => ask(address, asked)));
  expect(await many(11, '203.0.113.1')).toEqual([...Array(10).fill(200), 429]);
  // the link is used up for everybody
  expect(await ask('203.0.113.2')).toBe(429);
  // the status PDF is one of them, whether the link opens anything or not
  const unknown = href(api.statusDocument, { token: 'x'.repeat(43) });
  expect(await ask('203.0.113.1', unknown)).toBe(429);
  expect(await many(11, '203.0.113.3', unknown)).toEqual([...Array(10).fill(404), 429]);
  app.clock.now += minute;
  expect(await ask('203.0.113.1')).toBe(200);
});

test('one too many gets the small page', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  const path = href(pages.withdrawalDocument, { token: 'x'.repeat(43) });
  for (let count = 0; count < 10; count += 1) await app.ask('GET', path);
  const refused = await app.ask('GET', path);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
  expect(await refused.text()).toContain('Bitte haben Sie einen Moment Geduld');
});
