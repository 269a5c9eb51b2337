/** `…/site-state`: who changes the state of the site, and which ways there are. */
import { expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { followSiteState } from '#server/features/backoffice/site-state';
import { setState } from '#tests/support/site-state';
import { administrator } from '#tests/support/staff';
import { auditOf } from '#tests/support/stored';
import { browserOf, hired, openHouse, openProtected } from '../features/auth/browsers';

const { password: currentPassword } = administrator;
const pause = { state: 'paused', reason: 'Betriebsferien' };

async function open(state: 'trial' | 'live' | 'paused') {
  const house = await openHouse();
  await setState(house.app, { state });
  const put = (body: object) => house.admin.says('PUT', api.siteState, { currentPassword, ...body });
  return { ...house, put };
}

test.each([
  ['trial', 'trial'],
  ['trial', 'paused'],
  ['live', 'trial'],
  ['live', 'live'],
  ['paused', 'trial'],
] as const)('from %s to %s there is no way', async (from, to) => {
  const { put } = await open(from);
  const body = { message: `Von „${from}“ nach „${to}“ geht es nicht.` };
  expect(await put({ ...pause, state: to })).toEqual({ status: 409, body });
});

test('a pause is stored with its reason and day, changed and ended, each with a row of the audit log', async () => {
  const { app, admin, put } = await open('live');
  const first = await put({ ...pause, resumeOn: '2099-01-02' });
  const paused = { ...pause, by: 'admin', resumeOn: '2099-01-02', open: expect.any(Array) };
  expect(first).toMatchObject({ status: 200, body: paused });
  app.clock.now += 60_000;
  const second = await put({ ...pause, reason: 'Umzug' });
  const { since } = first.body as { since: string };
  expect(second.body).toMatchObject({ reason: 'Umzug', resumeOn: null, since });
  await put({ state: 'live' });
  const { body } = await admin.ask('GET', api.siteState);
  expect(body).toMatchObject({ state: 'live', reason: null, resumeOn: null });
  const rows = await auditOf(app, 'site_state_changed');
  const ways = ['live → paused', 'paused → paused', 'paused → live'];
  expect(rows.map(({ subjectId }) => subjectId)).toEqual(ways);
});

test.each([
  [{ reason: '' }, 'reason'],
  [{ reason: 'x'.repeat(201) }, 'reason'],
  [{ resumeOn: '2020-01-01' }, 'resumeOn'],
  [{ resumeOn: 'morgen' }, 'resumeOn'],
  [{ state: 'geschlossen' }, 'state'],
])('a pause with %o is refused by its field', async (wrong, path) => {
  const { put } = await open('live');
  expect(await put({ ...pause, ...wrong })).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

test('the password is needed always, and nobody but an administrator may', async () => {
  const { app, admin, put } = await open('live');
  const refused = { status: 400, body: { message: 'Current password is incorrect' } };
  for (const wrong of ['', 'falsch', undefined])
    expect(await put({ ...pause, currentPassword: wrong })).toEqual(refused);
  const mira = browserOf(app);
  await mira.signIn(await hired(admin));
  for (const method of ['GET', 'PUT']) expect((await mira.ask(method, api.siteState)).status).toBe(403);
});

test('who has a second factor needs a code too', async () => {
  const { app, admin, factor } = await openProtected();
  await setState(app, { state: 'live' });
  const put = (code?: string) => admin.says('PUT', api.siteState, { ...pause, currentPassword, code });
  expect((await put()).status).toBe(400);
  expect((await put(factor.newCode())).status).toBe(200);
});

test('a pause ends at midnight of its day, by the product', async () => {
  const { app, put } = await open('live');
  await put({ ...pause, resumeOn: '2099-01-02' });
  await setState(app, { resumeOn: app.context.today() });
  await followSiteState(app.context);
  expect(app.context.site.current()).toMatchObject({ state: 'live', by: null, resumeOn: null });
  const [, row] = await auditOf(app, 'site_state_changed');
  expect(row).toMatchObject({ userId: 'system', subjectId: 'paused → live' });
});
