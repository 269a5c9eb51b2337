/** Reads tables in a worker: a file from outside may take seconds, and the product goes on meanwhile. */
import { nextTurn } from '#db/turn';
import { largestReturn, type ReadTable, type SheetRow } from '#domain/insurer/answers';
import { createThread, WorkerLost } from '../../process/thread';
import { sentences } from './grid';
import type { Packed } from './table-worker';

/** The worst file known takes a tenth of it. */
const usualLimitMs = 15_000;
/** An idle worker keeps 30 MB. */
const usualIdleMs = 5_000;

export type ReadFile = (bytes: Uint8Array) => Promise<ReadTable>;

/** One file after the other. */
export function createReader(file: URL, { limitMs = usualLimitMs, idleMs = usualIdleMs } = {}): ReadFile {
  const ask = createThread<Uint8Array, Packed>(file, { limitMs, idleMs });
  const handOver = (copy: Uint8Array<ArrayBuffer>) => ask(copy, {}, [copy.buffer]);
  return async (bytes) => {
    if (bytes.length > largestReturn) return { unreadable: sentences.tooLarge };
    try {
      // the caller keeps its bytes: only the copy is handed over
      return await unpack(await handOver(new Uint8Array(bytes)));
    } catch (error) {
      if (error instanceof WorkerLost) return { unreadable: sentences.failed };
      throw error;
    }
  };
}

async function unpack(packed: Packed): Promise<ReadTable> {
  if ('unreadable' in packed) return packed;
  const rows: SheetRow[] = [];
  for (const part of packed.rows) {
    rows.push(...(JSON.parse(part) as SheetRow[]));
    await nextTurn();
  }
  return { columns: packed.columns, rows };
}

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './table-worker.ts' : './table-worker.js';

export const readTable = createReader(new URL(worker, import.meta.url));
