/** The file for the insurer: what is in it, who is left out, and when it is refused. */
// ASVS 5.4.1, 5.4.2
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { horseData, policyholderInfo, sepaMandates } from '#db/schema/applications';
import { cases, handoverItems, handovers } from '#db/schema/desk';
import { xlsxType } from '#domain/text/xlsx';
import { api, href } from '#domain/urls';
import { readTable } from '#server/insurer/sheets/read';
import { completed, declare } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { johanna, kim, matthias } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { deedsOf, setOffice } from '../../staff';
import { deskOf, file, ready, readyIn, today } from './desk';

async function referenceOf({ db }: TestApp, id: string): Promise<string> {
  const rows = await db.read.select().from(sepaMandates).where(eq(sepaMandates.applicationId, id));
  return String(rows[0]?.mandateReference);
}

const headings =
  'Antrag-ID;Eingereicht;Anrede;Vorname;Nachname;Geburtsdatum;Straße;Hausnummer;PLZ;Ort;E-Mail;Telefon;Pferd;Pferd geboren;Geschlecht;Lebensnummer;Beginn;Tarif;Selbstbeteiligung;Zahlweise;Monatsbeitrag;Kontoinhaber;IBAN;BIC;Bank;Mandatsreferenz;Mandat vom;Gläubiger-ID';

