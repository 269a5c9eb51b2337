/** What may be asked, and how it is answered. */
import { describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { callbackRequests } from '#db/schema/desk';
import { api } from '#domain/urls';
import { auditOf } from '#tests/support/stored';
import { setOffice } from '../staff';

const office = setOffice();
const { app } = office;
const ask = (query = '') => office.antje.ask('GET', `${api.insights}?${query}`);

describe('figures', () => {
  test.each([
    ['from=2026-02-30', 'from', 'Bitte geben Sie den ersten Tag an'],
    ['to=heute', 'to', 'Bitte geben Sie den letzten Tag an'],
    ['from=', 'from', 'Bitte geben Sie den ersten Tag an'],
    ['to=2026-11-21', 'to', 'Der letzte Tag darf nicht in der Zukunft liegen'],
    ['from=2026-11-02&to=2026-11-01', 'from', 'Der erste Tag darf nicht nach dem letzten liegen'],
    ['from=2025-11-19&to=2026-11-20', 'from', 'Bitte wählen Sie höchstens 366 Tage'],
    ['from=0000-01-01&to=0000-12-31', 'from', 'So früh gibt es keine Kennzahlen'],
    ['to=0000-01-01', 'from', 'So früh gibt es keine Kennzahlen'],
    ['source=', 'source', 'Bitte wählen Sie eine Quelle'],
    ['format=xml', 'format', 'Dieses Format gibt es nicht'],
  ])('of %p are refused', async (query, path, message) => {
    const { status, body } = await ask(query);
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });

  test('of nothing are the last 90 days with zeros, and leave no row in the audit log', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: '2026-08-23',
      to: '2026-11-20',
      source: null,
      sources: [],
      totals: { begun: 0, withdrawn: 0 },
      callbacks: { received: 0, prepared: 0, completed: 0 },
      mailsReturned: 0,
    });
    expect(await auditOf(app)).toEqual([]);
  });

  test('are a file for a spreadsheet, in which no source is a formula', async () => {
    const at = app.clock.now;
    const times = { createdAt: at, updatedAt: at, source: '=1+1' };
    const values = Array.from({ length: 5 }, () => ({ id: crypto.randomUUID(), ...times }));
    await app.db.write((tx) => tx.insert(applications).values(values));
    await app.db.write((tx) =>
      tx
        .insert(callbackRequests)
        .values({ id: 'a', name: 'Kim', phone: '030', source: '=1+1', createdAt: at }),
    );
    const headers = { authorization: `Bearer ${office.antje.token}` };
    const query = 'from=2026-11-01&format=csv';
    const response = await app.ask('GET', `${api.insights}?${query}`, { headers });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Kennzahlen-2026-11-01-bis-2026-11-20.csv"',
    );
    const bytes = await response.bytes();
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe('Bereich;Merkmal;Kennzahl;Wert');
    for (const line of [
      'Zeitraum;;Erster Tag;2026-11-01',
      'Anträge;;Begonnen;5',
      'Schritte;Kontaktdaten;Anteil am Schritt davor (%);0,00',
      `Quelle;"'=1+1";Begonnen;5`,
      'Tarif;Noch keine Wahl;Begonnen;5',
      'Dauer;Vom Beginn bis zum Einreichen;Median (Minuten);',
      'Rückrufe;;Rückrufe eingegangen;1',
      'E-Mails;;Zurückgekommene E-Mails;0',
    ]) {
      expect(lines).toContain(line);
    }
  });
});
