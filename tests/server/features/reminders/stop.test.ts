/** Stopping reminders: a page with a button, and the one-click link of mail programs. */
import { expect, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { applications } from '#db/schema/applications';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { stopPath } from '#tests/support/mail-links';
import { rowsOf } from '#tests/support/stored';

const type = 'application/x-www-form-urlencoded';
const oneClick = { raw: 'List-Unsubscribe=One-Click', type };

async function open() {
  const app = await startApp();
  const visitor = await begun(app, ['contact-data']);
  const stoppedAt = async () => (await rowsOf(app, applications))[0]?.remindersStoppedAt;
  return { app, id: visitor.id, visitor, path: await stopPath(app, visitor.id), stoppedAt };
}

test('every reminder has the link to stop reminders, for people and for mail programs', async () => {
  const { app, id } = await open();
  const headers = await app.signIn();
  for (const which of ['first', 'second']) {
    const body = { type: which };
    expect((await app.ask('POST', href(api.resendReminder, { id }), { body, headers })).status).toBe(200);
  }
  const folder = join(app.folder, 'mail');
  const files = await readdir(folder);
  expect(files).toHaveLength(2);
  for (const file of files) {
    const { html, text, headers: lines } = await PostalMime.parse(await readFile(join(folder, file)));
    const [way = ''] = text?.match(/http:\/\/localhost:3000\/erinnerungen\/[\w-]{43}\/abbestellen/) ?? [];
    expect(way).not.toContain(id);
    expect(html).toContain(`href="${way}"`);
    expect((await app.ask('GET', new URL(way).pathname)).status).toBe(200);
    const header = (key: string) => lines.find((line) => line.key === key)?.value;
    expect(header('list-unsubscribe')).toBe(`<${way}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  }
});

// ASVS 3.5.3
test('the page changes nothing when it is opened; its button stops them once, and leads back to it', async () => {
  const { app, visitor, path, stoppedAt } = await open();
  const answer = await app.ask('GET', path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const page = await answer.text();
  for (const words of ['Keine Erinnerungen mehr senden', 'noindex']) expect(page).toContain(words);
  expect(page).not.toContain('Sommer');
  expect(await stoppedAt()).toBeNull();
  const { body } = await visitor.application();
  app.clock.now += 60_000;
  const { now } = app.clock;
  for (const again of [0, 1000]) {
    app.clock.now = now + again;
    const pressed = await app.ask('POST', path, { raw: '', type });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path]);
    expect(await (await app.ask('GET', path)).text()).toContain('Wir erinnern Sie nicht mehr');
    expect(await stoppedAt()).toBe(now);
  }
  // it is no change of the application
  expect((await visitor.application()).body).toEqual(body);
});

test.each([
  ['one click in a mail program', oneClick],
  ['a mail program that sends a form with parts', { raw: '--x--', type: 'multipart/form-data; boundary=x' }],
])('reminders are stopped by %s', async (_, sent) => {
  const { app, path, stoppedAt } = await open();
  const answer = await app.ask('POST', path, sent);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Wir erinnern Sie nicht mehr');
  expect(await stoppedAt()).toBe(app.clock.now);
});
