/** What a route says of its answers, beside its handler. */
import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { routeAnswers } from '#server/http/schema';

const id = '0F8FAD5B-D9CB-469F-A165-70867728950E';
const app = new Elysia()
  .use(routeAnswers)
  .onError(({ set }) => {
    set.status = 409;
    return 'Nein.';
  })
  .post('/made', () => ({ id }), { answers: { status: 201 } })
  .post('/sent', () => {}, { answers: { status: 202, message: 'Unterwegs.' } })
  .delete('/bills/:id', () => {}, { answers: { message: 'Gelöscht.' } })
  .post(
    '/refused',
    () => {
      throw new Error('Nein.');
    },
    { answers: { status: 201, message: 'Ja.' } },
  );

test.each([
  ['POST', '/made', 201, JSON.stringify({ id })],
  ['POST', '/sent', 202, JSON.stringify({ message: 'Unterwegs.' })],
  ['DELETE', `/bills/${id}`, 200, JSON.stringify({ message: 'Gelöscht.' })],
  ['POST', '/refused', 409, 'Nein.'],
])('%s %s answers %i', async (method, path, status, text) => {
  const response = await app.handle(new Request(`http://localhost${path}`, { method }));
  expect([response.status, await response.text()]).toEqual([status, text]);
});
