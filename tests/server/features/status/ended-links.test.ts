/** Links that are ended open nothing any more: by their holder, by staff, by an erasure, by another address. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { deleteExpiredLinks } from '#db/access-links';
import { applications } from '#db/schema/applications';
import { linkTokens } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { linksEndedSentence, linksEndedTitle } from '#domain/access-links';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { birthDate, email, erase, filled, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { johanna, type Visitor } from '#tests/support/people';
import { auditOf, mailsOf, rowsOf } from '#tests/support/stored';
import { openQuestion, reply } from './question';

const office = setOffice();
let { app } = office;

beforeEach(async () => {
  ({ app } = office);
  app.clock.now = testNow;
  for (const table of [outbox, linkTokens, applications]) await app.db.write((tx) => tx.delete(table));
});

const revoke = (token: string) => app.ask('POST', href(api.revokeStatus, { token }), { body: {} });
const statusOf = async (token: string) => (await app.ask('GET', href(api.status, { token }))).status;
const resumes = async (token: string) => (await app.ask('GET', href(pages.resume, { token }))).status;

/** Asks for a link; its mail waits. */
const askLink = ({ id }: { id: string }) => app.ask('POST', href(api.accessLink, { id }), { body: {} });

/** Asks for a link, and returns its token. A link of a moment before is another one. */
async function newLink(of: { id: string }, place: 'status' | 'fortsetzen') {
  app.clock.now += 1;
  await askLink(of);
  return await tokenIn(app, 'access_link', place);
}

/** Everything that a status link opens. */
async function statusesOf(token: string) {
  const gets = [pages.status, api.status, api.statusDocument].map((path) =>
    app.ask('GET', href(path, { token })),
  );
  const posts = [
    app.ask('POST', href(api.answerStatus, { token }), { body: reply() }),
    app.ask('POST', href(api.anotherHorseByLink, { token }), { body: {} }),
    revoke(token),
  ];
  return (await Promise.all([...gets, ...posts])).map(({ status }) => status);
}
const ended = Array(6).fill(404);

async function withStatusLink() {
  const visitor = await filled(app, undefined, true);
  return { visitor, token: await tokenIn(app, 'completion', 'status') };
}

