/** What a paused site still does, and what it refuses. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { offers } from '#db/schema/law';
import { api, href, pages } from '#domain/urls';
import { changeSiteState } from '#server/features/backoffice/site-state';
import { begun, filled } from '#tests/support/applications';
import { afterThisTest } from '#tests/support/endings';
import { createVisitor, johanna } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { rowsOf } from '#tests/support/stored';
import { setOffice } from '../features/backoffice/staff';

const office = setOffice();
const refused = { status: 409, body: { message: 'Annahme pausiert' } };
const pause = { state: 'paused', reason: 'Betriebsferien', resumeOn: '2099-01-02' } as const;
const lines = ['Zurzeit nehmen wir keine neuen Anträge an.', 'Betriebsferien', 'Ab 02.01.2099 wieder.'];
const wish = {
  email: 'robin@post.example',
  tariffType: 'basis',
  selfParticipation: 250,
  paymentFrequency: 'monthly',
};

describe('while it is paused', () => {
  let draft: Awaited<ReturnType<typeof filled>>;
  beforeAll(async () => {
    draft = await filled(office.app);
    await office.app.ask('POST', api.offers, { body: wish });
    await setState(office.app, pause);
  });

  test.each([pages.home, pages.wizard, href(pages.application, { id: crypto.randomUUID() })])(
    '%s says so, with the callback form',
    async (path) => {
      const page = await (await office.app.ask('GET', path, { headers: { accept: 'text/html' } })).text();
      for (const line of lines) expect(page).toContain(line);
      expect(page).toContain('action="/api/callback-requests"');
    },
  );

  test('nothing new begins', async () => {
    const { app, antje } = office;
    expect(await createVisitor(app).save('horse-data', johanna['horse-data'])).toMatchObject(refused);
    const asked = await app.ask('POST', api.offers, { body: wish });
    expect([asked.status, await asked.json()]).toMatchObject([409, { message: 'Annahme pausiert' }]);
    expect(await antje.ask('POST', api.staffOffers, { id: crypto.randomUUID(), ...wish })).toMatchObject(
      refused,
    );
  });

  test('an open draft is read and saved, but not submitted, and keeps what was typed', async () => {
    expect((await draft.save('horse-data', johanna['horse-data'])).status).toBe(200);
    expect(await draft.complete()).toMatchObject({
      ...refused,
      body: { current: { reason: 'Betriebsferien', resumeOn: '2099-01-02' } },
    });
    expect((await draft.send('GET', api.set('horse-data').replace(':id', draft.id))).status).toBe(200);
  });

  test('an offer does not end, and ends later by the pause', async () => {
    const { app } = office;
    const [offer] = await rowsOf(app, offers);
    if (!offer) throw new Error('There is no offer.');
    const from = app.clock.now;
    afterThisTest(async () => {
      app.clock.now = from;
    });
    await setState(app, { standsFrom: from } as never);
    app.clock.now = offer.expiresAt + 5 * 86_400_000;
    expect(app.context.site.offerNow()).toBe(from);
    await changeSiteState(app.context, { id: 'x', username: 'antje' }, { state: 'live' });
    const [moved] = await app.db.read.select().from(offers).where(eq(offers.id, offer.id));
    expect((moved?.expiresAt ?? 0) - offer.expiresAt).toBe(app.clock.now - from);
  });

  test('afterwards all is as before', async () => {
    expect((await begun(office.app)).id).toBeString();
    expect((await draft.complete()).status).toBe(200);
  });
});
