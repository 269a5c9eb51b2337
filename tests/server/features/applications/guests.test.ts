/** Browsers that came by a link which somebody else may have planted: whose draft it is, and whose address it keeps. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { follow, prepare } from '#tests/server/features/backoffice/preparations/call';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { asked } from '#tests/server/features/offers/asked';
import { startApp, type TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim, type Visitor } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';
import { opened } from './opened';

const refused = { message: 'Diese E-Mail-Adresse gehört nicht zu diesem Antrag' };
const contactOf = (email: string) => ({ ...johanna['contact-data'], email });
const others = [
  'kim.lang@stall.example',
  'johanna.sommer@mail.example.org',
  'johanna.sommer@mail2.example',
  'johanna-sommer@mail.example',
  'johannasommer@mail.example',
  'j@mail.example',
  'sommer.johanna@mail.example',
  'johanna.sommer2@mail.example',
  'x+johanna.sommer@mail.example',
  'JOHANNA.SOMER@MAIL.EXAMPLE',
  'johanna.sommer@xn--mil-9na.example',
];

/** The browser has asked for an offer; with the token of its link. */
async function asking(app: TestApp, browser = createVisitor(app)) {
  const { status } = await browser.send('POST', api.offers, asked);
  expect([status, [...browser.jar.keys()]]).toEqual([202, ['application_author']]);
  return { browser, token: await tokenIn(app, 'offer', 'angebot') };
}

/** The browser begins from an offer. */
async function beginning(app: TestApp, token: string, jar?: Visitor['jar']) {
  const browser = createVisitor(app, undefined, jar);
  const { status, body } = await browser.send('POST', href(api.beginFromOffer, { token }), {});
  expect(status).toBe(201);
  return createVisitor(app, String(body.id), browser.jar);
}

/** What the wizard says above its steps. */
async function noteFor(app: TestApp, { id, cookie }: Visitor) {
  const page = await app.ask('GET', href(pages.application, { id }), { headers: { cookie: cookie() } });
  return /<div role="note"[^>]*><div>([^<]*)/.exec(await page.text())?.[1] ?? null;
}

const replacing = async (browser: Visitor, email = 'kim.lang@stall.example') => {
  const { status, body } = await browser.save('contact-data', contactOf(email));
  return status === 409 ? [status, body] : status;
};

