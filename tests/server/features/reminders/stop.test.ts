/** Stopping reminders: a page with a button, and the one-click link of mail programs. */
import { describe, expect, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { applications } from '#db/schema/applications';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { stopPath } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';

const oneClick = {
  raw: 'List-Unsubscribe=One-Click',
  type: 'application/x-www-form-urlencoded',
};

async function stoppedAt(app: TestApp, id: string): Promise<number | null | undefined> {
  const [row] = await app.db.read
    .select({ at: applications.remindersStoppedAt })
    .from(applications)
    .where(eq(applications.id, id));
  return row?.at;
}

async function begun() {
  const app = await startApp();
  const visitor = createVisitor(app);
  await visitor.save('contact-data', johanna['contact-data']);
  return { app, id: visitor.id, path: await stopPath(app, visitor.id) };
}

test('every reminder has the link to stop reminders, for people and for mail programs', async () => {
  const { app, id } = await begun();
  const headers = await app.signIn();
  for (const type of ['first', 'second']) {
    const sent = await app.ask('POST', href(api.resendReminder, { id }), { body: { type }, headers });
    expect(sent.status).toBe(200);
  }
  const folder = join(app.folder, 'mail');
  const files = await readdir(folder);
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  );
  expect(mails).toHaveLength(2);
  for (const { html, text, headers: lines } of mails) {
    const [way = ''] = text?.match(/http:\/\/localhost:3000\/erinnerungen\/[\w-]{43}\/abbestellen/) ?? [];
    expect(way).not.toContain(id);
    expect(html).toContain(`href="${way}"`);
    expect((await app.ask('GET', new URL(way).pathname)).status).toBe(200);
    const header = (key: string) => lines.find((line) => line.key === key)?.value;
    expect(header('list-unsubscribe')).toBe(`<${way}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  }
});

describe('the page behind the link', () => {
  // ASVS 3.5.3
  test('changes nothing when it is opened', async () => {
    const { app, id, path } = await begun();
    const answer = await app.ask('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain('Keine Erinnerungen mehr senden');
    expect(page).toContain('noindex');
    expect(page).not.toContain('Sommer');
    expect(await stoppedAt(app, id)).toBeNull();
  });

  test('stops reminders by the button, which leads back to it', async () => {
    const { app, id, path } = await begun();
    const answer = await app.ask('POST', path, { raw: '', type: 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
    expect(await (await app.ask('GET', path)).text()).toContain('Wir erinnern Sie nicht mehr');
    expect(await stoppedAt(app, id)).toBe(app.clock.now);
  });

  test.each([
    ['one click in a mail program', oneClick],
    [
      'a mail program that sends a form with parts',
      { raw: '--x--', type: 'multipart/form-data; boundary=x' },
    ],
  ])('stops reminders by %s', async (_, body) => {
    const { app, id, path } = await begun();
    const answer = await app.ask('POST', path, body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Wir erinnern Sie nicht mehr');
    expect(await stoppedAt(app, id)).toBe(app.clock.now);
  });

  test('keeps the first time if reminders are stopped again', async () => {
    const { app, id, path } = await begun();
    await app.ask('POST', path, oneClick);
    const first = await stoppedAt(app, id);
    app.clock.now += 1000;
    await app.ask('POST', path, oneClick);
    expect(await stoppedAt(app, id)).toBe(first);
  });

  test('does not change the application', async () => {
    const { app, id, path } = await begun();
    const before = await (await app.ask('GET', href(api.application, { id }))).json();
    app.clock.now += 60_000;
    await app.ask('POST', path, oneClick);
    expect(await (await app.ask('GET', href(api.application, { id }))).json()).toEqual(before);
  });
});
