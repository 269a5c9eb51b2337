/** What a paused site still does, and what it refuses. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { offers } from '#db/schema/law';
import { storeSiteState } from '#db/site-state';
import { api, href, pages } from '#domain/urls';
import { changeSiteState } from '#server/features/backoffice/site-state';
import { begun, completed, filled } from '#tests/support/applications';
import { afterThisTest } from '#tests/support/endings';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim, type Visitor } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { rowsOf } from '#tests/support/stored';
import { dictated, follow, prepare } from '../features/backoffice/preparations/call';
import { setOffice } from '../features/backoffice/staff';
import { sendJson } from '../features/callbacks/callback-wish';
import { asked, offered } from '../features/offers/asked';
import { confirmed } from '../features/withdrawals/declaration';

const office = setOffice();
const { app } = office;
const refused = { status: 409, body: { message: 'Annahme pausiert' } };
const pause = { state: 'paused', reason: 'Betriebsferien', resumeOn: '2099-01-02' } as const;
const lines = ['Zurzeit nehmen wir keine neuen Anträge an.', 'Betriebsferien', 'Ab 02.01.2099 wieder.'];

describe('while it is paused', () => {
  let draft: Visitor;
  let submitted: Visitor;
  let invited: Visitor;
  let offer: string;
  let status: string;
  beforeAll(async () => {
    const { antje } = office;
    draft = await filled(app);
    submitted = await completed(app, kim);
    status = await tokenIn(app, 'completion', 'status');
    offer = await offered(app);
    invited = await follow(app, (await prepare(antje)).applicationId);
    await setState(app, pause);
  });

  const shown = [pages.home, pages.wizard, href(pages.application, { id: crypto.randomUUID() })];
  test.each(shown)('%s says so, with the callback form', async (path) => {
    const page = await (await app.ask('GET', path, { headers: { accept: 'text/html' } })).text();
    for (const line of lines) expect(page).toContain(line);
    expect(page).toContain('action="/api/callback-requests"');
  });

  test('nothing new begins', async () => {
    const { antje } = office;
    const stranger = createVisitor(app);
    const id = crypto.randomUUID();
    const answers = [
      await stranger.save('horse-data', johanna['horse-data']),
      await stranger.send('POST', api.offers, asked),
      await stranger.send('POST', href(api.beginFromOffer, { token: offer }), {}),
      await stranger.send('POST', href(api.anotherHorseByLink, { token: status }), {}),
      await submitted.send('POST', href(api.anotherHorse, { id: submitted.id }), {}),
      await antje.ask('POST', api.staffOffers, { id, ...asked }),
      await antje.ask('POST', api.preparations, { id, ...dictated }),
    ];
    expect(answers).toMatchObject(answers.map(() => refused));
  });

  test('forms and buttons that begin something say why not', async () => {
    const begin = await postForm(app, href(api.beginFromOffer, { token: offer }), {});
    const request = await app.ask('GET', pages.offer);
    expect([begin.status, request.status]).toEqual([409, 200]);
    for (const page of [await begin.text(), await request.text()]) {
      for (const line of lines) expect(page).toContain(line);
      expect(page).not.toContain('Angebot anfordern');
    }
  });

  test('an open draft is read and saved, one that staff have prepared too', async () => {
    for (const open of [draft, invited]) {
      expect((await open.save('horse-data', johanna['horse-data'])).status).toBe(open === draft ? 200 : 201);
      expect((await open.read('horse-data')).status).toBe(200);
      const page = await app.ask('GET', href(pages.application, { id: open.id }));
      expect(await page.text()).not.toContain('<title>Annahme pausiert');
    }
  });

  test('but not submitted, and keeps what was typed, with the reason and the day', async () => {
    const { reason, resumeOn } = pause;
    const told = { ...refused, body: { ...refused.body, current: { reason, resumeOn } } };
    expect(await draft.complete()).toMatchObject(told);
    expect((await draft.read('sepa-mandate')).status).toBe(200);
  });

  test('status, withdrawal, callbacks and case work go on', async () => {
    const { antje } = office;
    expect((await app.ask('GET', href(pages.status, { token: status }))).status).toBe(200);
    expect((await submitted.complete()).status).toBe(200);
    expect(await confirmed(app)).toStartWith('/');
    expect((await sendJson(app)).status).toBe(201);
    const path = href(api.case, { id: submitted.id });
    const { body } = await antje.ask('GET', path);
    const change = { version: body.version, status: 'in_review' };
    expect((await antje.ask('PATCH', path, change)).status).toBe(200);
  });

  test('an offer does not end, and ends later by the pause', async () => {
    const [stored] = await rowsOf(app, offers);
    if (!stored) throw new Error('There is no offer.');
    const from = app.clock.now;
    afterThisTest(async () => {
      app.clock.now = from;
    });
    await setState(app, { standsFrom: from } as never);
    app.clock.now = stored.expiresAt + 5 * 86_400_000;
    const page = () => app.ask('GET', href(pages.offerOf, { token: offer }));
    expect((await page()).status).toBe(200);
    await changeSiteState(app.context, { id: 'x', username: 'antje' }, { state: 'live' });
    const [moved] = await app.db.read.select().from(offers).where(eq(offers.id, stored.id));
    expect((moved?.expiresAt ?? 0) - stored.expiresAt).toBe(app.clock.now - from);
    expect((await page()).status).toBe(200);
  });

  test('afterwards all is as before', async () => {
    expect((await begun(app)).id).toBeString();
    expect((await draft.complete()).status).toBe(200);
  });
});

test('a completion is decided by what is stored, not by what its instance has heard', async () => {
  const draft = await filled(app);
  await app.db.write((tx) => storeSiteState(tx, pause));
  expect(app.context.site.isPaused()).toBe(false);
  expect(await draft.complete()).toMatchObject(refused);
  await app.db.write((tx) => storeSiteState(tx, { state: 'live', reason: null, resumeOn: null }));
  expect((await draft.complete()).status).toBe(200);
});
