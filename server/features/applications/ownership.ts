/** Which browsers an open application belongs to: the one that began it, and those that have opened a link to it. */
import { type ApplicationRecord, findApplication } from '#db/applications/find';
import type { Context } from '../../context';
import { staffBehind } from '../../http/access';
import { authorOf, resumedIn } from '../../http/author';

/** A link that has expired or was ended gives no right any more, also where it was opened before. */
export async function isOwn(
  { config, links }: Pick<Context, 'config' | 'links'>,
  request: Request,
  { id, begunBy }: Pick<ApplicationRecord, 'id' | 'begunBy'>,
): Promise<boolean> {
  const author = authorOf(request, config);
  if (author !== null && author.hash === begunBy) return true;
  return await links.resumes(id, resumedIn(request, config));
}

/**
 * Whether a request may read and change what is stored of an application: with `DRAFT_ACCESS=link` whoever knows the id
 * of an open one. An id under which nothing is stored is open to everybody.
 */
export async function isOpenTo(context: Context, request: Request, id: string): Promise<boolean> {
  const { config, db } = context;
  if (config.draftAccess === 'link') return true;
  const found = await findApplication(db.shared ?? db.read, id);
  if (!found || found.completed || (await isOwn(context, request, found))) return true;
  return (await staffBehind(context, request)) !== null;
}
