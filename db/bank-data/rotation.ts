/** Bank data from one key to the next. */
import { and, asc, gt, notLike, or, sql } from 'drizzle-orm';
import type { Database } from '../client';
import { sepaMandates } from '../schema';
import { isDamaged } from '../texts';
import type { FieldCipher } from './cipher';

type Mandate = { applicationId: string; iban: string; bic: string };
const batchSize = 100;

/**
 * Seals all bank data that is not under the cipher's present key anew, in batches of one statement each; answers how
 * many mandates. To be stopped at any point and called again, and safe while visitors save: what they save
 * meanwhile wins. What does not open is left as it is.
 */
export async function resealBankData(db: Database, cipher: FieldCipher): Promise<number> {
  let resealed = 0;
  for await (const old of batches(db, cipher.mark)) {
    const pairs = old.flatMap((mandate) => {
      const fresh = reseal(mandate, cipher);
      return fresh ? [{ mandate, fresh }] : [];
    });
    if (pairs.length > 0) resealed += await replace(db, pairs);
  }
  return resealed;
}

/** How many mandates there are, and the applications of those that do not open with this cipher. */
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

/** All mandates in the order of their ids; with `mark` only those of which a field does not begin with it. */
async function* batches(db: Database, mark?: string): AsyncGenerator<Mandate[]> {
  const { applicationId, iban, bic } = sepaMandates;
  const other = mark ? or(notLike(iban, `${mark}%`), notLike(bic, `${mark}%`)) : undefined;
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
  const again = (column: string, sealed: string) =>
    isDamaged(sealed)
      ? sealed
      : cipher.seal(applicationId, column, cipher.open(applicationId, column, sealed));
  try {
    return { applicationId, iban: again('iban', iban), bic: again('bic', bic) };
  } catch {
    return null;
  }
}

/** Only where nobody has written since; answers how many were replaced. */
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
