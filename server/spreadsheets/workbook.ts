/** XLSX (ECMA-376): a zip of XML parts, which refer to one another. */
import { posix } from 'node:path';
import { builtInFormat, formatOf, type NumberFormat } from './formats';
import { type GridRow, tidy } from './grid';
import { sentences, Unreadable } from './sentences';
import { longer, readSheet, type Shared, unescaped } from './sheet';
import { readXml } from './xml';
import { openZip, type Zip } from './zip';

type Relation = { id: string; type: string; target: string };

/** More than a table can have cells. */
const mostStrings = 500_000;

export function readWorkbook(bytes: Uint8Array): GridRow[] {
  const zip = openZip(bytes);
  refuseMacros(zip);
  const root = relationsOf(zip, '').find(({ type }) => type === 'officeDocument');
  if (!root?.target.endsWith('.xml')) throw new Unreadable(sentences.noTable);
  const { sheets, since1904 } = workbookOf(zip, root.target);
  const relations = relationsOf(zip, root.target);
  const partOf = (wanted: string) => {
    const target = relations.find(({ type }) => type === wanted)?.target;
    return target === undefined ? null : zip.read(target);
  };
  const shared = {
    strings: stringsOf(partOf('sharedStrings')),
    formats: formatsOf(partOf('styles')),
    since1904,
  };
  const listed = relations.filter(({ id, type }) => type === 'worksheet' && sheets.has(id));
  return onlySheet(zip, new Set(listed.map(({ target }) => target)), shared);
}

/** No part is unpacked twice, however often it is listed. */
function onlySheet(zip: Zip, sheets: ReadonlySet<string>, shared: Shared): GridRow[] {
  let filled: GridRow[] = [];
  for (const target of sheets) {
    const rows = readSheet(required(zip, target), shared);
    if (rows.length > 0 && filled.length > 0) throw new Unreadable(sentences.sheets);
    if (rows.length > 0) filled = rows;
  }
  return filled;
}

function refuseMacros(zip: Zip): void {
  let found = zip.names.some((name) => /vbaproject|\/(macro|dialog)sheets\//.test(name));
  const types = zip.read('[Content_Types].xml');
  if (!types) throw new Unreadable(sentences.noTable);
  readXml(types, {
    open(_, attributes) {
      if (/macroEnabled|vbaProject|macrosheet/i.test(attributes('ContentType') ?? '')) found = true;
    },
  });
  if (found) throw new Unreadable(sentences.macros);
}

function required(zip: Zip, name: string): Uint8Array {
  const part = zip.read(name);
  if (!part) throw new Unreadable(sentences.damaged);
  return part;
}

/** `of`: a part, '' for the whole file. `type` is the last word of its address, which has two spellings. */
function relationsOf(zip: Zip, of: string): Relation[] {
  const folder = posix.dirname(of);
  const xml = zip.read(posix.join(folder, '_rels', `${posix.basename(of)}.rels`));
  const relations: Relation[] = [];
  if (!xml) return relations;
  readXml(xml, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes('TargetMode') === 'External') return;
      const target = (attributes('Target') ?? '').replaceAll('\\', '/');
      const type = attributes('Type')?.split('/').at(-1) ?? '';
      relations.push({
        id: attributes('Id') ?? '',
        type,
        target: posix.resolve('/', folder, target).slice(1),
      });
    },
  });
  return relations;
}

function workbookOf(zip: Zip, name: string): { sheets: Set<string>; since1904: boolean } {
  const sheets = new Set<string>();
  let since1904 = false;
  let isWorkbook = false;
  readXml(required(zip, name), {
    open(element, attributes) {
      if (element === 'workbook') isWorkbook = true;
      if (element === 'sheet') sheets.add(attributes('id') ?? '');
      if (element === 'workbookPr') since1904 = ['1', 'true', 'on'].includes(attributes('date1904') ?? '');
    },
  });
  if (!isWorkbook) throw new Unreadable(sentences.noTable);
  return { sheets, since1904 };
}

/** A string can have parts in different letters. How its characters are spoken does not belong to it. */
function stringsOf(xml: Uint8Array | null): string[] {
  const strings: string[] = [];
  let text = '';
  let inside = '';
  let phonetic = false;
  if (!xml) return strings;
  readXml(xml, {
    open(name) {
      inside = name;
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
    },
    text(part) {
      if (inside === 't' && !phonetic) text = longer(text, part);
    },
    close(name) {
      inside = '';
      if (name === 'rPh') phonetic = false;
      if (name !== 'si') return;
      if (strings.length === mostStrings) throw new Unreadable(sentences.tooMuchText);
      // once, because a million cells may show the same one
      strings.push(tidy(unescaped(text)));
    },
  });
  return strings;
}

/** By the style of a cell: ECMA-376, 18.8.10. */
function formatsOf(xml: Uint8Array | null): NumberFormat[] {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inside = false;
  if (!xml) return formats;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(attributes('numFmtId') ?? '', formatOf(attributes('formatCode') ?? ''));
      if (name === 'cellXfs') inside = true;
      if (name !== 'xf' || !inside) return;
      const id = attributes('numFmtId') ?? '0';
      formats.push(own.get(id) ?? builtInFormat(Number(id)));
    },
    close(name) {
      if (name === 'cellXfs') inside = false;
    },
  });
  return formats;
}
