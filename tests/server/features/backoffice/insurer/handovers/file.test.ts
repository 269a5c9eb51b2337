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
import { johanna, kim, matthias, sentence } from '#tests/support/people';
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

  test('is a table for spreadsheets with one row for each application', async () => {
    const people = [johanna, matthias, kim];
    const ids: string[] = [];
    for (const person of people) ids.push(await ready(office.app, person));
    const [first = '', second = '', third = ''] = await Promise.all(
      ids.map((id) => referenceOf(office.app, id)),
    );
    const { id, body } = await made(ids);
    const { headers, bytes, text } = await read(id);
    expect(text.split('\r\n')).toEqual([
      `\uFEFF${headings}`,
      `${ids[0]};20.11.2026;Frau;Johanna;Sommer;14.06.1985;Lindenallee;"12a";"04109";Leipzig;johanna.sommer@mail.example;"00493419627100";Fjölnir vom Lindenhof;11.05.2018;Wallach;"276020000123456";21.11.2026;Top-OP-Schutz;250;Monatlich;44,58;Johanna Sommer;DE89370400440532013000;COBADEFFXXX;Commerzbank Köln;${first};20.11.2026;DE98ZZZ09999999999`,
      `${ids[1]};20.11.2026;Herr;Matthias;Brandt-Özdemir;31.12.1961;An der Alten Ziegelei;"3";"48143";Münster;m.brandt+pferd@post.example;"0049251418822";Donna Clara;02.03.2009;Stute;;01.12.2026;Premium-OP-Schutz;0;Jährlich;80,08;Matthias Brandt-Özdemir;AT611904300234573201;RLNWATWW;Raiffeisenlandesbank;${second};20.11.2026;DE98ZZZ09999999999`,
      // the policyholder, not the contact
      `${ids[2]};20.11.2026;Divers;Anne-Sophie;van 't Hoff;28.02.1999;Kerkstraat;"7 bus 2";"1012 AB";Amsterdam;a.v'hoff@stal.example;"0031205550142";L'Éclair d'Or;28.02.2022;Hengst;"DE 433330987622";01.01.2027;Basis-OP-Schutz;1000;Halbjährlich;22,23;Anne-Sophie van 't Hoff;BE68539007547034;GKCCBEBB;Belfius;${third};20.11.2026;DE98ZZZ09999999999`,
      '',
    ]);
    expect(body).toEqual({
      id,
      count: 3,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      skipped: [],
    });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Uebergabe-2026-11-20-${id.slice(0, 8)}.csv"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('has an address as people write it, also if 0.2.0 stored it in Punycode', async () => {
    const id = await ready(office.app);
    const email = 'erika@xn--mller-pferde-dlb.de';
    await office.app.db.write((tx) =>
      tx.update(policyholderInfo).set({ email }).where(eq(policyholderInfo.applicationId, id)),
    );
    const { id: handover } = await made([id]);
    expect((await read(handover)).text).toContain('erika@müller-pferde.de');
  });

  test('has the same facts as JSON under the names of the API', async () => {
    const applicationId = await ready(office.app, kim);
    const { id, body } = await made([applicationId], 'json');
    const { headers, bytes, text } = await read(id);
    expect(JSON.parse(text)).toEqual([
      {
        applicationId,
        completedOn: today,
        policyholderInfo: { ...kim['policyholder-info'], phone: '0031205550142' },
        horseData: {
          horseName: "L'Éclair d'Or",
          birthDate: '2022-02-28',
          gender: 'stallion',
          chipNumber: 'DE 433330987622',
          insuranceStartDate: '2027-01-01',
        },
        tariffSelection: { ...kim['tariff-selection'], monthlyPremium: 22.23 },
        sepaMandate: {
          accountHolder: "Anne-Sophie van 't Hoff",
          iban: 'BE68539007547034',
          bic: 'GKCCBEBB',
          bankName: 'Belfius',
          mandateReference: await referenceOf(office.app, applicationId),
          mandateDate: today,
          creditorId: 'DE98ZZZ09999999999',
        },
      },
    ]);
    expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toEndWith(`${id.slice(0, 8)}.json"`);
  });

  test('has the same cells as a workbook, each of them a text', async () => {
    const typed = { lastName: '=1+1', houseNumber: '3-5', zipCode: '01067' };
    const person = { ...johanna, 'policyholder-info': { ...johanna['policyholder-info'], ...typed } };
    const { id, body } = await made([await ready(office.app, person)], 'xlsx');
    const { headers, bytes } = await read(id);
    const table = await readTable(bytes);
    if ('unreadable' in table) throw new Error(table.unreadable);
    expect(table.columns.join(';')).toBe(headings);
    const cells = Object.fromEntries(table.columns.map((name, index) => [name, table.rows[0]?.cells[index]]));
    expect(cells).toMatchObject({
      Nachname: '=1+1',
      Hausnummer: '3-5',
      PLZ: '01067',
      Monatsbeitrag: '44,58',
    });
    expect(body.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(headers.get('content-type')).toBe(xlsxType);
    expect(headers.get('content-disposition')).toEndWith(`${id.slice(0, 8)}.xlsx"`);
    expect((await read(id)).bytes).toEqual(bytes);
  });

  test.each([
    ['=HYPERLINK("http://x.example";"Ja")', `"'=HYPERLINK(""http://x.example"";""Ja"")"`],
    // other cells are a table of the domain
    ['@Summe', "'@Summe"],
    ['A;B', '"A;B"'],
    ['1/2', '"1/2"'],
  ])('says that somebody is called %p, and is harmless', async (lastName, written) => {
    const person = { ...johanna, 'policyholder-info': { ...johanna['policyholder-info'], lastName } };
    const { id } = await made([await ready(office.app, person)]);
    expect((await read(id)).text).toContain(`;Johanna;${written};14.06.1985;`);
  });

  test('has the same bytes each time, whatever becomes of the case', async () => {
    const applicationId = await ready(office.app);
    const { id } = await made([applicationId]);
    const before = await read(id);
    await confirm(id);
    await declare(office.app, { contract: applicationId });
    const after = await read(id);
    expect(after.status).toBe(200);
    expect(after.bytes).toEqual(before.bytes);
  });

  test('is refused once one of its applications is deleted or has another content', async () => {
    const [first, second] = [await ready(office.app), await ready(office.app, matthias)];
    const both = await made([first, second]);
    const single = await made([second]);
    await office.lukas.ask('DELETE', href(api.staffApplication, { id: first }));
    const message =
      'Ein Antrag dieser Übergabe wurde gelöscht, oder seine Löschung ist beantragt. Deshalb gibt es ihre Datei nicht mehr.';
    expect(await office.lukas.ask('GET', file(both.id))).toMatchObject({ status: 409, body: { message } });
    expect((await read(single.id)).status).toBe(200);
    await office.app.db.write((tx) =>
      tx.update(horseData).set({ horseName: 'Clara' }).where(eq(horseData.applicationId, second)),
    );
    expect(await office.lukas.ask('GET', file(single.id))).toMatchObject({
      status: 409,
      body: { message: sentence },
    });
  });

  test('is stored nowhere: the database has neither the IBAN nor a name', async () => {
    await made([await ready(office.app)]);
    const stored = await office.app.db.read.batch([
      office.app.db.read.select().from(handovers),
      office.app.db.read.select().from(handoverItems),
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/DE8937|Sommer|Fjölnir/);
  });
});

