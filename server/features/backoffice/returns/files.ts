import type { Reader } from '#db/client';
import { columnsIn, findReturn, findSame, type ReturnRecord, readRows } from '#db/returns/files';
import { findMapping } from '#db/returns/mappings';
import { lastDayOf } from '#domain/retention/periods';
import { type OpenedReturn, previewRows, type ReturnRow } from '#domain/returns/returns';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';

export async function openReturn(context: Context, id: string): Promise<OpenedReturn> {
  const { cipher, db } = context;
  // not a replica, which may not have what was stored just now
  const reader = db.fresh;
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

/** @throws Refusal unless it is there with its content */
export async function contentOf(reader: Reader, id: string): Promise<ReturnRecord> {
  const file = await findReturn(reader, id);
  if (!file) throw refusals.notFound('Diese Rückmeldung gibt es nicht.');
  if (file.columns === null) {
    throw refusals.conflict('Der Inhalt dieser Rückmeldung ist gelöscht, weil seine Frist abgelaufen ist.');
  }
  return file;
}

export const matchedAnew = () =>
  refusals.conflict(
    'Die Spalten dieser Rückmeldung wurden inzwischen anders zugeordnet. Bitte prüfen Sie die Zeilen noch einmal.',
  );

export function viewOf({ config }: Pick<Context, 'config'>, file: ReturnRecord): ReturnRow {
  const { id, name, sha256, at, username, rowCount, changed, appliedAt } = file;
  return {
    ...{ id, name, sha256, at: isoOf(at), username, rowCount, changed, appliedAt: isoOf(appliedAt) },
    contentUntil:
      file.columns === null ? null : lastDayOf('return_contents', config.retention, appliedAt ?? at),
  };
}
