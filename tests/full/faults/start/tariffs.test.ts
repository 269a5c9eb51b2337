/** A server that was off at midnight starts with the prices of the new day. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { insertVersion } from '#db/tariffs/versions';
import { addDays, berlinDay } from '#domain/dates';
import { firstCatalogue } from '#domain/landing-facts';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { termsWith } from '#domain/tariffs/versions';
import { api } from '#domain/urls';
import { newFolder, start } from '#tests/faults/support/processes';
import { copyDatabase } from '#tests/support/template';

setDefaultTimeout(60_000);

test('the first response has the tariffs whose day came while the server was off', async () => {
  const folder = await newFolder();
  const file = join(folder, 'app.db');
  await copyDatabase(file);
  const db = await openDatabase({ url: `file:${file}` });
  const yesterday = addDays(berlinDay(new Date()), -1);
  await db.write(async (tx) => {
    for (const [validFrom, amount] of [
      [addDays(yesterday, -1), 41],
      [yesterday, 42],
    ] as const) {
      const terms = termsWith(firstCatalogue, { premiums: tariffTypes.map(() => Array(4).fill(amount)) });
      const version = { state: 'released', validFrom, terms, createdBy: 'mira', releasedBy: 'mira' } as const;
      await insertVersion(tx, version, Date.now());
    }
  });
  await db.close();
  const { url } = await start(folder);
  const [html, json] = await Promise.all([
    fetch(url).then((page) => page.text()),
    fetch(url + api.tariffs).then((response) => response.text()),
  ]);
  expect(html).toContain('Schon ab 42,00');
  expect(json.match(/"monthlyPremium":(\d+)/)?.[1]).toBe('42');
});
