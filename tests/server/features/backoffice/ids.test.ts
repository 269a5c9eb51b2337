/** Calls of the backoffice about something that no id can name, or that does not exist. */
import { expect, test } from 'bun:test';
import { invalidId } from '#domain/ids';
import { api, backofficeApi, href } from '#domain/urls';
import { sentence } from '#tests/support/people';
import { contentsOf } from './contents';
import { setOffice } from './staff';

const office = setOffice();
const id = crypto.randomUUID();

/** What the calls with a body take, and the fields that are refused without one. */
const bodies: Record<string, [right: object, first: string]> = {
  'PATCH cases/:id': [{ version: 1 }, 'version'],
  'POST applications/:id/advice': [{ id, wishes: 'Viel', advice: 'Top' }, 'id wishes advice'],
  'POST applications/:id/resend-reminder': [{ type: 'first' }, 'type'],
  'POST callback-requests/:id/calls': [{ id, outcome: 'reached' }, 'id outcome'],
  'POST cases/:id/notes': [{ id, text: 'Notiz' }, 'id text'],
  'POST cases/:id/preview': [{ status: 'issued', subject: 'a', body: 'b' }, 'status subject body'],
  'POST handovers/:id/confirm': [{ transmittedOn: '2026-11-20' }, 'transmittedOn'],
  'POST returns/:id/apply': [{ lines: [2], notify: false }, 'lines notify'],
  'POST returns/:id/match': [{ mapping: { reference: 'Antrag' } }, 'mapping.reference'],
  'POST withdrawals/:id/assign': [{ applicationId: null }, 'applicationId'],
  'POST withdrawals/:id/close': [{ outcome: 'late' }, 'outcome'],
  'PUT tariffs/:id': [{ version: 1 }, 'version'],
};

function calls() {
  const root = `${backofficeApi}/`;
  const found = office.app.app.routes.filter(({ path }) => path.startsWith(root) && path.includes('/:id'));
  expect(found.length).toBeGreaterThan(25);
  return found.map(({ method, path }) => ({ call: `${method} ${path.slice(root.length)}`, method, path }));
}

const ask = (method: string, path: string, body: object) =>
  office.antje.ask(method, path, method === 'GET' ? undefined : body);

test('a wrong id is refused by each call, after a body that is wrong too', async () => {
  for (const { call, method, path } of calls()) {
    for (const wrong of ['x', '0'.repeat(36)]) {
      const { status, body } = await ask(method, path.replace(/:\w+/g, wrong), {});
      const errors = body.errors as { path: string; message: string }[];
      const [, named] = bodies[call] ?? [];
      expect([call, status]).toEqual([call, 422]);
      if (named) expect([call, errors.map((error) => error.path).join(' ')]).toEqual([call, named]);
      else expect([call, errors]).toEqual([call, [{ path: 'id', message: invalidId }]]);
    }
  }
});

test('a wrong id is refused beside a right body too', async () => {
  const answer = await office.antje.ask('POST', href(api.resendReminder, { id: '1' }), { type: 'first' });
  expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'id', message: invalidId }]]);
});

test('what does not exist is not found by any call, and nothing is stored', async () => {
  const before = await contentsOf(office.app);
  for (const { call, method, path } of calls()) {
    const [right = {}] = bodies[call] ?? [];
    const { status, body } = await ask(method, path.replace(/:\w+/g, id), right);
    expect({ call, status, body }).toEqual({ call, status: 404, body: { message: sentence } });
  }
  expect(await contentsOf(office.app)).toEqual(before);
});
