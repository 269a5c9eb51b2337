import type { Reader } from '#db/client';
import { findReturn, type ReturnRecord } from '#db/returns/files';
import { lastDayOf } from '#domain/retention/periods';
import type { ReturnRow } from '#domain/returns/returns';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';

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
  const until = () => lastDayOf('return_contents', config.retention, appliedAt ?? at);
  return {
    ...{ id, name, sha256, at: isoOf(at), username, rowCount, changed, appliedAt: isoOf(appliedAt) },
    contentUntil: file.columns === null ? null : until(),
  };
}
