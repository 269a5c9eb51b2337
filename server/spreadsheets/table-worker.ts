import { parentPort } from 'node:worker_threads';
import type { ReadTable, SheetRow } from '#domain/returns/table';
import { tableOf } from './header';
import { sentences, Unreadable } from './sentences';
import { readText } from './text';
import { readWorkbook } from './workbook';

/** `rows`: JSON in parts, of which each is read in far less than a millisecond. */
export type Packed = { columns: string[]; rows: Uint8Array[] } | { unreadable: string };

/** In characters. */
const partLength = 64 * 1024;

parentPort?.on('message', (bytes: Uint8Array) => {
  const packed = pack(read(bytes));
  const handOver = 'rows' in packed ? packed.rows.map(({ buffer }) => buffer as ArrayBuffer) : [];
  parentPort?.postMessage(packed, handOver);
});

function read(bytes: Uint8Array): ReadTable {
  try {
    return tableOf(gridOf(bytes));
  } catch (error) {
    return { unreadable: error instanceof Unreadable ? error.sentence : sentences.damaged };
  }
}

/** What it is shows in its first bytes; its name may lie. */
function gridOf(bytes: Uint8Array) {
  const startsWith = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable(sentences.old);
  return startsWith(0x50, 0x4b, 0x03, 0x04) ? readWorkbook(bytes) : readText(bytes);
}

function pack(table: ReadTable): Packed {
  if ('unreadable' in table) return table;
  const parts: Uint8Array[] = [];
  let part: SheetRow[] = [];
  let length = 0;
  const close = () => {
    parts.push(new TextEncoder().encode(JSON.stringify(part)));
    part = [];
    length = 0;
  };
  for (const row of table.rows) {
    part.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (length > partLength) close();
  }
  close();
  return { columns: table.columns, rows: parts };
}
