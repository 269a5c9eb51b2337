/** Secrets and codes of second factors stand nowhere in clear, and no response with them is stored. */
// ASVS 16.2.4, 16.4.1
import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { createFieldCipher } from '#db/bank-data/cipher';
import { secondFactors } from '#db/schema/staff';
import { api } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { administrator } from '#tests/support/staff';
import { filesWith } from '#tests/support/traces';
import { browserOf, hired, openHouse } from './browsers';

const verbose = { LOG_LEVEL: 'debug', RATE_LIMIT: 'on', MAIL_INTERNAL_TO: 'team@sattelfest.example' };

/** Every row of every table as text. */
async function everyRow({ db }: TestApp): Promise<string> {
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  );
  const rows = tables.map(({ name }) => db.read.all(sql.raw(`select * from "${name}"`)));
  return JSON.stringify(await Promise.all(rows), (_, value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
  );
}

test('no row, log line, mail or file holds a secret, a code, a recovery code or the address for the app', async () => {
  const { app, admin } = await openHouse(verbose);
  const mira = await hired(admin);
  const owner = browserOf(app);
  await owner.signIn(mira);
  const setUpCode = codeOf(
    String((await owner.ask('POST', api.secondFactor, { currentPassword: mira.password })).body.secret),
    app.clock.now,
  );
  const factor = await owner.protect(mira);
  const codes = [setUpCode, codeOf(factor.secret, app.clock.now)];
  const { secret, uri, recoveryCodes } = factor;
  codes.push(wrongCode(secret, app.clock.now), factor.newCode(), factor.newCode());
  for (const code of [...codes.slice(2), recoveryCodes[0], recoveryCodes[0], 'AAAA-BBBB-CCCC-DDDD']) {
    await browserOf(app).signIn(mira, code);
    await browserOf(app).signIn({ ...mira, password: 'falsch-genug' }, code);
  }
  await owner.ask('DELETE', api.secondFactor, { currentPassword: mira.password, code: codes[2] });
  await app.outbox.runOnce();
  const { bytes } = Secret.fromBase32(secret);
  const plain = recoveryCodes.map((code) => code.replaceAll('-', ''));
  const texts = [
    ...[secret, uri, encodeURIComponent(uri), Buffer.from(bytes).toString('latin1')],
    ...(['hex', 'base64', 'base64url'] as const).map((way) => Buffer.from(bytes).toString(way)),
    ...[...recoveryCodes, ...plain, 'AAAA-BBBB-CCCC-DDDD', mira.password, 'falsch-genug'],
    ...[owner.token, owner.cookies.get('device') ?? '-'],
  ];
  const rows = await everyRow(app);
  const log = app.logged.join('\n');
  expect(rows).toContain(mira.id);
  expect(log).not.toBe('');
  for (const place of [rows, log]) {
    for (const text of texts) expect(place.toLowerCase()).not.toContain(text.toLowerCase());
    // alone: ids and hashes have runs of digits too
    for (const code of codes) expect(place).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
  }
  expect(await filesWith(app, texts)).toEqual([]);
  // the folder holds what was searched
  expect(await readdir(app.folder)).toContain('app.db');
  expect(await Bun.file(join(app.folder, 'app.db')).exists()).toBe(true);
});

test('the secret is sealed like bank data, and bound to its account', async () => {
  const { app, admin } = await openHouse();
  const { secret } = await admin.protect(administrator);
  const [row] = await app.db.read.select().from(secondFactors);
  const cipher = createFieldCipher(app.config.dataKey);
  expect(row?.secret).toStartWith(cipher.prefix);
  // what is sealed for one account does not open for another
  const mira = await hired(admin);
  const owner = browserOf(app);
  await owner.signIn(mira);
  await owner.protect(mira);
  await app.db.write((tx) => tx.update(secondFactors).set({ secret: row?.secret }));
  app.clock.now += step;
  expect((await browserOf(app).signIn(mira, codeOf(secret, app.clock.now))).status).not.toBe(200);
  expect((await browserOf(app).signIn(administrator, codeOf(secret, app.clock.now))).status).toBe(200);
});
