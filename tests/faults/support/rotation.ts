/** Accounts and bank data before and after a rotation of the key. */
import { createFieldCipher, keyIdIn } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { tryBankData } from '#db/key-rotation';
import { openDatabase } from '#db/open';
import { sepaMandates } from '#db/schema/applications';
import { secondFactors } from '#db/schema/staff';
import { api } from '#domain/urls';
import { codeOf, step } from '#tests/support/codes';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';

export async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The number of mandates, how many of them this key opens, and the ids of the keys that sealed them. */
export const look = (url: string, key: string, previous?: string) =>
  inDatabase(url, async (db) => {
    const rows = await db.read.select().from(sepaMandates);
    const { mandates, closed } = await tryBankData(db, createFieldCipher(key, previous));
    const ids = new Set(rows.flatMap(({ iban, bic }) => [keyIdIn(iban), keyIdIn(bic)]));
    return { mandates, opened: mandates - closed.length, keys: [...ids] };
  });

/** Sets up the second factor of the administrator on a running server. */
export async function protect(url: string) {
  const headers = bearer(await tokenOf(url));
  const current = { currentPassword: administrator.password };
  const begun = await call(url, 'POST', api.secondFactor, current, headers);
  const { secret } = (await begun.json()) as { secret: string };
  const confirmed = await call(url, 'PUT', api.secondFactor, { code: codeOf(secret, Date.now()) }, headers);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  return {
    headers,
    secret,
    recovery: recoveryCodes[0],
    /** The app of the user shows it next; it is valid already, and was never used. */
    nextCode: () => codeOf(secret, Date.now() + step),
  };
}

/** What the database keeps of the secret of the only second factor. */
export const sealedSecret = (url: string) =>
  inDatabase(url, async ({ read }) => (await read.select().from(secondFactors))[0]?.secret ?? '');

/** The status of a sign-in of the administrator. */
export async function signInWith(url: string, code?: string): Promise<number> {
  const body = JSON.stringify({ ...administrator, code });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url + api.login, { method: 'POST', headers, body })).status;
}
