/** Tables for spreadsheets: `;` between fields, as German Excel expects, and a BOM for its umlauts. */

const byteOrderMark = '\uFEFF';
/** Spreadsheets take a cell that begins like this for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^(?:\s*[=+\-@]|[\t\r\n])/;

/**
 * `{ text }` is never a number or a date: it is quoted if it has a digit, so that a spreadsheet can leave it as it
 * is, and if it has a comma, so that a program which splits at commas finds no formula behind one.
 */
export type Cell = string | { text: string };

/** Text of a CSV file (RFC 4180, with `;`). A visitor's entry never becomes a formula. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(field).join(';')}\r\n`).join('');
}

function field(cell: Cell): string {
  const isText = typeof cell !== 'string';
  const safe = harmless(isText ? cell.text : cell);
  return /[";\r\n]/.test(safe) || (isText && /[,\p{Nd}]/u.test(safe)) ? quoted(safe) : safe;
}

/** Spreadsheets show an apostrophe in front, or hide it, but evaluate nothing. */
function harmless(value: string): string {
  // some of them read full-width and small signs like the ASCII ones
  return formula.test(value.normalize('NFKC')) ? `'${value}` : value;
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
