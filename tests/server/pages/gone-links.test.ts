/** A link that opens nothing: every kind has the same page, with what helps whoever has one of its kind. */
import { expect, test } from 'bun:test';
import { type AnyLinkKind, invalidLinkTitle, linkKinds, linkMs, linkPeriod } from '#domain/access-links';
import { keysOf } from '#domain/keys';
import { dayMs, minuteMs } from '#domain/time';
import { href, pages } from '#domain/urls';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { setApp } from '#tests/support/app';

const app = setApp();
const unknown = 'A'.repeat(43);

test('a link of each kind has the same page for all that open nothing, with its own help', async () => {
  const kinds = new Set<AnyLinkKind>();
  const paths = app.app.routes
    .filter(({ method, path }) => method === 'GET' && path.includes('/:token') && !path.startsWith('/api/'))
    .map(({ path }) => path);
  for (const path of paths) {
    const pagesOf = new Set<string>();
    for (const token of [unknown, unknown.replaceAll('A', 'B'), 'kurz']) {
      const response = await app.ask('GET', href(path as typeof pages.resume, { token }));
      expect([path, response.status]).toEqual([path, 404]);
      expectSecretive(response);
      pagesOf.add(await response.text());
    }
    // it does not tell why
    expect([path, pagesOf.size]).toEqual([path, 1]);
    const [html = ''] = pagesOf;
    expect(html).toContain(`>${invalidLinkTitle}</h1>`);
    const [kind, ...others] = keysOf(linkKinds).filter((one) => html.includes(linkKinds[one].help));
    expect([path, others]).toEqual([path, []]);
    if (!kind) throw new Error(`No help at ${path}.`);
    kinds.add(kind);
    const { next } = linkKinds[kind];
    if (next) expect(html).toContain(`<a href="${pages[next.page]}"`);
  }
  expect([...kinds].toSorted()).toEqual(keysOf(linkKinds).toSorted());
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
