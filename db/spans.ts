/** Conditions on time that hold again after a clock that was ahead was set right. Instants are milliseconds since 1970. */
import { and, gt, lte, type SQL, type SQLWrapper } from 'drizzle-orm';

export type Span = { since: number; now: number };

/** Clocks of instances differ a little, and a write waits for its turn with the instant at which it was asked for. */
const toleratedMs = 15_000;

export function isWithin(instant: SQLWrapper, { since, now }: Span): SQL | undefined {
  return and(gt(instant, since), lte(instant, now + toleratedMs));
}

/** A window of this length that ends at this instant has begun, and has not ended. */
export function isRunning(endsAt: SQLWrapper, { now, windowMs }: { now: number; windowMs: number }) {
  return isWithin(endsAt, { since: now, now: now + windowMs });
}
