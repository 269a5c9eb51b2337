/** Workbooks of hand-written parts, as Excel, LibreOffice and Numbers write them. */
import { strToU8, zipSync } from 'fflate';
import { mostRows } from '#domain/insurer/answers';

export type Parts = Record<string, string | Uint8Array>;
type SheetPart = { name?: string; state?: string; xml: string };
export type Book = {
  sheets: SheetPart[];
  strings?: string;
  styles?: string;
  properties?: string;
  types?: string;
  more?: Parts;
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const sheetMain = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

export const zipOf = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );

export const workbook = (book: Book): Uint8Array => zipOf(partsOf(book));

export function partsOf({
  sheets,
  strings,
  styles,
  properties = '',
  types = sheetMain,
  more = {},
}: Book): Parts {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const relations = (all: string[]) =>
    `${head}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;
  const element = (name: string, inner: string) => `${head}<${name} xmlns="${main}">${inner}</${name}>`;
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name ?? `Tabelle${index + 1}`}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}"/></Types>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><workbookPr${properties}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) =>
        relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
      relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml'),
      relation('rIdStyles', 'styles', '/xl/styles.xml'),
    ]),
    ...Object.fromEntries(
      sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index + 1}.xml`, element('worksheet', xml)]),
    ),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': element('sst', strings) }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': element('styleSheet', styles) }),
    ...more,
  };
}

/** Cells with inline strings, as simple writers make them; '' is none. */
export function sheetOf(rows: string[][], first = 1): string {
  const cell = (text: string, row: number, column: number) =>
    text === ''
      ? ''
      : `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  const lines = rows.map(
    (cells, index) =>
      `<row r="${first + index}">${cells.map((text, column) => cell(text, first + index, column)).join('')}</row>`,
  );
  return `<sheetData>${lines.join('')}</sheetData>`;
}

/** Style n of the cells has the n-th of these formats. */
export const stylesOf = (codes: (string | number)[]) =>
  `<numFmts>${codes
    .map((code, index) =>
      typeof code === 'string'
        ? `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`
        : '',
    )
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes
    .map(
      (code, index) =>
        `<xf numFmtId="${typeof code === 'number' ? code : 164 + index}" applyNumberFormat="1"/>`,
    )
    .join('')}</cellXfs>`;

/** So many fit into a workbook with as many rows as may be. */
const columns = 85;
/** As large as one may be. */
export const harmless = () => {
  const cells = Array.from(
    { length: columns },
    (_, index) => `<c t="inlineStr"><is><t>Spalte ${index}</t></is></c>`,
  );
  return workbook({
    sheets: [{ xml: `<sheetData>${`<row>${cells.join('')}</row>`.repeat(mostRows + 1)}</sheetData>` }],
  });
};
