/** The operator's own columns, and files that keep those which wrote them. */
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { sepaMandates } from '#db/schema/applications';
import { handoverItems, handovers } from '#db/schema/desk';
import { operatorOf } from '#domain/operator/operator';
import { readTable } from '#server/insurer/sheets/read';
import { afterThisTest } from '#tests/support/endings';
import { filledFile } from '#tests/support/operator';
import { rowsOf } from '#tests/support/stored';
import { setOffice } from '../../staff';
import { deskOf, ready } from './desk';

const columns = [
  { title: 'VN Name', fact: 'policyholderInfo.lastName' },
  { title: 'Jahresbeitrag', fact: 'tariffSelection.annualPremium' },
  { title: 'Gläubiger', fact: 'sepaMandate.creditorName' },
];
const withColumns = (own: typeof columns) => operatorOf({ ...filledFile, handover: { columns: own } });
const office = setOffice({ operator: withColumns(columns) });
const { made, read, create } = deskOf(office);

describe('with columns of the operator', () => {
  test('new tables have them, and JSON is as it was', async () => {
    const id = await ready(office.app);
    const csv = await read((await made([id])).id);
    const row = ['Sommer', '534,96', 'Tierschild Inkasso GmbH'];
    expect(csv.text).toBe(`\uFEFFVN Name;Jahresbeitrag;Gläubiger\r\n${row.join(';')}\r\n`);
    const sheet = await readTable((await read((await made([id], 'xlsx')).id)).bytes);
    expect(sheet).toEqual({ columns: columns.map(({ title }) => title), rows: [{ line: 2, cells: row }] });
    const [json] = JSON.parse((await read((await made([id], 'json')).id)).text);
    const names = 'applicationId completedOn policyholderInfo horseData tariffSelection sepaMandate';
    expect(Object.keys(json)).toEqual(names.split(' '));
  });

  test.each(['csv', 'xlsx', 'json'])(
    'a %s file keeps those that wrote it when they change, also for a call that is repeated',
    async (format) => {
      const id = await ready(office.app);
      const call = { id: crypto.randomUUID(), format };
      const { body } = await create([id], call);
      const before = await read(call.id);
      expect(before.status).toBe(200);
      Object.assign(office.app.context, { operator: withColumns(columns.slice(1)) });
      afterThisTest(async () => void Object.assign(office.app.context, { operator: withColumns(columns) }));
      expect((await create([id], call)).body).toEqual(body);
      expect(await read(call.id)).toMatchObject({ status: 200, bytes: before.bytes });
      expect((await read((await made([id])).id)).text).toStartWith('\uFEFFJahresbeitrag;Gläubiger\r\n');
    },
  );

  test('a file that was written before columns were stored has the same bytes', async () => {
    const { db } = office.app;
    const applicationId = await ready(office.app);
    const [mandate] = (await rowsOf(office.app, sepaMandates)).filter(
      (one) => one.applicationId === applicationId,
    );
    // as every earlier version of the product wrote it
    const text = `\uFEFFAntrag-ID;Eingereicht;Anrede;Vorname;Nachname;Geburtsdatum;Straße;Hausnummer;PLZ;Ort;E-Mail;Telefon;Pferd;Pferd geboren;Geschlecht;Lebensnummer;Beginn;Tarif;Selbstbeteiligung;Zahlweise;Monatsbeitrag;Kontoinhaber;IBAN;BIC;Bank;Mandatsreferenz;Mandat vom;Gläubiger-ID\r\n${applicationId};20.11.2026;Frau;Johanna;Sommer;14.06.1985;Lindenallee;"12a";"04109";Leipzig;johanna.sommer@mail.example;"00493419627100";Fjölnir vom Lindenhof;11.05.2018;Wallach;"276020000123456";21.11.2026;Top-OP-Schutz;250;Monatlich;44,58;Johanna Sommer;DE89370400440532013000;COBADEFFXXX;Commerzbank Köln;${mandate?.mandateReference};20.11.2026;DE51ZZZ12345678901\r\n`;
    const id = crypto.randomUUID();
    const sha256 = createHash('sha256').update(text).digest('hex');
    await db.write(async (tx) => {
      const row = { id, at: office.app.clock.now, username: 'lukas.weber', format: 'csv', count: 1 } as const;
      await tx.insert(handovers).values({ ...row, sha256, requestHash: 'an earlier one', skipped: [] });
      await tx.insert(handoverItems).values({ handoverId: id, position: 0, applicationId });
    });
    expect(await read(id)).toMatchObject({ status: 200, text });
  });
});
