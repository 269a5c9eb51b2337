/** Links that are ended open nothing any more: by their holder, by staff, by an erasure, by another address. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { deleteExpiredLinks } from '#db/access-links';
import { applications } from '#db/schema/applications';
import { linkTokens } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { invalidLinkTitle, linksEndedSentence, linksEndedTitle } from '#domain/access-links';
import { api, href, pages } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { birthDate, email, erase, filled, form, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { type TestApp, testNow } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { johanna, type Visitor } from '#tests/support/people';
import { auditOf, mailsOf, rowsOf } from '#tests/support/stored';
import { openQuestion, reply } from './question';

const day = 24 * 3_600_000;
const minute = 60_000;
const revoke = (app: TestApp, token: string) =>
  app.ask('POST', href(api.revokeStatus, { token }), { body: {} });
const askLink = (app: TestApp, { id }: { id: string }) =>
  app.ask('POST', href(api.accessLink, { id }), { body: {} });

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, linkTokens, applications]) await app.db.write((tx) => tx.delete(table));
});

/** Everything that a status link opens. */
async function statusesOf(app: TestApp, token: string) {
  const gets = [pages.status, api.status, api.statusDocument].map((path) =>
    app.ask('GET', href(path, { token })),
  );
  const posts = [
    app.ask('POST', href(api.answerStatus, { token }), { body: reply() }),
    app.ask('POST', href(api.anotherHorseByLink, { token }), { body: {} }),
    revoke(app, token),
  ];
  return (await Promise.all([...gets, ...posts])).map(({ status }) => status);
}
const ended = Array(6).fill(404);

async function withStatusLink(app: TestApp) {
  const visitor = await filled(app, undefined, true);
  return { visitor, token: await tokenIn(app, 'completion', 'status') };
}

