/** The links of mails that were sent before all kinds had one table. */
import { afterAll, expect, test } from 'bun:test';
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { linksEndedAt } from '#db/access-links';
import { linkTokens } from '#db/schema/desk';
import { readLinkKey } from '#db/sealed-keys';
import { berlinDay } from '#domain/dates';
import { href, pages } from '#domain/urls';
import { migratedUpTo } from '#tests/db/support/migrated';
import { scratch } from '#tests/db/support/processes';
import { startApp, testNow } from '#tests/support/app';

const here = scratch();
afterAll(() => here.remove());

const day = 86_400_000;
const tokenOf = (letter: string) => letter.repeat(43);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const address = 'Johanna@Mail.example';

/** Up to 0017: a table of each kind, and an application with each of its links. */
async function before() {
  const path = here.path('app.db');
  const db = await migratedUpTo({ ...here, path: () => path }, 18);
  const later = testNow + day;
  await db.write(async (tx) => {
    await tx.run(sql`insert into applications (id, created_at, updated_at)
      values ('open', 1, 1), ('ended', 1, 1), ('deleted', 1, 1)`);
    await tx.run(sql`insert into contact_data
      values ('c', 'open', 'mrs', 'A', 'B', ${address}, '1', 1, 0)`);
    await tx.run(sql`insert into link_tokens (hash, application_id, kind, expires_at) values
      (${hashOf(tokenOf('r'))}, 'open', 'resume', ${later}),
      (${hashOf(tokenOf('s'))}, 'open', 'status', ${later}),
      (${hashOf(tokenOf('x'))}, 'open', 'resume', ${testNow - 1}),
      ('ended ended', 'ended', 'resume', ${testNow + 180 * day})`);
    await tx.run(sql`insert into stop_links (hash, person_key, application_id, expires_at)
      values (${hashOf(tokenOf('t'))}, 'a person', 'deleted', ${later})`);
    await tx.run(sql`insert into privacy_links (hash, address, expires_at, wrong) values
      (${hashOf(tokenOf('p'))}, ${address}, ${later}, 4), (${hashOf(tokenOf('w'))}, ${address}, ${later}, 5)`);
  });
  await db.close();
  return await startApp({ env: { DATABASE_URL: `file:${path}` } });
}

test('they open what they did, and end as they did', async () => {
  const { ask, context, db } = await before();
  const { links } = context;
  const status = async (path: string) => (await ask('GET', path)).status;
  const opened = async () => ({
    resume: await status(href(pages.resume, { token: tokenOf('r') })),
    application: await links.applicationOf('status', tokenOf('s')),
    stop: await status(href(pages.stopReminders, { token: tokenOf('t') })),
    privacy: await status(href(pages.ownDataOf, { token: tokenOf('p') })),
  });
  expect(await opened()).toEqual({ resume: 303, application: 'open', stop: 200, privacy: 200 });
  expect(await links.find('stop', tokenOf('t'))).toMatchObject({ subject: 'a person', about: 'deleted' });
  expect(await links.find('privacy', tokenOf('p'))).toMatchObject({ subject: address, wrong: 4 });
  // each opens its own kind only
  expect(await links.find('privacy', tokenOf('t'))).toBeNull();
  for (const path of [
    href(pages.resume, { token: tokenOf('x') }),
    href(pages.ownDataOf, { token: tokenOf('w') }),
  ])
    expect(await status(path)).toBe(404);
  expect(await linksEndedAt(db.read, 'ended')).toBe(testNow);

  await db.write((tx) => tx.run(sql`update contact_data set email = 'other@mail.example'`));
  expect(await opened()).toEqual({ resume: 404, application: null, stop: 200, privacy: 200 });
  await db.write((tx) => tx.run(sql`delete from applications`));
  expect((await db.read.select().from(linkTokens)).map(({ kind }) => kind).toSorted()).toEqual([
    'privacy',
    'privacy',
    'stop',
  ]);
});

test('a mail that is sent again has the link that it had', async () => {
  const { context, db } = await before();
  const key = await readLinkKey(db.read, context.cipher);
  const mail = { id: 'a mail', applicationId: 'open', createdAt: testNow, recipientEmail: address };
  const had = (about: string) =>
    createHmac('sha256', key ?? '')
      .update(about)
      .digest('base64url');
  for (const [kind, about, ms] of [
    ['resume', 'open', 14 * day],
    ['status', 'open', 180 * day],
    ['stop', 'open', 180 * day],
    ['privacy', 'a mail', 3_600_000],
  ] as const) {
    const expiresAt = testNow + ms;
    const token = had(`${kind}\0${about}\0${expiresAt}`);
    expect(await context.links.linkFor(kind, mail)).toEqual({ token, until: berlinDay(new Date(expiresAt)) });
  }
});
