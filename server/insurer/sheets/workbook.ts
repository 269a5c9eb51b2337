/** XLSX (ECMA-376): a zip of XML parts, which refer to one another. */
import { posix } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { builtInCode, formatOf, type NumberFormat } from './formats';
import { type GridRow, sentences, tidy, Unreadable } from './grid';
import { longer, readSheet, readXml, type Shared, unescaped } from './sheet';

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
  readXml(xml, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes('TargetMode') === 'External') return;
      const path = (attributes('Target') ?? '').replaceAll('\\', '/');
      const type = attributes('Type')?.split('/').at(-1) ?? '';
      relations.push({ id: attributes('Id') ?? '', type, target: posix.resolve('/', folder, path).slice(1) });
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
  readXml(xml, {
    open(name) {
      if (name === 'si') text = '';
    },
    text(part, inside) {
      if (inside === 't') text = longer(text, part);
    },
    close(name) {
      if (name !== 'si') return;
      if (strings.length === mostStrings) throw new Unreadable(sentences.tooMuchText);
      // once, because a million cells may show the same one
      strings.push(tidy(unescaped(text)));
    },
  });
  return strings;
}

/** Far more than Excel takes. Each needs some kilobytes, however many styles have the same. */
const mostFormats = 5_000;

/** By the style of a cell: ECMA-376, 18.8.10. */
function formatsOf(xml: Uint8Array | null): NumberFormat[] {
  const own = new Map<string, string>();
  const made = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inside = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(attributes('numFmtId') ?? '', attributes('formatCode') ?? '');
      if (name === 'cellXfs') inside = true;
      if (name !== 'xf' || !inside) return;
      const id = attributes('numFmtId') ?? '0';
      const code = own.get(id) ?? builtInCode(Number(id));
      const format = made.get(code) ?? formatOf(code);
      if (made.set(code, format).size > mostFormats) throw new Unreadable(sentences.damaged);
      formats.push(format);
    },
    close(name) {
      if (name === 'cellXfs') inside = false;
    },
  });
  return formats;
}

type Entry = { at: number; method: number; packed: number; unpacked: number };

/** `read` returns null if there is no such part. Names are compared without case, as Office does. */
type Zip = { names: string[]; read: (name: string) => Uint8Array | null };

/** In bytes, of all parts. */
const mostUnpacked = 8 * 1024 * 1024;

/** Signatures and lengths of APPNOTE.TXT 4.3. */
const endMark = 0x06054b50;
const endLength = 22;
const entryMark = 0x02014b50;
const entryLength = 46;
const localMark = 0x04034b50;
const localLength = 30;
const longestComment = 0xffff;

/** Of one that is not trusted: nothing is unpacked before its sizes are known. */
function openZip(bytes: Uint8Array): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [short, long] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  const end = endOf(view);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let at = long(end + 16);
  for (let left = short(end + 10); left > 0; left -= 1) {
    if (long(at) !== entryMark) throw new Unreadable(sentences.damaged);
    const nameAt = at + entryLength;
    const raw = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + short(at + 28)));
    // so do old programs for .NET
    const name = raw.toLowerCase().replaceAll('\\', '/');
    // two parts with one name: programs would not agree about which one counts
    if (entries.has(name)) throw new Unreadable(sentences.damaged);
    const sizes = { packed: long(at + 20), unpacked: long(at + 24) };
    entries.set(name, { at: long(at + 42), method: short(at + 10), ...sizes });
    unpacked += sizes.unpacked;
    at = nameAt + short(at + 28) + short(at + 30) + short(at + 32);
  }
  if (unpacked > mostUnpacked) throw new Unreadable(sentences.unpacksTooLarge);
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name.toLowerCase());
      return entry ? unpack(bytes, view, entry) : null;
    },
  };
}

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw new Unreadable(sentences.damaged);
}

/** A part that is longer than the zip says is damaged, and is not unpacked further. */
function unpack(bytes: Uint8Array, view: DataView, { at, method, packed, unpacked }: Entry): Uint8Array {
  if (view.getUint32(at, true) !== localMark) throw new Unreadable(sentences.damaged);
  const from = at + localLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const part = bytes.subarray(from, from + packed);
  if (method === 0 && part.length === unpacked) return part;
  if (method !== 8 || unpacked === 0) throw new Unreadable(sentences.damaged);
  const inflated = inflateRawSync(part, { maxOutputLength: unpacked });
  if (inflated.length !== unpacked) throw new Unreadable(sentences.damaged);
  return inflated;
}
