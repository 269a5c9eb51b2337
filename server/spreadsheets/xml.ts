/** Reads the XML of a workbook as it comes, so that no tree of it is built. */
import { Parser } from 'saxen';
import { sentences, Unreadable } from './sentences';

/** By their local names, since some programs write a prefix before each. */
export type Attributes = (name: string) => string | undefined;

export type XmlReader = {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  /** `inside`: the element that has opened last; '' after its end, and where a text says how others are spoken. */
  text?: (text: string, inside: string) => void;
};

/** Workbooks need six. */
const deepest = 100;
/** Between two tags, or of one: a cell has at most 32,767 characters, each written with up to six. */
const longestRun = 250_000;
/** In bytes. */
const pieceLength = 256 * 1024;

/** `bytes`: null if a workbook has no such part. */
export function readXml(bytes: Uint8Array | null, reader: XmlReader): void {
  if (!bytes) return;
  let depth = 0;
  let inside = '';
  let phonetic = false;
  const parser = new Parser();
  let given: () => Record<string, string> | false = () => false;
  // one for all tags, of which a file may have millions
  const attributes: Attributes = (wanted) => attributeOf(given(), wanted);
  parser.on('openTag', (name, ofTag) => {
    depth += 1;
    if (depth > deepest) throw new Unreadable(sentences.damaged);
    given = ofTag;
    inside = localName(name);
    if (inside === 'rPh') phonetic = true;
    reader.open?.(inside, attributes);
  });
  parser.on('closeTag', (name) => {
    depth -= 1;
    inside = '';
    if (localName(name) === 'rPh') phonetic = false;
    reader.close?.(localName(name));
  });
  const give = (text: string) => reader.text?.(text, phonetic ? '' : inside);
  parser.on('text', (raw) => give(decodeEntities(raw)));
  parser.on('cdata', give);
  // a document type can define entities; no program writes one into a workbook
  parser.on('attention', () => {
    throw new Unreadable(sentences.damaged);
  });
  for (const text of piecesOf(bytes)) parser.write(text);
  parser.end();
}

/** The whole text of the largest part would take 16 MB. */
function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  let run = 0;
  for (let at = 0; at < bytes.length; at += pieceLength) {
    const text = decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true });
    run = runAfter(text, run);
    yield text;
  }
  yield decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** How far the last tag is behind. `before`: the same of what came before. */
function runAfter(text: string, before: number): number {
  let last = -before;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (at - last > longestRun) throw new Unreadable(sentences.damaged);
    last = at;
  }
  if (text.length - last > longestRun) throw new Unreadable(sentences.damaged);
  return text.length - last;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function attributeOf(attributes: Record<string, string> | false, wanted: string): string | undefined {
  for (const name in attributes || {}) {
    if (attributes && localName(name) === wanted) return decodeEntities(attributes[name] ?? '');
  }
  return undefined;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** saxen's own function cuts characters above U+FFFF, such as emoji. */
function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}
