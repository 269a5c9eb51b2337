import type { Database } from '#db/client';
import { sha256Of } from '#db/hash';
import { readCatalogue } from '#db/tariffs/catalogue';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { type Log, traceOf } from '../../log';

export type Prices = ReturnType<typeof createPrices>;

/** How long prices may be shown after they were changed, in milliseconds. */
const freshMs = 1000;
/** How long a page waits for newer prices, in milliseconds. */
const maxWaitMs = 300;

/** Reads the database on demand; simultaneous callers share one read. */
export function createPrices({ db, log, uptime }: { db: Database; log: Log; uptime: () => number }) {
  // `json` is the API's response, `revision` differs for each content; both are empty for the built-in catalogue
  let list = { catalogue: fallbackCatalogue, json: '', revision: '', freshUntil: 0 };
  let reading: Promise<typeof list> | null = null;

  async function readList() {
    try {
      const catalogue = await readCatalogue(db.read);
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

  function read() {
    reading ??= readList();
    return reading;
  }

  /** The prices for a page, at most one second old unless the database is unavailable or slow. Never rejects. */
  async function known() {
    if (uptime() < list.freshUntil) return list;
    await Promise.race([read(), Bun.sleep(maxWaitMs)]).catch(() => undefined);
    list = { ...list, freshUntil: uptime() + freshMs };
    return list;
  }

  return { read, known };
}

function revisionOf(json: string): string {
  return sha256Of(json, 'base64url').slice(0, 22);
}
