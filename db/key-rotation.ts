import { and, asc, eq, gt, notLike, or, sql } from 'drizzle-orm';
import type { FieldCipher } from './bank-data/cipher';
import type { Database } from './client';
import { cellsName, columnsName, resultsName } from './insurer/answers';
import { sepaMandates } from './schema/applications';
import { returnFiles, returnRows } from './schema/insurer';
import { hasTable } from './sealed-keys';

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
export async function tryBankData(db: Database, cipher: FieldCipher) {
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

const atOnce = 100;

/** As for the bank data: it may be stopped and called again, and what does not open stays. Returns how many texts. */
export async function resealReturns(db: Database, cipher: FieldCipher): Promise<number> {
  if (!(await hasTable(db.read, 'return_files'))) return 0;
  return (
    (await resealFiles(db, cipher, columnsName)) +
    (await resealFiles(db, cipher, resultsName)) +
    (await resealRows(db, cipher))
  );
}

/** Null if no key opens it. */
function resealed(cipher: FieldCipher, id: string, name: string, old: string): string | null {
  try {
    return cipher.seal(id, name, cipher.open(id, name, old));
  } catch {
    return null;
  }
}

async function resealFiles(db: Database, cipher: FieldCipher, name: typeof columnsName | typeof resultsName) {
  const { id, [name]: column } = returnFiles;
  const files = await db.read
    .select({ id, old: sql<string>`${column}` })
    .from(returnFiles)
    .where(notLike(column, `${cipher.prefix}%`));
  const fresh = files.flatMap((file) => {
    const text = resealed(cipher, file.id, name, file.old);
    return text === null ? [] : { ...file, text };
  });
  await db.write(async (tx) => {
    for (const one of fresh) {
      const same = and(eq(id, one.id), eq(column, one.old));
      await tx
        .update(returnFiles)
        .set({ [name]: one.text })
        .where(same);
    }
  });
  return fresh.length;
}

async function resealRows(db: Database, cipher: FieldCipher): Promise<number> {
  const { returnId, line, cells } = returnRows;
  let count = 0;
  for (let after = { returnId: '', line: 0 }; ; ) {
    const old = await db.read
      .select({ returnId, line, cells })
      .from(returnRows)
      .where(
        and(
          sql`(${returnId}, ${line}) > (${after.returnId}, ${after.line})`,
          notLike(cells, `${cipher.prefix}%`),
        ),
      )
      .orderBy(asc(returnId), asc(line))
      .limit(atOnce);
    const last = old.at(-1);
    if (!last) return count;
    after = last;
    const fresh = old.flatMap((row) => {
      const text = resealed(cipher, row.returnId, cellsName(row.line), row.cells);
      return text === null ? [] : [[row.returnId, row.line, row.cells, text]];
    });
    // only those that are unchanged since they were read
    await db.write((tx) =>
      tx.run(sql`
        update return_rows set cells = value ->> 3 from json_each(${JSON.stringify(fresh)})
        where return_id = value ->> 0 and line = value ->> 1 and cells = value ->> 2`),
    );
    count += fresh.length;
  }
}
