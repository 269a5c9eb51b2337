// ASVS 1.1.1
import { describe, expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { answerOf, createVisitor, johanna, sentence } from '#tests/support/people';

const app = setApp();
const kibibyte = 1024;
const contact = johanna['contact-data'];
const path = (id: string = crypto.randomUUID()) => href(api.set('contact-data'), { id });
/** JSON of exactly this many bytes. */
const jsonOf = (bytes: number) =>
  JSON.stringify(contact).padEnd(bytes - (sizeOf(contact) - JSON.stringify(contact).length));
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Calls that read a body. */
const writes = [
  ...setKeys.map((key) => ['POST', (id: string) => href(api.set(key), { id })] as const),
  ['PUT', (id: string) => href(api.step, { id })] as const,
  ['POST', () => '/api/auth/login'] as const,
];

async function expectRefusal(response: Response, status: number) {
  const { body } = await answerOf(response);
  expect({ status: response.status, body }).toEqual({ status, body: { message: sentence } });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
}

const broken = ['{', 'null,', '{"a":1,}', "{'a':1}", 'undefined', '{"a":NaN}', 'a=1', '<a/>', '[1', '"\n"'];
test.each(broken)('a body that is not JSON is refused with 400: %p', async (raw) => {
  for (const [method, at] of writes) {
    await expectRefusal(await app.ask(method, at(crypto.randomUUID()), { raw }), 400);
  }
});

test.each([
  ['a lone continuation byte', [0x80]],
  ['a cut sequence', [0xc3]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['Latin-1', [0xfc]],
  ['beyond Unicode', [0xf5, 0x80, 0x80, 0x80]],
])('a body that is not JSON because it is not UTF-8 is refused with 400: %s', async (_, bytes) => {
  const [before = '', after = ''] = JSON.stringify({ ...contact, firstName: 'J|a' }).split('|');
  const raw = Uint8Array.from([...Buffer.from(before), ...bytes, ...Buffer.from(after)]);
  await expectRefusal(await app.ask('POST', path(), { raw }), 400);
});

test.each(['', ' '])('a body that is not JSON because it is empty is refused: %p', async (raw) => {
  for (const [method, at] of writes) {
    const { status } = await app.ask(method, at(crypto.randomUUID()), { raw });
    expect([400, 415, 422]).toContain(status);
  }
});

test.each([
  'text/plain',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonp',
  'application/x-json',
  'text/json',
  'application/xml',
  'application/json, text/plain',
  '',
])('a body of another type is refused with 415: %p', async (type) => {
  for (const [method, at] of writes) {
    for (const raw of [JSON.stringify(contact), 'firstName=Johanna', 'x'.repeat(100)]) {
      await expectRefusal(await app.ask(method, at(crypto.randomUUID()), { raw, type }), 415);
    }
  }
});

// ASVS 3.5.1, 3.5.2
test('a body of another type or without a type is refused with 415', async () => {
  const body = new TextEncoder().encode(JSON.stringify(contact));
  await expectRefusal(
    await app.app.handle(new Request(`http://localhost${path()}`, { method: 'POST', body })),
    415,
  );
});

test('a body of another type does not complete an application', async () => {
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  const at = href(api.complete, { id: visitor.id });
  await expectRefusal(
    await app.ask('PUT', at, { raw: 'a=1', type: 'application/x-www-form-urlencoded' }),
    415,
  );
  expect((await visitor.application()).body.completed).toBe(false);
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
])('a body of another type does not include other spellings of JSON: %s', async (type) => {
  expect((await app.ask('POST', path(), { body: contact, type })).status).toBe(201);
});

const send = (raw: string, headers: Record<string, string> = {}) => app.ask('POST', path(), { raw, headers });
const stream = (raw: string) => {
  const bytes = new TextEncoder().encode(raw);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(sent, sent + kibibyte));
      sent += kibibyte;
    },
  });
  const headers = { 'content-type': 'application/json' };
  return app.app.handle(new Request(`http://localhost${path()}`, { method: 'POST', headers, body }));
};

test('a body above 64 KiB is refused with 413', async () => {
  const large = jsonOf(70 * kibibyte);
  const names = JSON.stringify({ ...contact, firstName: 'x'.repeat(70 * kibibyte) });
  for (const raw of [large, names, '['.repeat(70 * kibibyte)]) {
    const length = String(new TextEncoder().encode(raw).length);
    await expectRefusal(await send(raw), 413);
    await expectRefusal(await send(raw, { 'content-length': length }), 413);
    await expectRefusal(await send(raw, { 'content-length': '10' }), 413);
    await expectRefusal(await stream(raw), 413);
  }
  await expectRefusal(await send(jsonOf(64 * kibibyte + 1)), 413);
  await expectRefusal(await stream(jsonOf(64 * kibibyte + 1)), 413);
});

