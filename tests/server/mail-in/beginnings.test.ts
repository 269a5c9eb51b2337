/** Answers to mails about what is no case: whatever mail of ours somebody answers, staff learn of it. */
import { describe, expect, test } from 'bun:test';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import type { Reply } from '#domain/lists';
import { api, href, pages } from '#domain/urls';
import { readStored } from '#server/features/privacy/service';
import { renderQueuedMail } from '#server/mail/kinds';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { begin } from '#tests/server/jobs/reminder-case';
import { addOffer, addPreparation, queueAbout } from '#tests/support/beginnings';
import { messageIdOf, openPost } from './post';
import { answerTo } from './replies';

const from = 'ada@post.example';
const hourMs = 3_600_000;
type Post = Awaited<ReturnType<typeof openPost>>;
type Row = { id: string; email?: string; applicationId?: string; reply: Reply | null };

/** What is begun, the type of the mail about it, and the rows that staff see. */
const beginnings = {
  callback: {
    begin: async ({ app }: Post) => void (await sendJson(app, { email: from })),
    type: 'callback_confirmation',
    rows: ({ lukas }: Post) => lukas.list<Row>(api.staffCallbacks),
    page: pages.backofficeCallbacks,
  },
  offer: {
    begin: async ({ app }: Post) => {
      const { id } = await addOffer(app, { email: from });
      await queueAbout(app, 'offer_requested', { offerId: id });
    },
    type: 'offer',
    rows: async ({ lukas }: Post) =>
      ((await lukas.ask('GET', api.staffOffers)).body as unknown as { offers: Row[] }).offers,
    page: pages.backofficeOffers,
  },
  preparation: {
    begin: async ({ app }: Post) => {
      const { applicationId } = await addPreparation(app, { email: from });
      await queueAbout(app, 'application_prepared', { applicationId });
    },
    type: 'application_invitation',
    rows: async ({ lukas }: Post) =>
      ((await lukas.ask('GET', api.preparations)).body as unknown as { preparations: Row[] }).preparations,
    page: pages.backofficePreparations,
  },
};

async function begun(kind: keyof typeof beginnings) {
  const post = await openPost();
  const { app } = post;
  const { begin: start, type, rows, page } = beginnings[kind];
  await start(post);
  await app.outbox.runOnce();
  const mails = async () => await app.db.read.select().from(outbox);
  const sent = (await mails()).find(({ emailType }) => emailType === type);
  const told = async () => (await mails()).filter(({ emailType }) => emailType === 'case_reply');
  return {
    ...post,
    messageId: messageIdOf(sent?.id ?? ''),
    reply: async () => (await rows(post))[0]?.reply,
    told,
    page,
  };
}

describe.each(Object.keys(beginnings) as (keyof typeof beginnings)[])('an answer about a %s', (kind) => {
  test('is shown in the list, once, and staff are told once an hour', async () => {
    const { app, deliver, messageId, reply, told, page } = await begun(kind);
    expect(await reply()).toBeNull();
    const raw = answerTo(messageId, {
      from: from.toUpperCase(),
      text: 'Bitte rufen Sie mich an.\n\n> Ihr Angebot',
    });
    const at = new Date(app.clock.now).toISOString();
    expect(await deliver(raw)).toBe(204);
    expect(await reply()).toEqual({ at, text: 'Bitte rufen Sie mich an.' });
    const [mail] = await told();
    const written = mail && (await renderQueuedMail(app.context, mail));
    expect(written?.text).toContain(page);
    expect(written?.text).not.toContain('Bitte rufen');
    app.clock.now += hourMs;
    await deliver(raw);
    expect(await reply()).toEqual({ at, text: 'Bitte rufen Sie mich an.' });
    expect(await told()).toHaveLength(1);
    for (const text of ['Oder morgen.', 'Oder übermorgen.'])
      await deliver(answerTo(messageId, { from, text }));
    expect(await reply()).toMatchObject({ text: 'Oder übermorgen.' });
    expect(await told()).toHaveLength(2);
  });

  test('loses our links, is among the own data, and goes with them', async () => {
    const { app, deliver, messageId, reply } = await begun(kind);
    const link = `https://www.sattelfest.example/status/${'a'.repeat(43)}`;
    await deliver(answerTo(messageId, { from, text: `Dieser Link: ${link}` }));
    expect((await reply())?.text).not.toContain('aaaa');
    const own = await readStored(app.context, from);
    expect(
      [...own.callbackRequests, ...own.offers, ...own.preparations].map((one) => one.reply?.text),
    ).toEqual([(await reply())?.text]);
  });
});

test.each([
  ['by somebody else', { from: 'fremd@post.example' }],
  ['by a program', { from, head: 'Auto-Submitted: auto-replied\n' }],
])('an answer %s leaves nothing', async (_, written) => {
  const { deliver, messageId, reply, told } = await begun('offer');
  expect(await deliver(answerTo(messageId, written))).toBe(204);
  expect([await reply(), await told()]).toEqual([null, []]);
});

test('an answer that nobody can read here says so', async () => {
  const { deliver, messageId, reply, told } = await begun('offer');
  const raw = answerTo(messageId, { from });
  await deliver(raw.replace('text/plain; charset=UTF-8', 'application/pkcs7-mime'));
  expect(await reply()).toMatchObject({ text: 'Verschlüsselte Antwort, bitte im Postfach lesen' });
  expect(await told()).toHaveLength(1);
});

test('a callback whose person wants no calls is answered like any other', async () => {
  const { app, deliver, messageId, told } = await begun('callback');
  await app.db.write((tx) => tx.update(callbackRequests).set({ noCallsAt: app.clock.now }));
  await deliver(answerTo(messageId, { from }));
  await app.outbox.runOnce();
  expect(await told()).toMatchObject([{ status: 'sent' }]);
});

test('staff learn of answers about each, and of what has no list to read them in the mailbox', async () => {
  const post = await openPost();
  const { app, deliver } = post;
  for (const { begin: start } of Object.values(beginnings)) await start(post);
  const { id } = await begin(app);
  await app.ask('POST', href(api.accessLink, { id }), { body: {} });
  await app.ask('POST', api.privacyRequests, { body: { email: from } });
  await declare(app, { email: from, contract: '' });
  await app.outbox.runOnce();
  const ofType = async (wanted: string) =>
    (await app.db.read.select().from(outbox)).filter(({ emailType }) => emailType === wanted);
  const others = ['access_link', 'privacy_link', 'withdrawal_receipt'];
  for (const type of [...others, ...Object.values(beginnings).map((one) => one.type)]) {
    const [sent] = await ofType(type);
    const raw = answerTo(messageIdOf(sent?.id ?? ''), { from: sent?.recipientEmail });
    for (let times = 0; times < 2; times += 1) expect(await deliver(raw)).toBe(204);
  }
  const told = await ofType('case_reply');
  const written = await Promise.all(told.map((mail) => renderQueuedMail(app.context, mail)));
  expect(written.map((mail) => mail?.text.includes('nur im Postfach'))).toEqual([
    ...others.map(() => true),
    ...Object.keys(beginnings).map(() => false),
  ]);
});
