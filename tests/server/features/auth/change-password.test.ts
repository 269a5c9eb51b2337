// ASVS 6.2.2, 6.2.3
import { beforeEach, describe, expect, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import { auditLog } from '#db/schema/staff';
import { api } from '#domain/urls';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { emptyStaff } from './browsers';

const { password } = administrator;
const another = 'noch-geheimer-2';
const hour = 60 * 60_000;

const shared = setApp();
beforeEach(() => emptyStaff(shared));

async function open(env?: Record<string, string>) {
  const app = env ? await startApp({ env }) : shared;
  return { app, headers: await app.signIn() };
}
const change = async (app: TestApp, body: unknown, headers: Record<string, string> = {}) =>
  answerOf(await app.ask('POST', api.changePassword, { body, headers }));
const login = (app: TestApp, secret: string, username = 'admin') =>
  app.ask('POST', api.login, { body: { username, password: secret } });
/** What the audit log says besides sign-ins. */
const changes = async ({ db }: TestApp) =>
  await db.read.select().from(auditLog).where(ne(auditLog.action, 'signed_in'));
const whoAmI = async (app: TestApp, headers: Record<string, string>) =>
  (await app.ask('GET', api.currentUser, { headers })).status;

describe('changing the password', () => {
  test('does not prolong the session', async () => {
    const { app, headers } = await open({ TOKEN_HOURS: '8' });
    app.clock.now += 7 * hour;
    const { body } = await change(app, { currentPassword: password, newPassword: another }, headers);
    const changed = { authorization: `Bearer ${body.token}` };
    app.clock.now += hour - 1;
    expect(await whoAmI(app, changed)).toBe(200);
    app.clock.now += 1;
    expect(await whoAmI(app, changed)).toBe(401);
  });

  test('is refused with a wrong current password, and nothing changes', async () => {
    const { app, headers } = await open();
    const { status, body } = await change(app, { currentPassword: 'falsch', newPassword: another }, headers);
    expect({ status, body }).toEqual({ status: 400, body: { message: 'Current password is incorrect' } });
    expect(await whoAmI(app, headers)).toBe(200);
    expect(await changes(app)).toEqual([]);
  });

  test.each([
    ['no fields', {}, ['Current password is required', 'New password must be at least 6 characters long']],
    ['no current password', { newPassword: another }, ['Current password is required']],
    [
      'five characters',
      { currentPassword: password, newPassword: '12345' },
      ['New password must be at least 6 characters long'],
    ],
    ['201 characters', { currentPassword: password, newPassword: 'x'.repeat(201) }, [sentence]],
    [
      'values that are not text',
      { currentPassword: [password], newPassword: { length: 9 } },
      ['Current password is required', 'New password must be at least 6 characters long'],
    ],
  ])('is refused for invalid input: %s', async (_, sent, messages) => {
    const { app, headers } = await open();
    const { status, body } = await change(app, sent, headers);
    expect(status).toBe(422);
    expect((body.errors as { message: string }[]).map(({ message }) => message)).toEqual(messages);
  });

  test('twice at once happens once', async () => {
    const { app, headers } = await open();
    const answers = await Promise.all(
      [another, 'wieder-anders-3'].map((newPassword) =>
        change(app, { currentPassword: password, newPassword }, headers),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('keeps spaces at the ends of a password', async () => {
    const { app, headers } = await open();
    expect((await change(app, { currentPassword: password, newPassword: ' sechs ' }, headers)).status).toBe(
      200,
    );
    for (const former of [password, 'sechs']) expect((await login(app, former)).status).toBe(401);
    expect((await login(app, ' sechs ')).status).toBe(200);
  });
});
