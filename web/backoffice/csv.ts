/** Tables for spreadsheets: `;` between fields, as German Excel expects, and a BOM for its umlauts. */
import { saveFile } from './save-file';

const byteOrderMark = '\uFEFF';
/** A cell that begins like this, full-width signs too, is a formula to a spreadsheet (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/;

/** Text of a CSV file of RFC 4180 with `;`. What a visitor typed never becomes a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/** Has the browser save a text as a file. */
export function saveCsv(name: string, text: string) {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
