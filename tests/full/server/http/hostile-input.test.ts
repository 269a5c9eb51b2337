/** No input of 15 KB keeps the server busy: the time of every parser grows only with the length. */
// ASVS 15.1.3, 15.2.2
import { expect, test } from 'bun:test';
import { login, newUser, passwordChange, shortestPassword } from '#domain/accounts/user';
import { setSchema } from '#domain/application';
import { callbackRequest } from '#domain/callbacks/request';
import { check, sourceOf } from '#domain/fields';
import { withdrawalAssignment, withdrawalClosing } from '#domain/law/staff-withdrawals';
import { nameFits, numberIn } from '#domain/law/withdrawal-match';
import { withdrawalRequest } from '#domain/law/withdrawals';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { createApp } from '#server/app';
import { answerFile } from '#server/assets';
import { describeFailure } from '#server/mails/failures';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { noAssets, startApp } from '#tests/support/app';
import { leastBusyMs } from '#tests/support/busy';

/** A pattern that starts again at each character takes 200 ms or more, everything else 10 ms at most. */
const allowedMs = 50;
const size = 15_000;

/** 15 KB of a unit, between a start that a parser knows and an end that it does not expect. */
const filled = (unit: string, first = '', last = '') =>
  first + unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + last;

const inHeaders = [
  ...[
    ...[' ', '\t', ';', '; ', ' ;', ',', ' ,', '=', 'a=b; ', '"', '(', '/', '.', 'a.', ':', '-', '%', '@'],
    '0',
  ].map((unit) => filled(unit, 'a', 'a')),
  ...[' ', ' ;', 'gzip ', 'gzip;q=0 ', ';q=0'].map((unit) => filled(unit, 'gzip', 'a')),
  filled('0', 'gzip;q=0.', 'x'),
  filled(' ', 'application/json', 'x'),
  filled('; ', 'application/json', 'x'),
  filled('"', 'application/json; charset='),
  filled(' ', 'application/x-www-form-urlencoded', 'x'),
  filled('.', 'Bearer '),
  filled('a.', 'Bearer '),
  filled(' ', 'Bearer', 'a'),
  filled('W/"a",'),
  filled(' ', 'no-cache,', 'x'),
  filled('a', 'application_author='),
  filled('::', '1'),
  filled('0-1,', 'bytes='),
  filled('[', 'http://'),
  filled('a.', 'https://'),
  filled('Mozilla/5.0 ('),
  filled(' ', 'http', 'bot'),
];
const headerNames = [
  ...['accept', 'accept-encoding', 'authorization', 'cache-control', 'content-type', 'cookie'],
  ...['if-modified-since', 'if-none-match', 'origin', 'range', 'referer', 'user-agent', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto'],
];
/** For pages, because rendering them takes time. */
const few = [' ', '%', '[', '%20', '&a=', '/a', 'http bot'].map((unit) => filled(unit, 'http', 'a'));
const inTexts = [
  ...inHeaders,
  ...[
    ...['\u00a0', '\u0301', '\u200d', '\u200b', '\u1100', '\ud800', '🇩🇪', '👩‍👩‍👧‍👦', 'ﷺ', 'İ', '\n', '\\'],
    ...['[', '{'],
  ].map((unit) => filled(unit, 'e', 'e')),
  ...['a', 'a.', 'a-', 'a@', '-'].flatMap((unit) => [filled(unit, 'a@'), filled(unit, '', '@mail.example')]),
  ...['9', ' ', 'Z'].map((unit) => filled(unit, 'DE89')),
];

const shown = (text: string) => `${JSON.stringify(text.slice(0, 20))} … ${JSON.stringify(text.slice(-3))}`;

/** The texts that take too long in `read`. */
async function slowOnes(texts: string[], read: (text: string) => unknown): Promise<string[]> {
  const slow: string[] = [];
  for (const text of texts) {
    const took = await leastBusyMs(allowedMs, () => read(text));
    if (took > allowedMs) slow.push(`${took.toFixed(0)} ms: ${shown(text)}`);
  }
  return slow;
}

async function open() {
  const { app, antje } = await openOffice({ env: { TRUST_PROXY: 'true' } });
  const file = 'hostile-input.test.ts';
  const assets = {
    ...noAssets,
    answer: (name: string, request: Request) => answerFile(import.meta.dir, new Set([file]), name, request),
  };
  const server = await createApp(app.context, assets);
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await server.handle(new Request(`http://localhost${path}`, { method, headers, body }));
    await response.bytes();
    return response.status;
  };
  return { ask, asset: `/assets/${file}`, staff: { authorization: `Bearer ${antje.token}` } };
}

const id = crypto.randomUUID();

