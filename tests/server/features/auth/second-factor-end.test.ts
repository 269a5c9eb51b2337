/** Ending a second factor: one's own, and one that somebody has lost. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog, users } from '#db/schema/staff';
import type { User } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { signedIn } from '#tests/server/features/backoffice/staff';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, type StaffBrowser, setHouse } from './browsers';

const house = setHouse();

const { password } = administrator;
const end = (browser: StaffBrowser, body: object) =>
  browser.says('DELETE', api.secondFactor, { currentPassword: password, ...body });

describe('ending the second factor', () => {
  test('is refused with a wrong password, a wrong code or a used one, and nothing changes', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    const used = factor.newCode();
    await stranger.signIn(administrator, used);
    app.clock.now += step;
    const good = codeOf(factor.secret, app.clock.now);
    expect(await end(admin, { currentPassword: 'falsch', code: good })).toEqual({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    for (const code of [wrongCode(factor.secret, app.clock.now), used]) {
      expect(await end(admin, { code })).toEqual({ status: 400, body: { message: sentence } });
    }
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect(await stranger.alive()).toBe(200);
    expect((await end(admin, { code: good })).status).toBe(200);
  });

  test('that does not exist is a conflict', async () => {
    const { admin } = await house.open();
    expect(await end(admin, { code: '123456' })).toEqual({ status: 409, body: { message: sentence } });
  });
});

describe('a lost second factor', () => {
  const lost = (by: StaffBrowser, id: string) => by.says('DELETE', href(api.lostSecondFactor, { id }));

  async function openLost() {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    const owner = browserOf(app);
    await owner.signIn(mira);
    const factor = await owner.protect(mira);
    return { app, admin, mira, owner, factor };
  }

  test('is in the list of users until an administrator ends it; then the password is enough', async () => {
    const { app, admin, mira } = await openLost();
    const listed = async () => {
      const users = await admin.list<User>(api.users);
      return Object.fromEntries(users.map(({ username, secondFactor }) => [username, secondFactor]));
    };
    expect(await listed()).toEqual({ admin: false, [mira.username]: true });
    expect((await lost(admin, mira.id)).status).toBeOneOf([200, 204]);
    expect(await listed()).toEqual({ admin: false, [mira.username]: false });
    expect((await browserOf(app).signIn(mira)).status).toBe(200);
  });

  test("is somebody else's: ending one's own needs password and code", async () => {
    const { admin, factor, stranger } = await house.openProtected();
    const { id } = await admin.user();
    expect((await lost(admin, String(id))).status).toBeOneOf([403, 409, 422]);
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect((await stranger.signIn(administrator, factor.newCode())).status).toBe(200);
  });

  test('that does not exist is not found', async () => {
    const { admin } = await house.open();
    const mira = await hired(admin);
    expect(await lost(admin, mira.id)).toEqual({ status: 404, body: { message: sentence } });
  });
});

test('the audit log names who used a recovery code', async () => {
  const { app, factor, stranger } = await house.openProtected();
  await stranger.signIn(administrator, factor.recoveryCodes[0]);
  const used = await app.db.read.select().from(auditLog).where(eq(auditLog.action, 'recovery_code_used'));
  expect(used).toMatchObject([{ username: administrator.username }]);
});

// ASVS 6.1.3, 6.3.4
test('a session that was opened without a code goes on only if it is the one that set the second factor', async () => {
  const { app, admin } = await house.open();
  const [account] = await app.db.read.select().from(users);
  if (!account) throw new Error('no administrator');
  const elsewhere = await signedIn(app, account);
  await admin.protect(administrator);
  expect((await elsewhere.ask('GET', api.dashboard)).status).toBe(401);
  expect((await admin.ask('GET', api.dashboard)).status).toBe(200);
});
