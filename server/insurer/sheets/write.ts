/** Writes a workbook (ECMA-376) in which every cell is text. The same rows give the same bytes, on every machine. */
import { strToU8, zipSync } from 'fflate';
import { letters } from './grid';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
const relationsOf = (...all: string[]) =>
  `${head}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;

/** Number format 49 is text. Styles: 1 is a cell, 2 the name of a column. */
const fixed = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': relationsOf(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationsOf(
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('rId2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

/** `rows`: the first one names the columns, and stays in view. */
export function workbookOf(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const parts = { ...fixed, 'xl/worksheets/sheet1.xml': sheetOf(rows) };
  const bytes = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)] as const);
  // no clock, and stored as it is: another version of the library could compress in another way
  return new Uint8Array(zipSync(Object.fromEntries(bytes), { level: 0, mtime: new Date(1980, 0, 1) }));
}

function sheetOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(({ length }) => length));
  const area = `A1:${letters(width - 1)}${rows.length}`;
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const columns = `<cols><col min="1" max="${width}" width="20" style="1" customWidth="1"/></cols>`;
  // else Excel marks each number that is a text as a mistake
  const marks = `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors>`;
  const lines = rows.map((cells, index) => rowOf(cells, index + 1)).join('');
  return `${head}<worksheet xmlns="${main}">${view}${columns}<sheetData>${lines}</sheetData><autoFilter ref="${area}"/>${marks}</worksheet>`;
}

function rowOf(texts: readonly string[], line: number): string {
  const style = line === 1 ? 2 : 1;
  const cells = texts.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${letters(column)}${line}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
  );
  return `<row r="${line}">${cells.join('')}</row>`;
}

/** Control characters become `_x0001_`, since XML does not allow most, and so does the start of a text that looks so. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replace(
      /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu,
      (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