/** The page and the call for a token that was never one. */
async function unknownAnswers(app: TestApp, token: string) {
  const page = await app.ask('GET', href(pages.status, { token }));
  const call = await app.ask('GET', href(api.status, { token }));
  return [page.status, (await page.text()).replace(/nonce-[^']+/g, ''), call.status, await call.text()];
}

describe('"Link ungültig machen" on the status page', () => {
  test('ends all links of the application at once, and says so', async () => {
    const { app, id, send, page } = await openQuestion();
    const tokens = [await send()];
    app.clock.now += 1;
    await askLink(app, { id });
    tokens.push(await tokenIn(app, 'access_link', 'status'));
    expect(new Set(tokens).size).toBe(2);
    const shown = await (await page(tokens[0] ?? '')).text();
    expect(shown).toContain(`action="${href(api.revokeStatus, { token: tokens[0] ?? '' })}"`);
    expect(shown).toContain('Link ungültig machen');
    app.clock.now += 1;
    const answer = await revoke(app, tokens[1] ?? '');
    expect([answer.status, await answer.json()]).toEqual([200, { message: linksEndedSentence }]);
    expectSecretive(answer);
    for (const token of tokens) expect(await statusesOf(app, token)).toEqual(ended);
    expect(await unknownAnswers(app, tokens[0] ?? '')).toEqual(await unknownAnswers(app, 'x'.repeat(43)));
  });

  test('works without a script, in a browser that hides the origin, and only from our own page', async () => {
    const { token } = await withStatusLink(app);
    const path = href(api.revokeStatus, { token });
    const post = (headers: Record<string, string>) => app.ask('POST', path, { ...form(), headers });
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await app.ask('GET', path, { headers: { accept: 'text/html' } })).status).toBe(303);
    expect((await app.ask('GET', href(pages.status, { token }))).status).toBe(200);
    const done = await post({ 'sec-fetch-site': 'same-origin', origin: 'null' });
    expect([done.status, done.headers.get('location')]).toEqual([303, pages.linksEnded]);
    expectSecretive(done);
    const news = await app.ask('GET', pages.linksEnded);
    const html = await news.text();
    for (const text of [linksEndedTitle, linksEndedSentence, app.context.operator.company.phoneHref])
      expect(html).toContain(text);
    expectSecretive(news);
    const again = await post({ origin: 'null' });
    expect([again.status, (await again.text()).includes(invalidLinkTitle)]).toEqual([404, true]);
  });
});

describe('an ended link', () => {
  test('is not brought back by its mail, which is sent again or for the first time', async () => {
    const { visitor, token } = await withStatusLink(app);
    app.clock.now += minute;
    await askLink(app, visitor);
    expect((await revoke(app, token)).status).toBe(200);
    const waiting = await tokenIn(app, 'access_link', 'status');
    expect((await app.ask('GET', href(api.status, { token: waiting }))).status).toBe(404);
    await app.db.write((tx) =>
      tx
        .update(outbox)
        .set({ status: 'pending', nextAttemptAt: 0 })
        .where(eq(outbox.emailType, 'completion')),
    );
    app.clock.now += minute;
    await deleteExpiredLinks(app.db, app.clock.now);
    expect(await tokenIn(app, 'completion', 'status')).toBe(token);
    expect((await app.ask('GET', href(api.status, { token }))).status).toBe(404);
  });

  test('does not keep the next mail from having a link that works', async () => {
    const { visitor, token } = await withStatusLink(app);
    await revoke(app, token);
    app.clock.now += 1;
    await askLink(app, visitor);
    const next = await tokenIn(app, 'access_link', 'status');
    expect((await app.ask('GET', href(api.status, { token: next }))).status).toBe(200);
    // what says that the others were ended is forgotten with the last of them
    app.clock.now += 180 * day;
    await deleteExpiredLinks(app.db, app.clock.now);
    expect(await rowsOf(app, linkTokens)).toEqual([]);
  });
});

test('staff end the links of an application, completed or open, and leave a row', async () => {
  const { lukas } = office;
  const { visitor, token } = await withStatusLink(app);
  const open = await filled(app, johanna);
  await askLink(app, open);
  const resume = await tokenIn(app, 'access_link', 'fortsetzen');
  expect((await app.ask('GET', href(pages.resume, { token: resume }))).status).toBe(303);
  for (const { id } of [visitor, open]) {
    const { status, body } = await lukas.ask('POST', href(api.endLinks, { id }), {});
    expect([status, typeof body.message]).toEqual([200, 'string']);
  }
  expect((await app.ask('GET', href(api.status, { token }))).status).toBe(404);
  expect((await app.ask('GET', href(pages.resume, { token: resume }))).status).toBe(404);
  const rows = await auditOf(app, 'links_ended');
  expect(rows.map(({ username, action, subjectId }) => [username, action, subjectId])).toEqual(
    [visitor, open].map(({ id }) => ['lukas.weber', 'links_ended', id]),
  );
  expect((await lukas.ask('POST', href(api.endLinks, { id: crypto.randomUUID() }), {})).status).toBe(404);
  expect((await app.ask('POST', href(api.endLinks, visitor), { body: {} })).status).toBe(401);
});

test('an erasure ends all links, also of mails that still wait', async () => {
  const { visitor, token } = await withStatusLink(app);
  const erasing = await tokenFor(app, email);
  app.clock.now += 1;
  await askLink(app, visitor);
  expect((await erase(app, erasing, { birthDate })).status).toBe(200);
  expect(await statusesOf(app, token)).toEqual(ended);
  await app.outbox.runOnce();
  expect(await statusesOf(app, token)).toEqual(ended);
});

describe('another address of an open application', () => {
  const correct = async (visitor: Visitor, address: string, consent = false) => {
    const contact = { ...johanna['contact-data'], email: address };
    const body = consent ? { ...contact, reminderConsent: true } : contact;
    expect((await visitor.save('contact-data', body)).status).toBe(200);
  };
  const opens = async (app: TestApp, token: string) =>
    (await app.ask('GET', href(pages.resume, { token }))).status;

  /** With a link and a reminder that wait. */
  async function withWaiting() {
    const visitor = await filled(app, johanna);
    await correct(visitor, johanna['contact-data'].email, true);
    await app.db.write((tx) => tx.delete(outbox));
    await askLink(app, visitor);
    await app.db.write(async (tx) => {
      const [link] = await tx.select().from(outbox);
      if (link)
        await tx
          .insert(outbox)
          .values({ ...link, id: crypto.randomUUID(), emailType: 'reminder_first', byHand: true });
    });
    const waiting = () => mailsOf(app);
    const deliver = async () => {
      await app.outbox.runOnce();
      return (await waiting()).filter(({ status }) => status === 'sent').map((one) => one.recipientEmail);
    };
    return { app, visitor, waiting, deliver };
  }

  test.each([[false], [true]])(
    'ends the links that went to the old one; with reminders: %p',
    async (consent) => {
      const visitor = await filled(app, johanna);
      await askLink(app, visitor);
      const token = await tokenIn(app, 'access_link', 'fortsetzen');
      // the same mailbox in another spelling
      await correct(visitor, 'Johanna.Sommer@mail.example', consent);
      expect(await opens(app, token)).toBe(303);
      await correct(visitor, 'j.sommer@mail.example', consent);
      expect(await opens(app, token)).toBe(404);
      app.clock.now += 1;
      await askLink(app, visitor);
      expect(await opens(app, await tokenIn(app, 'access_link', 'fortsetzen'))).toBe(303);
      await correct(visitor, 'johanna.sommer@mail.example', consent);
      expect(await opens(app, token)).toBe(404);
    },
  );

  test('keeps a mail to the old one that still waits from opening it', async () => {
    const visitor = await filled(app, johanna);
    await askLink(app, visitor);
    await correct(visitor, 'j.sommer@mail.example');
    await app.outbox.runOnce();
    // the mail is dropped; one that a worker had taken just before gets a link that does not work
    expect(await mailsOf(app)).toEqual([]);
    const mail = { id: '', applicationId: visitor.id, createdAt: app.clock.now, recipientEmail: email };
    const { token } = await app.context.links.linkFor('resume', mail);
    expect(await opens(app, token)).toBe(404);
  });

  test('that stays in Punycode, as it may look like another one, keeps the mail to the old one too', async () => {
    const { deliver, visitor, waiting } = await withWaiting();
    await correct(visitor, 'j.sommer@xn--pple-43d.example');
    expect(await deliver()).toEqual([]);
    expect(await waiting()).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  });

  test('does not count as one if an earlier version stored it in Punycode', async () => {
    const { app, deliver, visitor } = await withWaiting();
    const punycode = 'jo@xn--mller-kva.example';
    await app.db.write((tx) => tx.update(outbox).set({ recipientEmail: punycode }));
    await correct(visitor, punycode);
    expect(await deliver()).toEqual(['jo@müller.example', 'jo@müller.example']);
  });
});
