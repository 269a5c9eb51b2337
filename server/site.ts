import type { Database, Reader } from '#db/client';
import { insideMailboxes, type Recipient } from '#db/mails/recipients';
import { readSiteState, unknownState } from '#db/site-state';
import type { Operator } from '#domain/operator/operator';
import { type PublicState, pausedTitle, pauseLines, type SiteState, trialTitle } from '#domain/site-state';
import { addressKey } from '#domain/text/addresses';
import { refusals } from './refusal';

type Needs = { db: Pick<Database, 'fresh'>; operator: Operator; now(): number; today(): string };

export type Site = ReturnType<typeof createSite>;

/** What this instance knows of the state, at most some seconds old. */
export function createSite({ db, now, today, operator }: Needs) {
  let known = unknownState;
  return {
    current: () => known,
    isTrial: () => known.state === 'trial',
    isPaused: () => isPaused(known, today()),
    shown(): PublicState {
      if (isPaused(known, today())) return { pause: pauseLines(known) };
      return known.state === 'trial' ? { trial: true } : {};
    },
    /** By which offers end. */
    offerNow: () => known.standsFrom ?? now(),
    /** Before something new begins. @throws Refusal 409 */
    assertTaking: () => refusePaused(known, today()),
    /** In a trial, mails by hand reach nobody outside. @throws Refusal 409 */
    async assertSendable(reader: Reader, to: Pick<Recipient, 'address'> | null): Promise<void> {
      if (known.state !== 'trial' || !to) return;
      const inside = await insideMailboxes(reader, operator.mail.internalTo);
      if (!inside.has(addressKey(to.address))) throw refusals.conflict(trialTitle);
    },
    async refresh(): Promise<void> {
      known = await readSiteState(db.fresh);
    },
  };
}

/** Made anew for each state that a page may say. */
export function perState<T>(site: Site, make: (shown: PublicState) => T): () => T {
  let made: { of: string; value: T } | undefined;
  return () => {
    const shown = site.shown();
    const of = JSON.stringify(shown);
    if (made?.of !== of) made = { of, value: make(shown) };
    return made.value;
  };
}

/** A pause ends at midnight, before a job stores it. */
function isPaused({ state, resumeOn }: SiteState, today: string): boolean {
  return state === 'paused' && (resumeOn === null || resumeOn > today);
}

/** As it is stored now. @throws Refusal 409 */
export async function assertTaking(reader: Reader, today: string): Promise<void> {
  refusePaused(await readSiteState(reader), today);
}

function refusePaused(known: SiteState, today: string): void {
  const { reason, resumeOn } = known;
  if (isPaused(known, today)) throw refusals.stale(pausedTitle, { reason, resumeOn });
}
