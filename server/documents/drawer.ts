/** Draws PDFs in a worker, so that nothing else waits while one is drawn: it takes as long as 50 saved steps. */
import type { DocumentText } from '#domain/documents';
import type { Operator } from '#domain/operator/operator';
import type { PublicState } from '#domain/site-state';
import type { Place } from '../http/queue';
import { createThread, WorkerLost } from '../process/thread';
import { refusals } from '../refusal';
import type { Site } from '../site';
import type { Copy } from './application';
import type { OfferCopy } from './offer';
import type { ReceiptCopy } from './text-pages';

/** What the worker answers: the PDF, or the name of the error. Its message could contain personal data. */
export type Drawn = { pdf: Uint8Array<ArrayBuffer> } | { failed: string };

export type Drawing = Copy | OfferCopy | ReceiptCopy | { document: DocumentText; operator: Operator };

/** `place`: mails and the documents of a start go `later`; whoever waits for an answer may leave. */
export type Draw = (drawing: Drawing, place?: Place) => Promise<Uint8Array<ArrayBuffer>>;

/** A drawing takes some 50 ms, the first one half a second. */
const usualLimitMs = 20_000;
/** Before an answer breaks off because nothing was sent for too long. */
const mostWaiting = 20;
/** An idle worker keeps 50 MB. */
const usualIdleMs = 5_000;

/**
 * One worker draws one after the other, and ends when nothing is to be drawn. If it crashes or takes too long, the
 * drawing is repeated once in a new one. Rejects with a refusal 429 if too many wait.
 */
export function createDrawer(file: URL, { limitMs = usualLimitMs, idleMs = usualIdleMs } = {}): Draw {
  const bounds = { limitMs, idleMs, waiting: mostWaiting, full: refusals.busy };
  const ask = createThread<Drawing, Drawn>(file, bounds);
  const orAgain = (error: unknown, drawing: Drawing) => {
    // never refused
    if (error instanceof WorkerLost) return ask(drawing, { later: true });
    throw error;
  };
  return async (drawing, place) => {
    const drawn = await ask(drawing, place).catch((error) => orAgain(error, drawing));
    if ('pdf' in drawn) return drawn.pdf;
    throw Object.assign(new Error('The PDF could not be drawn.'), { name: drawn.failed });
  };
}

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';

export const applicationPdf = createDrawer(new URL(worker, import.meta.url));

/** What is drawn about a person in a trial says so, unlike the documents in force. */
export function stampedIn({ isTrial, refresh }: Pick<Site, 'isTrial' | 'refresh'>, draw: Draw): Draw {
  return async (drawing, place) => {
    if ('document' in drawing) return await draw(drawing, place);
    // another instance may have ended it, and this person be real
    if (isTrial()) await refresh();
    if (!isTrial()) return await draw(drawing, place);
    const operator: Operator & PublicState = { ...drawing.operator, trial: true };
    return await draw({ ...drawing, operator }, place);
  };
}
