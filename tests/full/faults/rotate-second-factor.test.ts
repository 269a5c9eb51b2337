/** A new key for the bank data seals the secrets of second factors again as well. */
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createFieldCipher, keyIdIn, keyIdOf } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { secondFactors } from '#db/schema/staff';
import { api } from '#domain/urls';
import { loadSecrets } from '#server/secrets';
import { scratch } from '#tests/db/support/processes';
import { done, refused, run } from '#tests/faults/support/commands';
import { endAll, newFolder, start } from '#tests/faults/support/processes';
import { codeOf, step } from '#tests/support/codes';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { copyStaffedDatabase } from '#tests/support/template';

setDefaultTimeout(120_000);
const here = scratch();
afterEach(endAll);
afterAll(() => here.remove());

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

describe('the second factor of an account', () => {
  /** Sets one up on a running server. Returns its secret, a recovery code, and what the database keeps of the secret. */
  async function protect(url: string) {
    const headers = bearer(await tokenOf(url));
    const current = { currentPassword: administrator.password };
    const begun = await call(url, 'POST', api.secondFactor, current, headers);
    const { secret } = (await begun.json()) as { secret: string };
    const first = { code: codeOf(secret, Date.now()) };
    const confirmed = await call(url, 'PUT', api.secondFactor, first, headers);
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
    return { secret, recovery: recoveryCodes[0] };
  }
  const sealed = async (url: string) => {
    const db = await openDatabase({ url });
    const [row] = await db.read.select().from(secondFactors);
    await db.close();
    return row?.secret ?? '';
  };
  const statusOf = async (url: string, code?: string) => {
    const body = JSON.stringify({ ...administrator, code });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url + api.login, { method: 'POST', headers, body })).status;
  };
  /** The app of the user shows this next; it is valid already, and was never used. */
  const nextCode = (secret: string) => codeOf(secret, Date.now() + step);

  test('is sealed again, is nowhere in its old form, and works', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const server = await start(folder);
    const { secret, recovery } = await protect(server.url);
    await server.kill('SIGTERM');
    const old = loadSecrets(folder).dataKey;
    const before = await sealed(url);
    expect(keyIdIn(before)).toBe(keyIdOf(old));
    expect((await run('rotate-key', folder)).code).toBe(0);
    const { dataKey } = loadSecrets(folder);
    expect([dataKey === old, keyIdIn(await sealed(url))]).toEqual([false, keyIdOf(dataKey)]);
    for await (const name of new Bun.Glob('**').scan({ cwd: folder, dot: true })) {
      const bytes = Buffer.from(await Bun.file(join(folder, name)).arrayBuffer());
      expect([name, bytes.includes(before), bytes.includes(secret)]).toEqual([name, false, false]);
    }
    const again = await start(folder);
    expect(await statusOf(again.url)).toBe(401);
    expect(await statusOf(again.url, nextCode(secret))).toBe(200);
    expect(await statusOf(again.url, recovery)).toBe(200);
  });

  test('works while instances know both keys, and with the new key alone', async () => {
    const { url } = await here.startSqldWith(copyStaffedDatabase);
    const env = { DATABASE_URL: url, JWT_SECRET: 's'.repeat(32), RATE_LIMIT: 'off' };
    const former = await start(await newFolder(), { ...env, DATA_KEY: first });
    const { secret, recovery } = await protect(former.url);
    await former.kill('SIGTERM');
    const both = { ...env, DATA_KEY: second, DATA_KEY_PREVIOUS: first };
    const folder = await newFolder();
    const beside = await start(folder, both);
    expect(await statusOf(beside.url, recovery)).toBe(200);
    expect((await run('rotate-key', folder, { env: both })).code).toBe(0);
    expect(keyIdIn(await sealed(url))).toBe(keyIdOf(second));
    const alone = await start(await newFolder(), { ...env, DATA_KEY: second });
    expect(await statusOf(alone.url, nextCode(secret))).toBe(200);
  });

  test('that an instance with the previous key stores meanwhile is reported', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const server = await start(folder);
    const { secret } = await protect(server.url);
    await server.kill('SIGTERM');
    const db = await openDatabase({ url });
    // as soon as the secret is sealed again, somebody puts the former one back
    await db.write((tx) =>
      tx.run(sql`
        CREATE TRIGGER late AFTER UPDATE OF secret ON second_factors WHEN NEW.secret <> OLD.secret BEGIN
          UPDATE second_factors SET secret = OLD.secret WHERE user_id = OLD.user_id;
        END`),
    );
    await db.close();
    expect(await run('rotate-key', folder)).toEqual(
      refused('1 second factors were saved with the previous key'),
    );
    const again = await openDatabase({ url });
    await again.write((tx) => tx.run(sql`DROP TRIGGER late`));
    await again.close();
    expect(await run('rotate-key', folder)).toEqual(done('Older backups need the previous key'));
    expect(await statusOf((await start(folder)).url, nextCode(secret))).toBe(200);
  });

  test('that no key opens is reported, and nothing is changed', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const server = await start(folder);
    await protect(server.url);
    await server.kill('SIGTERM');
    const db = await openDatabase({ url });
    const foreign = createFieldCipher(second).seal('somebody', 'second_factor', 'JBSWY3DPEHPK3PXP');
    await db.write((tx) => tx.update(secondFactors).set({ secret: foreign }));
    await db.close();
    const { dataKey } = loadSecrets(folder);
    expect(await run('rotate-key', folder)).toEqual(refused('1 second factors of staff'));
    expect(loadSecrets(folder)).toMatchObject({ dataKey, dataKeyPrevious: undefined });
    expect(await sealed(url)).toBe(foreign);
  });
});