describe('"Link ungültig machen" on the status page', () => {
  test('ends all links of the application at once, and says so', async () => {
    const opened = await openQuestion();
    ({ app } = opened);
    const tokens = [await opened.send(), await newLink(opened, 'status')] as const;
    expect(new Set(tokens).size).toBe(2);
    const shown = await (await opened.page(tokens[0])).text();
    expect(shown).toContain(`action="${href(api.revokeStatus, { token: tokens[0] })}"`);
    expect(shown).toContain('Link ungültig machen');
    app.clock.now += 1;
    const answer = await revoke(tokens[1]);
    expect([answer.status, await answer.json()]).toEqual([200, { message: linksEndedSentence }]);
    expectSecretive(answer);
    for (const token of tokens) expect(await statusesOf(token)).toEqual(ended);
  });

  test('works without a script, and only from our own page', async () => {
    const { token } = await withStatusLink();
    const path = href(api.revokeStatus, { token });
    expect((await postForm(app, path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await statusOf(token)).toBe(200);
    const done = await postForm(app, path);
    expect([done.status, done.headers.get('location')]).toEqual([303, pages.linksEnded]);
    expectSecretive(done);
    const news = await app.ask('GET', pages.linksEnded);
    const html = await news.text();
    for (const text of [linksEndedTitle, linksEndedSentence, app.context.operator.company.phoneHref])
      expect(html).toContain(text);
    expectSecretive(news);
  });
});

test('an ended link is not brought back by its mail, and the next mail has one that works', async () => {
  const { visitor, token } = await withStatusLink();
  app.clock.now += 60_000;
  await askLink(visitor);
  expect((await revoke(token)).status).toBe(200);
  expect(await statusOf(await tokenIn(app, 'access_link', 'status'))).toBe(404);
  const again = { status: 'pending', nextAttemptAt: 0 } as const;
  await app.db.write((tx) => tx.update(outbox).set(again).where(eq(outbox.emailType, 'completion')));
  app.clock.now += 60_000;
  await deleteExpiredLinks(app.db, app.clock.now);
  expect(await tokenIn(app, 'completion', 'status')).toBe(token);
  expect(await statusOf(token)).toBe(404);
  expect(await statusOf(await newLink(visitor, 'status'))).toBe(200);
  // what says that the others were ended is forgotten with the last of them
  app.clock.now += 180 * dayMs;
  await deleteExpiredLinks(app.db, app.clock.now);
  expect(await rowsOf(app, linkTokens)).toEqual([]);
});

test('staff end the links of an application, completed or open, and leave a row', async () => {
  const { lukas } = office;
  const { visitor, token } = await withStatusLink();
  const open = await filled(app, johanna);
  const resume = await newLink(open, 'fortsetzen');
  expect(await resumes(resume)).toBe(303);
  for (const { id } of [visitor, open])
    expect((await lukas.ask('POST', href(api.endLinks, { id }), {})).status).toBe(200);
  expect([await statusOf(token), await resumes(resume)]).toEqual([404, 404]);
  expect(await auditOf(app, 'links_ended')).toMatchObject(
    [visitor, open].map(({ id }) => ({ username: 'lukas.weber', subjectId: id })),
  );
});

test('an erasure ends all links, also of mails that still wait', async () => {
  const { visitor, token } = await withStatusLink();
  const erasing = await tokenFor(app, email);
  app.clock.now += 1;
  await askLink(visitor);
  expect((await erase(app, erasing, { birthDate })).status).toBe(200);
  expect(await statusesOf(token)).toEqual(ended);
  await app.outbox.runOnce();
  expect(await statusesOf(token)).toEqual(ended);
});

describe('another address of an open application', () => {
  const correct = async (visitor: Visitor, address: string, consent = false) => {
    const contact = { ...johanna['contact-data'], email: address };
    const body = consent ? { ...contact, reminderConsent: true } : contact;
    expect((await visitor.save('contact-data', body)).status).toBe(200);
  };

  /** With a link and a reminder that wait, and who gets them. */
  async function withWaiting() {
    const visitor = await filled(app, johanna);
    await correct(visitor, johanna['contact-data'].email, true);
    await app.db.write((tx) => tx.delete(outbox));
    await askLink(visitor);
    await app.db.write(async (tx) => {
      const [link] = await tx.select().from(outbox);
      const reminder = { id: crypto.randomUUID(), emailType: 'reminder_first', byHand: true } as const;
      if (link) await tx.insert(outbox).values({ ...link, ...reminder });
    });
    const deliver = async () => {
      await app.outbox.runOnce();
      return (await mailsOf(app)).map((mail) => [mail.status, mail.recipientEmail]);
    };
    return { visitor, deliver };
  }

  test.each([[false], [true]])(
    'ends the links that went to the old one; with reminders: %p',
    async (consent) => {
      const visitor = await filled(app, johanna);
      const token = await newLink(visitor, 'fortsetzen');
      // the same mailbox in another spelling
      await correct(visitor, 'Johanna.Sommer@mail.example', consent);
      expect(await resumes(token)).toBe(303);
      await correct(visitor, 'j.sommer@mail.example', consent);
      expect(await resumes(token)).toBe(404);
      expect(await resumes(await newLink(visitor, 'fortsetzen'))).toBe(303);
      await correct(visitor, 'johanna.sommer@mail.example', consent);
      expect(await resumes(token)).toBe(404);
    },
  );

  test('keeps a mail to the old one that still waits from opening it', async () => {
    const visitor = await filled(app, johanna);
    await askLink(visitor);
    await correct(visitor, 'j.sommer@mail.example');
    await app.outbox.runOnce();
    // the mail is dropped; one that a worker had taken just before gets a link that does not work
    expect(await mailsOf(app)).toEqual([]);
    const mail = { id: '', applicationId: visitor.id, createdAt: app.clock.now, recipientEmail: email };
    const { token } = await app.context.links.linkFor('resume', mail);
    expect(await resumes(token)).toBe(404);
  });

  test('that stays in Punycode, as it may look like another one, keeps the mails to the old one too', async () => {
    const { deliver, visitor } = await withWaiting();
    await correct(visitor, 'j.sommer@xn--pple-43d.example');
    expect((await deliver()).map(([status]) => status)).toEqual(['failed', 'failed']);
  });

  test('does not count as one if an earlier version stored it in Punycode', async () => {
    const { deliver, visitor } = await withWaiting();
    const punycode = 'jo@xn--mller-kva.example';
    await app.db.write((tx) => tx.update(outbox).set({ recipientEmail: punycode }));
    await correct(visitor, punycode);
    expect(await deliver()).toEqual(Array(2).fill(['sent', 'jo@müller.example']));
  });
});
