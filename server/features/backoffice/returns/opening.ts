import { columnsIn, findSame, readRows } from '#db/returns/files';
import { findMapping } from '#db/returns/mappings';
import { type OpenedReturn, previewRows } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { contentOf, viewOf } from './files';

export async function openReturn(context: Context, id: string): Promise<OpenedReturn> {
  const { cipher, db } = context;
  // not a replica, which may not have what was stored just now
  const reader = db.shared ?? db.read;
  const file = await contentOf(reader, id);
  const columns = columnsIn(cipher, file);
  const rows = await readRows(reader, cipher, id, previewRows);
  return {
    ...viewOf(context, file),
    columns,
    rows: rows.map(({ cells }) => cells),
    mapping: await findMapping(reader, columns),
    sameAs: await findSame(reader, file),
  };
}
