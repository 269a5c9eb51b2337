// ASVS 6.2.2, 6.2.3
import { expect, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import { auditLog } from '#db/schema/staff';
import { api } from '#domain/urls';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, hour, type StaffBrowser, setHouse } from './browsers';

const house = setHouse({ TOKEN_HOURS: '8' });
const { password: currentPassword } = administrator;
const newPassword = 'noch-geheimer-2';
const change = (browser: StaffBrowser, sent: object) => browser.ask('POST', api.changePassword, sent);

test('a new password does not prolong the session', async () => {
  const { app, admin } = await house.open();
  app.clock.now += 7 * hour;
  admin.token = String((await change(admin, { currentPassword, newPassword })).body.token);
  app.clock.now += hour - 1;
  expect(await admin.alive()).toBe(200);
  app.clock.now += 1;
  expect(await admin.alive()).toBe(401);
});

test('a wrong current password changes nothing', async () => {
  const { app, admin } = await house.open();
  const { status, body } = await change(admin, { currentPassword: 'falsch', newPassword });
  expect([status, body]).toEqual([400, { message: 'Current password is incorrect' }]);
  expect(await admin.alive()).toBe(200);
  expect(await app.db.read.select().from(auditLog).where(ne(auditLog.action, 'signed_in'))).toEqual([]);
});

const noCurrent = 'Current password is required';
const tooShort = 'New password must be at least 6 characters long';

test.each([
  ['no fields', {}, [noCurrent, tooShort]],
  ['no current password', { newPassword }, [noCurrent]],
  ['five characters', { currentPassword, newPassword: '12345' }, [tooShort]],
  ['201 characters', { currentPassword, newPassword: 'x'.repeat(201) }, [sentence]],
  ['no text', { currentPassword: [currentPassword], newPassword: { length: 9 } }, [noCurrent, tooShort]],
])('a change with %s is refused with a message for each field', async (_, sent, messages) => {
  const { admin } = await house.open();
  const { status, body } = await change(admin, sent);
  const found = (body.errors as { message: string }[]).map(({ message }) => message);
  expect([status, found]).toEqual([422, messages]);
});

test('two changes at once are one', async () => {
  const { admin } = await house.open();
  const both = [newPassword, 'wieder-anders-3'].map((one) =>
    change(admin, { currentPassword, newPassword: one }),
  );
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a password keeps spaces at its ends', async () => {
  const { app, admin } = await house.open();
  expect((await change(admin, { currentPassword, newPassword: ' sechs ' })).status).toBe(200);
  for (const [password, status] of [
    [currentPassword, 401],
    ['sechs', 401],
    [' sechs ', 200],
  ] as const)
    expect((await browserOf(app).signIn({ username: 'admin', password })).status).toBe(status);
});
