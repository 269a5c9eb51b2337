/** What the link to an offer opens. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { linkTokens } from '#db/schema/desk';
import { offers } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { api, href, pages } from '#domain/urls';
import { activateDueTariffs } from '#server/jobs/jobs';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { startApp, testNow } from '#tests/support/app';
import { readPdf } from '#tests/support/pdf';
import { rowsOf } from '#tests/support/stored';
import { filesWith } from '#tests/support/traces';
import { hire, setOffice } from '../backoffice/staff';
import { callsOf, withTop250 } from '../backoffice/tariffs/calls';
import { offered, sendJson, storedOffers } from './asked';

const office = setOffice();
const { app } = office;
const day = 24 * 3_600_000;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, offers]) await app.db.write((tx) => tx.delete(table));
});

const page = (token: string) => app.ask('GET', href(pages.offerOf, { token }));
const plain = (html: string) => html.replace(/<!-- -->/g, '').replace(/&nbsp;|\u00a0/g, ' ');

async function release(validFrom: string, amount: number) {
  const calls = callsOf(office.antje);
  const draft = await calls.draft({ validFrom, premiums: withTop250(amount) });
  expect((await calls.release(draft, { confirm: true })).status).toBe(200);
}

describe('the page of an offer', () => {
  test('says price, assumption, tariffs, cover and validity, and is nobody else’s', async () => {
    const token = await offered(app, { horseBirthYear: 2010, insuranceStartDate: '2026-12-01' });
    const [offer] = await storedOffers(app);
    const response = await page(token);
    expect(response.status).toBe(200);
    expectSecretive(response);
    const html = plain(await response.text());
    for (const part of [
      'Top-OP-Schutz',
      '250 €',
      'Vierteljährlich',
      '160,50 €</span> im Vierteljahr',
      '642,00 € im Jahr',
      '01.12.2026',
      offer?.number ?? '-',
      'Version 1',
      'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.',
      'Enthalten ist ein Alterszuschlag von 20 %',
      'Versicherungsteuer',
      'Wunschbeginn 01.12.2026: Unfälle sofort, Kolik ab 06.12.2026, alles Übrige ab 01.03.2027',
      'Unverbindlich. Preisstand 20.11.2026, gültig bis 20.12.2026.',
      'Antrag beginnen</button>',
      'Angebot löschen</button>',
      `href="/angebot/${token}/angebot.pdf"`,
      `action="/api/offers/${token}/application"`,
      `action="/api/offers/${token}/delete"`,
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('geändert');
    expect(html).not.toContain(offer?.email ?? '-');
  });

  test('changes nothing, as often as it is opened', async () => {
    const token = await offered(app);
    const before = await storedOffers(app);
    for (let count = 0; count < 3; count += 1) expect((await page(token)).status).toBe(200);
    expect(await storedOffers(app)).toEqual(before);
  });

  test('shows the old and the new price after other tariffs came into force, and what is charged', async () => {
    const token = await offered(app, { paymentFrequency: 'monthly' });
    // released after the offer was made, so that its end stays
    await release('2026-12-01', 50);
    const html = async () => plain(await (await page(token)).text());
    expect(await html()).not.toMatch(/geändert|nach dem Preisstand vom/);
    app.clock.now = Date.parse('2026-12-01T09:00:00Z');
    await activateDueTariffs(app.context);
    const moved = await html();
    expect(moved).toContain('Der Beitrag hat sich seit dem Angebot geändert.');
    expect(moved).toContain(
      '<s>44,58 € im Monat</s>, jetzt <strong class="text-2xl">50,00 € im Monat</strong> (600,00 € im Jahr)',
    );
    expect(moved).toContain('534,96 € im Jahr, nach dem Preisstand vom 20.11.2026');
    expect(moved).toContain('Sie zahlen den Beitrag, den die Übersicht vor dem Absenden zeigt');
    // a price of a later offer is that of its own tariffs
    await sendJson(app, { paymentFrequency: 'monthly', email: 'b@mail.example' });
    const [, later] = await storedOffers(app);
    expect(later).toMatchObject({ monthlyCents: 5000, tariffVersion: 2 });
  });

  test('keeps its price over the turn of the year: only the assumed birthday passed', async () => {
    app.clock.now = Date.parse('2026-12-30T09:00:00Z');
    const asked = { horseBirthYear: 2015, paymentFrequency: 'monthly' };
    const token = await offered(app, asked);
    const facts = async () => (await (await page(token)).text()).split('id="antrag"')[0];
    const before = await facts();
    app.clock.now += 3 * day;
    expect(await facts()).toBe(before);
    // who asks now gets the price of now
    await sendJson(app, { ...asked, email: 'b@mail.example' });
    const surcharges = (await storedOffers(app)).map(({ surchargePercent }) => surchargePercent);
    expect(surcharges).toEqual([0, 20]);
  });

  test.each([
    ['2027-01-01', 2015],
    ['2027-07-01', 2014],
  ])('on %s has the price of the landing page for a horse of %i', async (today, birthYear) => {
    app.clock.now = Date.parse(`${today}T09:00:00Z`);
    const html = plain(await (await app.ask('GET', `/?birthYear=${birthYear}`)).text());
    const said = 'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.';
    expect(html.split(said)).toHaveLength(2);
    const asked = { tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'monthly' };
    await sendJson(app, { ...asked, horseBirthYear: birthYear });
    const [{ monthlyCents, surchargePercent } = { monthlyCents: 0, surchargePercent: 0 }] =
      await storedOffers(app);
    expect(html).toContain(`${monthlyCents / 100}`.replace('.', ','));
    expect(surchargePercent > 0).toBe(Number(today.slice(0, 4)) - birthYear >= 12);
  });
});

test('the PDF is that of the mail', async () => {
  const token = await offered(app);
  const [offer] = await storedOffers(app);
  const response = await app.ask('GET', href(pages.offerFile, { token }));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${offer?.number}.pdf"`);
  expectSecretive(response);
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  expect(text).toContain(offer?.number ?? '-');
});

test('PDFs of one link are ten a minute', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  const token = await offered(app);
  const statuses = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await app.ask('GET', href(pages.offerFile, { token }))).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

describe('the end of an offer', () => {
  test.each([
    ['the day before the next released tariffs', '2026-11-25', '2026-11-24T22:59:59.999Z'],
    ['today, when they begin tomorrow', '2026-11-21', '2026-11-20T22:59:59.999Z'],
    ['its own last day, when they begin the day after it', '2026-12-21', '2026-12-20T22:59:59.999Z'],
    ['its own last day, when they begin later', '2027-01-01', '2026-12-20T22:59:59.999Z'],
  ])('is %s', async (_, validFrom, end) => {
    const app = await startApp();
    const calls = callsOf(await hire(app, 'antje.brandt', 'admin'));
    // one that is a draft ends nothing
    await calls.draft({ validFrom: '2026-11-22' });
    const draft = await calls.draft({ validFrom, premiums: withTop250(45) });
    expect((await calls.release(draft)).status).toBe(200);
    await sendJson(app);
    const [offer] = await storedOffers(app);
    expect(new Date(offer?.expiresAt ?? 0).toISOString()).toBe(end);
  });

  test('is the last millisecond of a day, and then page, PDF and forms are gone', async () => {
    const token = await offered(app);
    app.clock.now = Date.parse('2026-12-20T22:59:59.999Z');
    expect((await page(token)).status).toBe(200);
    app.clock.now += 1;
    await expectGone(token);
  });
});

/** The pages and the forms behind the link; what they look like: `pages/gone-links`, `http/forms`. */
async function expectGone(token: string) {
  for (const [method, path] of [
    ['GET', pages.offerOf],
    ['GET', pages.offerFile],
    ['POST', api.beginFromOffer],
    ['POST', api.deleteOffer],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    expect([path, (await app.ask(method, href(path, { token }), { body })).status]).toEqual([path, 404]);
  }
}

test('a link of another kind opens nothing', async () => {
  const token = await offered(app);
  await app.db.write((tx) => tx.update(linkTokens).set({ kind: 'stop' }).where(eq(linkTokens.kind, 'offer')));
  await expectGone(token);
  await app.db.write((tx) => tx.delete(linkTokens));
});

test('the database has only the hash of the token', async () => {
  const own = await startApp();
  const token = await offered(own);
  const [offer] = await storedOffers(own);
  expect(await rowsOf(own, linkTokens)).toMatchObject([
    { kind: 'offer', subject: offer?.id, applicationId: null },
  ]);
  await own.db.checkpoint();
  const found = await filesWith(own, [token]);
  expect(found.filter((name) => !name.startsWith('mail/'))).toEqual([]);
});
