import { sql } from 'drizzle-orm';
import type { Reader } from '#db/client';
import { hasTable } from '#db/sealed-keys';

/** `trial`, `live` or `paused`. A database from before there were trials is `live`. */
export async function siteStateIn(reader: Reader): Promise<string> {
  if (!(await hasTable(reader, 'site_state'))) return 'live';
  const [row] = await reader.all<{ state: string }>(sql`SELECT state FROM site_state`);
  return row?.state ?? 'live';
}
