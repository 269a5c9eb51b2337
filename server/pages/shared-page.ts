/**
 * Pages of the wizard and the staff that are the same for everybody. They are rendered once, without a nonce and without
 * the id in their address: hashes allow their inline scripts, which read the id from the address.
 */

import { randomBytes } from 'node:crypto';
import { sha256Of } from '#db/hash';
import { compressed, packed } from '../http/compression';
import { type PagePolicy, pagePolicy } from '../http/headers';
import { renderInTurn } from '../http/limits/read-limits';

export type SharedPage = { html: string; headers: Record<string, string> };

const anyId = '00000000-0000-4000-8000-000000000000';
const idPart = ':id';

const inlineScripts = /(<script(?![^>]*\ssrc=)[^>]*>)([\s\S]*?)(<\/script>)/g;

/** `route`: such as `/application/:id`. @throws if rendering fails, or shows the id outside the texts of scripts */
export async function renderShared(
  route: string,
  render: (request: Request) => Promise<Response>,
  allowed: Pick<PagePolicy, 'frames' | 'styles'> = {},
): Promise<SharedPage> {
  const response = await render(new Request(`http://localhost${route.replace(idPart, anyId)}`));
  if (!response.ok) throw new Error(`The page of ${route} cannot be rendered.`);
  const html = withoutId(await response.text(), route);
  const hashes = Array.from(html.matchAll(inlineScripts), ([, , script = '']) => hashOf(script));
  const policy = pagePolicy({ hashes, ...allowed });
  return {
    html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...ownHeaders },
  };
}

function withoutId(html: string, route: string): string {
  const fromAddress = `"+location.pathname.split("/")[${route.split('/').indexOf(idPart)}]+"`;
  const page = html.replace(
    inlineScripts,
    (_, open: string, script: string, close: string) => open + script.replaceAll(anyId, fromAddress) + close,
  );
  if (page.includes(anyId)) throw new Error(`The page of ${route} shows the id.`);
  return page;
}

export function hashOf(text: string): string {
  return `sha256-${sha256Of(text, 'base64')}`;
}

/** Headers of all pages of the wizard and the staff. Their addresses may contain an id, so no other site learns them. */
const ownHeaders = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

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
