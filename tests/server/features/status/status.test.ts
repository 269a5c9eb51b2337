/** The status of an application by the link in a mail. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { deleteExpiredLinks } from '#db/access-links';
import { createFieldCipher } from '#db/bank-data/cipher';
import { linkTokens } from '#db/schema/desk';
import { resealPersonKey } from '#db/sealed-keys';
import { invalidLinkTitle } from '#domain/access-links';
import { statusSentences } from '#domain/cases/status-page';
import { type CaseStatus, caseStatuses, caseStatusKeys } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import { createAccessLinks } from '#server/access-links';
import { setDesk } from '#tests/server/features/backoffice/cases/desk';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { johanna, sentence } from '#tests/support/people';
import { withoutIds } from '#tests/support/random-ids';
import { openQuestion, questionAt, reply } from './question';

const day = 24 * 3_600_000;
const linksOf = (id: string) =>
  desk.app.db.read.select().from(linkTokens).where(eq(linkTokens.applicationId, id));

const desk = setDesk();
beforeEach(() => {
  desk.app.clock.now = testNow;
});

describe('the status', () => {
  // ASVS 8.1.2, 8.2.3, 15.3.1
  test('has these fields and no others', async () => {
    const { send, read } = await questionAt(desk);
    const { status, headers, body } = await read(await send());
    expect(status).toBe(200);
    expectSecretive({ headers });
    const [on, horseName] = ['2026-11-20', 'Fjölnir vom Lindenhof'];
    const asked = `Ist ${horseName} gesund?\n\nBitte antworten Sie.`;
    expect(body).toEqual({
      ...{ status: 'inquiry', horseName, tariff: 'top', monthlyPremium: expect.any(Number) },
      ...{ insuranceStartDate: '2026-11-21', history: ['new', 'inquiry'].map((status) => ({ status, on })) },
      question: { id: sentence, subject: 'Eine Frage', body: asked, askedOn: on },
    });
  });

  test('never shows notes, reasons, names of staff, bank data or addresses', async () => {
    const { app, id, lukas, send, change, page, ...own } = await questionAt(desk);
    await lukas.ask('POST', href(api.caseNotes, { id }), { id: crypto.randomUUID(), text: 'GEHEIMNOTIZ' });
    await change(id, { assigneeId: lukas.user.id, policyNumber: 'GEHEIMNUMMER' });
    const token = await send({ reason: 'GEHEIMGRUND' });
    const html = await (await page(token)).text();
    const [, main = ''] = html.split('<main');
    const shown = main.split('</main>')[0] + JSON.stringify((await own.read(token)).body);
    expect(shown).not.toContain(id);
    // the address of the form ends with the token, which may contain any digits as well
    expect(withoutIds(shown.replaceAll(token, ''))).not.toMatch(
      /GEHEIM|lukas|weber|3000|@mail|johanna|9627/i,
    );
    expect(app.logged.join('\n')).not.toContain(token);
  });

  test('has every step with its day, also that of an answer', async () => {
    const { app, id, send, change, answer, read } = await questionAt(desk);
    const token = await send();
    app.clock.now += 3 * day;
    await answer(token, reply());
    app.clock.now += day;
    await change(id, { status: 'declined', reason: 'Darum' });
    const { body } = await read(token);
    const steps = { new: '20', inquiry: '20', in_review: '23', declined: '24' };
    const history = Object.entries(steps).map(([status, at]) => ({ status, on: `2026-11-${at}` }));
    expect(body).toMatchObject({ status: 'declined', question: null, history });
  });

  test.each(caseStatusKeys)(
    '%s is a page with its German name, without a form unless asked',
    async (status) => {
      const { id, app, send, page } = await questionAt(desk);
      const token = await send();
      const step = sql`update cases set status = ${status as CaseStatus} where application_id = ${id}`;
      await app.db.write((tx) => tx.run(step));
      const response = await page(token);
      const html = await response.text();
      expect(response.status).toBe(200);
      expectSecretive(response);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain('<title>Stand Ihres Antrags | Sattelfest</title>');
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      const { publicLabel } = caseStatuses[status];
      for (const words of [publicLabel, statusSentences[status], '20.11.2026', 'Top-OP-Schutz'])
        expect(html).toContain(words);
      expect(html.includes('Antwort senden')).toBe(status === 'inquiry');
    },
  );

  test('has the PDF of the applicant, with the IBAN masked', async () => {
    const { app, send } = await openQuestion({ draw });
    const response = await app.ask('GET', href(api.statusDocument, { token: await send() }));
    expect(response.status).toBe(200);
    expectSecretive(response);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { letters } = await readPdf(await response.bytes());
    expect(letters).toContain('DE89…3000');
    expect(letters).not.toContain(johanna['sepa-mandate'].iban);
  });
});

describe('a link', () => {
  test('is opened as often as one likes, for 180 days', async () => {
    const { app, id, send, read } = await questionAt(desk);
    const token = await send();
    const before = await linksOf(id);
    app.clock.now += 180 * day - 1;
    for (let count = 0; count < 3; count += 1) expect((await read(token)).status).toBe(200);
    await deleteExpiredLinks(app.db, app.clock.now);
    expect(await linksOf(id)).toEqual(before);
    app.clock.now += 1;
    expect((await read(token)).status).toBe(404);
    await deleteExpiredLinks(app.db, app.clock.now);
    expect(await linksOf(id)).toEqual([]);
  });

  test('that opens nothing gets the same 404 everywhere, whatever the reason', async () => {
    const { app, id, send, read, page, answer, post } = await questionAt(desk);
    const expired = await send();
    const mail = { id: '', applicationId: id, createdAt: app.clock.now + day, recipientEmail: '' };
    const { token: resume } = await app.context.links.linkFor('resume', mail);
    app.clock.now += 180 * day;
    const pages = new Set<string>();
    for (const token of [expired, resume, 'vorschau', '%00', 'x'.repeat(500), id]) {
      for (const call of [read(token), answer(token, reply()), answer(token, { text: 7 })])
        expect(await call).toMatchObject({ status: 404, body: { message: invalidLinkTitle } });
      expect((await app.ask('GET', `/api/status/${token}/document`)).status).toBe(404);
      for (const response of [await page(token), await post(token, reply())]) {
        expect(response.status).toBe(404);
        expectSecretive(response);
        pages.add(await response.text());
      }
    }
    expect(pages.size).toBe(1);
    expect([...pages].join()).toContain(
      `<h1 class="mt-6 text-4xl text-balance text-green-900">${invalidLinkTitle}`,
    );
  });

  test('works on after the change of DATA_KEY', async () => {
    const { app, send, read, id } = await questionAt(desk);
    const { db, config, now } = app.context;
    const token = await send();
    const fresh = Buffer.alloc(32, 5).toString('base64');
    await resealPersonKey(db, createFieldCipher(fresh, config.dataKey));
    const cipher = createFieldCipher(fresh);
    app.context.links = createAccessLinks({ db, cipher, now });
    expect((await read(token)).status).toBe(200);
    // a second attempt to send the mail has the same link
    const mail = { id: '', applicationId: id, createdAt: app.clock.now, recipientEmail: '' };
    expect((await app.context.links.linkFor('status', mail)).token).toBe(token);
  });
});
