/** The documents reach the applicant before the declaration, once, and the proofs say so. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { documentDeliveries, outbox } from '#db/schema/mails';
import { documentKinds } from '#domain/document-kinds';
import { setApp, testNow } from '#tests/support/app';
import { begun, completed } from '#tests/support/applications';
import { givenOf, startAgain } from '#tests/support/documents';
import { johanna, type Visitor } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';
import { choose, put } from './offered';

const app = setApp();
let visitor: Visitor;
beforeEach(async () => {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, applications]) await app.db.write((tx) => tx.delete(table));
  visitor = await choose(app);
});

const mails = () => mailsOf(app, 'documents');
const minute = 60_000;
const hour = 60 * minute;
const waiting = { to: 'j…@mail.example', queuedAt: '2026-11-20T09:00:00.000Z', sentAt: null };

describe('the call', () => {
  test('queues one mail and returns the documents with it', async () => {
    const { status, headers, body } = await put(app, visitor.id);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ documents: await app.context.documents.current(), delivery: waiting });
    const queued = await mails();
    expect(queued).toMatchObject([
      { recipientEmail: 'johanna.sommer@mail.example', applicationId: visitor.id },
    ]);
    const subjects = await Promise.all(queued.map(app.context.subjectOf));
    expect(subjects).toEqual(['Ihre Unterlagen zum Top-OP-Schutz']);
    expect(app.woken.count).toBe(1);
  });

  test('says when the mail was sent', async () => {
    await put(app, visitor.id);
    app.clock.now += 5_000;
    await app.outbox.runOnce();
    app.clock.now += minute;
    const sentAt = '2026-11-20T09:00:05.000Z';
    expect((await put(app, visitor.id)).body.delivery).toEqual({ ...waiting, sentAt });
  });

  test.each([
    ['it', null],
    ['a part of it', 2],
  ])('says that %s came back', async (_, number) => {
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const [first] = await mails();
    if (!first) throw new Error('There is no mail.');
    const bounced = { status: 'bounced' as const, bouncedAt: app.clock.now };
    await app.db.write(async (tx) => {
      if (number === null) return await tx.update(outbox).set(bounced);
      const part = { of: first.id, number, total: 2, files: [] };
      return await tx.insert(outbox).values({ ...first, ...bounced, id: crypto.randomUUID(), part });
    });
    expect((await put(app, visitor.id)).body.delivery).toEqual({ ...waiting, returned: true });
  });

  test.each([
    ['no body', {}],
    ['a list', { body: [] }],
    ['unknown fields, which it ignores', { body: { email: 'somebody@else.example' } }],
  ])('accepts %s', async (_, options) => {
    expect((await put(app, visitor.id, options)).status).toBe(200);
    expect(await mails()).toMatchObject([{ recipientEmail: 'johanna.sommer@mail.example' }]);
  });
});

const nothing = { status: 200, body: { documents: documentKinds.map((kind) => ({ kind })), delivery: null } };

test.each([
  ['without contact data', () => begun(app, ['tariff-selection'])],
  ['without a tariff', () => begun(app, ['contact-data'])],
  ['for a completed application', () => completed(app)],
])('there is no mail and no error %s', async (_, make) => {
  expect(await put(app, (await make()).id)).toMatchObject(nothing);
  expect(await mails()).toEqual([]);
});

describe('one mail is queued', () => {
  test('however often and at the same time it is asked for', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(app, visitor.id)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.delivery]))).size).toBe(1);
    app.clock.now += 48 * hour;
    await put(app, visitor.id);
    expect(await mails()).toHaveLength(1);
  });

  const top = johanna['tariff-selection'];
  const premium = { ...top, tariffType: 'premium' };
  const higher = { ...premium, selfParticipation: 500 };
  const selections = [premium, higher, { ...higher, paymentFrequency: 'annual' }, top];
  const contacts = ['JOHANNA.sommer@mail.example', 'jo@müller.example', 'jo@xn--mller-kva.example'];
  test.each([
    ['for each selection, and none for one that had its mail', 'tariff-selection', selections, 4],
    [
      'for each address, but not for each spelling of it',
      'contact-data',
      contacts.map((email) => ({ ...johanna['contact-data'], email })),
      2,
    ],
  ] as const)('%s', async (_, key, changes, many) => {
    await put(app, visitor.id);
    for (const change of changes) {
      await visitor.save(key, change);
      await put(app, visitor.id);
    }
    expect(await mails()).toHaveLength(many);
  });

  test('for each set of documents', async () => {
    await put(app, visitor.id);
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    const { body } = await put(next, visitor.id);
    expect(body.documents).toEqual(await next.context.documents.current());
    expect(await mails()).toHaveLength(2);
  });

  test('for each application, and is deleted with it', async () => {
    const other = await choose(app);
    for (const { id } of [visitor, other]) await put(app, id);
    expect(await mails()).toHaveLength(2);
    await visitor.send('DELETE', `/api/applications/${visitor.id}`);
    expect(await mails()).toMatchObject([{ applicationId: other.id }]);
    expect(await rowsOf(app, documentDeliveries)).toMatchObject([{ applicationId: other.id }]);
  });
});
