/** Files in which the insurer answers: which policy an application became, or why it became none. */
import {
  Array as ArrayType,
  Boolean as BooleanType,
  Integer,
  Object as ObjectType,
  Optional,
  type Static,
} from 'typebox';
import type { CaseStatus } from '../cases/statuses';
import { secret, text } from '../fields';
import { formatSize } from '../format';
import { clientId } from '../ids';
import { keysOf } from '../keys';
import { xlsxType } from '../text/xlsx';

/** In bytes. */
export const largestReturn = 2 * 1024 * 1024;
export const mostRows = 2_000;
export const previewRows = 20;

export const returnTypes = {
  csv: 'text/csv',
  xlsx: xlsxType,
} as const;

export const returnMeanings = {
  reference: 'Mandatsreferenz oder Antrag-ID',
  policyNumber: 'Versicherungsscheinnummer',
  status: 'Stand',
  reason: 'Grund',
  date: 'Datum',
} as const;
export type ReturnMeaning = keyof typeof returnMeanings;
export const returnMeaningKeys = keysOf(returnMeanings);

/** As the file has it: a name may have line breaks. */
const column = () => secret('Bitte wählen Sie eine Spalte', 1_000);

export const returnMapping = ObjectType({
  reference: column(),
  policyNumber: Optional(column()),
  status: Optional(column()),
  reason: Optional(column()),
  date: Optional(column()),
});
export type ReturnMapping = Static<typeof returnMapping>;

export const newReturn = ObjectType({
  id: clientId,
  name: text('Bitte nennen Sie die Datei', 200),
});

export const matchRequest = ObjectType({ mapping: returnMapping });

/** With an `id` it is done once, whatever happens to the file. */
export const applyRequest = ObjectType({
  id: Optional(clientId),
  lines: ArrayType(Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: mostRows,
    errorMessage: `Bitte wählen Sie 1 bis ${mostRows} Zeilen`,
  }),
  notify: BooleanType({ errorMessage: 'Bitte geben Sie an, ob Nachrichten gesendet werden' }),
});
export type ApplyRequest = Static<typeof applyRequest>;

/** `rows`: the first ones, with a text for each column. `mapping`: the last one of a file with the same columns. */
export type UploadedReturn = {
  id: string;
  columns: string[];
  rows: string[][];
  mapping: ReturnMapping | null;
  sameAs: string | null;
};

/** Instants in ISO 8601. */
export type ReturnRow = {
  id: string;
  name: string;
  sha256: string;
  at: string;
  /** Null: it came through the drop folder. */
  username: string | null;
  rowCount: number;
  changed: number;
  appliedAt: string | null;
  /** The last day of its content, `YYYY-MM-DD`; null: it is deleted. */
  contentUntil: string | null;
};
export type ReturnPage = { returns: ReturnRow[]; total: number; totalPages: number };

/** `GET …/returns/{id}`, for a file that was uploaded before, or came through the drop folder. */
export type OpenedReturn = UploadedReturn & ReturnRow;

export type MatchedLine = {
  line: number;
  applicationId: string | null;
  match: 'reference' | 'id' | 'none';
  from: CaseStatus | null;
  to: CaseStatus | null;
  policyNumber: string | null;
  /** Why it changes nothing, in words; null: it can be applied. */
  problem: string | null;
};

/** What staff compare a line by: the text in the file, and whom the product knows under it. */
export type LineNote = {
  line: number;
  reference: string;
  contactName: string | null;
  horseName: string | null;
  reason: string | null;
  date: string | null;
  hint: string | null;
};

/** `notes` in the order of `rows`. */
export type MatchedReturn = { rows: MatchedLine[]; notes: LineNote[] };

export type ReturnResult = { changed: number; skipped: { line: number; reason: string }[] };

/** What a person sees in a spreadsheet. `cells`: one for each column, '' for an empty one. `line`: as a spreadsheet numbers its rows, from 1. */
export type SheetRow = { line: number; cells: string[] };

/** `columns` have unique, trimmed names, none of which is empty. Rows without any text are left out. */
export type SheetTable = { columns: string[]; rows: SheetRow[] };

export type ReadTable = SheetTable | { unreadable: string };

export const mostColumns = 200;
/** In characters; the rest of a cell is cut off. */
export const longestCell = 5_000;

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

/** The content type for the upload, or why the file cannot be read, before it is sent; the server decides. `head`: its first bytes. */
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
