import { type HandedOver, type HandoverFormat, handoverTable, handoverText } from '#domain/cases/handover';
import { workbookOf } from '../../../spreadsheets/write';

/** Written for each download, and refused unless every byte is as before: a change here ends all older files (decision 025). */
export function handoverFile(
  format: HandoverFormat,
  applications: readonly HandedOver[],
): Uint8Array<ArrayBuffer> {
  if (format === 'xlsx') return workbookOf(handoverTable(applications));
  return new TextEncoder().encode(handoverText(format, applications));
}
