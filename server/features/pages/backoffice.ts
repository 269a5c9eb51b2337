/** The staff pages: the same shell for everyone. Who asks is found out in the browser, the data is behind the API. */
import { isUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { renderStaff } from '#web/hydrated/server.tsx';
import type { Assets } from '../../assets';
import { refusals } from '../../http/refusal';
import { ownPage } from './own-page';

/** Addresses of the staff pages, as the router names them. */
export const staffPaths = [
  pages.login,
  pages.backoffice,
  pages.backofficeApplications,
  pages.backofficeApplication(':id'),
  pages.backofficePrint(':id'),
  pages.backofficeCallbacks,
  pages.backofficeEmailLogs,
  pages.backofficeUsers,
  pages.backofficePassword,
  pages.backofficeAuditLog,
] as const;

/** Answers the shell of a staff page; an `id` that cannot be one of an application is an unknown path. */
export async function staffPage(assets: Assets, request: Request, id?: string): Promise<Response> {
  if (id !== undefined && !isUuid(id)) throw refusals.notFound();
  return await ownPage(request, (nonce) => renderStaff({ request, nonce, assets: assets.page }));
}
