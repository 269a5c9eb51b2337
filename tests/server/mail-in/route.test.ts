/** `POST /api/mail-in`: who may hand something over, and what is taken. */
import { describe, expect, test } from 'bun:test';
import { DatabaseUnavailable } from '#db/driver/errors';
import { api } from '#domain/urls';
import { setApp, startApp } from '#tests/support/app';
import { deliver, messageIdOf, openPost, token } from './post';

const message = 'From: a@b.example\r\nSubject: Hallo\r\n\r\nGuten Tag';
const env = { MAIL_IN_TOKEN: token, RATE_LIMIT: 'on' };

describe('what is handed over', () => {
  const app = setApp({ env });

  test.each<[what: string, status: number, raw: string | Uint8Array<ArrayBuffer>]>([
    ['a message', 204, message],
    ['a header alone', 204, 'Subject: Hallo'],
    ['nothing', 422, ''],
    ['lines that are no message', 422, '\r\n \r\n'],
    ['a text', 422, 'Guten Tag'],
    ['JSON', 422, '{"message": "Guten Tag"}'],
    ['2 MiB', 204, `${message}${'x'.repeat(2 * 1024 * 1024 - message.length)}`],
    ['more than 2 MiB', 413, `${message}${'x'.repeat(2 * 1024 * 1024 - message.length + 1)}`],
  ])('%s: %i', async (_, status, raw) => {
    expect(await deliver(app, raw)).toBe(status);
  });

  test.each([
    ['no token', ''],
    ['another token', 'Bearer another-token-of-20'],
    ['a part of it', `Bearer ${token.slice(0, -1)}`],
    ['the token alone', token],
  ])('with %s is refused before it is read', async (_, authorization) => {
    const response = await app.ask('POST', api.mailIn, {
      raw: 'x'.repeat(3 * 1024 * 1024),
      headers: { authorization },
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/^[A-ZÄÖÜ].+\.$/) });
  });

  test('with the token in any spelling of its scheme is taken', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer '])
      expect(await deliver(app, message, { authorization: `${scheme} ${token}` })).toBe(204);
  });

  // wrong tokens have one: `tests/server/http/limits`
  test('has no limit', async () => {
    for (let count = 0; count < 70; count += 1) expect(await deliver(app, message)).toBe(204);
  });

  test('of another type is 415', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const type of ['application/json', 'text/plain', 'message/rfc8222'])
      expect((await app.ask('POST', api.mailIn, { raw: message, type, headers })).status).toBe(415);
    const type = 'Message/RFC822; charset=utf-8';
    expect((await app.ask('POST', api.mailIn, { raw: message, type, headers })).status).toBe(204);
  });
});

test('without a setting there is no such call', async () => {
  const app = await startApp();
  expect(await deliver(app, message)).toBe(404);
  const response = await app.ask('POST', api.mailIn, { raw: message, type: 'message/rfc822' });
  expect(await response.json()).toEqual(await (await app.ask('POST', '/api/unknown')).json());
});

test('only while the database is unavailable, the message is to be given again', async () => {
  const { app, mailOf } = await openPost();
  const answer = `In-Reply-To: ${messageIdOf((await mailOf('completion')).id)}\r\n${message}`;
  app.context.db = { ...app.db, write: () => Promise.reject(new DatabaseUnavailable('busy')) };
  expect(await deliver(app, answer)).toBe(503);
  app.context.db = { ...app.db, write: () => Promise.reject(new TypeError('Johanna')) };
  expect(await deliver(app, answer)).toBe(204);
  expect(app.logged).toEqual([expect.stringContaining('"event":"message_failed"')]);
  expect(app.logged.join()).not.toContain('Johanna');
  expect(await deliver(app, message)).toBe(204);
});
