import { columnsIn, findSame, readRows } from '#db/returns/files';
import { findMapping } from '#db/returns/matches';
import { namesakes, type OpenedReturn, previewRows } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { columnsHashOf, contentOf, viewOf } from './files';

export async function openReturn(context: Context, id: string): Promise<OpenedReturn> {
  const { cipher, db } = context;
  // not a replica, which may not have what was stored just now
  const reader = db.shared ?? db.read;
  const file = await contentOf(reader, id);
  const columns = columnsIn(cipher, file);
  const rows = await readRows(reader, cipher, id, previewRows);
  const known = await findMapping(reader, columnsHashOf(columns));
  return {
    ...viewOf(context, file),
    columns,
    rows: rows.map(({ cells }) => cells),
    mapping: known && namesakes(known, columns),
    sameAs: await findSame(reader, file),
  };
}
