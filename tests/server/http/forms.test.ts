/** What every public form refuses. A new one is in these tables by its route. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { callbackRequests } from '#db/schema/desk';
import { offers, withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { api, pages } from '#domain/urls';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { setApp } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { gone, refusedPages, shownAs } from './limits/forms';

const app = setApp();
const root = join(import.meta.dir, '../../..');
const form = { raw: 'nichts=', type: 'application/x-www-form-urlencoded' };
const ofStaff = /^\/api\/(?:backoffice|auth)\//;
const withFields: string[] = [api.callbackRequests, api.withdrawals, api.privacyRequests, api.offers];

/** All calls of the API that take a plain form from anybody. */
async function forms(): Promise<string[]> {
  const routes = app.app.routes.filter(({ method, path }) => method === 'POST' && !ofStaff.test(path));
  const paths = routes.map(({ path }) =>
    path.replace(':id', crypto.randomUUID()).replace(':token', 'x'.repeat(43)),
  );
  const taken: string[] = [];
  for (const path of paths)
    if (path.startsWith('/api/') && (await app.ask('POST', path, form)).status !== 415) taken.push(path);
  return taken;
}

const stored = () =>
  Promise.all(
    [callbackRequests, offers, withdrawals, outbox].map((table) => app.db.read.select().from(table)),
  );

async function expectRefusals(paths: string[], sent: object, status: number) {
  const before = await stored();
  for (const path of paths) {
    const answer = await answerOf(await app.ask('POST', path, sent));
    expect({ path, ...answer }).toMatchObject({ path, status, body: { message: sentence } });
    if (path !== api.callbackRequests) expectSecretive(answer);
  }
  expect([await stored(), app.woken.count]).toEqual([before, 0]);
}

test.each([
  ['broken JSON', { raw: '{' }, 400],
  ['a form of another kind', { raw: 'name=a', type: 'multipart/form-data; boundary=a' }, 415],
  ['plain text', { raw: '{}', type: 'text/plain' }, 415],
  ['too much', { raw: JSON.stringify({ more: 'x'.repeat(65_536) }) }, 413],
])('every form refuses %s', async (_, sent, status) => {
  const paths = await forms();
  expect(paths.length).toBeGreaterThanOrEqual(14);
  expect(paths).toEqual(expect.arrayContaining(withFields));
  await expectRefusals(paths, sent, status);
});

test.each([
  ['no body', {}],
  ['null', { raw: 'null' }],
  ['a list', { raw: '[]' }],
  ['no object', { raw: '"name"' }],
])('every form with fields refuses %s', async (_, sent) => {
  await expectRefusals(withFields, sent, 422);
});

test('"Back" to a refused form shows it again; a link that opens nothing is stored nowhere', async () => {
  const paths = [...(await forms()), pages.precheck];
  const shown = await Promise.all(
    paths.map(async (path) => {
      const answer = await app.ask('POST', path, form);
      return [path, answer.status, await shownAs(answer)];
    }),
  );
  const refused: Record<string, string> = {
    [api.callbackRequests]: refusedPages.callback.free,
    [api.withdrawals]: refusedPages.withdrawal.free,
    [api.privacyRequests]: refusedPages.privacy.free,
    [api.offers]: refusedPages.offer.free,
    [pages.precheck]: 'Fehler: Passt mein Pferd? (typed, open)',
  };
  expect(shown).toEqual(
    paths.map((path) => {
      const page = refused[path];
      if (page) return [path, 422, page];
      // it does not tell whether there is an application
      return /\/link$/.test(path) ? [path, 303, 'JSON (quiet)'] : [path, 404, gone];
    }),
  );
});

describe('a link inside a form opens another tab, because of a page that is not stored nothing typed comes back', () => {
  const linksIn = (text: string) =>
    [...text.matchAll(/<(PlainForm|form)\b.*?<\/\1>/gs)].flatMap(([one]) => one.match(/<a\s[^>]*>/g) ?? []);
  const leaving = (text: string) =>
    linksIn(text).filter((link) => !/target="_blank"|href="(#|tel:)|href=\{`#/.test(link));

  test('on all pages that anybody opens, and that are shown again', async () => {
    const open = [pages.home, pages.offer, pages.withdrawal, pages.ownData, pages.precheck, pages.whatIsLeft];
    const asked = [...open, `${pages.home}?source=messe`, `${pages.whatIsLeft}?bill=1`];
    const shown = [
      ...asked.map((path) => app.ask('GET', path)),
      ...[...withFields, pages.precheck].map((path) => app.ask('POST', path, form)),
    ];
    const texts = await Promise.all(shown.map(async (response) => (await response).text()));
    expect(texts.flatMap(leaving)).toEqual([]);
    expect(texts.flatMap(linksIn).filter((link) => link.includes(pages.privacy)).length).toBeGreaterThan(8);
  });

  test('also behind links of mails', async () => {
    const sources = [...new Glob('web/{site,islands}/**/*.tsx').scanSync(root)];
    const texts = await Promise.all(sources.map((path) => Bun.file(join(root, path)).text()));
    expect(texts.filter((text) => /<(PlainForm|form)\b/.test(text)).length).toBeGreaterThan(8);
    expect(texts.flatMap(leaving)).toEqual([]);
  });
});

test('no form can be read by what is no browser', async () => {
  for (const path of await forms()) expect([path, (await app.ask('GET', path)).status]).toEqual([path, 404]);
});
