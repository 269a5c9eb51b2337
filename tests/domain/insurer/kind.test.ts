/** What can be told of a file before it is sent. */
import { expect, test } from 'bun:test';
import { kindOf, largestReturn, returnTypes } from '#domain/insurer/answers';

const text = new TextEncoder().encode('Referenz');
const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0);
const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const pdf = new TextEncoder().encode('%PDF-1.7');

test.each([
  ['antwort.csv', text, returnTypes.csv],
  ['ANTWORT.CSV', text, returnTypes.csv],
  ['antwort.txt', text, returnTypes.csv],
  ['antwort.v2.xlsx', zip, returnTypes.xlsx],
  ['antwort.csv', zip, returnTypes.xlsx],
  ['kurz.csv', text.slice(0, 1), returnTypes.csv],
])('%s is sent as what it is', (name, head, type) => {
  expect(kindOf({ name, size: largestReturn }, head)).toEqual({ type });
});

test.each([
  ['antwort.csv', 0, text, 'Die Datei ist leer.'],
  ['antwort.csv', largestReturn + 1, text, 'Möglich sind 2,0 MB.'],
  ['antwort.xls', 9, old, 'das alte Excel-Format'],
  ['antwort.xlsx', 9, old, 'ein Kennwort oder das alte Excel-Format'],
  ['antwort.xlsm', 9, zip, 'mit Makros'],
  ['antwort.ods', 9, zip, 'LibreOffice'],
  ['antwort.numbers', 9, zip, 'Numbers'],
  ['antwort.xlsx', 9, text, 'die Datei ist keine Excel-Datei'],
  ['antwort.zip', 9, zip, 'Diese Art von Datei'],
  ['antwort.pdf', 9, pdf, 'Diese Art von Datei'],
  ['antwort.csv', 9, pdf, 'Diese Art von Datei'],
  ['antwort', 9, text, 'Diese Art von Datei'],
  ['.csv', 9, pdf, 'Diese Art von Datei'],
  ['antwort.constructor', 9, text, 'Diese Art von Datei'],
])('%s of %d bytes is refused', (name, size, head, words) => {
  const kind = kindOf({ name, size }, head);
  expect('refused' in kind ? kind.refused : kind.type).toContain(words);
});
