/** Pages for one visitor: with a nonce, never cached, and compressed while they are rendered. */
import { randomBytes } from 'node:crypto';
import { compressed } from '../../http/compression';
import { pagePolicy } from '../../http/headers';
import { inTurn } from './turn';

export async function ownPage(
  request: Request,
  render: (nonce: string) => Promise<Response>,
  analyticsScript: string | null = null,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const response = await inTurn(request, () => render(nonce));
  response.headers.set('content-security-policy', pagePolicy({ nonce, analyticsScript }));
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cache-control', 'no-store');
  return compressed(request, response);
}
