/** Stopping reminders: a page with a button, and the one-click link of mail programs. */
import { describe, expect, test } from 'bun:test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { applications } from '#db/schema/applications';
import { api, href, pages } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
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
  return { app, id: visitor.id };
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
  test('changes nothing when it is opened', async () => {
    const { app, id } = await begun();
    const answer = await app.ask('GET', href(pages.stopReminders, { token: id }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain('Keine Erinnerungen mehr senden');
    expect(page).toContain('noindex');
    expect(page).not.toContain('Sommer');
    expect(await stoppedAt(app, id)).toBeNull();
  });

  test.each([
    ['the button', { raw: '', type: 'application/x-www-form-urlencoded' }],
    ['one click in a mail program', oneClick],
    [
      'a mail program that sends a form with parts',
      { raw: '--x--', type: 'multipart/form-data; boundary=x' },
    ],
  ])('stops reminders by %s', async (_, body) => {
    const { app, id } = await begun();
    const answer = await app.ask('POST', href(pages.stopReminders, { token: id }), body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Wir erinnern Sie nicht mehr');
    expect(await stoppedAt(app, id)).toBe(app.clock.now);
  });

  test('keeps the first time if reminders are stopped again', async () => {
    const { app, id } = await begun();
    await app.ask('POST', href(pages.stopReminders, { token: id }), oneClick);
    const first = await stoppedAt(app, id);
    app.clock.now += 1000;
    await app.ask('POST', href(pages.stopReminders, { token: id }), oneClick);
    expect(await stoppedAt(app, id)).toBe(first);
  });

  test('does not change the application', async () => {
    const { app, id } = await begun();
    const before = await (await app.ask('GET', href(api.application, { id }))).json();
    app.clock.now += 60_000;
    await app.ask('POST', href(pages.stopReminders, { token: id }), oneClick);
    expect(await (await app.ask('GET', href(api.application, { id }))).json()).toEqual(before);
  });

  test('does not reveal whether an application exists', async () => {
    const { app, id } = await begun();
    const unknown = crypto.randomUUID();
    const [known, other] = await Promise.all(
      [id, unknown].map(async (one) => {
        const answer = await app.ask('POST', href(pages.stopReminders, { token: one }), oneClick);
        return `${answer.status} ${(await answer.text()).replaceAll(one, 'id')}`;
      }),
    );
    expect(other).toBe(known ?? '');
  });

  test('does not exist for an invalid id', async () => {
    const { app } = await begun();
    for (const method of ['GET', 'POST']) {
      expect((await app.ask(method, href(pages.stopReminders, { token: '1234' }))).status).toBe(404);
    }
  });
});
