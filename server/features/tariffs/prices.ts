/** The prices that are shown: the database's, or the last ones known while it is away. */
import { createHash } from 'node:crypto';
import type { Database } from '#db/client';
import { readCatalogue } from '#db/tariffs';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { type Log, traceOf } from '../../log';

export type Prices = ReturnType<typeof createPrices>;

/** How long prices may be shown after they were changed, in milliseconds. */
const freshMs = 1000;
/** How long a page waits for newer prices, in milliseconds. */
const patienceMs = 300;

/** Looks into the database when somebody asks, and once for all who ask meanwhile. */
export function createPrices({ db, log, now }: { db: Database; log: Log; now: () => number }) {
  // `json` is what the API sends, `revision` another one for each change: empty for the built-in catalogue
  let list = { catalogue: fallbackCatalogue, json: '', revision: '', freshUntil: 0 };
  let reading: Promise<typeof list> | null = null;

  async function readList() {
    try {
      const catalogue = await readCatalogue(db);
      const json = JSON.stringify(catalogue);
      if (json !== list.json) list = { ...list, catalogue, json, revision: revisionOf(json) };
      return list;
    } catch (error) {
      log('error', 'tariffs unreadable', traceOf(error));
      throw error;
    } finally {
      reading = null;
    }
  }

  /** What the database says now. Rejects while it is away. */
  function read() {
    reading ??= readList();
    return reading;
  }

  /** What a page shows: prices a second old at most, unless the database is away or slow. Never rejects. */
  async function known() {
    if (now() < list.freshUntil) return list;
    await Promise.race([read(), Bun.sleep(patienceMs)]).catch(() => undefined);
    list = { ...list, freshUntil: now() + freshMs };
    return list;
  }

  return { read, known };
}

function revisionOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}
