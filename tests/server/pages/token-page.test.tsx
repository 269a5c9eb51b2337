/** What every form and every page behind a link has from `publicForm` and `tokenPage`. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { Enum, Integer, Object as ObjectType, Optional } from 'typebox';
import { DatabaseUnavailable } from '#db/driver/errors';
import { consent, optionalConsent, optionalText } from '#domain/fields';
import { emailRule } from '#domain/people';
import { errorResponses } from '#server/app';
import { rateLimit } from '#server/http/limits/rate-limit';
import { fields, nothing, type Refused, siteOf } from '#server/pages/public-form';
import { errorPages } from '#server/pages/render.tsx';
import { gone, tokenPage } from '#server/pages/token-page';
import { refusals } from '#server/refusal';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { noAssets, setApp } from '#tests/support/app';
import { answerOf } from '#tests/support/people';

const app = setApp();
const rules = ObjectType({
  email: emailRule,
  age: Optional(Integer({ errorMessage: 'Bitte prüfen Sie das Alter' })),
  level: Optional(Enum([250, 500], { errorMessage: 'Bitte wählen Sie' })),
  note: optionalText(),
  agreed: consent('Bitte stimmen Sie zu'),
  reminded: optionalConsent(),
});
const valid = { email: 'a@b.example', agreed: 'on' };
const steps: string[] = [];
let taken: unknown;
let site: Elysia;

beforeAll(() => {
  const { context } = app;
  const limit = rateLimit(context, { name: 'toys', limit: 9, windowMs: 1 });
  const { form, ...rest } = siteOf(context, noAssets, limit);
  const kind = (name: string) => form({ name, event: 'toy_broken' });
  const opened = (token: string) => {
    steps.push('link');
    if (token === 'voll') throw refusals.tooMany(7);
    if (token !== 'offen') throw gone();
  };
  const said = ({ note }: { note: string }, { notice, errors }: Refused) =>
    [note, notice, ...errors.map(({ path, message }) => `${path}: ${message}`)].join('|');
  const page = tokenPage<{ news?: string }, { note: string }>(
    { form, ...rest },
    {
      kind: 'status',
      path: '/spiel/:token',
      title: 'Spiel',
      read: async (token) => {
        if (token === 'voll') throw new DatabaseUnavailable('busy');
        return /^(offen|neu)$/.test(token) ? { news: token === 'neu' ? 'Neues' : undefined } : null;
      },
      show: ({ news }, { token, again }) => ({
        news,
        body: <p>{again ? said(again.entries, again.refused) : token}</p>,
      }),
      forms: (add) => [
        add({
          form: kind('toy'),
          path: '/api/spiel/:token',
          docs: { tag: 'Spiel', summary: 'Spielen' },
          takes: fields(context, () => rules),
          act: async ({ params, input, count }) => {
            opened(params.token);
            taken = input();
            steps.push('input');
            await count();
          },
          json: () => [201, { message: 'Gespielt' }],
          plain: (_, { params: { token } }) => `/spiel/${token}`,
          cookie: () => 'spiel=1',
        }),
        add({
          form: kind('button'),
          path: '/api/spiel/:token/ende',
          takes: nothing,
          act: async ({ params: { token } }) => {
            opened(token);
            throw refusals.conflict('Das Spiel läuft noch.');
          },
          json: () => [200, null],
          plain: () => '/',
        }),
      ],
    },
  );
  site = new Elysia()
    .use(errorResponses(context, errorPages(context, noAssets)))
    .use(page) as unknown as Elysia;
});

const send = (path: string, init: RequestInit = {}) =>
  site.handle(new Request(`http://localhost${path}`, init));
const post = (path: string, texts: Record<string, string>) =>
  send(path, { method: 'POST', body: new URLSearchParams(texts) });
const postJson = (path: string, body: object) =>
  send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const titleOf = (html: string) => html.match(/<title>(.*?) \| /)?.[1];

describe('a plain form', () => {
  test.each([
    ['nothing more', {}, {}],
    ['numbers', { age: ' 12 ', level: '500' }, { age: 12, level: 500 }],
    ['blanks', { age: '', level: '  ', note: ' ' }, {}],
    ['digits of a text', { note: '12' }, { note: '12' }],
    ['a box', { reminded: 'on' }, { reminded: true }],
    ['a box that is not ticked', { reminded: 'true', more: 'x' }, {}],
  ])('is taken as the JSON that it stands for: %s', async (_, more, read) => {
    const answer = await post('/api/spiel/offen', { ...valid, ...more });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/spiel/offen']);
    expect(answer.headers.getSetCookie()).toEqual(['spiel=1']);
    expectSecretive(answer);
    expect(taken).toEqual({ email: 'a@b.example', agreed: true, ...read });
    const json = await postJson('/api/spiel/offen', { email: 'a@b.example', agreed: true, ...read });
    expect([json.status, json.headers.getSetCookie()]).toEqual([201, ['spiel=1']]);
    expect(taken).toEqual({ email: 'a@b.example', agreed: true, ...read });
  });

  test('that is refused is shown again on its page, with what was typed and without a cookie', async () => {
    const answer = await post('/api/spiel/offen', { age: 'alt', note: ' kurz' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []]);
    expectSecretive(answer);
    const html = await answer.text();
    expect(titleOf(html)).toBe('Fehler: Spiel');
    expect(html).toContain(' kurz||email: ');
    expect(html).toContain('|age: Bitte prüfen Sie das Alter|agreed: Bitte stimmen Sie zu<');
    const { body } = await answerOf(await postJson('/api/spiel/offen', { age: 'alt', note: ' kurz' }));
    expect(body).toMatchObject({ errors: [{ path: 'email' }, { path: 'age' }, { path: 'agreed' }] });
  });

  test('of a link that opens nothing is refused before it is checked, with the page of its kind', async () => {
    steps.length = 0;
    const answer = await post('/api/spiel/zu', {});
    expect([answer.status, titleOf(await answer.text())]).toEqual([404, 'Dieser Link ist nicht mehr gültig']);
    expect(steps).toEqual(['link']);
  });

  test('of one who asks too often says so although its page cannot be read', async () => {
    const answer = await post('/api/spiel/voll', {});
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    expect(titleOf(await answer.text())).toBe('Fehler');
  });

  test('that is a button says why it did nothing', async () => {
    const html = await (await post('/api/spiel/offen/ende', {})).text();
    expect(titleOf(html)).toBe('Fehler');
    expect(html).toContain('Das Spiel läuft noch.');
  });
});

test('its address leads a browser back to the page, and is nothing for a program', async () => {
  const back = await send('/api/spiel/offen/ende', { headers: { accept: 'text/html,*/*' } });
  expect([back.status, back.headers.get('location')]).toEqual([303, '/spiel/offen']);
  expect((await send('/api/spiel/offen')).status).toBe(404);
});

test.each([
  ['offen', 200, 'Spiel'],
  ['neu', 200, 'Neues: Spiel'],
  ['zu', 404, 'Dieser Link ist nicht mehr gültig'],
])('the page of the link %s', async (token, status, title) => {
  const answer = await send(`/spiel/${token}`);
  expect([answer.status, titleOf(await answer.clone().text())]).toEqual([status, title]);
  expectSecretive(answer);
});
