import { and, asc, eq, notLike, sql } from 'drizzle-orm';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database } from '../client';
import { returnFiles, returnRows } from '../schema/returns';
import { hasTable } from '../sealed-keys';
import { cellsName, columnsName, resultsName } from './files';

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

async function resealFiles(
  db: Database,
  cipher: FieldCipher,
  name: typeof columnsName | typeof resultsName,
): Promise<number> {
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
