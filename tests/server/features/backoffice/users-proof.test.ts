/** Acts on other accounts: whose session alone is not enough, and who is told. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { auditLog, users } from '#db/schema/staff';
import { wrongCode as wrongCodeMessage, wrongCurrentPassword } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { wrongCode } from '#tests/support/codes';
import { openMailServer } from '#tests/support/smtp';
import { administrator } from '#tests/support/staff';
import { mailsOf } from '#tests/support/stored';
import { browserOf, hired, openHouse, openProtected, type StaffBrowser } from '../auth/browsers';

const { password } = administrator;
const kim = { username: 'kim.lange', password: 'lang-genug-fuer-alle-3', role: 'admin' };

type Target = { id: string };
const acts: [
  name: string,
  act: (by: StaffBrowser, of: Target, proof: object) => Promise<{ status: number; body: unknown }>,
][] = [
  ['making an account', (by, _, proof) => by.says('POST', api.users, { ...kim, ...proof })],
  ['ending a second factor', (by, of, proof) => by.says('DELETE', href(api.lostSecondFactor, of), proof)],
  ['ending sessions', (by, of, proof) => by.says('POST', href(api.endSessions, of), proof)],
  ['deleting an account', (by, of, proof) => by.says('DELETE', href(api.user, of), proof)],
];

/** An administrator with a second factor, and another account that has one as well. */
async function open() {
  const house = await openProtected();
  const mira = await hired(house.admin);
  const owner = browserOf(house.app);
  await owner.signIn(mira);
  await owner.protect(mira);
  const actions = () => house.app.db.read.$count(auditLog);
  return { ...house, mira, owner, actions };
}

describe.each(acts)('%s by somebody who has a second factor', (_, act) => {
  test('needs the own password and a code, and nothing happens without them', async () => {
    const { app, admin, mira, owner, factor, actions } = await open();
    const before = await actions();
    const code = () => factor.newCode();
    for (const [proof, message] of [
      [{}, wrongCurrentPassword],
      [{ code: code() }, wrongCurrentPassword],
      [{ currentPassword: '', code: code() }, wrongCurrentPassword],
      [{ currentPassword: mira.password, code: code() }, wrongCurrentPassword],
      [{ currentPassword: password }, wrongCodeMessage],
      [{ currentPassword: password, code: '' }, wrongCodeMessage],
      [{ currentPassword: password, code: wrongCode(factor.secret, app.clock.now) }, wrongCodeMessage],
    ] as const) {
      expect([proof, await act(admin, mira, proof)]).toEqual([proof, { status: 400, body: { message } }]);
    }
    expect([await actions(), await owner.alive()]).toEqual([before, 200]);
    expect((await act(admin, mira, admin.proof())).status).toBeWithin(200, 202);
  });

  test('takes each code once', async () => {
    const { admin, mira } = await open();
    const proof = admin.proof();
    expect((await admin.says('POST', href(api.endSessions, mira), proof)).status).toBe(200);
    expect(await act(admin, mira, proof)).toEqual({ status: 400, body: { message: wrongCodeMessage } });
  });

  test('takes a recovery code', async () => {
    const { admin, mira, factor } = await open();
    const [code = ''] = factor.recoveryCodes;
    expect((await act(admin, mira, { currentPassword: password, code })).status).toBeWithin(200, 202);
  });
});

describe('without a second factor', () => {
  test.each(acts.filter(([name]) => name !== 'ending a second factor'))(
    '%s needs no proof, but a wrong one counts',
    async (_, act) => {
      const { admin } = await openHouse();
      const mira = await hired(admin);
      expect(await act(admin, mira, { currentPassword: 'falsch-genug' })).toEqual({
        status: 400,
        body: { message: wrongCurrentPassword },
      });
      expect((await act(admin, mira, {})).status).toBeWithin(200, 202);
    },
  );

  test('the own password alone is a proof', async () => {
    const { admin } = await openHouse();
    const mira = await hired(admin);
    expect(
      (await admin.says('POST', href(api.endSessions, mira), { currentPassword: password })).status,
    ).toBe(200);
  });

  test('the own sessions need no proof, whoever has a second factor or not', async () => {
    const { app, admin } = await openProtected();
    const [me] = await app.db.read.select({ id: users.id }).from(users);
    expect(await admin.status('POST', href(api.endSessions, { id: me?.id ?? '' }))).toBe(200);
    expect(await app.db.read.$count(outbox, eq(outbox.emailType, 'security_alert'))).toBe(0);
  });
});

describe('each act', () => {
  test('is told to all administrators and the operator, once for each address, and names both accounts', async () => {
    const server = await openMailServer();
    const team = 'team@sattelfest.example';
    const { app, admin } = await openHouse({ SMTP_URL: server.url, MAIL_INTERNAL_TO: team });
    for (const [username, email, role] of [
      ['kim.lange', 'Team@Sattelfest.example', 'admin'],
      ['ole.petersen', 'ole@sattelfest.example', 'admin'],
      ['ada', 'ada@sattelfest.example', 'sachbearbeiter'],
    ])
      await admin.ask('POST', api.users, { username, email, role, password: 'lang-genug-2' });
    await app.outbox.runOnce();
    await server.received(5);
    const mira = await hired(admin);
    await admin.ask('POST', href(api.endSessions, mira));
    await admin.ask('DELETE', href(api.user, mira));
    await app.outbox.runOnce();
    const mails = (await server.received(11)).slice(5);
    const told = mails.map(({ to, email }) => `${to.join()} ${email.subject}`.toLowerCase()).toSorted();
    const titles = ['benutzer erstellt', 'benutzer gelöscht', 'sitzungen beendet'];
    expect(told).toEqual(
      ['ole@sattelfest.example', team].flatMap((to) =>
        titles.map((title) => `${to} sicherheitshinweis: ${title} (mira.yilmaz)`),
      ),
    );
    for (const { email } of mails) {
      for (const part of ['Das Konto admin hat', 'mira.yilmaz', '20.11.2026, 10:00'])
        expect(email.text).toContain(part);
      expect(email.text).not.toContain(password);
    }
  });

  test('also tells the administrator whom it deletes', async () => {
    const { app, admin } = await openHouse();
    const { body } = await admin.ask('POST', api.users, { ...kim, email: 'kim@sattelfest.example' });
    await admin.ask('DELETE', href(api.user, { id: String(body.id) }));
    await app.outbox.runOnce();
    const mails = await mailsOf(app);
    const deletions = mails.filter(({ subject }) => subject?.includes('gelöscht'));
    expect(deletions.map(({ recipientEmail }) => recipientEmail)).toContain('kim@sattelfest.example');
  });

  test('that does not succeed is told to nobody', async () => {
    const { app, admin } = await openHouse();
    const id = crypto.randomUUID();
    await admin.ask('DELETE', href(api.user, { id }));
    await admin.ask('POST', href(api.endSessions, { id }));
    await admin.ask('POST', api.users, { ...kim, username: 'ADMIN' });
    expect(await mailsOf(app)).toEqual([]);
  });
});
