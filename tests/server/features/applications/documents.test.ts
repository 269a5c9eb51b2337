/** The documents reach the applicant before the declaration, once, and the proofs say so. */
import { describe, expect, test } from 'bun:test';
import { documentDeliveries, outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { givenOf, startAgain } from '#tests/support/documents';
import { createVisitor, johanna, sentence, type Visitor } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';
import { choose, chosen, mails, put } from './offered';

describe('the call', () => {
  test('queues one mail and returns the documents with it', async () => {
    const { app, visitor } = await chosen();
    const before = app.woken.count;
    const { status, headers, body } = await put(app, visitor.id);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      documents: await app.context.documents.current(),
      delivery: { to: 'j…@mail.example', queuedAt: '2026-11-20T09:00:00.000Z', sentAt: null },
    });
    const queued = await mails(app);
    expect(queued).toMatchObject([
      { recipientEmail: 'johanna.sommer@mail.example', applicationId: visitor.id },
    ]);
    expect(await Promise.all(queued.map(app.context.subjectOf))).toEqual([
      'Ihre Unterlagen zum Top-OP-Schutz',
    ]);
    expect(app.woken.count).toBe(before + 1);
  });

  test('says when the mail was sent', async () => {
    const { app, visitor } = await chosen();
    await put(app, visitor.id);
    app.clock.now += 5_000;
    await app.outbox.runOnce();
    app.clock.now += 60_000;
    expect((await put(app, visitor.id)).body.delivery).toEqual({
      to: 'j…@mail.example',
      queuedAt: '2026-11-20T09:00:00.000Z',
      sentAt: '2026-11-20T09:00:05.000Z',
    });
  });

  test.each([
    ['it', null],
    ['a part of it', 2],
  ])('says that %s came back', async (_, number) => {
    const { app, visitor } = await chosen();
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const [first] = await mailsOf(app);
    if (!first) throw new Error('There is no mail.');
    const bounced = { status: 'bounced' as const, bouncedAt: app.clock.now };
    await app.db.write(async (tx) => {
      if (number === null) return await tx.update(outbox).set(bounced);
      const part = { of: first.id, number, total: 2, files: [] };
      return await tx.insert(outbox).values({ ...first, ...bounced, id: crypto.randomUUID(), part });
    });
    expect((await put(app, visitor.id)).body.delivery).toEqual({
      to: 'j…@mail.example',
      queuedAt: '2026-11-20T09:00:00.000Z',
      sentAt: null,
      returned: true,
    });
  });

  test.each([
    ['no body', {}],
    ['an empty body', { raw: '' }],
    ['a list', { body: [] }],
    ['unknown fields', { body: { email: 'somebody@else.example' } }],
  ])('accepts %s', async (_, options) => {
    const { app, visitor } = await chosen();
    expect((await put(app, visitor.id, options)).status).toBe(200);
    expect(await mails(app)).toMatchObject([{ recipientEmail: 'johanna.sommer@mail.example' }]);
  });

  test.each([
    ['a body that is no JSON', { raw: '{' }, 400],
    ['a form', { raw: 'a=b', type: 'application/x-www-form-urlencoded' }, 415],
    ['a large body', { raw: ' '.repeat(70_000) }, 413],
  ])('refuses %s', async (_, options, status) => {
    const { app, visitor } = await chosen();
    const answer = await put(app, visitor.id, options);
    expect([answer.status, answer.body.message]).toEqual([status, sentence]);
    expect(await mails(app)).toEqual([]);
  });

  test('returns 404 for an unknown application, and 422 for something that is no id', async () => {
    const { app } = await chosen();
    expect((await put(app, crypto.randomUUID())).status).toBe(404);
    expect((await put(app, 'x')).status).toBe(422);
  });
});

describe('there is no mail and no error', () => {
  const nothing = { status: 200, delivery: null };
  const outcome = async (app: TestApp, id: string) => {
    const { status, body } = await put(app, id);
    expect(body.documents).toHaveLength(6);
    return { status, delivery: body.delivery };
  };

  test('without contact data', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.save('tariff-selection', johanna['tariff-selection']);
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('without a tariff', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.save('contact-data', johanna['contact-data']);
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('for a completed application', async () => {
    const app = await startApp();
    const visitor = await completed(app);
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('when the address has got three in 24 hours', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    const visitors: Visitor[] = [];
    for (let count = 0; count < 4; count += 1) {
      app.clock.now += 60_000;
      visitors.push(await choose(app));
      await put(app, visitors.at(-1)?.id ?? '');
    }
    expect(await mails(app)).toHaveLength(3);
    const last = visitors.at(-1)?.id ?? '';
    expect(await outcome(app, last)).toEqual(nothing);
    app.clock.now += 24 * 3_600_000;
    expect((await put(app, last)).body.delivery).toMatchObject({ to: 'j…@mail.example' });
    expect(await mails(app)).toHaveLength(4);
  });
});

test('the mails with documents and the confirmations have limits of their own', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  for (let count = 0; count < 3; count += 1) {
    app.clock.now += 60_000;
    const visitor = await filled(app);
    await put(app, visitor.id);
    expect((await visitor.complete()).status).toBe(200);
  }
  expect(await mails(app)).toHaveLength(3);
  expect(await mails(app, 'completion')).toHaveLength(3);
});

describe('one mail is queued', () => {
  test('however often and at the same time it is asked for', async () => {
    const { app, visitor } = await chosen();
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(app, visitor.id)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.delivery]))).size).toBe(1);
    expect(await mails(app)).toHaveLength(1);
    app.clock.now += 48 * 3_600_000;
    await put(app, visitor.id);
    expect(await mails(app)).toHaveLength(1);
  });

  test('for each selection, and none for one that had its mail', async () => {
    const { app, visitor } = await chosen();
    const choices = [
      { tariffType: 'premium', selfParticipation: 250, paymentFrequency: 'monthly' },
      { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'monthly' },
      { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'annual' },
    ];
    for (const choice of [johanna['tariff-selection'], ...choices, johanna['tariff-selection']]) {
      await visitor.save('tariff-selection', choice);
      await put(app, visitor.id);
    }
    expect(await mails(app)).toHaveLength(4);
  });

  test('for each address, but not for each spelling of it', async () => {
    const { app, visitor } = await chosen();
    for (const email of ['JOHANNA.sommer@mail.example', 'jo@müller.example', 'jo@xn--mller-kva.example']) {
      await put(app, visitor.id);
      await visitor.save('contact-data', { ...johanna['contact-data'], email });
      await put(app, visitor.id);
    }
    expect((await mails(app)).map(({ recipientEmail }) => recipientEmail)).toEqual([
      'johanna.sommer@mail.example',
      'jo@müller.example',
    ]);
  });

  test('for each set of documents', async () => {
    const { app, visitor } = await chosen();
    await put(app, visitor.id);
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    const { body } = await put(next, visitor.id);
    expect(body.documents).toEqual(await next.context.documents.current());
    expect(await mails(app)).toHaveLength(2);
  });

  test('for each application', async () => {
    const { app, visitor } = await chosen();
    const other = await choose(app);
    for (const { id } of [visitor, other]) await put(app, id);
    expect(await mails(app)).toHaveLength(2);
  });
});

test('deleting an application deletes what is stored about its documents', async () => {
  const { app, visitor } = await chosen();
  await put(app, visitor.id);
  const headers = await app.signIn();
  await app.ask('DELETE', href(api.staffApplication, { id: visitor.id }), { headers });
  expect(await rowsOf(app, documentDeliveries)).toEqual([]);
  expect(await mails(app)).toEqual([]);
});
