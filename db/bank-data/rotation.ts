import { and, asc, gt, notLike, or, sql } from 'drizzle-orm';
import type { Database } from '../client';
import { sepaMandates } from '../schema/applications';
import type { FieldCipher } from './cipher';

type Mandate = { applicationId: string; iban: string; bic: string };
const batchSize = 100;

/** May be stopped and called again. What visitors save meanwhile is kept; what cannot be decrypted stays. Returns how many. */
export async function resealBankData(db: Database, cipher: FieldCipher): Promise<number> {
  let resealed = 0;
  for await (const old of batches(db, cipher.prefix)) {
    const pairs = old.flatMap((mandate) => {
      const fresh = reseal(mandate, cipher);
      return fresh ? [{ mandate, fresh }] : [];
    });
    if (pairs.length > 0) resealed += await replace(db, pairs);
  }
  return resealed;
}

/** Number of mandates, and ids of the applications whose mandate this cipher cannot decrypt. */
export async function tryBankData(
  db: Database,
  cipher: FieldCipher,
): Promise<{ mandates: number; closed: string[] }> {
  const result = { mandates: 0, closed: [] as string[] };
  for await (const some of batches(db)) {
    result.mandates += some.length;
    const closed = some.filter((mandate) => reseal(mandate, cipher) === null);
    result.closed.push(...closed.map(({ applicationId }) => applicationId));
  }
  return result;
}

/** All mandates by id, or only those with a field that does not begin with `prefix`. */
async function* batches(db: Database, prefix?: string): AsyncGenerator<Mandate[]> {
  const { applicationId, iban, bic } = sepaMandates;
  const other = prefix ? or(notLike(iban, `${prefix}%`), notLike(bic, `${prefix}%`)) : undefined;
  for (let after = ''; ; ) {
    const some = await db.read
      .select({ applicationId, iban, bic })
      .from(sepaMandates)
      .where(and(gt(applicationId, after), other))
      .orderBy(asc(applicationId))
      .limit(batchSize);
    const last = some.at(-1);
    if (!last) return;
    yield some;
    after = last.applicationId;
  }
}

function reseal({ applicationId, iban, bic }: Mandate, cipher: FieldCipher): Mandate | null {
  const resealed = (column: string, sealed: string) =>
    cipher.isDamaged(sealed)
      ? sealed
      : cipher.seal(applicationId, column, cipher.open(applicationId, column, sealed));
  try {
    return { applicationId, iban: resealed('iban', iban), bic: resealed('bic', bic) };
  } catch {
    return null;
  }
}

/** Only those that are unchanged since they were read; returns how many. */
async function replace(db: Database, pairs: { mandate: Mandate; fresh: Mandate }[]): Promise<number> {
  const rows = pairs.map(
    ({ mandate, fresh }) =>
      sql`(${mandate.applicationId}, ${mandate.iban}, ${mandate.bic}, ${fresh.iban}, ${fresh.bic})`,
  );
  const { rowsAffected } = await db.write((tx) =>
    tx.run(sql`
      UPDATE sepa_mandates SET iban = fresh.column4, bic = fresh.column5
      FROM (VALUES ${sql.join(rows, sql`, `)}) AS fresh
      WHERE application_id = fresh.column1 AND iban = fresh.column2 AND bic = fresh.column3
    `),
  );
  return rowsAffected;
}
