/** Bank data on the disk is encrypted, and of no use to somebody who moves it to another row or column. */
// ASVS 11.3.1, 11.3.2, 14.2.4
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { sepaMandates } from '#db/schema/applications';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { startApp, type TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { johanna, matthias } from '#tests/support/people';
import { filesWith } from '#tests/support/traces';

const { iban, bic, accountHolder } = johanna['sepa-mandate'];
const grouped = 'DE89 3704 0044 0532 0130 00';

test('the files of the data folder contain no IBAN and no BIC, before and after the completion', async () => {
  const app = await startApp();
  const visitor = await filled(app);
  await filled(app, matthias);
  const encoded = [Buffer.from(iban).toString('base64').slice(0, 24), Buffer.from(iban).toString('hex')];
  const searched = [iban, bic, grouped, iban.slice(-18), matthias['sepa-mandate'].iban, ...encoded];
  expect(await filesWith(app, searched)).toEqual([]);
  // the rest of the mandate is found, so the search reads the right files
  expect(await filesWith(app, [accountHolder])).not.toEqual([]);
  expect((await visitor.complete()).status).toBe(200);
  await app.outbox.runOnce();
  expect(await filesWith(app, searched)).toEqual([]);
  await app.db.checkpoint();
  expect(await filesWith(app, searched)).toEqual([]);
  expect(await filesWith(app, [accountHolder])).toContain('app.db');
});

describe('encrypted bank data that was moved', () => {
  const swaps: [string, (app: TestApp, from: string, to: string) => Promise<void>][] = [
    [
      'to another application',
      async ({ db }, from, to) => {
        const [row] = await db.read.select().from(sepaMandates).where(eq(sepaMandates.applicationId, from));
        await db.write((tx) =>
          tx.update(sepaMandates).set({ iban: row?.iban }).where(eq(sepaMandates.applicationId, to)),
        );
      },
    ],
    [
      'to another column',
      async ({ db }, _, to) => {
        await db.write((tx) =>
          tx.update(sepaMandates).set({ bic: sepaMandates.iban }).where(eq(sepaMandates.applicationId, to)),
        );
      },
    ],
    [
      'together with its row',
      async ({ db }, from, to) => {
        const spare = crypto.randomUUID();
        await db.restructure(async (tx) => {
          for (const [old, fresh] of [
            [from, spare],
            [to, from],
            [spare, to],
          ] as const) {
            await tx
              .update(sepaMandates)
              .set({ applicationId: fresh })
              .where(eq(sepaMandates.applicationId, old));
          }
        });
      },
    ],
  ];

  test.each(swaps)('%s is an error and reveals nothing', async (_, swap) => {
    const { app, lukas } = await openOffice();
    const [johannas, matthiass] = [await filled(app), await filled(app, matthias)];
    await swap(app, johannas.id, matthiass.id);

    const details = `/api/backoffice/applications/${matthiass.id}/details`;
    const answers = [await matthiass.read('sepa-mandate'), await lukas.ask('GET', details)];
    for (const { status, body } of answers) {
      expect(status).toBe(500);
      expect(body).toEqual({
        message: expect.stringMatching(
          /^Das hat leider nicht geklappt\. .* nennen Sie uns diese Kennung: \S+$/,
        ),
      });
    }
    const headers = { cookie: matthiass.cookie() };
    const page = await app.ask('GET', `/application/${matthiass.id}`, { headers });
    const output = [await page.text(), ...app.logged].join('\n');
    for (const person of [johanna, matthias]) {
      expect(output).not.toContain(person['sepa-mandate'].iban);
      expect(output).not.toContain(person['sepa-mandate'].bic);
    }
    expect(app.logged.join()).toContain('request failed');
  });

  test('can be replaced by the applicant, who enters it again', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    await app.db.write((tx) => tx.update(sepaMandates).set({ bic: sepaMandates.iban }));
    expect((await visitor.read('sepa-mandate')).status).toBe(500);
    expect((await visitor.save('sepa-mandate', johanna['sepa-mandate'])).status).toBe(200);
    expect((await visitor.read('sepa-mandate')).body).toMatchObject({ iban, bic });
  });
});
