/** Whose an open application is: of the browser that began it, and of those that have opened a link to it; never of staff. */
import { type ApplicationRecord, findAddress, findApplication, findOfferBehind } from '#db/applications/find';
import type { Entered } from '#domain/application';
import { foreignAddress } from '#domain/steps/contact';
import { isSameAddress } from '#domain/text/addresses';
import type { Context } from '../../context';
import { staffBehind } from '../../http/access';
import { authorOf, resumedIn } from '../../http/author';
import { refusals } from '../../refusal';
import type { Read } from '../backoffice/readings';

/**
 * A link that has expired or was ended gives no right any more, also where it was opened before. Nor does one to an
 * application that was taken over: links go to the new address.
 */
export async function isOwn(
  { config, links }: Pick<Context, 'config' | 'links'>,
  request: Request,
  { id, begunBy, takenOver }: Pick<ApplicationRecord, 'id' | 'begunBy' | 'takenOver'>,
): Promise<boolean> {
  if (authorOf(request, config)?.hash === begunBy) return true;
  return !takenOver && (await links.resumes(id, resumedIn(request, config)));
}

/**
 * Whether a request may use what is stored of an application: with `DRAFT_ACCESS=link` whoever knows the id of an open
 * one. An id under which nothing is stored is open to everybody.
 */
export async function isOpenTo(context: Context, request: Request, id: string): Promise<boolean> {
  const { config, db } = context;
  if (config.draftAccess === 'link') return true;
  const found = await findApplication(db.fresh, id);
  if (!found || found.completed || (await isOwn(context, request, found))) return true;
  return (await staffBehind(context, request)) !== null;
}

/**
 * The contact's address, for a browser that came to an open application by a link, and neither began it, nor is its author,
 * nor asked for the offer that it is from: who did may have passed the link on. Empty if that offer was deleted before there
 * is a contact; null for all other browsers, and without a contact. Staff wrote the address of a preparation.
 */
export async function ownerFor(context: Context, request: Request, application: ApplicationRecord) {
  const { config, db, links } = context;
  const { id, begunBy, authorHash, prefilledBy } = application;
  const hash = authorOf(request, config)?.hash ?? 'none';
  if (prefilledBy === 'preparation' || [begunBy, authorHash].includes(hash)) return null;
  if (!(await links.resumes(id, resumedIn(request, config)))) return null;
  const reader = db.fresh;
  const offer = await findOfferBehind(reader, application);
  if (offer?.askedBy === hash) return null;
  return (
    (await findAddress(reader, 'contact-data', id)) ?? (prefilledBy === 'offer' ? (offer?.email ?? '') : null)
  );
}

/**
 * Whose browser saves another address of a person than the stored one; null: the address stays, or is the first one.
 *
 * @throws Refusal 409 if it is not the contact's to replace
 */
export async function replacerOf(context: Context, request: Request, id: string, entered: Entered) {
  const { key, input } = entered;
  if (key !== 'contact-data' && key !== 'policyholder-info') return null;
  const reader = context.db.fresh;
  const before = await findAddress(reader, key, id);
  const isSame = before !== null && isSameAddress(before, input.email);
  if (isSame || (before === null && resumedIn(request, context.config).length === 0)) return null;
  const application = await findApplication(reader, id);
  if (!application || application.completed) return null;
  const owner = key === 'contact-data' ? await ownerFor(context, request, application) : null;
  if (owner !== null && !isSameAddress(owner, input.email)) throw refusals.conflict(foreignAddress);
  if (before === null) return null;
  return (await isOwn(context, request, application)) ? 'own' : 'foreign';
}
export type Replacer = Awaited<ReturnType<typeof replacerOf>>;

/**
 * The applicant declares, and nobody for them: staff write in no open application but those that their browser began.
 *
 * @throws Refusal 403
 */
export async function refuseStaff(context: Context, request: Request, id: string): Promise<void> {
  if (isReading(request) || !(await staffBehind(context, request))) return;
  const found = await findApplication(context.db.fresh, id);
  if (found && !found.completed && authorOf(request, context.config)?.hash !== found.begunBy)
    throw refusals.forbidden();
}

/**
 * Records that staff have read an application as the opening of its details. Nothing for visitors, whose requests have no
 * token. What cannot be recorded is not shown.
 */
export async function traceStaff(context: Context, read: Read, request: Request, id: string): Promise<void> {
  const staff = isReading(request) ? await staffBehind(context, request) : null;
  if (!staff) return;
  await read(
    staff,
    'details_opened',
    async () => id,
    () => [id],
  );
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
