/** What kind of table a file is, before it is sent. The server reads it and decides. */
import { formatSize } from '../format';
import { largestReturn, returnTypes } from './returns';

type Given = { name: string; size: number };
type Kind = { type: string } | { refused: string };

/** How many bytes at the beginning of a file say what it is. */
export const headBytes = 8;

const sizeWords = formatSize(largestReturn);
const asTable = 'Bitte speichern Sie die Tabelle als .xlsx oder CSV.';
const otherKinds: Record<string, string> = {
  xls: `Das ist das alte Excel-Format. ${asTable}`,
  xlsm: `Eine Datei mit Makros wird nicht gelesen. ${asTable}`,
  xlsb: `Binäre Excel-Dateien werden nicht gelesen. ${asTable}`,
  ods: `Dateien von LibreOffice werden nicht gelesen. ${asTable}`,
  numbers: `Dateien von Numbers werden nicht gelesen. ${asTable}`,
};
const unknown =
  'Diese Art von Datei wird nicht gelesen. Möglich sind CSV- und Excel-Dateien (.csv, .txt, .xlsx).';

/** The content type for the upload, or why the file cannot be read. `head`: its first bytes. */
export function kindOf({ name, size }: Given, head: Uint8Array): Kind {
  if (size === 0) return { refused: 'Die Datei ist leer.' };
  if (size > largestReturn) {
    return { refused: `Die Datei ist mit ${formatSize(size)} zu groß. Möglich sind ${sizeWords}.` };
  }
  const [, ending = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  const known = Object.hasOwn(otherKinds, ending) ? otherKinds[ending] : undefined;
  if (known) return { refused: known };
  if (beginsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    return { refused: `Die Datei hat ein Kennwort oder das alte Excel-Format. ${asTable}` };
  }
  const zipped = beginsWith(head, [0x50, 0x4b, 0x03, 0x04]);
  // also if somebody has given it another name
  if (zipped && ['xlsx', 'csv', 'txt'].includes(ending)) return { type: returnTypes.xlsx };
  if (ending === 'xlsx')
    return { refused: 'Der Name endet auf .xlsx, aber die Datei ist keine Excel-Datei.' };
  if (ending !== 'csv' && ending !== 'txt') return { refused: unknown };
  return beginsWith(head, [0x25, 0x50, 0x44, 0x46]) ? { refused: unknown } : { type: returnTypes.csv };
}

function beginsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}
