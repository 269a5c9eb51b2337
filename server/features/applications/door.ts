/** Who asks for an application, and whose it is: of the browser that began it, and of those that have opened a link to it; never of staff. */
import { type ApplicationRecord, findAddress, findApplication, findOfferBehind } from '#db/applications/find';
import type { Entered } from '#domain/application';
import { foreignAddress } from '#domain/steps/sets';
import { isSameAddress } from '#domain/text/addresses';
import { hourMs } from '#domain/time';
import type { Context } from '../../context';
import { staffBehind } from '../../http/access';
import { authorOf, resumedIn } from '../../http/author';
import { clientAddress, type Server } from '../../http/client-address';
import { type RateLimit, rateLimit } from '../../http/limits/rate-limit';
import { refusals } from '../../refusal';
import type { Read } from '../backoffice/readings';

/** One request for an application. What several checks ask about it is read once, and only if one of them has to know. */
export type Door = ReturnType<typeof openDoor>;

const doors = new WeakMap<Request, Door>();

export function doorTo(context: Context, request: Request, id: string): Door {
  const known = doors.get(request);
  if (known?.id === id) return known;
  const door = openDoor(context, request, id);
  doors.set(request, door);
  return door;
}

function openDoor(context: Context, request: Request, id: string) {
  const { config, db, links } = context;
  const author = once(() => authorOf(request, config));
  const tokens = once(() => resumedIn(request, config));
  return {
    id,
    context,
    author,
    tokens,
    isReading: request.method === 'GET' || request.method === 'HEAD',
    application: once(() => findApplication(db.fresh, id)),
    /** Whether one of the links continues it. */
    resumes: once(() => links.resumes(id, tokens())),
    staff: () => staffBehind(context, request),
  };
}

function once<T>(read: () => T): () => T {
  let reading: { read: T } | undefined;
  return () => {
    reading ??= { read: read() };
    return reading.read;
  };
}

/**
 * A link that has expired or was ended gives no right any more, also where it was opened before. Nor does one to an
 * application that was taken over: links go to the new address. False if nothing is stored under the id.
 */
export async function isOwn({ author, application, resumes }: Door): Promise<boolean> {
  const found = await application();
  if (!found) return false;
  return author()?.hash === found.begunBy || (!found.takenOver && (await resumes()));
}

/** With `DRAFT_ACCESS=link` for whoever knows the id; an id under which nothing is stored is open to everybody. */
export async function isOpen(door: Door): Promise<boolean> {
  if (door.context.config.draftAccess === 'link') return true;
  const found = await door.application();
  return !found || found.completed || (await isOwn(door)) || (await door.staff()) !== null;
}

/**
 * The contact's address, for a browser that came to an open application by a link, and neither began it, nor is its author,
 * nor asked for the offer that it is from: who did may have passed the link on. Empty if that offer was deleted before there
 * is a contact; null for all other browsers, and without a contact. Staff wrote the address of a preparation.
 */
export async function ownerFor({ id, context, author, resumes }: Door, found: ApplicationRecord) {
  const hash = author()?.hash ?? 'none';
  if (found.prefilledBy === 'preparation' || [found.begunBy, found.authorHash].includes(hash)) return null;
  if (!(await resumes())) return null;
  const reader = context.db.fresh;
  const offer = await findOfferBehind(reader, found);
  if (offer?.askedBy === hash) return null;
  const address = await findAddress(reader, 'contact-data', id);
  return address ?? (found.prefilledBy === 'offer' ? (offer?.email ?? '') : null);
}

/** Whose browser replaces a person's address; null: it stays, or is the first one. Refuses one that is not theirs. */
export async function replacerAt(door: Door, { key, input }: Entered): Promise<'own' | 'foreign' | null> {
  if (key !== 'contact-data' && key !== 'policyholder-info') return null;
  const before = await findAddress(door.context.db.fresh, key, door.id);
  const isSame = before !== null && isSameAddress(before, input.email);
  if (isSame || (before === null && door.tokens().length === 0)) return null;
  const found = await door.application();
  if (!found || found.completed) return null;
  const owner = key === 'contact-data' ? await ownerFor(door, found) : null;
  if (owner !== null && !isSameAddress(owner, input.email)) throw refusals.conflict(foreignAddress);
  if (before === null) return null;
  return (await isOwn(door)) ? 'own' : 'foreign';
}
export type Replacer = Awaited<ReturnType<typeof replacerAt>>;

/** The applicant declares, and nobody for them: staff write in no open application but those that their browser began. */
export async function refuseStaff({ isReading, staff, application, author }: Door): Promise<void> {
  if (isReading || !(await staff())) return;
  const found = await application();
  if (found && !found.completed && author()?.hash !== found.begunBy) throw refusals.forbidden();
}

/** Records that staff have read an application, as opening its details. What cannot be recorded is not shown. */
export async function traceStaff({ id, isReading, staff }: Door, read: Read): Promise<void> {
  const reader = isReading ? await staff() : null;
  if (reader)
    await read(
      reader,
      'details_opened',
      async () => id,
      () => [id],
    );
}

/** What public calls that store something share. */
export type WriteLimits = { writes: RateLimit; beginnings: ReturnType<typeof createBeginnings> };
type Received = { request: Request; server: Server };

const mostKnown = 10_000;

/** How many applications one client network may begin: nobody but the clock removes what a flood of them leaves. */
export function createBeginnings(context: Context) {
  const { config } = context;
  const limit = rateLimit(context, { name: 'applications-begun', limit: 120, windowMs: hourMs });
  // so that only the first save of an application looks for it
  const begun = new Set<string>();
  const count = ({ request, server }: Received) => limit.hit(clientAddress(request, server, config));
  return {
    count,
    /** Counts if nothing is stored under the id. */
    async countIfNew(received: Received, { id, application }: Door): Promise<void> {
      if (context.site.isPaused() && !(await application())) context.site.assertTaking();
      if (!config.rateLimit || begun.has(id)) return;
      if (!(await application())) await count(received);
      begun.add(id);
      const [oldest = id] = begun;
      if (begun.size > mostKnown) begun.delete(oldest);
    },
  };
}
