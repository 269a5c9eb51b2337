/** A link that opens nothing: every kind has the same page, with what helps whoever has one of its kind. */
import { expect, test } from 'bun:test';
import { type AnyLinkKind, helpBeyond, invalidLinkTitle, linkMs, linkPeriod } from '#domain/access-links';
import { dayMs, minuteMs } from '#domain/time';
import { href, pages } from '#domain/urls';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { setApp } from '#tests/support/app';

const app = setApp();
const unknown = 'A'.repeat(43);

const paths: Record<AnyLinkKind, string> = {
  resume: pages.resume,
  status: pages.status,
  stop: pages.stopReminders,
  confirm: pages.confirmation,
  calls: pages.stopCalls,
  offer: pages.offerOf,
  privacy: pages.ownDataOf,
  withdrawal: pages.withdrawalReceipt,
};

test.each(Object.entries(paths))('a link of the kind %s', async (kind, path) => {
  const pagesOf = new Set<string>();
  for (const token of [unknown, unknown.replaceAll('A', 'B'), 'kurz']) {
    const response = await app.ask('GET', href(path as typeof pages.resume, { token }));
    expect(response.status).toBe(404);
    expectSecretive(response);
    pagesOf.add(await response.text());
  }
  // it does not tell why
  expect(pagesOf.size).toBe(1);
  const [html = ''] = pagesOf;
  const { help, next } = helpBeyond(kind as AnyLinkKind);
  expect(html).toContain(`>${invalidLinkTitle}</h1>`);
  expect(html).toContain(help);
  if (next) expect(html).toContain(`<a href="${pages[next.page]}"`);
});

test('a document of a withdrawal without one leads to the same page', async () => {
  const response = await app.ask('GET', href(pages.withdrawalDocument, { token: unknown }));
  expect([response.status, (await response.text()).includes(helpBeyond('withdrawal').help)]).toEqual([
    404,
    true,
  ]);
});

test.each<[AnyLinkKind, number, string]>([
  ['resume', 14 * dayMs, '14 Tage'],
  ['status', 180 * dayMs, '180 Tage'],
  ['stop', 180 * dayMs, '180 Tage'],
  ['confirm', 30 * dayMs, '30 Tage'],
  ['calls', 180 * dayMs, '180 Tage'],
  ['offer', 180 * dayMs, '180 Tage'],
  ['privacy', 60 * minuteMs, '60 Minuten'],
  ['withdrawal', 30 * dayMs, '30 Tage'],
])('one of the kind %s opens something for %d ms', (kind, ms, period) => {
  expect([linkMs(kind), linkPeriod(kind)]).toEqual([ms, period]);
});
