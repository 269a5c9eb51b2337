/** Each public form has a limit of its own: five a minute of a client, JSON and plain forms together. */
// ASVS 2.1.3, 2.3.2, 2.4.1
import { beforeAll, describe, expect, test } from 'bun:test';
import { setApp } from '#tests/support/app';
import { ownPage, postForm } from '#tests/support/forms';
import { answerOf } from '#tests/support/people';
import {
  type Form,
  type FormName,
  formNames,
  formsOf,
  refusedPages,
  type Sent,
  shownAs,
  textsOf,
} from './forms';
import { countRows, hour, limited, minute, newClient, refusalsOf } from './stage';

const app = setApp({ env: limited });
const refused = refusalsOf(app);
let forms: Record<FormName, Form>;
beforeAll(async () => {
  forms = await formsOf(app);
});

type Headers = Record<string, string>;
const sendJson = ({ path, fields = {} }: Sent, headers: Headers) =>
  app.ask('POST', path, { body: fields, headers });

const sendForm = ({ path, fields }: Sent, headers: Headers) =>
  postForm(app, path, textsOf(fields), { ...ownPage, ...headers });

/** Sends as many as are taken, at once, in both ways and from both addresses. */
async function fill({ next }: Form, { turn }: ReturnType<typeof newClient>) {
  const sent: Sent[] = [];
  for (let count = 0; count < 5; count += 1) sent.push(await next());
  const answers = sent.map((one, count) => (count % 2 ? sendForm : sendJson)(one, turn(count)));
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe.each(formNames)('%s', (name) => {
  test('is taken five times a minute in a network, whatever the way, and then again', async () => {
    const [form, client] = [forms[name], newClient()];
    await refused();
    expect(await fill(form, client)).not.toContain(429);
    const more = await form.next();
    const rows = await countRows(app);
    for (const send of [sendJson, sendForm])
      for (const headers of client.own) expect((await send(more, headers)).status).toBe(429);
    expect(await refused()).toEqual({ [name]: 4 });
    expect(await countRows(app)).toBe(rows);
    expect((await sendJson(await form.next(), client.stranger)).status).not.toBe(429);
    app.clock.now += (form.hourly ? hour : minute) - 1;
    expect((await sendJson(await form.next(), client.turn(0))).status).toBe(429);
    app.clock.now += 1;
    expect((await sendJson(await form.next(), client.turn(0))).status).not.toBe(429);
    expect(await refused()).toEqual({ [form.hourly ?? name]: 1 });
  });

  test('is refused with the notice of the form, as JSON or as a page that keeps the entries', async () => {
    const [form, client] = [forms[name], newClient()];
    await fill(form, client);
    app.clock.now += minute / 4;
    const notice = form.notices.tooMany(app.context.operator);
    const json = await answerOf(await sendJson(await form.next(), client.turn(0)));
    expect([json.status, json.body]).toEqual([429, { message: notice }]);
    const page = await sendForm(await form.next(), client.turn(0));
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(page.headers.getSetCookie()).toEqual([]);
    const { free, others = free, many = others } = refusedPages[name];
    expect(await shownAs(page.clone())).toBe(many);
    const html = await page.text();
    for (const text of [notice, form.keeps ?? '']) expect(html).toContain(text);
    for (const { headers } of [json, page]) expect(headers.get('retry-after')).toBe('45');
    expect(json.headers.get('cache-control')).toBe('no-store');
    // what a visitor typed is there again for who goes back
    expect(page.headers.get('cache-control')).toMatch(/^no-store$|^private, no-cache, max-age=0$/);
  });

  test('does not count what is refused for its entries or its link', async () => {
    const [form, client] = [forms[name], newClient()];
    for (let count = 0; count < 12; count += 1) {
      const { status } = await (count % 2 ? sendForm : sendJson)(form.free, client.turn(count));
      expect([404, 422]).toContain(status);
    }
    expect(await fill(form, client)).not.toContain(429);
  });
});
