/** The links of applications, deleting a draft, and another horse. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { invalidLinkTitle, linkSentSentence, linkSentTo } from '#domain/access-links';
import { api, href, pages } from '#domain/urls';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { renderQueuedMail } from '#tests/server/mails/written';
import { startApp, type TestApp } from '#tests/support/app';
import { begun, completed } from '#tests/support/applications';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { kindsOf, mailsOf } from '#tests/support/stored';

const day = 24 * 3_600_000;
const form = {
  raw: '',
  type: 'application/x-www-form-urlencoded',
  headers: { 'sec-fetch-site': 'same-origin' },
};

const askLink = (app: TestApp, id: string) => app.ask('POST', href(api.accessLink, { id }), { body: {} });

describe('the link to an application', () => {
  test('continues an open one, any number of times for 14 days, and makes no browser the author', async () => {
    const app = await startApp();
    const { id } = await begun(app);
    const answer = await askLink(app, id);
    expect([answer.status, await answer.json()]).toEqual([202, { message: linkSentSentence }]);
    const token = await tokenIn(app, 'access_link', 'fortsetzen');
    const open = () => app.ask('GET', href(pages.resume, { token }));
    app.clock.now += 14 * day - 1;
    for (let count = 0; count < 3; count += 1) {
      const response = await open();
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        href(pages.application, { id }),
      ]);
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^application_resume=[\w-]{43}; .*Max-Age=1209600; HttpOnly; SameSite=Lax$/),
      ]);
      expectSecretive(response);
    }
    app.clock.now += 1;
    const late = await open();
    expect(late.status).toBe(404);
    expect(await late.text()).toContain(invalidLinkTitle);
    expectSecretive(late);
    expect(app.logged.join('\n')).not.toContain(token);
  });

  test('shows the status of a completed one, and neither kind opens the other page', async () => {
    const app = await startApp();
    const { id } = await completed(app);
    await askLink(app, id);
    const status = await tokenIn(app, 'access_link', 'status');
    expect((await app.ask('GET', href(api.status, { token: status }))).status).toBe(200);
    expect((await app.ask('GET', href(pages.resume, { token: status }))).status).toBe(404);
    const draft = await begun(app, 2, kim);
    await askLink(app, draft.id);
    const resume = await tokenIn(app, 'access_link', 'fortsetzen');
    expect((await app.ask('GET', href(api.status, { token: resume }))).status).toBe(404);
    expect((await app.ask('GET', href(pages.status, { token: resume }))).status).toBe(404);
  });

  test('is in the mail of the completion for the applicant, and not in that for the staff', async () => {
    const app = await startApp();
    await completed(app);
    const token = await tokenIn(app, 'completion', 'status');
    expect((await app.ask('GET', href(api.status, { token }))).status).toBe(200);
    const [internal] = await mailsOf(app, 'internal_completion');
    const written = internal && (await renderQueuedMail(app.context, internal));
    expect(written?.html).not.toMatch(/\/status\/[\w-]{8}/);
  });

  test('looks alike for an unknown application, and for one without an address', async () => {
    const app = await startApp();
    const bare = createVisitor(app);
    await bare.save('horse-data', johanna['horse-data']);
    const known = await begun(app);
    const seen = new Set<string>();
    for (const id of [known.id, bare.id, crypto.randomUUID()]) {
      const json = await askLink(app, id);
      const plain = await app.ask('POST', href(api.accessLink, { id }), form);
      seen.add(JSON.stringify([json.status, await json.text(), plain.status, plain.headers.get('location')]));
    }
    expect([...seen]).toEqual([
      JSON.stringify([202, JSON.stringify({ message: linkSentSentence }), 303, pages.linkSent]),
    ]);
    expect(await kindsOf(app)).toEqual(['access_link', 'access_link']);
    expect(await (await app.ask('GET', pages.linkSent)).text()).toContain(linkSentSentence);
    expect((await askLink(app, 'nope')).status).toBe(422);
  });

  test('is said to go to its masked address in the browser that began the draft, and in no other', async () => {
    const app = await startApp();
    const [own, other] = [await begun(app), await begun(app, 2, kim)];
    const page = async ({ cookie }: typeof own) =>
      await (await app.ask('GET', pages.linkSent, { headers: { cookie: cookie() } })).text();
    expect(await page(own)).toContain(linkSentSentence);
    await own.send('POST', href(api.accessLink, { id: own.id }), {});
    for (const step of [async () => 0, () => app.outbox.runOnce()]) {
      await step();
      expect(await page(own)).toContain(linkSentTo('j…@mail.example'));
      expect(await page(own)).not.toContain(johanna['contact-data'].email);
      expect(await page(other)).toContain(linkSentSentence);
    }
    // a later one in a browser with two drafts
    const second = createVisitor(app, undefined, own.jar);
    app.clock.now += 60_000;
    await second.save('horse-data', kim['horse-data']);
    await second.save('contact-data', kim['contact-data']);
    await second.send('POST', href(api.accessLink, { id: second.id }), {});
    expect(await page(own)).toContain(linkSentTo('k…@stall.example'));
    app.clock.now += 11 * 60_000;
    expect(await page(own)).toContain(linkSentSentence);
  });
});

describe('a draft', () => {
  test('is not deleted once it is completed', async () => {
    const app = await startApp();
    const visitor = await completed(app);
    expect((await visitor.send('DELETE', href(api.application, { id: visitor.id }))).status).toBe(409);
    expect((await visitor.application()).status).toBe(200);
  });
});

describe('another horse', () => {
  const another = (token: string) => href(api.anotherHorseByLink, { token });

  async function withLink(env: Record<string, string> = {}) {
    const app = await startApp({ env });
    const visitor = await completed(app);
    return { app, visitor, token: await tokenIn(app, 'completion', 'status') };
  }

  test('begins an application with contact and policyholder of the first, and nothing else', async () => {
    const { app, token } = await withLink();
    const begun = await app.ask('POST', another(token), { body: {} });
    expect(begun.status).toBe(201);
    const { id } = (await begun.json()) as { id: string };
    const next = createVisitor(app, id);
    expect((await next.application()).body).toMatchObject({ currentStep: 1, completed: false });
    const { status, body } = await next.send('GET', href(api.prefill, { id }));
    expect(status).toBe(200);
    const { dataProcessingConsent: _, ...contactData } = johanna['contact-data'];
    expect(body).toEqual({ contactData, policyholderInfo: johanna['policyholder-info'] });
    for (const key of ['horse-data', 'contact-data', 'tariff-selection', 'policyholder-info'] as const)
      expect((await next.read(key)).status).toBe(404);
  });

  test('belongs to the browser that began it', async () => {
    const { app, token } = await withLink();
    const begun = await app.ask('POST', another(token), form);
    expect(begun.status).toBe(303);
    const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toContain('HttpOnly');
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await app.ask('DELETE', href(api.application, { id }))).status).toBe(403);
    expect((await app.ask('DELETE', href(api.application, { id }), { headers })).status).toBe(200);
  });

  test('begins without a link in the browser of the first application alone', async () => {
    const { app, visitor } = await withLink();
    const path = href(api.anotherHorse, { id: visitor.id });
    expect((await visitor.send('POST', path, {})).status).toBe(201);
    expect((await app.ask('POST', path, { body: {} })).status).toBe(403);
    const unknown = href(api.anotherHorse, { id: crypto.randomUUID() });
    expect((await visitor.send('POST', unknown, {})).status).toBe(404);
    const draft = await begun(app, 2, kim);
    expect((await draft.send('POST', href(api.anotherHorse, { id: draft.id }), {})).status).toBe(409);
  });

  test('is prefilled by nothing any more once the first application is restricted or deleted, or the second completed', async () => {
    const { app, visitor, token } = await withLink();
    const headers = await app.signIn();
    const begun = async () =>
      ((await (await app.ask('POST', another(token), { body: {} })).json()) as { id: string }).id;
    const [one, two] = [await begun(), await begun()];
    const second = createVisitor(app, one);
    await second.fill(kim);
    await second.complete();
    const prefill = (id: string) => app.ask('GET', href(api.prefill, { id }));
    expect((await prefill(one)).status).toBe(404);
    expect((await prefill(two)).status).toBe(200);
    for (const [restrictedAt, status] of [
      [app.clock.now, 404],
      [null, 200],
    ] as const) {
      const first = eq(applications.id, visitor.id);
      await app.db.write((tx) => tx.update(applications).set({ restrictedAt }).where(first));
      expect((await prefill(two)).status).toBe(status);
    }
    await app.ask('DELETE', href(api.staffApplication, { id: visitor.id }), { headers });
    expect((await prefill(two)).status).toBe(404);
    expect((await prefill(visitor.id)).status).toBe(404);
    expect((await app.ask('POST', another(token), { body: {} })).status).toBe(404);
  });

  test('sends mails to the same address beyond the cap, but not to another one', async () => {
    const { app, token } = await withLink();
    app.context.config.rateLimit = true;
    const sentTo = async (email: string) => {
      for (let count = 0; count < 4; count += 1) {
        const { id } = (await (await app.ask('POST', another(token), { body: {} })).json()) as { id: string };
        const next = createVisitor(app, id);
        await next.fill({ ...johanna, 'contact-data': { ...johanna['contact-data'], email } });
        await next.complete();
      }
      return (await mailsOf(app, 'completion')).length;
    };
    const counts = [await sentTo('Johanna.Sommer@mail.example'), await sentTo('fremd@post.example')];
    expect(counts).toEqual([5, 8]);
  });

  test('begins 20 times a day from one application, however often it is asked for', async () => {
    const { app, token } = await withLink();
    app.context.config.rateLimit = true;
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => app.ask('POST', another(token), { body: {} })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    expect(await app.db.read.select({ id: applications.id }).from(applications)).toHaveLength(21);
  });
});
