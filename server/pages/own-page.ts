import { randomBytes } from 'node:crypto';
import { compressed, packed } from '../http/compression';
import { pagePolicy } from '../http/headers';
import { renderInTurn } from '../http/limits/read-limits';

/** Headers of all pages of the wizard and the staff. Their addresses may contain an id, so no other site learns them. */
export const ownHeaders = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

/** `whole`: the page has no parts that come later. */
export async function ownPage(
  request: Request,
  render: (nonce: string) => Promise<Response>,
  { frames, whole }: { frames: boolean; whole: boolean },
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const response = await renderInTurn(request, () => render(nonce));
  response.headers.set('content-security-policy', pagePolicy({ nonce, frames }));
  for (const [name, value] of Object.entries(ownHeaders)) response.headers.set(name, value);
  return whole ? await packed(request, response, 'ownPage') : compressed(request, response);
}
