/** The staff pages: the same shell for everyone. Who asks is found out in the browser, the data is behind the API. */
import { isUuid } from '#domain/ids';
import { renderStaff } from '#web/hydrated/server.tsx';
import type { Assets } from '../../assets';
import { refusals } from '../../http/refusal';
import { ownPage } from './own-page';

/** Returns the shell of a staff page; an `id` that is no UUID makes an unknown path. */
export async function staffPage(assets: Assets, request: Request, id?: string): Promise<Response> {
  if (id !== undefined && !isUuid(id)) throw refusals.notFound();
  return await ownPage(request, (nonce) => renderStaff({ request, nonce, assets: assets.page }));
}