describe.each(['link', 'browser'])('with DRAFT_ACCESS=%s', (mode) => {
  const office = setOffice({ env: { DRAFT_ACCESS: mode } });
  const { app } = office;
  beforeEach(async () => {
    // a mail a minute, so that the newest one is known
    app.clock.now += 60_000;
  });

  test('a browser that opened the link of somebody else enters no address of its own', async () => {
    const visitor = await filled(app);
    const { browser: guest } = await opened(app, visitor);
    const mails = await mailsOf(app);
    const before = await visitor.read('contact-data');
    for (const email of others)
      expect([email, await replacing(guest, email)]).toEqual([email, [409, refused]]);
    expect((await visitor.read('contact-data')).body).toEqual(before.body);
    expect(await mailsOf(app)).toEqual(mails);
    // it may do all else, and its link still works
    for (const key of setKeys) expect((await guest.save(key, johanna[key])).status).toBe(200);
    expect(await replacing(guest, 'Johanna.Sommer+pferd@MAIL.example')).toBe(200);
    // whoever has entered the bank data is the author
    expect(await replacing(guest)).toBe(200);
  });

  test('the wizard says whose it is above each step, to that browser alone', async () => {
    const visitor = await filled(app);
    const { browser: guest } = await opened(app, visitor);
    const notes = [];
    for (const step of [1, 2, 3, 4, 5, 6]) {
      expect((await visitor.step(step)).status).toBe(200);
      notes.push(await noteFor(app, guest), await noteFor(app, visitor));
    }
    expect(notes).toEqual(Array(6).fill(['Dieser Antrag gehört zu j…@mail.example.', null]).flat());
    const elsewhere = createVisitor(app, visitor.id);
    expect(await noteFor(app, elsewhere)).toBeNull();
    const author = createVisitor(app, visitor.id, [...guest.jar, ...visitor.jar]);
    expect([await noteFor(app, author), await replacing(author)]).toEqual([null, 200]);
  });

  test('of a submitted application that browser learns nothing but that', async () => {
    const visitor = await filled(app);
    const { browser: guest } = await opened(app, visitor);
    expect((await visitor.complete()).status).toBe(200);
    expect(await replacing(guest)).toEqual([409, (await visitor.step(2)).body]);
  });

  test('an offer that another browser asked for keeps its address, whoever begins first', async () => {
    const { browser, token } = await asking(app);
    const guest = await beginning(app, token);
    expect(await noteFor(app, guest)).toBe('Dieser Antrag gehört zu j…@mail.example.');
    expect(await replacing(guest)).toEqual([409, refused]);
    // the same application
    const own = await beginning(app, token, browser.jar);
    expect([own.id, await noteFor(app, own)]).toEqual([guest.id, null]);
    expect((await guest.save('contact-data', johanna['contact-data'])).status).toBe(201);
    expect(await replacing(guest)).toEqual([409, refused]);
    expect(await replacing(own)).toBe(200);
  });

  test('who asked for the offer is its author, also once that is deleted', async () => {
    const { browser, token } = await asking(app);
    const own = await beginning(app, token, browser.jar);
    const guest = await beginning(app, token);
    expect([guest.id, await noteFor(app, own)]).toEqual([own.id, null]);
    expect((await app.ask('POST', href(api.deleteOffer, { token }), { body: {} })).status).toBe(200);
    // there is no address left to compare with
    expect([await noteFor(app, guest), await replacing(guest)]).toEqual([null, [409, refused]]);
    expect(await replacing(own)).toBe(201);
    expect((await own.send('DELETE', href(api.application, own))).status).toBe(200);
  });

  test('an offer of staff was asked for by no browser', async () => {
    const { lukas } = office;
    const { browser } = await asking(app);
    const sent = await lukas.ask('POST', api.staffOffers, { id: crypto.randomUUID(), ...asked });
    expect(sent.status).toBe(201);
    const guest = await beginning(app, await tokenIn(app, 'offer', 'angebot'), browser.jar);
    expect(await replacing(guest)).toEqual([409, refused]);
  });

  test('who follows an invitation after a call corrects the address', async () => {
    const { lukas } = office;
    const { applicationId } = await prepare(lukas);
    const customer = await follow(app, applicationId);
    expect(await noteFor(app, customer)).toStartWith('Von ');
    expect([await replacing(customer), await replacing(customer, 'neu@post.example')]).toEqual([201, 200]);
  });

  test("another horse is its browser's own, as is a draft that somebody begins after a link", async () => {
    const visitor = await filled(app);
    expect((await visitor.complete()).status).toBe(200);
    const { body } = await visitor.send('POST', href(api.anotherHorse, visitor), {});
    const next = createVisitor(app, String(body.id), visitor.jar);
    expect([await replacing(next), await replacing(next, 'neu@post.example')]).toEqual([201, 200]);
    const { browser: guest } = await opened(app, await filled(app));
    const fresh = createVisitor(app, undefined, guest.jar);
    await fresh.fill(kim);
    expect([await noteFor(app, fresh), await replacing(fresh, 'neu@post.example')]).toEqual([null, 200]);
  });
});

test('a browser without either cookie replaces the address, and the old one is told', async () => {
  const app = await startApp();
  const visitor = await filled(app);
  expect(await replacing(createVisitor(app, visitor.id))).toBe(200);
  const told = await mailsOf(app, 'address_replaced');
  expect(told.map(({ recipientEmail }) => recipientEmail)).toEqual(['johanna.sommer@mail.example']);
});

test('a refused form of an offer leaves no cookie', async () => {
  const app = await startApp();
  const { headers } = await createVisitor(app).send('POST', api.offers, { ...asked, email: 'x' });
  expect(headers.getSetCookie()).toEqual([]);
  expect(await rowsOf(app, applications)).toEqual([]);
});