test('no header keeps the server busy', async () => {
  const { ask, asset, staff } = await open();
  const all = (value: string) => Object.fromEntries(headerNames.map((name) => [name, value]));
  const calls: [method: string, path: string, texts: string[], kept?: Record<string, string>][] = [
    ['GET', pages.login, few],
    ['GET', asset, inHeaders],
    ['GET', '/static/favicon.svg', inHeaders],
    ['GET', api.tariffs, inHeaders],
    ['GET', api.currentUser, inHeaders],
    ['GET', href(api.set('sepa-mandate'), { id }), inHeaders],
    ['GET', api.staffApplications, inHeaders, staff],
    ['POST', api.callbackRequests, inHeaders, { 'sec-fetch-site': 'none' }],
  ];
  expect(await ask('GET', asset)).toBe(200);
  for (const [method, path, texts, kept = {}] of calls) {
    const slow = await slowOnes(texts, (value) => ask(method, path, { ...all(value), ...kept }));
    expect({ method, path, slow }).toEqual({ method, path, slow: [] });
  }
  for (const name of ['host', 'origin', 'sec-fetch-site']) {
    const slow = await slowOnes(inHeaders, (value) => ask('POST', api.callbackRequests, { [name]: value }));
    expect({ name, slow }).toEqual({ name, slow: [] });
  }
});

test('no path or query keeps the server busy', async () => {
  const { ask, staff } = await open();
  const calls: [beginning: string, texts: string[]][] = [
    [`${pages.home}?source=`, few],
    [`${pages.login}?`, few],
    ['/', few],
    [`${pages.calculator}?tariff=`, inHeaders],
    [`${api.emailLogs}?type=`, inHeaders],
    [`${api.auditLog}?`, inHeaders],
    [`${pages.withdrawal}?antrag=`, few],
    [`${pages.withdrawal}/`, few],
    [`${api.staffWithdrawals}?state=`, inHeaders],
    ['/api/', inHeaders],
    ['/api/applications/', inHeaders],
    ['/api/banks/', inHeaders],
    ['/api/email-domains/', inHeaders],
    ['/api/places/', inHeaders],
  ];
  for (const [beginning, texts] of calls) {
    const slow = await slowOnes(texts, (text) => ask('GET', beginning + text, staff));
    expect({ beginning, slow }).toEqual({ beginning, slow: [] });
  }
  expect(await slowOnes(inTexts, sourceOf)).toEqual([]);
  expect(await slowOnes(inTexts, numberIn)).toEqual([]);
  const sommer = { firstName: 'Johanna', lastName: 'Sommer' };
  expect(await slowOnes(inTexts, (text) => nameFits(text, sommer))).toEqual([]);
});

test('no body keeps the server busy', async () => {
  const { ask } = await open();
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const calls: [name: string, texts: string[], send: (text: string) => unknown][] = [
    ['JSON', inTexts, (text) => ask('POST', api.callbackRequests, json, text)],
    ['long JSON', inTexts, (text) => ask('POST', href(api.set('horse-data'), { id }), json, text.repeat(2))],
    ['a form', few, (text) => ask('POST', api.callbackRequests, form, text)],
    ['a field of a form', few, (text) => ask('POST', api.callbackRequests, form, `name=${text}`)],
    ['a withdrawal', few, (text) => ask('POST', api.withdrawals, form, `name=${text}&contract=${text}`)],
  ];
  for (const [name, texts, send] of calls) {
    expect({ name, slow: await slowOnes(texts, send) }).toEqual({ name, slow: [] });
  }
});

test('no field of a schema keeps the server busy', async () => {
  const schemas = {
    ...Object.fromEntries(setKeys.map((key) => [key, setSchema(key, '2026-11-20')])),
    callbackRequest,
    withdrawalRequest,
    withdrawalAssignment,
    withdrawalClosing,
    login,
    newUser: newUser(shortestPassword),
    passwordChange: passwordChange(shortestPassword),
  };
  for (const [name, schema] of Object.entries(schemas)) {
    for (const field of Object.keys(schema.properties)) {
      const slow = await slowOnes(inTexts, (text) => check(schema, { [field]: text }));
      expect({ name, field, slow }).toEqual({ name, field, slow: [] });
    }
  }
});

test('no reply of a mail server keeps the server busy', async () => {
  const recipient = { name: 'Johanna Sommer', address: 'johanna@mail.example' };
  const failed = (response: string) => Object.assign(new Error(), { responseCode: 550, response });
  expect(await slowOnes(inTexts, (text) => describeFailure(failed(text), recipient))).toEqual([]);
});

test('an encoding is chosen whatever its case, but not from a header that is too long', async () => {
  const { app } = await startApp();
  const encodingOf = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    const response = await app.handle(new Request(`http://localhost${pages.login}`, { headers }));
    await response.bytes();
    return response.headers.get('content-encoding');
  };
  expect(await encodingOf('GZIP, Br')).toBe('br');
  expect(await encodingOf('br;q=0, zstd;q=0.0, gzip')).toBe('gzip');
  expect(await encodingOf(`br,${' '.repeat(300)}gzip`)).toBeNull();
});
