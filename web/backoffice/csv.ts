/** Tables for spreadsheets: `;` between fields, as German Excel expects, and a BOM for its umlauts. */
import { saveFile } from './save-file';

const byteOrderMark = '\uFEFF';
/** Spreadsheets take a cell that begins like this for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/;

/** Text of a CSV file (RFC 4180, with `;`). A visitor's entry never becomes a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

export function saveCsv(name: string, text: string) {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
