/** The confirmation of a withdrawal as a page and as a PDF. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { withdrawals } from '#db/schema/law';
import { receivedSentence } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { setApp, testNow } from '#tests/support/app';
import { readPdf } from '#tests/support/pdf';
import { confirmed, declaration, expectSecretive, storedWithdrawals } from './declaration';

const day = 24 * 3_600_000;
const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  await app.db.write((tx) => tx.delete(withdrawals));
});

describe('the confirmation', () => {
  const main = async (path: string) => {
    const response = await app.ask('GET', path);
    const html = await response.text();
    const text = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '');
    return { response, html, text };
  };

  test('shows the whole declaration, its time in Germany, and a link to the PDF', async () => {
    app.clock.now = Date.parse('2026-11-20T13:03:27Z');
    const path = await confirmed(app, { contract: 'K-77', name: '<b>Johanna</b>' });
    const { response, text } = await main(path);
    expect(response.status).toBe(200);
    expectSecretive(response);
    for (const part of [
      'Ihr Widerruf ist eingegangen',
      'Eingegangen am 20.11.2026 um 14:03:27 Uhr',
      withdrawalSentence,
      '&lt;b&gt;Johanna&lt;/b&gt;',
      declaration.email,
      'K-77',
      'Bestätigung speichern (PDF)',
      'bis zum 20.12.2026',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`href="${path}/bestaetigung.pdf"`);
    expect(text).not.toContain('<b>');
  });

  test('can be opened for 30 days, and changes nothing', async () => {
    const path = await confirmed(app);
    const before = await storedWithdrawals(app);
    app.clock.now += 30 * day - 1;
    expect((await main(path)).response.status).toBe(200);
    expect(await storedWithdrawals(app)).toEqual(before);
    app.clock.now += 1;
    for (const late of [path, `${path}/bestaetigung.pdf`]) {
      const { response, html } = await main(late);
      expect(response.status).toBe(404);
      expect(html).not.toContain(declaration.email);
    }
  });

  test('as a PDF is tagged, contains the whole declaration, and always has the same bytes', async () => {
    const path = await confirmed(app, { contract: 'K-77', name: 'Márta Großmann' });
    const response = await app.ask('GET', `${path}/bestaetigung.pdf`);
    expect(response.status).toBe(200);
    expectSecretive(response);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const [stored] = await storedWithdrawals(app);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Widerruf-${stored?.id.slice(0, 8)}.pdf"`,
    );
    const bytes = await response.bytes();
    const { letters, sheets, info } = await readPdf(bytes);
    const { name, street } = app.context.operator.company;
    for (const part of [
      'Ihr Widerruf ist eingegangen',
      receivedSentence('2026-11-20T09:00:00Z'),
      withdrawalSentence,
      'Márta Großmann',
      declaration.email,
      'K-77',
      name,
      street,
    ])
      expect(letters).toContain(part.replace(/\s/g, ''));
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD']));
    expect(sheets[0]?.pieces.filter(({ marked }) => !marked)).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Lang (de-DE)');
    expect(info.Title).toContain('Ihr Widerruf ist eingegangen');
    app.clock.now += day;
    const again = await (await app.ask('GET', `${path}/bestaetigung.pdf`)).bytes();
    expect(Buffer.compare(bytes, again)).toBe(0);
  });

  test('as a PDF fits its sheet with the longest entries', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(57)}.example`;
    const path = await confirmed(app, { name: 'W'.repeat(200), contract: 'W'.repeat(100), email });
    const { sheets } = await readPdf(await (await app.ask('GET', `${path}/bestaetigung.pdf`)).bytes());
    for (const { pieces } of sheets)
      expect(pieces.filter(({ x, width, y }) => x < 55 || x + width > 540 || y < 25 || y > 815)).toEqual([]);
  });
});
