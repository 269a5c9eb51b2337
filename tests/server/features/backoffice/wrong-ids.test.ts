/** Calls of the backoffice about something that no id can name. */
import { expect, test } from 'bun:test';
import { invalidId } from '#domain/ids';
import { api, backofficeApi, href } from '#domain/urls';
import { openOffice } from './staff';

type Errors = { path: string; message: string }[];

/** Calls whose body is wrong as well, with the fields that are refused first. */
const bodyFirst: Record<string, string> = {
  'PATCH cases/:id': 'version',
  'POST applications/:id/advice': 'id wishes advice',
  'POST applications/:id/resend-reminder': 'type',
  'POST callback-requests/:id/calls': 'id outcome',
  'POST cases/:id/notes': 'id text',
  'POST cases/:id/preview': 'status subject body',
  'POST handovers/:id/confirm': 'transmittedOn',
  'POST returns/:id/apply': 'lines notify',
  'POST returns/:id/match': 'mapping.reference',
  'POST withdrawals/:id/assign': 'applicationId',
  'POST withdrawals/:id/close': 'outcome',
  'PUT tariffs/:id': 'version',
};

test('a wrong id is refused by each call, after a body that is wrong too', async () => {
  const { app, antje } = await openOffice();
  const root = `${backofficeApi}/`;
  const calls = app.app.routes.filter(({ path }) => path.startsWith(root) && path.includes('/:id'));
  expect(calls.length).toBeGreaterThan(25);
  for (const { method, path } of calls) {
    const call = `${method} ${path.slice(root.length)}`;
    for (const id of ['x', '0'.repeat(36)]) {
      const address = path.replace(/:\w+/g, id);
      const { status, body } = await antje.ask(method, address, method === 'GET' ? undefined : {});
      const errors = body.errors as Errors;
      const named = bodyFirst[call];
      expect([call, status]).toEqual([call, 422]);
      if (named) expect([call, errors.map((error) => error.path).join(' ')]).toEqual([call, named]);
      else expect([call, errors]).toEqual([call, [{ path: 'id', message: invalidId }]]);
    }
  }
});

test('a wrong id is refused beside a right body too', async () => {
  const { antje } = await openOffice();
  const answer = await antje.ask('POST', href(api.resendReminder, { id: '1' }), { type: 'first' });
  expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'id', message: invalidId }]]);
});
