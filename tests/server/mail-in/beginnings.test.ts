/** Answers to mails about what is no case: whatever mail of ours somebody answers, staff learn of it. */
import { describe, expect, test } from 'bun:test';
import { callbackRequests } from '#db/schema/desk';
import type { Reply } from '#domain/lists';
import { api, href, pages } from '#domain/urls';
import { readStored } from '#server/features/privacy/own-data';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { begin } from '#tests/server/jobs/reminder-case';
import { renderQueuedMail } from '#tests/server/mails/written';
import { addOffer, addPreparation, queueAbout } from '#tests/support/beginnings';
import { mailsOf } from '#tests/support/stored';
import { messageIdOf, setPost, withAddress } from './post';
import { answerTo } from './replies';

const { app, office, deliver } = setPost();
const hourMs = 3_600_000;
type Row = { id: string; email?: string; applicationId?: string; reply: Reply | null };

/** What is begun for an address, the type of the mail about it, and the rows that staff see. */
const beginnings = {
  callback: {
    begin: async (email: string) => void (await sendJson(app, { email })),
    type: 'callback_confirmation',
    rows: () => office().list<Row>(api.staffCallbacks),
    page: pages.backofficeCallbacks,
  },
  offer: {
    begin: async (email: string) => {
      const { id } = await addOffer(app, { email });
      await queueAbout(app, 'offer_requested', { offerId: id });
    },
    type: 'offer',
    rows: () => listed('offers', api.staffOffers),
    page: pages.backofficeOffers,
  },
  preparation: {
    begin: async (email: string) => {
      const { applicationId } = await addPreparation(app, { email });
      await queueAbout(app, 'application_prepared', { applicationId });
    },
    type: 'application_invitation',
    rows: () => listed('preparations', api.preparations),
    page: pages.backofficePreparations,
  },
} as const;
const listed = async (name: string, path: string) =>
  ((await office().ask('GET', path)).body as Record<string, Row[]>)[name] ?? [];

let count = 0;
async function begun(kind: keyof typeof beginnings) {
  const from = `ada${count++}@post.example`;
  const { begin: start, type, rows, page } = beginnings[kind];
  await start(from);
  await app.outbox.runOnce();
  const [sent] = (await mailsOf(app, type)).filter(({ recipientEmail }) => recipientEmail === from);
  const before = (await mailsOf(app, 'case_reply')).length;
  const messageId = messageIdOf(sent?.id ?? '');
  return {
    from,
    answer: (written: object = {}) => answerTo(messageId, { from, ...written }),
    // the newest is the first
    reply: async () => (await rows())[0]?.reply,
    told: async () => (await mailsOf(app, 'case_reply')).slice(before),
    page,
  };
}

describe.each(Object.keys(beginnings) as (keyof typeof beginnings)[])('an answer about a %s', (kind) => {
  test('is shown in the list, once, and staff are told once an hour', async () => {
    const { from, answer, reply, told, page } = await begun(kind);
    expect(await reply()).toBeNull();
    const text = 'Bitte rufen Sie mich an.\n\n> Ihr Angebot';
    const raw = answer({ from: from.toUpperCase(), text });
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
    for (const text of ['Oder morgen.', 'Oder übermorgen.']) await deliver(answer({ text }));
    expect(await reply()).toMatchObject({ text: 'Oder übermorgen.' });
    expect(await told()).toHaveLength(2);
  });

  test('loses our links, is among the own data, and goes with them', async () => {
    const { from, answer, reply } = await begun(kind);
    const link = `https://www.sattelfest.example/status/${'a'.repeat(43)}`;
    await deliver(answer({ text: `Dieser Link: ${link}` }));
    expect((await reply())?.text).not.toContain('aaaa');
    const own = await readStored(app.context, from);
    const all = [...own.callbackRequests, ...own.offers, ...own.preparations];
    expect(all.map((one) => one.reply?.text)).toEqual([(await reply())?.text]);
  });
});

test.each([
  ['by somebody else', { from: 'fremd@post.example' }],
  ['by a program', { head: 'Auto-Submitted: auto-replied\n' }],
])('an answer %s leaves nothing', async (_, written) => {
  const { answer, reply, told } = await begun('offer');
  expect(await deliver(answer(written))).toBe(204);
  expect([await reply(), await told()]).toEqual([null, []]);
});

test('an answer that nobody can read here says so', async () => {
  const { answer, reply, told } = await begun('offer');
  await deliver(answer().replace('text/plain; charset=UTF-8', 'application/pkcs7-mime'));
  expect(await reply()).toMatchObject({ text: 'Verschlüsselte Antwort, bitte im Postfach lesen' });
  expect(await told()).toHaveLength(1);
});

test('a callback whose person wants no calls is answered like any other', async () => {
  const { answer, told } = await begun('callback');
  await app.db.write((tx) => tx.update(callbackRequests).set({ noCallsAt: app.clock.now }));
  await deliver(answer());
  await app.outbox.runOnce();
  expect(await told()).toMatchObject([{ status: 'sent' }]);
});

test('staff learn of answers about each, and of what has no list to read them in the mailbox', async () => {
  const email = 'eva@post.example';
  const before = (await mailsOf(app, 'case_reply')).length;
  for (const { begin: start } of Object.values(beginnings)) await start(email);
  const { id } = await begin(app, withAddress(email));
  await app.ask('POST', href(api.accessLink, { id }), { body: {} });
  await app.ask('POST', api.privacyRequests, { body: { email } });
  await declare(app, { email, contract: '' });
  await app.outbox.runOnce();
  const others = ['access_link', 'privacy_link', 'withdrawal_receipt'] as const;
  for (const type of [...others, ...Object.values(beginnings).map((one) => one.type)]) {
    const sent = (await mailsOf(app, type)).at(-1);
    const raw = answerTo(messageIdOf(sent?.id ?? ''), { from: email });
    for (let times = 0; times < 2; times += 1) expect(await deliver(raw)).toBe(204);
  }
  const told = (await mailsOf(app, 'case_reply')).slice(before);
  const written = await Promise.all(told.map((mail) => renderQueuedMail(app.context, mail)));
  const isInMailbox = written.map((mail) => mail?.text.includes('nur im Postfach'));
  expect(isInMailbox).toEqual([...others.map(() => true), ...Object.keys(beginnings).map(() => false)]);
});