describe('an application is left out', () => {
  const office = setOffice();
  const { create, made, read } = deskOf(office);

  test.each<[reason: string, make: (app: TestApp) => Promise<string>]>([
    ['Antrag nicht gefunden', async () => crypto.randomUUID()],
    ['Noch nicht eingereicht', opened],
    ['Vorgang wird noch angelegt', withoutCase],
    ['Beratung offen', (app) => completed(app)],
    ['Widerruf eingegangen', withdrawn],
    ['Bereits übermittelt', (app) => readyIn(app, 'transmitted')],
    ['Policiert', (app) => readyIn(app, 'issued')],
    ['Abgelehnt', (app) => readyIn(app, 'declined')],
    ['Widerrufen', (app) => readyIn(app, 'withdrawn')],
    ['Daten unvollständig', damaged],
  ])('because: %s', async (reason, make) => {
    const left = await make(office.app);
    const there = await ready(office.app, matthias);
    const { status, body } = await create([left, there]);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { count: 1, skipped: [{ id: left, reason }] },
    });
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

async function opened(app: TestApp): Promise<string> {
  const visitor = await filled(app);
  return visitor.id;
}

/** Completed before cases existed, and the start after the update has not reached it yet. */
async function withoutCase(app: TestApp): Promise<string> {
  const id = await ready(app);
  await app.db.write((tx) => tx.delete(cases).where(eq(cases.applicationId, id)));
  return id;
}

async function withdrawn(app: TestApp): Promise<string> {
  const id = await ready(app);
  await declare(app, { contract: id });
  return id;
}

/** Its bank data was damaged on the disk, and a start of 0.2.0 has mended the text. */
async function damaged(app: TestApp): Promise<string> {
  const id = await ready(app);
  const iban = '\uFFFD';
  await app.db.write((tx) => tx.update(sepaMandates).set({ iban }).where(eq(sepaMandates.applicationId, id)));
  return id;
}
