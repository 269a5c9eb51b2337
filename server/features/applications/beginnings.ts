/** How many applications one client network may begin: nobody but the clock removes what a flood of them leaves. */

import { findApplication } from '#db/applications/find';
import { hourMs } from '#domain/time';
import type { Context } from '../../context';
import { clientAddress, type Server } from '../../http/client-address';
import { type RateLimit, rateLimit } from '../../http/limits/rate-limit';

type Beginnings = ReturnType<typeof createBeginnings>;
/** What public calls that store something share. */
export type WriteLimits = { writes: RateLimit; beginnings: Beginnings };
type Received = { request: Request; server: Server };

const mostKnown = 10_000;

/** The counts that all calls share which begin an application. */
export function createBeginnings(context: Context) {
  const { config, db } = context;
  const limit = rateLimit(context, { name: 'applications-begun', limit: 120, windowMs: hourMs });
  // so that only the first save of an application looks for it
  const begun = new Set<string>();
  /** @throws Refusal 429 above the limit */
  const count = ({ request, server }: Received) => limit.hit(clientAddress(request, server, config));
  return {
    count,
    /** Counts if nothing is stored under the id. Throws as above. */
    async countIfNew(received: Received, id: string): Promise<void> {
      if (!config.rateLimit || begun.has(id)) return;
      if (!(await findApplication(db.fresh, id))) await count(received);
      begun.add(id);
      const [oldest = id] = begun;
      if (begun.size > mostKnown) begun.delete(oldest);
    },
  };
}