test('a body above 64 KiB does not include one of exactly 64 KiB', async () => {
  const raw = jsonOf(64 * kibibyte);
  expect(new TextEncoder().encode(raw).length).toBe(64 * kibibyte);
  expect((await send(raw)).status).toBe(201);
  expect((await stream(raw)).status).toBe(201);
});

test('a body above 64 KiB is measured in bytes', async () => {
  await expectRefusal(await send(JSON.stringify({ ...contact, city: '🐴'.repeat(20 * kibibyte) })), 413);
});

describe('odd JSON', () => {
  // ASVS 1.5.2
  test('with deep nesting, prototype keys or unknown fields has no effect and is not stored', async () => {
    const odd = [
      '"__proto__":{"polluted":1,"firstName":"Eve"}',
      '"constructor":{"prototype":{"polluted":1}}',
      '"toString":"x","hasOwnProperty":1,"valueOf":null',
      '"id":"00000000-0000-4000-8000-000000000000","applicationId":"x","completed":true,"currentStep":6',
      '"hollunder-marker":"hollunder-marker"',
      `"deep":${'['.repeat(5000)}${']'.repeat(5000)}`,
      '"":""',
    ];
    for (const more of odd) {
      const visitor = createVisitor(app);
      const raw = `{${more},${JSON.stringify(contact).slice(1)}`;
      const saved = await answerOf(await app.ask('POST', path(visitor.id), { raw }));
      expect({ more: more.slice(0, 40), status: saved.status }).toEqual({
        more: more.slice(0, 40),
        status: 201,
      });
      expect(saved.body).toEqual({ ...contact, id: expect.any(String), applicationId: visitor.id });
      expect(saved.body.id).not.toBe('00000000-0000-4000-8000-000000000000');
      expect((await visitor.application()).body).toMatchObject({ completed: false, currentStep: 1 });
    }
    expect({}).not.toHaveProperty('polluted');
    const grep = Bun.spawn(['grep', '--recursive', '--text', '--quiet', 'hollunder-marker', app.folder]);
    expect(await grep.exited).toBe(1);
  });

  // ASVS 15.3.5, 15.3.6
  test('cannot provide fields through a prototype', async () => {
    const raw = `{"__proto__":${JSON.stringify(contact)}}`;
    expect((await app.ask('POST', path(), { raw })).status).toBe(422);
    const spread = JSON.stringify(contact).replace(
      '"firstName":"Johanna"',
      '"__proto__":{"firstName":"Eve"}',
    );
    expect((await app.ask('POST', path(), { raw: spread })).status).toBe(422);
  });
});

// ASVS 16.5.1
test('a refusal never repeats the input, and never shows SQL or a stack trace', async () => {
  const marker = 'holunder7';
  const bodies = setKeys.flatMap((key) =>
    Object.keys(johanna[key]).map(
      (field) => [key, { ...johanna[key], [field]: { [marker]: marker } }] as const,
    ),
  );
  const texts = setKeys.map((key) => {
    const fields = Object.keys(johanna[key]).map((field) => [field, `${marker}\u0000<${marker}>`]);
    return [key, Object.fromEntries(fields)] as const;
  });
  const answers = [
    ...[...bodies, ...texts].map(([key, body]) =>
      app.ask('POST', href(api.set(key), { id: crypto.randomUUID() }), { body }),
    ),
    app.ask('POST', path(), { raw: `{"${marker}":` }),
    app.ask('POST', path(), { raw: marker, type: `text/${marker}` }),
    app.ask('GET', href(api.application, { id: marker })),
    app.ask('GET', `/api/${marker}`),
    app.ask('PUT', href(api.step, { id: crypto.randomUUID() }), { body: { step: marker } }),
    app.ask('POST', '/api/auth/login', { body: { username: marker, password: marker } }),
    app.ask('POST', '/api/auth/login', { body: { username: { [marker]: 1 }, password: [marker] } }),
    app.ask('GET', '/api/auth/user', { headers: { authorization: `Bearer ${marker}` } }),
  ];
  for (const response of await Promise.all(answers)) {
    const text = await response.text();
    expect(response.status).toBeWithin(400, 500);
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/SQLITE|insert into|select "|\/work\/|node_modules|\.ts:\d|Error:|stack/i);
  }
});

const id = crypto.randomUUID();
test.each([
  ...['GET /api', 'GET /api/nope', 'POST /api/nope', 'DELETE /api/nope/deeper', 'GET /api/application'],
  ...['GET /api/applications', 'POST /api/applications', 'GET /api/auth/login', 'GET /api/%'],
  ...['nope', 'step', 'complete'].map((name) => `GET /api/applications/${id}/${name}`),
  ...[`POST /api/applications/${id}/complete`, `DELETE /api/applications/${id}`, 'GET /api/%E0%A4%A'],
  `PUT /api/applications/${id}/horse-data`,
])('a refusal of an unknown address is JSON with a message: %s', async (call) => {
  const [method = '', at = ''] = call.split(' ');
  const body = /GET|DELETE/.test(method) ? undefined : {};
  await expectRefusal(await app.ask(method, at, { body }), 404);
});
