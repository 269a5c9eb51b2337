/** What a public form answers that is refused for no entry of its own: its words, and what was typed is still there. */
// ASVS 1.1.2, 1.2.1, 16.3.4
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { DatabaseUnavailable } from '#db/driver/errors';
import { setApp } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { answerOf } from '#tests/support/people';
import {
  type Form,
  type FormName,
  formNames,
  formsOf,
  gone,
  refusedPages,
  type Sent,
  shownAs,
  textsOf,
} from './limits/forms';
import { countRows } from './limits/stage';

const app = setApp();
let forms: Record<FormName, Form>;
beforeAll(async () => {
  forms = await formsOf(app);
});
afterEach(() => {
  app.context.db = app.db;
  app.logged.length = 0;
});

const readAgain: FormName[] = ['confirmation', 'status-answer', 'privacy-erasing'];
const unavailable = () => {
  throw new DatabaseUnavailable('busy');
};

describe.each(formNames)('%s', (name) => {
  test.each([
    ['an unavailable database', new DatabaseUnavailable('busy'), 0],
    ['a bug', new TypeError('Johanna Sommer'), 1],
    ['a sender who breaks off', new DOMException('The client left.', 'AbortError'), 0],
  ])('is refused with its notice because of %s, and logs nobody', async (_, error, lines) => {
    const { next, notices, keeps = '' } = forms[name];
    const { path, fields } = await next();
    const rows = await countRows(app);
    const notice = notices.unavailable(app.context.operator);
    app.context.db = { ...app.db, write: () => Promise.reject(error) };
    const json = await answerOf(await app.ask('POST', path, { body: fields ?? {} }));
    expect([json.status, json.body]).toEqual([503, { message: notice }]);
    const page = await postForm(app, path, textsOf(fields));
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    const html = await page.text();
    for (const text of [notice, keeps]) expect(html).toContain(text);
    for (const { headers } of [json, page]) expect(headers.get('retry-after')).toBe('5');
    expect(await countRows(app)).toBe(rows);
    expect(app.logged).toHaveLength(2 * lines);
    expect(app.logged.join('\n')).not.toMatch(/johanna|sommer|@/i);
  });

  test('that is too large is refused with its notice, and shows no foreign entries', async () => {
    const { next, notices } = forms[name];
    const { path, fields } = await next();
    const page = await postForm(app, path, { ...textsOf(fields), name: 'x'.repeat(70_000) });
    expect(page.status).toBe(413);
    const html = await page.text();
    expect(html).toContain(notices.tooLarge(app.context.operator));
    // three letters may stand in a token
    expect(html).not.toContain('x'.repeat(20));
  });

  test('is refused with its page or as JSON, whatever the reason, and with the same headers', async () => {
    const { next, free } = forms[name];
    const pages = refusedPages[name];
    const json = name === 'callback' ? 'JSON (quiet, open)' : 'JSON (quiet)';
    const shown = async ({ path, fields }: Sent, more = {}) => {
      const answers = [
        await app.ask('POST', path, { body: { ...fields, ...more } }),
        await postForm(app, path, { ...textsOf(fields), ...more }),
      ];
      const statuses = answers.map(({ status }) => status);
      expect(new Set(statuses).size).toBe(1);
      return [statuses[0], ...(await Promise.all(answers.map(shownAs)))];
    };
    const status = pages.free === gone ? 404 : 422;
    expect(await shown(free)).toEqual([status, json, pages.free]);
    const page = pages.others ?? pages.free;
    expect(await shown(await next(), { more: 'x'.repeat(70_000) })).toEqual([413, json, page]);
    const sent = await next();
    app.context.db = { ...app.db, write: () => Promise.reject(new DatabaseUnavailable('busy')) };
    expect(await shown(sent)).toEqual([503, json, page]);
    // and what it says cannot be read again
    app.context.db = { ...app.context.db, fresh: new Proxy(app.db.fresh, { get: unavailable }) };
    const [, , small] = await shown(sent);
    expect(small).toBe(readAgain.includes(name) ? refusedPages['access-link'].free : page);
  });

  test('shows markup in its entries as text', async () => {
    const { next, keeps } = forms[name];
    const { path, fields } = await next();
    const nasty = '"><script>alert(1)</script>';
    const texts = Object.entries(textsOf(fields)).map(([field]) => [field, nasty]);
    const query = texts.length === 0 ? '' : '?source=%22%3E%3Cscript%3E';
    const html = await (await postForm(app, path + query, Object.fromEntries(texts))).text();
    expect(html).not.toContain('<script>');
    if (keeps) expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('alert(1)</script>');
  });
});