describe('the file', () => {
  const office = setOffice();
  const { made, read, confirm } = deskOf(office);

  test('is a table for spreadsheets with one row for each application, in their order', async () => {
    const ids = [await ready(office.app, matthias), await ready(office.app, kim)];
    const { id, body } = await made(ids);
    const lines = (await read(id)).text.split('\r\n');
    expect(body).toMatchObject({ id, count: 2, skipped: [] });
    expect([lines[0], lines[3]]).toEqual([`\uFEFF${headings}`, '']);
    expect(lines[1]).toStartWith(`${ids[0]};20.11.2026;Herr;Matthias;Brandt-Özdemir;31.12.1961;`);
    // the policyholder, not the contact
    const person = `${ids[1]};20.11.2026;Divers;Anne-Sophie;van 't Hoff;28.02.1999;Kerkstraat;"7 bus 2"`;
    const place = `"1012 AB";Amsterdam;a.v'hoff@stal.example;"0031205550142"`;
    const horse = `L'Éclair d'Or;28.02.2022;Hengst;"DE 433330987622";01.01.2027;Basis-OP-Schutz;1000`;
    const bank = `Halbjährlich;22,23;Anne-Sophie van 't Hoff;BE68539007547034;GKCCBEBB;Belfius`;
    const mandate = `${await referenceOf(office.app, ids[1] ?? '')};20.11.2026;DE98ZZZ09999999999`;
    expect(lines[2]).toBe([person, place, horse, bank, mandate].join(';'));
  });

  test.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['xlsx', xlsxType],
  ])(
    'as %s is a download with its SHA-256, and has the same bytes whatever becomes of the case',
    async (format, type) => {
      const applicationId = await ready(office.app);
      const { id, body } = await made([applicationId], format);
      const { headers, bytes } = await read(id);
      expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="Uebergabe-2026-11-20-${id.slice(0, 8)}.${format}"`,
        'cache-control': 'no-store',
      });
      await confirm(id);
      await declare(office.app, { contract: applicationId });
      expect(await read(id)).toMatchObject({ status: 200, bytes });
    },
  );

  test('has an address as people write it, also if 0.2.0 stored it in Punycode', async () => {
    const id = await ready(office.app);
    const email = 'erika@xn--mller-pferde-dlb.de';
    await office.app.db.write((tx) =>
      tx.update(policyholderInfo).set({ email }).where(eq(policyholderInfo.applicationId, id)),
    );
    expect((await read((await made([id])).id)).text).toContain('erika@müller-pferde.de');
  });

  test('has the same facts as JSON under the names of the API', async () => {
    const applicationId = await ready(office.app, kim);
    const { text } = await read((await made([applicationId], 'json')).id);
    const { requirementsConsent: _, ...horseData } = kim['horse-data'];
    const { mandateConsent: __, ...mandate } = kim['sepa-mandate'];
    const mandateReference = await referenceOf(office.app, applicationId);
    const policyholderInfo = { ...kim['policyholder-info'], phone: '0031205550142' };
    const tariffSelection = { ...kim['tariff-selection'], monthlyPremium: 22.23 };
    const iban = { iban: 'BE68539007547034', bic: 'GKCCBEBB', bankName: 'Belfius' };
    const creditor = { mandateDate: today, creditorId: 'DE98ZZZ09999999999' };
    const sepaMandate = { ...mandate, ...iban, mandateReference, ...creditor };
    const application = { applicationId, completedOn: today, policyholderInfo };
    expect(JSON.parse(text)).toEqual([{ ...application, horseData, tariffSelection, sepaMandate }]);
  });

  test('has the same cells as a workbook, each of them a text', async () => {
    const typed = { lastName: '=1+1', houseNumber: '3-5', zipCode: '01067' };
    const person = { ...johanna, 'policyholder-info': { ...johanna['policyholder-info'], ...typed } };
    const table = await readTable(
      (await read((await made([await ready(office.app, person)], 'xlsx')).id)).bytes,
    );
    if ('unreadable' in table) throw new Error(table.unreadable);
    expect(table.columns.join(';')).toBe(headings);
    const cells = Object.fromEntries(table.columns.map((name, index) => [name, table.rows[0]?.cells[index]]));
    const texts = { Nachname: '=1+1', Hausnummer: '3-5', PLZ: '01067', Monatsbeitrag: '44,58' };
    expect(cells).toMatchObject(texts);
  });

  test('says that somebody is called like a formula, and is harmless', async () => {
    // other cells are a table of the domain
    const lastName = '=HYPERLINK("http://x.example";"Ja")';
    const person = { ...johanna, 'policyholder-info': { ...johanna['policyholder-info'], lastName } };
    const { text } = await read((await made([await ready(office.app, person)])).id);
    expect(text).toContain(`;Johanna;"'=HYPERLINK(""http://x.example"";""Ja"")";14.06.1985;`);
  });

  test('is refused once one of its applications is deleted or has another content', async () => {
    const [first, second] = [await ready(office.app), await ready(office.app, matthias)];
    const both = await made([first, second]);
    const single = await made([second]);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id: first }));
    const message = expect.stringContaining('wurde gelöscht, oder seine Löschung ist beantragt');
    expect(await office.lukas.ask('GET', file(both.id))).toMatchObject({ status: 409, body: { message } });
    expect((await read(single.id)).status).toBe(200);
    await office.app.db.write((tx) =>
      tx.update(horseData).set({ horseName: 'Clara' }).where(eq(horseData.applicationId, second)),
    );
    expect((await read(single.id)).status).toBe(409);
  });

  test('is stored nowhere: the database has neither the IBAN nor a name', async () => {
    await made([await ready(office.app)]);
    const stored = [await rowsOf(office.app, handovers), await rowsOf(office.app, handoverItems)];
    expect(JSON.stringify(stored)).not.toMatch(/DE8937|Sommer|Fjölnir/);
  });
});

describe('an application is left out', () => {
  const office = setOffice();
  const { app } = office;
  const { create, made, read } = deskOf(office);
  const but = async (act: (id: string) => Promise<unknown>) => {
    const id = await ready(app);
    await act(id);
    return id;
  };
  // its case is made by the start after an update, and its bank data was damaged on the disk
  const dropCase = (id: string) => app.db.write((tx) => tx.delete(cases).where(eq(cases.applicationId, id)));
  const damage = (id: string) =>
    app.db.write((tx) =>
      tx.update(sepaMandates).set({ iban: '\uFFFD' }).where(eq(sepaMandates.applicationId, id)),
    );

  test.each<[reason: string, make: () => Promise<string>]>([
    ['Antrag nicht gefunden', async () => crypto.randomUUID()],
    ['Noch nicht eingereicht', async () => (await filled(app)).id],
    ['Vorgang wird noch angelegt', () => but(dropCase)],
    ['Beratung offen', () => completed(app)],
    ['Widerruf eingegangen', () => but((contract) => declare(app, { contract }))],
    ['Bereits übermittelt', () => readyIn(app, 'transmitted')],
    ['Policiert', () => readyIn(app, 'issued')],
    ['Abgelehnt', () => readyIn(app, 'declined')],
    ['Widerrufen', () => readyIn(app, 'withdrawn')],
    ['Daten unvollständig', () => but(damage)],
  ])('because: %s', async (reason, make) => {
    const left = await make();
    const there = await ready(office.app, matthias);
    const { status, body } = await create([left, there]);
    expect([status, body]).toMatchObject([201, { count: 1, skipped: [{ id: left, reason }] }]);
    const rows = (await read(String(body.id))).text.split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toStartWith(there);
    const created = 'lukas.weber handover_created';
    expect(await deedsOf(office.app, there)).toContain(created);
    expect(await deedsOf(office.app, left)).not.toContain(created);
  });

  test.each(['in_review', 'inquiry'] as const)('not because its case is %s', async (status) => {
    const { body } = await made([await readyIn(office.app, status)]);
    expect(body).toMatchObject({ count: 1, skipped: [] });
  });

  test('and the file may be empty then', async () => {
    const { id, body } = await made([crypto.randomUUID()]);
    expect(body.count).toBe(0);
    expect((await read(id)).text).toBe(`\uFEFF${headings}\r\n`);
    // a write that concerns no application
    expect(await deedsOf(office.app, id)).toEqual(['lukas.weber handover_created']);
  });
});
